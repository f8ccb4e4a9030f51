/* The expected points still to come in one column of a Yahtzee-like game under best play, by backward induction; games
 * under best play, and the distribution of their points.
 *
 * A state is a column at the beginning of a turn: the open rows as a bit mask, the upper total up to the bonus, and the
 * holding (1 when the Yahtzee box holds its points and this matters, else 0). Eight states at a time are solved in the
 * lanes of vectors. Threads share the sets of open rows, level by level: those with equally many rows at a time.
 *
 * A turn is solved by its keeps, the multisets of none to all of the dice; a keep of all dice is a roll, and the last
 * roll is the one to post. The value of a keep is the mean over the keeps with one die more. The best keep within a
 * roll is the roll itself, or the best keep within the roll less one die. The tables of keeps come from the caller, who
 * owns all memory. There is no I/O and no state between calls.
 *
 * Fused multiplications would round differently on some machines: build with -ffp-contract=off.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_FACES 6
#define MOST_ROLLS 252
#define MOST_KEEPS 462
#define MOST_ROWS 15
#define MOST_KINDS 48
#define MOST_TOTALS 64
#define MOST_SUM 128
#define HOLDINGS 2
#define MOST_REROLLS 2
#define MOST_THREADS 64
#define STACK (1 << 20) /* bytes for a thread: a turn of a block takes up to 180 KB, and some systems give only 128 */
#define LANES 8
#define MOST_SHIFT 256
#define EQUAL 1e-9 /* smaller differences are rounding errors: then the keep with more dice or the upper row is taken */
#define MOST_RIVALS 16
#define MOST_LENGTH 2048

/* Each machine runs the widest vector code that it supports; only glibc can choose it while the library is loaded. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif
#define INLINE static inline __attribute__((always_inline))

/* Keeps are ordered by size; the last are the rolls. `plus[keep][face]` is the keep with one die more (not for
 * rolls), `less[keep][n]` for n < `fewer[keep]` those with one die less. `chance` is the probability of each roll,
 * `alike[face]` the roll of this face only. */
struct tables {
    int32_t faces, keeps, rolls, rerolls;
    const int16_t (*plus)[MOST_FACES];
    const int16_t (*less)[MOST_FACES];
    const int8_t *fewer;
    const double *chance;
    int32_t alike[MOST_FACES];
};

/* `face` is 0 for lower rows, `joker_score` is the score of five alike there as a joker, `score` is [rows][rolls].
 * `yahtzee_row` is -1 where five alike are nothing special. The other arrays are by holding, for five alike once the
 * Yahtzee box is filled: `is_forced` when they must go to the upper row of their face or else to a lower row,
 * `is_joker` when they have joker scores, `is_spared` when they fill no box but go to the bonus row; `extra` points are
 * added. */
struct rules {
    int32_t rows, bonus, totals, holdings, yahtzee_row;
    int32_t face[MOST_ROWS], joker_score[MOST_ROWS];
    int32_t is_forced[HOLDINGS], is_joker[HOLDINGS], is_spared[HOLDINGS], extra[HOLDINGS];
    const int32_t *score;
};

/* The different scores of a row are called its kinds: `points` has the points of each kind, `of` the kind of each
 * roll. */
struct kinds {
    int count;
    int32_t points[MOST_KINDS];
    uint8_t of[MOST_ROLLS];
};

struct problem {
    const struct rules *rules;
    const struct tables *tables;
    double *values; /* [sets][holdings][totals] */
    struct kinds kinds[MOST_ROWS];
};

/* States at the beginning of a turn, one in each lane; the states of a block have the same open rows. */
struct block {
    int open;
    int total[LANES], holding[LANES];
    double value[LANES];
};

typedef double lanes[LANES];

static int state_index(const struct rules *rules, int open, int holding, int total) {
    return (open * rules->holdings + holding) * rules->totals + total;
}

/* The state after `points` were posted in `row`; sets `bonus` to the upper bonus if these points earn it, else to 0. */
INLINE int posted(const struct rules *rules, int open, int holding, int total, int row, int points, int *bonus) {
    *bonus = 0;
    if (rules->face[row]) {
        int most = rules->totals - 1, after = total + points < most ? total + points : most;
        if (total < most && after == most) *bonus = rules->bonus;
        total = after;
    }
    if (row == rules->yahtzee_row && points) holding = 1;
    return state_index(rules, open & ~(1 << row), holding, total);
}

/* The points to come after `points` in `row`, upper bonus included. */
INLINE double future(const struct problem *problem, int open, int holding, int total, int row, int points) {
    int bonus, after = posted(problem->rules, open, holding, total, row, points, &bonus);
    return bonus + problem->values[after];
}

/* The highest worth of posting `roll` in one of the rows of the bit mask `legal`; sets `best_row` to this row. */
static double post_best(const struct problem *problem, const struct block *block, int lane, int roll, int legal,
                        int is_joker, int *best_row) {
    const struct rules *rules = problem->rules;
    double best = -1;
    for (int row = 0; row < rules->rows; row++) {
        if (!(legal >> row & 1)) continue;
        int points = rules->score[row * problem->tables->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        double value =
            points + future(problem, block->open, block->holding[lane], block->total[lane], row, points);
        if (value > best) best = value, *best_row = row;
    }
    return best;
}

/* The rows, as a bit mask, in which five alike of `face` (from 0) may be posted once the Yahtzee box is filled. */
static int legal_alike(const struct rules *rules, int open, int holding, int face, int *is_joker) {
    int lower = 0, matching = 0;
    for (int row = 0; row < rules->rows; row++) {
        if (!(open >> row & 1)) continue;
        if (!rules->face[row]) lower |= 1 << row;
        if (rules->face[row] == face + 1) matching |= 1 << row;
    }
    *is_joker = rules->is_joker[holding] && !matching;
    return !rules->is_forced[holding] ? open : matching ? matching : lower ? lower : open;
}

/* The worth of five alike once the Yahtzee box is filled; sets `row` to their best row, -1 for the bonus row. `self` is
 * the value of the state. */
static double post_alike(const struct problem *problem, const struct block *block, int lane, int face, double self,
                         int *row) {
    const struct rules *rules = problem->rules;
    int holding = block->holding[lane], is_joker;
    *row = -1;
    if (rules->is_spared[holding]) return rules->extra[holding] + self;
    int legal = legal_alike(rules, block->open, holding, face, &is_joker);
    return rules->extra[holding]
        + post_best(problem, block, lane, problem->tables->alike[face], legal, is_joker, row);
}

static int is_alike_special(const struct problem *problem, int open) {
    int row = problem->rules->yahtzee_row;
    return row >= 0 && !(open >> row & 1);
}

/* The worth of posting in each open row of a block, by kind (see `kinds`). */
struct worths {
    int count, row[MOST_ROWS];
    const uint8_t *kind_of[MOST_ROWS];
    lanes by_kind[MOST_ROWS][MOST_KINDS];
};

INLINE void find_worths(const struct problem *problem, const struct block *block, struct worths *worths) {
    worths->count = 0;
    for (int row = 0; row < problem->rules->rows; row++) {
        if (!(block->open >> row & 1)) continue;
        const struct kinds *kinds = &problem->kinds[row];
        int n = worths->count++;
        worths->row[n] = row;
        worths->kind_of[n] = kinds->of;
        for (int kind = 0; kind < kinds->count; kind++)
            for (int i = 0; i < LANES; i++)
                worths->by_kind[n][kind][i] =
                    kinds->points[kind]
                    + future(problem, block->open, block->holding[i], block->total[i], row, kinds->points[kind]);
    }
}

/* The value of each roll when posted in the best row; extra Yahtzees are treated as other rolls. */
INLINE void post_rolls(const struct problem *problem, const struct block *block, lanes *posts) {
    struct worths worths;
    find_worths(problem, block, &worths);
    for (int roll = 0; roll < problem->tables->rolls; roll++) {
        lanes best;
        memcpy(best, worths.by_kind[0][worths.kind_of[0][roll]], sizeof best);
        for (int n = 1; n < worths.count; n++) {
            const double *value = worths.by_kind[n][worths.kind_of[n][roll]];
            for (int i = 0; i < LANES; i++) best[i] = best[i] > value[i] ? best[i] : value[i];
        }
        memcpy(posts[roll], best, sizeof best);
    }
}

INLINE void post_extra_yahtzees(const struct problem *problem, const struct block *block, lanes *posts) {
    int row;
    if (!is_alike_special(problem, block->open)) return;
    for (int face = 0; face < problem->tables->faces; face++)
        for (int i = 0; i < LANES; i++)
            posts[problem->tables->alike[face]][i] = post_alike(problem, block, i, face, block->value[i], &row);
}

INLINE void average_over(const struct tables *tables, lanes *keeps, int faces) {
    double share = 1.0 / faces; /* much faster than to divide */
    for (int keep = tables->keeps - tables->rolls - 1; keep >= 0; keep--) {
        lanes sum = {0};
        for (int face = 0; face < faces; face++) {
            const double *more = keeps[tables->plus[keep][face]];
            for (int i = 0; i < LANES; i++) sum[i] += more[i];
        }
        for (int i = 0; i < LANES; i++) keeps[keep][i] = sum[i] * share;
    }
}

/* The value of each keep that isn't a roll, from the values of the rolls; for six faces the loop is unrolled. */
INLINE void average(const struct tables *tables, lanes *keeps) {
    if (tables->faces == 6)
        average_over(tables, keeps, 6);
    else
        average_over(tables, keeps, tables->faces);
}

/* Overwrites the value of each keep in `keeps` with the highest value of a keep within it. */
INLINE void choose(const struct tables *tables, lanes *keeps) {
    for (int keep = 1; keep < tables->keeps; keep++) {
        lanes best;
        memcpy(best, keeps[keep], sizeof best);
        for (int n = 0; n < tables->fewer[keep]; n++) {
            const double *less = keeps[tables->less[keep][n]];
            for (int i = 0; i < LANES; i++) best[i] = best[i] > less[i] ? best[i] : less[i];
        }
        memcpy(keeps[keep], best, sizeof best);
    }
}

/* The value of a turn before its first roll, from the values of its last rolls in `keeps`, which is overwritten. */
INLINE void first_roll(const struct tables *tables, lanes *keeps, double *value) {
    for (int reroll = 0; reroll < tables->rerolls; reroll++) {
        average(tables, keeps);
        choose(tables, keeps);
    }
    lanes sum = {0};
    lanes *rolls = keeps + tables->keeps - tables->rolls;
    for (int roll = 0; roll < tables->rolls; roll++)
        for (int i = 0; i < LANES; i++) sum[i] += tables->chance[roll] * rolls[roll][i];
    memcpy(value, sum, sizeof sum);
}

static int has_spared(const struct problem *problem, const struct block *block) {
    if (!is_alike_special(problem, block->open)) return 0;
    for (int i = 0; i < LANES; i++)
        if (problem->rules->is_spared[block->holding[i]]) return 1;
    return 0;
}

/* Sets the values of a block's states. Where a turn may leave the boxes as they are, a state's value depends on itself:
 * the computation is repeated until the value is stable. Each round leaves less than 0.05 of the error. */
CLONES static void solve_block(const struct problem *problem, struct block *block) {
    const struct tables *tables = problem->tables;
    lanes posts[MOST_ROLLS], keeps[MOST_KEEPS];
    double change;
    memset(block->value, 0, sizeof block->value);
    post_rolls(problem, block, posts);
    do {
        post_extra_yahtzees(problem, block, posts);
        memcpy(keeps + tables->keeps - tables->rolls, posts, (size_t)tables->rolls * sizeof *posts);
        lanes value;
        first_roll(tables, keeps, value);
        change = 0;
        for (int i = 0; i < LANES; i++) {
            double by = value[i] - block->value[i];
            change = by > change ? by : change;
            block->value[i] = value[i];
        }
    } while (has_spared(problem, block) && change > 1e-11);
}

/* Upper totals from which the same future upper scores earn the bonus are one class; `representative` has one of each
 * class, `class_of` is -1 for impossible totals. */
struct classes {
    int count;
    int representative[MOST_TOTALS], class_of[MOST_TOTALS];
};

/* Marks in `is_sum` the sums of scores that the upper rows of `set` can make. */
static void sums_of(const struct problem *problem, int set, uint8_t *is_sum) {
    memset(is_sum, 0, MOST_SUM);
    is_sum[0] = 1;
    for (int row = 0; row < problem->rules->rows; row++) {
        if (!problem->rules->face[row] || !(set >> row & 1)) continue;
        const struct kinds *kinds = &problem->kinds[row];
        for (int sum = MOST_SUM - 1; sum >= 0; sum--) {
            if (!is_sum[sum]) continue;
            for (int kind = 0; kind < kinds->count; kind++)
                if (sum + kinds->points[kind] < MOST_SUM) is_sum[sum + kinds->points[kind]] = 1;
        }
    }
}

static void find_classes(const struct problem *problem, int open, struct classes *classes) {
    uint8_t to_come[MOST_SUM], so_far[MOST_SUM];
    int most = problem->rules->totals - 1, class_of_least[MOST_SUM + 1];
    memset(class_of_least, -1, sizeof class_of_least);
    sums_of(problem, open, to_come);
    sums_of(problem, ~open, so_far);
    for (int sum = most + 1; sum < MOST_SUM; sum++) so_far[most] |= so_far[sum];
    classes->count = 0;
    for (int total = 0; total <= most; total++) {
        int least = most - total;
        while (least < MOST_SUM && !to_come[least]) least++;
        if (so_far[total] && class_of_least[least] < 0) {
            classes->representative[classes->count] = total;
            class_of_least[least] = classes->count++;
        }
        classes->class_of[total] = so_far[total] ? class_of_least[least] : -1;
    }
}

static void store(const struct problem *problem, const struct classes *classes, const struct block *block, int lane,
                  int class) {
    for (int total = 0; total < problem->rules->totals; total++)
        if (classes->class_of[total] == class)
            problem->values[state_index(problem->rules, block->open, block->holding[lane], total)] = block->value[lane];
}

static void solve_set(const struct problem *problem, int open) {
    struct classes classes;
    find_classes(problem, open, &classes);
    int holdings = is_alike_special(problem, open) ? problem->rules->holdings : 1;
    int count = classes.count * holdings;
    for (int first = 0; first < count; first += LANES) {
        struct block block = {.open = open};
        int used = count - first < LANES ? count - first : LANES;
        for (int i = 0; i < LANES; i++) {
            int lane = first + (i < used ? i : 0);
            block.total[i] = classes.representative[lane % classes.count];
            block.holding[i] = lane / classes.count;
        }
        solve_block(problem, &block);
        for (int i = 0; i < used; i++) store(problem, &classes, &block, i, (first + i) % classes.count);
    }
}

struct level {
    const struct problem *problem;
    int size;
    atomic_int next;
};

static void *solve_sets(void *argument) {
    struct level *level = argument;
    int sets = 1 << level->problem->rules->rows;
    for (int open; (open = atomic_fetch_add(&level->next, 1)) < sets;)
        if (__builtin_popcount((unsigned)open) == level->size) solve_set(level->problem, open);
    return NULL;
}

/* Runs `work` in `threads` threads, 0 for one a processor, or in fewer if the system starts no more. */
static void in_threads(int threads, void *work(void *), void *argument) {
    pthread_t started[MOST_THREADS];
    pthread_attr_t attributes;
    int count = 0;
    if (threads < 1) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads > 1 && !pthread_attr_init(&attributes)) {
        pthread_attr_setstacksize(&attributes, STACK);
        while (count < threads - 1 && count < MOST_THREADS
               && !pthread_create(&started[count], &attributes, work, argument))
            count++;
        pthread_attr_destroy(&attributes);
    }
    work(argument);
    while (count) pthread_join(started[--count], NULL);
}

static int find_kinds(struct problem *problem) {
    int rolls = problem->tables->rolls;
    for (int row = 0; row < problem->rules->rows; row++) {
        struct kinds *kinds = &problem->kinds[row];
        for (int roll = 0; roll < rolls; roll++) {
            int32_t points = problem->rules->score[row * rolls + roll];
            int kind = 0;
            while (kind < kinds->count && kinds->points[kind] != points) kind++;
            if (kind == MOST_KINDS) return 0;
            if (kind == kinds->count) kinds->points[kinds->count++] = points;
            kinds->of[roll] = (uint8_t)kind;
        }
    }
    return 1;
}

static int is_within_limits(const struct rules *rules, const struct tables *tables) {
    return rules->rows <= MOST_ROWS && rules->totals <= MOST_TOTALS && rules->holdings <= HOLDINGS
        && tables->rerolls <= MOST_REROLLS && tables->faces <= MOST_FACES && tables->rolls <= MOST_ROLLS
        && tables->keeps <= MOST_KEEPS;
}

/* Fills `values`, which are all zeros before, with the expected points of each state; impossible states stay 0. With 0
 * `threads` there is one for each processor. Returns 0 when the rules are too large. */
int solve(const struct rules *rules, const struct tables *tables, double *values, int threads) {
    struct problem problem = {rules, tables, values, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem)) return 0;
    for (int size = 1; size <= rules->rows; size++) {
        struct level level = {&problem, size, 0};
        in_threads(threads, solve_sets, &level);
    }
    return 1;
}

/* Fills `posts`, [rolls], with the value of each last roll when posted in the best row, in a state with open rows. */
int post(const struct rules *rules, const struct tables *tables, double *values, int open, int holding, int total,
         double *posts) {
    struct problem problem = {rules, tables, values, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem)) return 0;
    struct block block = {.open = open};
    for (int i = 0; i < LANES; i++) {
        block.total[i] = total;
        block.holding[i] = holding;
        block.value[i] = values[state_index(rules, open, holding, total)];
    }
    lanes all[MOST_ROLLS];
    post_rolls(&problem, &block, all);
    post_extra_yahtzees(&problem, &block, all);
    for (int roll = 0; roll < tables->rolls; roll++) posts[roll] = all[roll][0];
    return 1;
}

CLONES static void turn_block(const struct tables *tables, lanes *keeps, double *to, int count, int used) {
    for (int reroll = 0; reroll < tables->rerolls; reroll++, to += (size_t)tables->keeps * count) {
        if (reroll) choose(tables, keeps);
        average(tables, keeps);
        for (int keep = 0; keep < tables->keeps; keep++)
            memcpy(to + (size_t)keep * count, keeps[keep], (size_t)used * sizeof *to);
    }
}

/* Fills `values`, [rerolls][keeps][count] with the last re-roll first, with the value of each keep before each re-roll.
 * `posts`, [rolls][count], has the values of the last rolls. A keep of all dice has the value of this roll. */
void turn(const struct tables *tables, int count, const double *posts, double *values) {
    for (int first = 0; first < count; first += LANES) {
        lanes keeps[MOST_KEEPS];
        int used = count - first < LANES ? count - first : LANES;
        memset(keeps, 0, sizeof keeps);
        for (int roll = 0; roll < tables->rolls; roll++)
            memcpy(keeps[tables->keeps - tables->rolls + roll], posts + (size_t)roll * count + first,
                   (size_t)used * sizeof *posts);
        turn_block(tables, keeps, values + first, count, used);
    }
}

/* ==== Games of the player for the highest expected score, many side by side ==== */

/* One of many games that are played side by side. */
struct game {
    uint64_t random;
    int32_t number, state, score;
};

/* Games in the order of their states; a block is the games from one start to the next, in up to LANES states. */
struct simulation {
    const struct problem *problem;
    struct game *games;
    const int32_t *starts;
    int32_t blocks;
    atomic_int next;
};

/* The values of the keeps and of the best keeps within them before each re-roll, for a block of states. */
struct policy {
    lanes keeps[MOST_REROLLS][MOST_KEEPS], best[MOST_REROLLS][MOST_KEEPS];
};

/* splitmix64, of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). */
static uint64_t mixed(uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

static int random_face(struct game *game, int faces) {
    game->random += 0x9e3779b97f4a7c15;
    return (int)((mixed(game->random) >> 32) * (uint64_t)faces >> 32);
}

CLONES static void find_policy(const struct problem *problem, const struct block *block, struct policy *policy) {
    const struct tables *tables = problem->tables;
    int first = tables->keeps - tables->rolls;
    lanes *rolls = policy->keeps[0] + first;
    post_rolls(problem, block, rolls);
    post_extra_yahtzees(problem, block, rolls);
    for (int reroll = 0; reroll < tables->rerolls; reroll++) {
        if (reroll)
            memcpy(policy->keeps[reroll] + first, policy->best[reroll - 1] + first,
                   (size_t)tables->rolls * sizeof(lanes));
        average(tables, policy->keeps[reroll]);
        memcpy(policy->best[reroll], policy->keeps[reroll], (size_t)tables->keeps * sizeof(lanes));
        choose(tables, policy->best[reroll]);
    }
}

/* The best keep within `keep`: dice are put away one by one as long as a smaller keep is worth more. */
static int best_keep(const struct tables *tables, const struct policy *policy, int reroll, int lane, int keep) {
    while (policy->keeps[reroll][keep][lane] < policy->best[reroll][keep][lane]) {
        int n = 0;
        while (policy->best[reroll][tables->less[keep][n]][lane] < policy->best[reroll][keep][lane]) n++;
        keep = tables->less[keep][n];
    }
    return keep;
}

static int roll_dice(const struct tables *tables, struct game *game, int keep) {
    while (keep < tables->keeps - tables->rolls) keep = tables->plus[keep][random_face(game, tables->faces)];
    return keep;
}

static int face_alike(const struct tables *tables, int roll) {
    for (int face = 0; face < tables->faces; face++)
        if (tables->alike[face] == roll) return face;
    return -1;
}

/* Posts `roll` in the best row, and sets the game's new state and score. */
static void post_roll(const struct problem *problem, const struct block *block, int lane, int roll, struct game *game) {
    const struct rules *rules = problem->rules;
    int face = is_alike_special(problem, block->open) ? face_alike(problem->tables, roll) : -1, row = -1;
    int total = block->total[lane], holding = block->holding[lane], is_joker = 0;
    if (face >= 0) {
        game->score += rules->extra[holding];
        post_alike(problem, block, lane, face, block->value[lane], &row);
        if (row < 0) return;
        legal_alike(rules, block->open, holding, face, &is_joker);
    } else {
        post_best(problem, block, lane, roll, block->open, 0, &row);
    }
    int bonus, points = rules->score[row * problem->tables->rolls + roll];
    if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
    game->state = posted(rules, block->open, holding, total, row, points, &bonus);
    game->score += points + bonus;
}

static void play_turn(const struct problem *problem, const struct block *block, const struct policy *policy, int lane,
                      struct game *game) {
    const struct tables *tables = problem->tables;
    int keep = roll_dice(tables, game, 0);
    for (int reroll = tables->rerolls - 1; reroll >= 0; reroll--)
        keep = roll_dice(tables, game, best_keep(tables, policy, reroll, lane, keep));
    post_roll(problem, block, lane, keep - (tables->keeps - tables->rolls), game);
}

static int open_of(const struct rules *rules, int state) {
    return state / (rules->holdings * rules->totals);
}

/* Finds the games from `first` on whose states fit into one block, and puts these states into `lane_states`. Returns
 * the end of these games. */
static int32_t fill_block(const struct rules *rules, const struct game *games, int32_t first, int32_t count,
                          int *lane_states) {
    int used = 0;
    int32_t end = first;
    for (; end < count && open_of(rules, games[end].state) == open_of(rules, games[first].state); end++) {
        if (used && games[end].state == lane_states[used - 1]) continue;
        if (used == LANES) break;
        lane_states[used++] = games[end].state;
    }
    while (used < LANES) lane_states[used] = lane_states[used - 1], used++;
    return end;
}

static void play_block(const struct problem *problem, struct game *games, int32_t first, int32_t end) {
    const struct rules *rules = problem->rules;
    struct policy policy;
    int states[LANES], lane = 0;
    fill_block(rules, games, first, end, states);
    struct block block = {.open = open_of(rules, states[0])};
    for (int i = 0; i < LANES; i++) {
        block.total[i] = states[i] % rules->totals;
        block.holding[i] = states[i] / rules->totals % rules->holdings;
        block.value[i] = problem->values[states[i]];
    }
    find_policy(problem, &block, &policy);
    for (int32_t number = first; number < end; number++) {
        while (states[lane] != games[number].state) lane++;
        play_turn(problem, &block, &policy, lane, &games[number]);
    }
}

static void *play_blocks(void *argument) {
    struct simulation *simulation = argument;
    for (int block; (block = atomic_fetch_add(&simulation->next, 1)) < simulation->blocks;)
        play_block(simulation->problem, simulation->games, simulation->starts[block], simulation->starts[block + 1]);
    return NULL;
}

static int by_state(const void *one, const void *other) {
    const struct game *a = one, *b = other;
    return a->state != b->state ? (a->state > b->state) - (a->state < b->state)
                                : (a->number > b->number) - (a->number < b->number);
}

/* Plays a turn of all games that aren't over; returns the number of these games. */
static int32_t play_turns(const struct problem *problem, struct game *games, int32_t count, int32_t *starts,
                          int threads) {
    int states[LANES];
    qsort(games, (size_t)count, sizeof *games, by_state);
    int32_t over = 0, blocks = 0;
    while (over < count && !open_of(problem->rules, games[over].state)) over++;
    starts[0] = over;
    while (starts[blocks] < count) {
        starts[blocks + 1] = fill_block(problem->rules, games, starts[blocks], count, states);
        blocks++;
    }
    struct simulation simulation = {problem, games, starts, blocks, 0};
    in_threads(threads, play_blocks, &simulation);
    return count - over;
}

/* The final scores of many games of one player for the highest expected score; `values` are solved. Dice are a
 * function of the seed and the game's number. Returns 0 when the rules are too large or there is no memory. */
int simulate(const struct rules *rules, const struct tables *tables, double *values, int count, uint64_t seed,
             int threads, int32_t *scores) {
    struct problem problem = {rules, tables, values, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem)) return 0;
    struct game *games = malloc((size_t)count * sizeof *games);
    int32_t *starts = malloc(((size_t)count + 1) * sizeof *starts);
    int is_done = games && starts;
    for (int number = 0; is_done && number < count; number++)
        games[number] = (struct game){mixed(mixed(seed) + (uint64_t)number), number,
                                      state_index(rules, (1 << rules->rows) - 1, 0, 0), 0};
    while (is_done && play_turns(&problem, games, count, starts, threads)) {}
    for (int n = 0; is_done && n < count; n++) scores[games[n].number] = games[n].score;
    free(games);
    free(starts);
    return is_done;
}

/* ==== The distributions of the points still to come, and the worth of a turn by the chances to win ====
 *
 * The players play for the highest expected score. Each class of states has a row of masses (probabilities) on a grid
 * of points. A mass between grid points is shared by three of them so that mean and variance are kept; a mass beyond
 * the last grid point is added to the last. Sums are in double precision, masses in single.
 */

/* `first` has by state_index the place where the state's row of masses begins, -1 when the state has none. `bins`,
 * [sets][holdings], has the lengths of these rows. There are rows for the subsets of `within`. At most `most_bins`
 * points and `most_extras` extra Yahtzees are told apart. `before` has the rows of sets with one open row less,
 * `after` those to fill. */
struct layout {
    int32_t width, most_bins, most_extras, within;
    int32_t *first, *bins;
    const float *before;
    float *after;
};

static int holdings_of(const struct problem *problem, int open) {
    return is_alike_special(problem, open) ? problem->rules->holdings : 1;
}

static int is_of(const struct layout *layout, int size, int open) {
    return __builtin_popcount((unsigned)open) == size && !(open & ~layout->within);
}

static int most_points(const struct problem *problem, int most_extras, int open, int holding) {
    const struct rules *rules = problem->rules;
    int most = 0, has_upper = 0, turns = __builtin_popcount((unsigned)open);
    for (int row = 0; row < rules->rows; row++) {
        if (!(open >> row & 1)) continue;
        int best = 0;
        for (int kind = 0; kind < problem->kinds[row].count; kind++)
            if (problem->kinds[row].points[kind] > best) best = problem->kinds[row].points[kind];
        most += best;
        has_upper |= rules->face[row];
    }
    if (has_upper) most += rules->bonus;
    if (rules->yahtzee_row < 0) return most;
    int is_open = open >> rules->yahtzee_row & 1;
    if (!turns || !(is_open || holding)) return most;
    int extras = rules->is_spared[1] || turns - is_open > most_extras ? most_extras : turns - is_open;
    return most + extras * rules->extra[1];
}

/* Places the rows of the sets of `size` open rows, from `next` on; returns where they end, 0 for rules that are too
 * large. */
int64_t lay_out(const struct rules *rules, const struct tables *tables, const struct layout *layout, int size,
                int64_t next) {
    struct problem problem = {rules, tables, NULL, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem)) return 0;
    for (int open = 0; open < 1 << rules->rows; open++) {
        if (!is_of(layout, size, open)) continue;
        struct classes classes;
        find_classes(&problem, open, &classes);
        for (int holding = 0; holding < holdings_of(&problem, open); holding++) {
            int bins = most_points(&problem, layout->most_extras, open, holding) / layout->width + 4;
            if (bins > layout->most_bins) bins = layout->most_bins;
            layout->bins[open * rules->holdings + holding] = bins;
            for (int total = 0; total < rules->totals; total++) {
                int class = classes.class_of[total];
                layout->first[state_index(rules, open, holding, total)] = class < 0 ? -1 : (int)next + class * bins;
            }
            next += (int64_t)classes.count * bins;
        }
    }
    return next;
}

/* The worth of each last roll when posted in the best row, and this row: -1 for the bonus row. */
INLINE void post_where(const struct problem *problem, const struct block *block, lanes *posts, int64_t (*rows)[LANES]) {
    struct worths worths;
    find_worths(problem, block, &worths);
    for (int roll = 0; roll < problem->tables->rolls; roll++) {
        lanes best;
        int64_t where[LANES];
        for (int i = 0; i < LANES; i++) best[i] = worths.by_kind[0][worths.kind_of[0][roll]][i], where[i] = worths.row[0];
        for (int n = 1; n < worths.count; n++) {
            const double *value = worths.by_kind[n][worths.kind_of[n][roll]];
            for (int i = 0; i < LANES; i++) {
                int is_better = value[i] > best[i] + EQUAL;
                best[i] = is_better ? value[i] : best[i];
                where[i] = is_better ? worths.row[n] : where[i];
            }
        }
        memcpy(posts[roll], best, sizeof best);
        memcpy(rows[roll], where, sizeof where);
    }
    for (int face = 0; is_alike_special(problem, block->open) && face < problem->tables->faces; face++)
        for (int i = 0; i < LANES; i++) {
            int row, roll = problem->tables->alike[face];
            posts[roll][i] = post_alike(problem, block, i, face, block->value[i], &row);
            rows[roll][i] = row;
        }
}

/* Overwrites the value of each keep in `keeps` with the highest value of a keep within it; `chosen` gets this keep. */
INLINE void choose_where(const struct tables *tables, lanes *keeps, int64_t (*chosen)[LANES]) {
    for (int keep = 0; keep < tables->keeps; keep++) {
        lanes best;
        int64_t where[LANES];
        for (int i = 0; i < LANES; i++) best[i] = keeps[keep][i], where[i] = keep;
        for (int n = 0; n < tables->fewer[keep]; n++) {
            const double *less = keeps[tables->less[keep][n]];
            const int64_t *which = chosen[tables->less[keep][n]];
            for (int i = 0; i < LANES; i++) {
                int is_better = less[i] > best[i] + EQUAL;
                best[i] = is_better ? less[i] : best[i];
                where[i] = is_better ? which[i] : where[i];
            }
        }
        memcpy(keeps[keep], best, sizeof best);
        memcpy(chosen[keep], where, sizeof where);
    }
}

/* The probability of each roll after a re-roll, from the probabilities before it. */
INLINE void reroll_chosen(const struct tables *tables, int64_t (*chosen)[LANES], lanes *chances) {
    lanes kept[MOST_KEEPS];
    int first = tables->keeps - tables->rolls;
    double part = 1.0 / tables->faces;
    memset(kept, 0, (size_t)tables->keeps * sizeof *kept);
    for (int roll = 0; roll < tables->rolls; roll++)
        for (int i = 0; i < LANES; i++) kept[chosen[roll][i]][i] += chances[roll][i];
    for (int keep = 0; keep < first; keep++) {
        lanes share;
        for (int i = 0; i < LANES; i++) share[i] = kept[keep][i] * part;
        for (int face = 0; face < tables->faces; face++) {
            double *more = kept[tables->plus[keep][face]];
            for (int i = 0; i < LANES; i++) more[i] += share[i];
        }
    }
    memcpy(chances, kept + first, (size_t)tables->rolls * sizeof *chances);
}

/* The probability of each last roll of a turn, when keeps are chosen by the worth of last rolls in `posts`. */
INLINE void chances_of(const struct tables *tables, lanes *posts, lanes *chances) {
    lanes keeps[MOST_KEEPS];
    int64_t best[MOST_KEEPS][LANES], chosen[MOST_REROLLS][MOST_ROLLS][LANES];
    int first = tables->keeps - tables->rolls;
    memcpy(keeps + first, posts, (size_t)tables->rolls * sizeof *posts);
    for (int reroll = 0; reroll < tables->rerolls; reroll++) {
        average(tables, keeps);
        choose_where(tables, keeps, best);
        memcpy(chosen[reroll], best + first, (size_t)tables->rolls * sizeof *best);
    }
    for (int roll = 0; roll < tables->rolls; roll++)
        for (int i = 0; i < LANES; i++) chances[roll][i] = tables->chance[roll];
    for (int reroll = tables->rerolls - 1; reroll >= 0; reroll--) reroll_chosen(tables, chosen[reroll], chances);
}

/* A row of masses moved up by `points`. */
struct shifted {
    const float *masses;
    int bins, points;
};

INLINE struct shifted after_post(const struct rules *rules, const struct layout *layout, const struct block *block,
                                 int lane, int row, int points, int extra) {
    int bonus, state = posted(rules, block->open, block->holding[lane], block->total[lane], row, points, &bonus);
    return (struct shifted){layout->before + layout->first[state], layout->bins[state / rules->totals],
                            points + bonus + extra};
}

INLINE void add_masses(double *to, int bins, const float *masses, int count, int by, double weight) {
    int fitting = bins - by < count ? bins - by : count;
    for (int n = 0; n < fitting; n++) to[by + n] += weight * masses[n];
    for (int n = fitting > 0 ? fitting : 0; n < count; n++) to[bins - 1] += weight * masses[n];
}

/* Points split among three neighbours on the grid so that mean and variance are kept; parts may be negative. */
struct parts {
    int by, count;
    double of[3];
};

INLINE struct parts parts_of(int points, int width) {
    int by = points / width, is_between = points % width > 0;
    if (!is_between) return (struct parts){by, 1, {1, 0, 0}};
    if (by && 2 * (points % width) < width) by--;
    double at = (double)points / width - by;
    return (struct parts){by, 3, {(at - 1) * (at - 2) / 2, at * (2 - at), at * (at - 1) / 2}};
}

INLINE void add_shifted(double *to, int bins, int width, struct shifted from, double weight) {
    struct parts parts = parts_of(from.points, width);
    for (int n = 0; n < parts.count; n++)
        add_masses(to, bins, from.masses, from.bins, parts.by + n, weight * parts.of[n]);
}

/* All scores of a lower row lead to the same masses: their weights are summed by place, and the masses added once. */
INLINE void add_lower_row(const struct problem *problem, const struct layout *layout, const struct block *block,
                          int lane, int row, const double *weights, double *to, int bins) {
    const struct kinds *kinds = &problem->kinds[row];
    double by_shift[MOST_SHIFT] = {0};
    struct shifted from = after_post(problem->rules, layout, block, lane, row, 0, 0);
    int end = 0;
    for (int kind = 0; kind < kinds->count; kind++) {
        struct parts parts = parts_of(kinds->points[kind], layout->width);
        for (int n = 0; n < parts.count; n++) by_shift[parts.by + n] += weights[kind] * parts.of[n];
        if (parts.by + parts.count > end) end = parts.by + parts.count;
    }
    for (int by = 0; by < end; by++)
        if (by_shift[by] != 0) add_masses(to, bins, from.masses, from.bins, by, by_shift[by]);
}

/* Adds to a row of masses the turns that leave the boxes as they are and score `points`, with probability `weight`. */
static void add_itself(double *to, int bins, int width, int points, double weight) {
    struct parts parts = parts_of(points, width);
    for (int bin = 0; bin < bins - 1; bin++)
        for (int n = 0; n < parts.count; n++) {
            int up = bin + parts.by + n;
            to[up < bins ? up : bins - 1] += weight * parts.of[n] * to[bin];
        }
    to[bins - 1] /= 1 - weight;
}

INLINE void add_rows(const struct problem *problem, const struct layout *layout, const struct block *block, int lane,
                     const lanes *chances, int64_t (*rows)[LANES], double *to, int bins) {
    const struct rules *rules = problem->rules;
    double weights[MOST_ROWS][MOST_KINDS];
    for (int row = 0; row < rules->rows; row++)
        memset(weights[row], 0, (size_t)problem->kinds[row].count * sizeof **weights);
    for (int roll = 0; roll < problem->tables->rolls; roll++) {
        int64_t row = rows[roll][lane];
        if (row >= 0) weights[row][problem->kinds[row].of[roll]] += chances[roll][lane];
    }
    for (int row = 0; row < rules->rows; row++) {
        if (!(block->open >> row & 1)) continue;
        if (!rules->face[row] && row != rules->yahtzee_row) {
            add_lower_row(problem, layout, block, lane, row, weights[row], to, bins);
            continue;
        }
        for (int kind = 0; kind < problem->kinds[row].count; kind++)
            if (weights[row][kind] > 0)
                add_shifted(to, bins, layout->width,
                            after_post(rules, layout, block, lane, row, problem->kinds[row].points[kind], 0),
                            weights[row][kind]);
    }
}

/* Adds the masses after posting five alike once the Yahtzee box is filled, and sets the chances of these rolls to 0.
 * Returns the chance that the turn leaves the boxes as they are. */
static double add_extra_yahtzees(const struct problem *problem, const struct layout *layout, const struct block *block,
                                 int lane, lanes *chances, int64_t (*rows)[LANES], double *to, int bins) {
    const struct rules *rules = problem->rules;
    double again = 0;
    for (int face = 0; is_alike_special(problem, block->open) && face < problem->tables->faces; face++) {
        int is_joker, roll = problem->tables->alike[face], row = (int)rows[roll][lane];
        double chance = chances[roll][lane];
        chances[roll][lane] = 0;
        if (row < 0) {
            again += chance;
            continue;
        }
        legal_alike(rules, block->open, block->holding[lane], face, &is_joker);
        int points = rules->score[row * problem->tables->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        add_shifted(to, bins, layout->width,
                    after_post(rules, layout, block, lane, row, points, rules->extra[block->holding[lane]]), chance);
    }
    return again;
}

CLONES static void distribute_block(const struct problem *problem, const struct layout *layout,
                                    const struct block *block, int used, double *to) {
    const struct rules *rules = problem->rules;
    lanes posts[MOST_ROLLS], chances[MOST_ROLLS];
    int64_t rows[MOST_ROLLS][LANES];
    post_where(problem, block, posts, rows);
    chances_of(problem->tables, posts, chances);
    for (int i = 0; i < used; i++) {
        int state = state_index(rules, block->open, block->holding[i], block->total[i]);
        int bins = layout->bins[state / rules->totals];
        float *masses = layout->after + layout->first[state];
        memset(to, 0, (size_t)bins * sizeof *to);
        double again = add_extra_yahtzees(problem, layout, block, i, chances, rows, to, bins);
        add_rows(problem, layout, block, i, (const lanes *)chances, rows, to, bins);
        if (again > 0) add_itself(to, bins, layout->width, rules->extra[block->holding[i]], again);
        for (int n = 0; n < bins; n++) masses[n] = (float)to[n];
    }
}

struct stage {
    const struct problem *problem;
    const struct layout *layout;
    int size;
    atomic_int next, has_failed;
};

static void distribute_set(const struct problem *problem, const struct layout *layout, int open, double *to) {
    struct classes classes;
    find_classes(problem, open, &classes);
    int count = classes.count * holdings_of(problem, open);
    for (int first = 0; first < count; first += LANES) {
        struct block block = {.open = open};
        int used = count - first < LANES ? count - first : LANES;
        for (int i = 0; i < LANES; i++) {
            int lane = first + (i < used ? i : 0);
            block.total[i] = classes.representative[lane % classes.count];
            block.holding[i] = lane / classes.count;
            block.value[i] =
                problem->values[state_index(problem->rules, open, block.holding[i], block.total[i])];
        }
        distribute_block(problem, layout, &block, used, to);
    }
}

static void *distribute_sets(void *argument) {
    struct stage *stage = argument;
    int sets = 1 << stage->problem->rules->rows;
    double *to = malloc((size_t)stage->layout->most_bins * sizeof *to);
    if (!to) stage->has_failed = 1;
    for (int open; to && (open = atomic_fetch_add(&stage->next, 1)) < sets;)
        if (is_of(stage->layout, stage->size, open)) distribute_set(stage->problem, stage->layout, open, to);
    free(to);
    return NULL;
}

/* Fills the masses of the sets of `size` open rows, which are laid out, from those of the sets with one open row less.
 * Returns 0 for rules that are too large, or when there is no memory. */
int distribute(const struct rules *rules, const struct tables *tables, double *values, const struct layout *layout,
               int size, int threads) {
    struct problem problem = {rules, tables, values, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem)) return 0;
    struct stage stage = {&problem, layout, size, 0, 0};
    in_threads(threads, distribute_sets, &stage);
    return !stage.has_failed;
}

/* Fills `finals`, [count][length], with the probability of a final lead of n points for each of `count` cards, which
 * are in `states` and have the present `leads`. Final leads below 0 are left out; leads of `length` or more are added
 * to the last. */
void finals(const struct rules *rules, const struct layout *layout, int count, const int32_t *states,
            const int32_t *leads, int length, double *finals) {
    int width = layout->width;
    for (int card = 0; card < count; card++) {
        double *to = finals + (size_t)card * length;
        const float *masses = layout->before + layout->first[states[card]];
        memset(to, 0, (size_t)length * sizeof *to);
        for (int bin = 0; bin < layout->bins[states[card] / rules->totals]; bin++)
            for (int by = 1 - width; by < width; by++) {
                int points = leads[card] + bin * width + by;
                if (points < 0) continue;
                to[points < length ? points : length - 1] += masses[bin] * (width - abs(by)) / (double)(width * width);
            }
    }
}

/* Fills `shares` with the share of a win that a final lead of n points brings; `finals`, [rivals][count][length], has
 * the probability of each rival's final lead. A tie of k players counts 1 / k, which is the mean of t^(k - 1) over t
 * from 0 to 1. Each point of the lead adds `point`. */
int shares(int count, int rivals, int length, const double *finals, double point, float *shares) {
    static const double NODES[] = {0.1127016653792583, 0.5, 0.8872983346207417}; /* Gauss and Legendre's, to t^5 */
    static const double WEIGHTS[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    if (rivals > MOST_RIVALS) return 0;
    for (int card = 0; card < count; card++) {
        double below[MOST_RIVALS];
        const double *equal[MOST_RIVALS];
        for (int rival = 0; rival < rivals; rival++) {
            equal[rival] = finals + ((size_t)rival * count + card) * length;
            below[rival] = 1;
            for (int points = 0; points < length; points++) below[rival] -= equal[rival][points];
        }
        for (int points = 0; points < length; points++) {
            double share = 0;
            for (int node = 0; node < 3; node++) {
                double product = WEIGHTS[node];
                for (int rival = 0; rival < rivals; rival++)
                    product *= below[rival] + NODES[node] * equal[rival][points];
                share += product;
            }
            for (int rival = 0; rival < rivals; rival++) below[rival] += equal[rival][points];
            shares[(size_t)card * length + points] = (float)(share + point * points);
        }
    }
    return 1;
}

/* The worth of final leads, sorted by their remainder modulo the grid's width: so a row of masses, whose points are
 * `width` apart, needs neighbours in memory. */
struct worth {
    int width, length;
    float of[MOST_LENGTH];
};

static void interleave(const float *worth, int length, int width, struct worth *to) {
    to->width = width;
    to->length = length / width;
    for (int beyond = 0; beyond < width; beyond++)
        for (int n = 0; n < to->length; n++) to->of[beyond * to->length + n] = worth[n * width + beyond];
}

/* The mean worth of a row of masses; leads beyond the last one in `worth` are worth as much as the last. */
CLONES static double mean_worth(const struct worth *worth, struct shifted row) {
    const float *of = worth->of + row.points % worth->width * worth->length;
    int by = row.points / worth->width, room = worth->length - by, bin = 0;
    int fitting = room < row.bins ? room : row.bins;
    double sum = 0;
    lanes sums = {0};
    for (; bin + LANES <= fitting; bin += LANES)
        for (int i = 0; i < LANES; i++) sums[i] += (double)row.masses[bin + i] * of[by + bin + i];
    for (; bin < fitting; bin++) sum += (double)row.masses[bin] * of[by + bin];
    for (; bin < row.bins; bin++) sum += (double)row.masses[bin] * of[worth->length - 1];
    for (int i = 0; i < LANES; i++) sum += sums[i];
    return sum;
}

/* The worth of a post: by `worth` if there is a layout, else in points. */
static double judge_post(const struct problem *problem, const struct layout *layout, const struct worth *worth,
                         const struct block *block, int row, int points, int extra) {
    if (layout) return mean_worth(worth, after_post(problem->rules, layout, block, 0, row, points, extra));
    return extra + points + future(problem, block->open, block->holding[0], block->total[0], row, points);
}

static double judge_alike(const struct problem *problem, const struct layout *layout, const struct worth *worth,
                          const struct block *block, int face, int *best_row) {
    const struct rules *rules = problem->rules;
    int holding = block->holding[0], is_joker, roll = problem->tables->alike[face];
    *best_row = -1;
    if (rules->is_spared[holding]) {
        int state = state_index(rules, block->open, holding, block->total[0]);
        if (!layout) return rules->extra[holding] + problem->values[state];
        return mean_worth(worth, (struct shifted){layout->before + layout->first[state],
                                                  layout->bins[state / rules->totals], rules->extra[holding]});
    }
    int legal = legal_alike(rules, block->open, holding, face, &is_joker);
    double best = -1;
    for (int row = 0; row < rules->rows; row++) {
        if (!(legal >> row & 1)) continue;
        int points = rules->score[row * problem->tables->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        double value = judge_post(problem, layout, worth, block, row, points, rules->extra[holding]);
        if (value > best) best = value, *best_row = row;
    }
    return best;
}

static void judge_card(const struct problem *problem, const struct layout *layout, const struct worth *worth,
                       const struct block *block, int count, double *posts, int8_t *rows) {
    const struct rules *rules = problem->rules;
    const struct tables *tables = problem->tables;
    double by_kind[MOST_ROWS][MOST_KINDS];
    for (int row = 0; row < rules->rows; row++)
        for (int kind = 0; block->open >> row & 1 && kind < problem->kinds[row].count; kind++)
            by_kind[row][kind] = judge_post(problem, layout, worth, block, row, problem->kinds[row].points[kind], 0);
    for (int roll = 0; roll < tables->rolls; roll++) {
        double best = -1;
        for (int row = 0; row < rules->rows; row++)
            if (block->open >> row & 1 && by_kind[row][problem->kinds[row].of[roll]] > best) {
                best = by_kind[row][problem->kinds[row].of[roll]];
                rows[(size_t)roll * count] = (int8_t)row;
            }
        posts[(size_t)roll * count] = best;
    }
    for (int face = 0; is_alike_special(problem, block->open) && face < tables->faces; face++) {
        int row, roll = tables->alike[face];
        posts[(size_t)roll * count] = judge_alike(problem, layout, worth, block, face, &row);
        rows[(size_t)roll * count] = (int8_t)row;
    }
}

/* Fills `posts`, [rolls][count], with the worth of each last roll when posted in the best row, and `rows` with this
 * row: -1 for the bonus row. `worth`, [count][length], is the worth of a final lead of n points; `before` of the
 * layout has the masses of `states` and of the states after them. Without a layout the worth is in points, from
 * `values`. Returns 0 when something is too large. */
int judge(const struct rules *rules, const struct tables *tables, double *values, const struct layout *layout,
          int count, const int32_t *states, int length, const float *worth, double *posts, int8_t *rows) {
    struct problem problem = {rules, tables, values, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem) || length > MOST_LENGTH) return 0;
    for (int card = 0; card < count; card++) {
        struct block block = {.open = states[card] / (rules->holdings * rules->totals)};
        struct worth interleaved;
        block.holding[0] = states[card] / rules->totals % rules->holdings;
        block.total[0] = states[card] % rules->totals;
        if (layout) interleave(worth + (size_t)card * length, length, layout->width, &interleaved);
        judge_card(&problem, layout, &interleaved, &block, count, posts + card, rows + card);
    }
    return 1;
}

/* The search for the highest chance of reaching `score`: rows have chances of making n points more, not masses. */
struct aim {
    const struct problem *problem;
    const struct layout *layout; /* of single points */
    int score, size;
    atomic_int next, has_failed;
};

/* States at the beginning of a turn, and the points that they lack. */
struct attempt {
    int open, used;
    int total[LANES], holding[LANES], lacking[LANES];
};

/* The chance of making `lacking` points more from `state`; `rows` is `before` of the layout, or `after` for a turn that
 * leaves the boxes as they are. */
INLINE double chance_of(const struct layout *layout, const struct rules *rules, const float *rows, int state,
                        int lacking) {
    if (lacking <= 0) return 1;
    return lacking < layout->bins[state / rules->totals] ? rows[layout->first[state] + lacking] : 0;
}

INLINE double attempt_post(const struct aim *aim, const struct attempt *attempt, int lane, int row, int points,
                           int extra) {
    int bonus, state = posted(aim->problem->rules, attempt->open, attempt->holding[lane], attempt->total[lane], row,
                              points, &bonus);
    return chance_of(aim->layout, aim->problem->rules, aim->layout->before, state,
                     attempt->lacking[lane] - points - bonus - extra);
}

static double attempt_alike(const struct aim *aim, const struct attempt *attempt, int lane, int face) {
    const struct rules *rules = aim->problem->rules;
    int holding = attempt->holding[lane], extra = rules->extra[holding], is_joker;
    int roll = aim->problem->tables->alike[face];
    if (rules->is_spared[holding])
        return chance_of(aim->layout, rules, aim->layout->after,
                         state_index(rules, attempt->open, holding, attempt->total[lane]),
                         attempt->lacking[lane] - extra);
    int legal = legal_alike(rules, attempt->open, holding, face, &is_joker);
    double best = 0;
    for (int row = 0; row < rules->rows; row++) {
        if (!(legal >> row & 1)) continue;
        int points = rules->score[row * aim->problem->tables->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        double chance = attempt_post(aim, attempt, lane, row, points, extra);
        best = chance > best ? chance : best;
    }
    return best;
}

CLONES static void attempt_block(const struct aim *aim, const struct attempt *attempt) {
    const struct rules *rules = aim->problem->rules;
    const struct tables *tables = aim->problem->tables;
    lanes by_kind[MOST_ROWS][MOST_KINDS], keeps[MOST_KEEPS], value;
    const uint8_t *kind_of[MOST_ROWS];
    int count = 0;
    for (int row = 0; row < rules->rows; row++) {
        if (!(attempt->open >> row & 1)) continue;
        const struct kinds *kinds = &aim->problem->kinds[row];
        for (int kind = 0; kind < kinds->count; kind++)
            for (int i = 0; i < LANES; i++)
                by_kind[count][kind][i] = attempt_post(aim, attempt, i, row, kinds->points[kind], 0);
        kind_of[count++] = kinds->of;
    }
    lanes *posts = keeps + tables->keeps - tables->rolls;
    for (int roll = 0; roll < tables->rolls; roll++) {
        lanes best;
        memcpy(best, by_kind[0][kind_of[0][roll]], sizeof best);
        for (int n = 1; n < count; n++)
            for (int i = 0; i < LANES; i++) {
                double chance = by_kind[n][kind_of[n][roll]][i];
                best[i] = best[i] > chance ? best[i] : chance;
            }
        memcpy(posts[roll], best, sizeof best);
    }
    for (int face = 0; is_alike_special(aim->problem, attempt->open) && face < tables->faces; face++)
        for (int i = 0; i < LANES; i++) posts[tables->alike[face]][i] = attempt_alike(aim, attempt, i, face);
    first_roll(tables, keeps, value);
    for (int i = 0; i < attempt->used; i++) {
        int state = state_index(rules, attempt->open, attempt->holding[i], attempt->total[i]);
        aim->layout->after[aim->layout->first[state] + attempt->lacking[i]] = (float)value[i];
    }
}

/* Marks in `is_sum` the sums that the lower rows not in `open` can have made, with the bonuses of extra Yahtzees. */
static void lower_sums(const struct aim *aim, int open, int holding, uint8_t *is_sum) {
    const struct rules *rules = aim->problem->rules;
    int extras = holding ? rules->extra[holding] : 0;
    memset(is_sum, 0, (size_t)aim->score + 1);
    is_sum[0] = 1;
    for (int row = 0; row < rules->rows; row++) {
        if (rules->face[row] || open >> row & 1) continue;
        const struct kinds *kinds = &aim->problem->kinds[row];
        for (int sum = aim->score; sum >= 0; sum--) {
            if (!is_sum[sum]) continue;
            is_sum[sum] = 0;
            for (int kind = 0; kind < kinds->count; kind++) {
                int points = kinds->points[kind];
                if (row == rules->yahtzee_row && (points > 0) != holding) continue;
                if (sum + points <= aim->score) is_sum[sum + points] |= 2;
            }
        }
        for (int sum = 0; sum <= aim->score; sum++) is_sum[sum] = is_sum[sum] > 0;
    }
    for (int sum = 0; extras && sum + extras <= aim->score; sum++) is_sum[sum + extras] |= is_sum[sum];
}

static void mark_lacking(const struct aim *aim, int open, int class, const struct classes *classes,
                         const uint8_t *is_lower, uint8_t *is_lacking) {
    uint8_t is_upper[MOST_SUM];
    const struct rules *rules = aim->problem->rules;
    int most = rules->totals - 1;
    sums_of(aim->problem, ~open, is_upper);
    memset(is_lacking, 0, (size_t)aim->score + 1);
    for (int upper = 0; upper < MOST_SUM; upper++) {
        int total = upper < most ? upper : most, made = upper + (upper >= most ? rules->bonus : 0);
        if (!is_upper[upper] || classes->class_of[total] != class) continue;
        for (int lower = 0; lower + made < aim->score; lower++)
            if (is_lower[lower]) is_lacking[aim->score - lower - made] = 1;
    }
}

/* Lanes are filled in the order of the lacking points: a turn that leaves the boxes as they are needs the chances of
 * lacking fewer points. */
static void attempt_set(const struct aim *aim, int open, uint8_t *is_lower, uint8_t *is_lacking) {
    const struct rules *rules = aim->problem->rules;
    struct classes classes;
    struct attempt attempt = {.open = open};
    find_classes(aim->problem, open, &classes);
    for (int lane = 0; lane < classes.count * holdings_of(aim->problem, open); lane++) {
        int holding = lane / classes.count, class = lane % classes.count, total = classes.representative[class];
        int bins = aim->layout->bins[open * rules->holdings + holding];
        if (!class) lower_sums(aim, open, holding, is_lower);
        mark_lacking(aim, open, class, &classes, is_lower, is_lacking);
        for (int lacking = 1; lacking < bins; lacking++) {
            if (!is_lacking[lacking]) continue;
            int is_full = attempt.used == LANES || (attempt.used && rules->is_spared[holding]);
            if (is_full) attempt_block(aim, &attempt), attempt.used = 0;
            for (int i = attempt.used; i < LANES; i++) {
                attempt.holding[i] = holding;
                attempt.total[i] = total;
                attempt.lacking[i] = lacking;
            }
            attempt.used++;
        }
    }
    if (attempt.used) attempt_block(aim, &attempt);
}

static void *attempt_sets(void *argument) {
    struct aim *aim = argument;
    int sets = 1 << aim->problem->rules->rows;
    uint8_t *marks = malloc(2 * ((size_t)aim->score + 1));
    if (!marks) aim->has_failed = 1;
    for (int open; marks && (open = atomic_fetch_add(&aim->next, 1)) < sets;)
        if (is_of(aim->layout, aim->size, open)) attempt_set(aim, open, marks, marks + aim->score + 1);
    free(marks);
    return NULL;
}

/* Fills the rows of the sets of `size` open rows, which are laid out with a width of 1, with the highest chances of
 * making n points more, from the rows of the sets with one open row less. Numbers of points that no card can lack to
 * reach `score` are left out. Returns 0 for rules that are too large, or when there is no memory. */
int reach(const struct rules *rules, const struct tables *tables, const struct layout *layout, int score, int size,
          int threads) {
    struct problem problem = {rules, tables, NULL, {{0}}};
    if (!is_within_limits(rules, tables) || !find_kinds(&problem)) return 0;
    struct aim aim = {&problem, layout, score, size, 0, 0};
    in_threads(threads, attempt_sets, &aim);
    return !aim.has_failed;
}

/* ==== The ends of games of two players, by full recursion ====
 *
 * A player plays for points if `values` are given, else for the win. An ending is a state that a player's card can come
 * to. A node is a pair of endings, one of each player. A node has the first player's chance to win for each lead over
 * the second that is possible there; a draw is half a win. The players take turns; a player with a full card is passed
 * over. A block is a turn at a node with up to LANES leads. Turns that leave the boxes as they are can't be handled.
 */
#define MOST_ENDING 6 /* open rows */
#define MOST_ENDINGS 1024

/* The result of a post: the ending after it, -1 where the post is not allowed, and its points with all bonuses. */
struct outcome {
    int after, points;
};

/* A card at the beginning of a turn. `posts` are by the number of the row among the open ones and by kind, `alike` by
 * face; the weights are the probabilities of these posts in play for points. */
struct ending {
    int open, holding, total, most, rows, is_special;
    int row[MOST_ENDING];
    struct outcome posts[MOST_ENDING][MOST_KINDS], alike[MOST_FACES][MOST_ENDING];
    double weights[MOST_ENDING][MOST_KINDS], alike_weights[MOST_FACES][MOST_ENDING];
};

/* All endings of a player's card; `place` has the number of each, by open rows, holding and total. */
struct side {
    const struct problem *problem;
    int start, count;
    struct ending *endings;
    int16_t place[1 << MOST_ENDING][HOLDINGS][MOST_TOTALS];
    struct classes classes[1 << MOST_ENDING];
};

/* The leads that the game can have at a node, `low` to `high`, and those at which either player can still win, `first`
 * to `last`. `values` begins at `low`. */
struct node {
    int low, high, first, last;
    double *values;
};

struct duel {
    struct side *sides[2];
    struct node *nodes;
    double *values;
    int turns[2]; /* of each player, from the beginning */
};

/* The set of `open` rows as a bit mask in which bit n is the n-th row of the set `start`. */
static int packed(int start, int open) {
    int mask = 0, number = 0;
    for (; start; start &= start - 1, number++)
        if (open & start & -start) mask |= 1 << number;
    return mask;
}

/* The number of the ending for a card; cards with the same future share one. Returns -1 when there are too many. */
static int ending_of(struct side *side, int open, int holding, int total) {
    int set = packed(side->start, open);
    if (!side->classes[set].count) find_classes(side->problem, open, &side->classes[set]);
    const struct classes *classes = &side->classes[set];
    if (open && classes->class_of[total] >= 0) total = classes->representative[classes->class_of[total]];
    if (!open) total = holding = 0;
    int16_t *place = &side->place[set][holding][total];
    if (*place < 0 && side->count < MOST_ENDINGS) {
        struct ending *ending = &side->endings[side->count];
        memset(ending, 0, sizeof *ending);
        ending->open = open, ending->holding = holding, ending->total = total;
        ending->most = most_points(side->problem, side->problem->rules->rows, open, holding);
        ending->is_special = open && is_alike_special(side->problem, open);
        for (int row = 0; row < side->problem->rules->rows; row++)
            if (open >> row & 1) ending->row[ending->rows++] = row;
        *place = (int16_t)side->count++;
    }
    return *place;
}

static struct outcome outcome_of(struct side *side, const struct ending *from, int row, int points, int extra) {
    const struct rules *rules = side->problem->rules;
    int bonus, state = posted(rules, from->open, from->holding, from->total, row, points, &bonus);
    int after = ending_of(side, from->open & ~(1 << row), state / rules->totals % rules->holdings, state % rules->totals);
    return (struct outcome){after, points + bonus + extra};
}

static void add_alike_outcomes(struct side *side, struct ending *ending) {
    const struct rules *rules = side->problem->rules;
    for (int face = 0; face < side->problem->tables->faces; face++) {
        int is_joker, legal = legal_alike(rules, ending->open, ending->holding, face, &is_joker);
        int roll = side->problem->tables->alike[face];
        for (int n = 0; n < ending->rows; n++) {
            int row = ending->row[n], points = rules->score[row * side->problem->tables->rolls + roll];
            if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
            ending->alike[face][n] = legal >> row & 1
                ? outcome_of(side, ending, row, points, rules->extra[ending->holding])
                : (struct outcome){-1, 0};
        }
    }
}

/* Lists all endings, each before the endings that follow from it. Returns 0 if there are too many, or if a turn may
 * leave the boxes as they are. */
static int list_endings(struct side *side, int open, int holding, int total) {
    const struct problem *problem = side->problem;
    side->start = open;
    memset(side->place, -1, sizeof side->place);
    ending_of(side, open, holding, total);
    for (int number = 0; number < side->count; number++) {
        struct ending *ending = &side->endings[number];
        if (ending->is_special && problem->rules->is_spared[ending->holding]) return 0;
        for (int n = 0; n < ending->rows; n++)
            for (int kind = 0; kind < problem->kinds[ending->row[n]].count; kind++)
                ending->posts[n][kind] =
                    outcome_of(side, ending, ending->row[n], problem->kinds[ending->row[n]].points[kind], 0);
        if (ending->is_special) add_alike_outcomes(side, ending);
    }
    return side->count < MOST_ENDINGS;
}

/* The probability of each post of an ending in play for points. */
CLONES static void find_weights(const struct problem *problem, struct ending *ending) {
    const struct tables *tables = problem->tables;
    struct block block = {.open = ending->open};
    lanes posts[MOST_ROLLS], chances[MOST_ROLLS];
    int64_t rows[MOST_ROLLS][LANES];
    for (int i = 0; i < LANES; i++) block.total[i] = ending->total, block.holding[i] = ending->holding;
    post_where(problem, &block, posts, rows);
    chances_of(tables, posts, chances);
    for (int face = 0; ending->is_special && face < tables->faces; face++) {
        int roll = tables->alike[face];
        for (int n = 0; n < ending->rows; n++)
            if (ending->row[n] == rows[roll][0]) ending->alike_weights[face][n] = chances[roll][0];
        chances[roll][0] = 0;
    }
    for (int n = 0; n < ending->rows; n++)
        for (int roll = 0; roll < tables->rolls; roll++)
            if (ending->row[n] == rows[roll][0])
                ending->weights[n][problem->kinds[ending->row[n]].of[roll]] += chances[roll][0];
}

static struct node *node_of(const struct duel *duel, int mine, int theirs) {
    return &duel->nodes[(size_t)mine * duel->sides[1]->count + theirs];
}

/* The player to move, 0 or 1. */
static int mover_of(const struct duel *duel, const struct ending *mine, const struct ending *theirs) {
    if (!mine->rows || !theirs->rows) return !mine->rows;
    return duel->turns[0] - mine->rows > duel->turns[1] - theirs->rows;
}

static struct node *node_after(const struct duel *duel, int mine, int theirs, int mover, int after) {
    return mover ? node_of(duel, mine, after) : node_of(duel, after, theirs);
}

static void reach_node(struct node *node, int low, int high) {
    if (low < node->low) node->low = low;
    if (high > node->high) node->high = high;
}

/* Finds the leads of a node at which either player can still win, and marks the leads that follow at the nodes after
 * it. Returns the number of blocks that the node takes. */
static int64_t reach_on(const struct duel *duel, int mine, int theirs) {
    const struct ending *cards[] = {&duel->sides[0]->endings[mine], &duel->sides[1]->endings[theirs]};
    struct node *node = node_of(duel, mine, theirs);
    int mover = mover_of(duel, cards[0], cards[1]), sign = mover ? -1 : 1;
    const struct ending *card = cards[mover];
    node->first = node->low > -cards[0]->most ? node->low : -cards[0]->most;
    node->last = node->high < cards[1]->most ? node->high : cards[1]->most;
    if (node->first > node->last || !card->rows) return 0;
    const struct problem *problem = duel->sides[mover]->problem;
    for (int n = 0; n < card->rows; n++) {
        for (int kind = 0; kind < problem->kinds[card->row[n]].count; kind++) {
            struct outcome to = card->posts[n][kind];
            reach_node(node_after(duel, mine, theirs, mover, to.after), node->first + sign * to.points,
                       node->last + sign * to.points);
        }
        for (int face = 0; card->is_special && face < problem->tables->faces; face++) {
            struct outcome to = card->alike[face][n];
            if (to.after >= 0)
                reach_node(node_after(duel, mine, theirs, mover, to.after), node->first + sign * to.points,
                           node->last + sign * to.points);
        }
    }
    return (node->last - node->first) / LANES + 1;
}

/* The mover's chances after an outcome, for LANES leads from `lead` on. Nodes after a decided node have no values: the
 * lead decides. */
INLINE void chances_after(const struct duel *duel, int mine, int theirs, int mover, struct outcome to, int lead,
                          double *chances) {
    const struct node *after = node_after(duel, mine, theirs, mover, to.after);
    for (int i = 0; !after->values && i < LANES; i++) chances[i] = lead > 0;
    if (!after->values) return;
    const double *values = after->values + (lead + (mover ? -to.points : to.points) - after->low);
    for (int i = 0; i < LANES; i++) chances[i] = mover ? 1 - values[i] : values[i];
}

/* The mover's chances for each last roll when posted in the best row. */
INLINE void chances_of_posts(const struct duel *duel, int mine, int theirs, int mover, int lead, lanes *posts) {
    const struct problem *problem = duel->sides[mover]->problem;
    const struct ending *card = &duel->sides[mover]->endings[mover ? theirs : mine];
    lanes by_kind[MOST_ENDING][MOST_KINDS];
    for (int n = 0; n < card->rows; n++)
        for (int kind = 0; kind < problem->kinds[card->row[n]].count; kind++)
            chances_after(duel, mine, theirs, mover, card->posts[n][kind], lead, by_kind[n][kind]);
    for (int roll = 0; roll < problem->tables->rolls; roll++) {
        lanes best = {0};
        for (int n = 0; n < card->rows; n++) {
            const double *value = by_kind[n][problem->kinds[card->row[n]].of[roll]];
            for (int i = 0; i < LANES; i++) best[i] = best[i] > value[i] ? best[i] : value[i];
        }
        memcpy(posts[roll], best, sizeof best);
    }
    for (int face = 0; card->is_special && face < problem->tables->faces; face++) {
        lanes best = {0}, value;
        for (int n = 0; n < card->rows; n++) {
            if (card->alike[face][n].after < 0) continue;
            chances_after(duel, mine, theirs, mover, card->alike[face][n], lead, value);
            for (int i = 0; i < LANES; i++) best[i] = best[i] > value[i] ? best[i] : value[i];
        }
        memcpy(posts[problem->tables->alike[face]], best, sizeof best);
    }
}

CLONES static void win_block(const struct duel *duel, int mine, int theirs, int mover, int lead, double *chances) {
    const struct tables *tables = duel->sides[mover]->problem->tables;
    lanes keeps[MOST_KEEPS];
    chances_of_posts(duel, mine, theirs, mover, lead, keeps + tables->keeps - tables->rolls);
    first_roll(tables, keeps, chances);
}

/* The mean of the mover's chances over the posts, if the mover plays for points. */
static void point_block(const struct duel *duel, int mine, int theirs, int mover, int lead, double *chances) {
    const struct problem *problem = duel->sides[mover]->problem;
    const struct ending *card = &duel->sides[mover]->endings[mover ? theirs : mine];
    lanes value;
    memset(chances, 0, sizeof value);
    for (int n = 0; n < card->rows; n++) {
        for (int kind = 0; kind < problem->kinds[card->row[n]].count; kind++) {
            if (card->weights[n][kind] <= 0) continue;
            chances_after(duel, mine, theirs, mover, card->posts[n][kind], lead, value);
            for (int i = 0; i < LANES; i++) chances[i] += card->weights[n][kind] * value[i];
        }
        for (int face = 0; card->is_special && face < problem->tables->faces; face++) {
            if (card->alike_weights[face][n] <= 0) continue;
            chances_after(duel, mine, theirs, mover, card->alike[face][n], lead, value);
            for (int i = 0; i < LANES; i++) chances[i] += card->alike_weights[face][n] * value[i];
        }
    }
}

/* The first player's chance for each lead of a node, from the chances at the nodes after it. */
static void solve_node(const struct duel *duel, int mine, int theirs) {
    const struct ending *cards[] = {&duel->sides[0]->endings[mine], &duel->sides[1]->endings[theirs]};
    struct node *node = node_of(duel, mine, theirs);
    int mover = mover_of(duel, cards[0], cards[1]);
    for (int lead = node->low; lead <= node->high + LANES; lead++)
        node->values[lead - node->low] = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    if (!cards[mover]->rows) return;
    for (int lead = node->first; lead <= node->last; lead += LANES) {
        lanes chances;
        if (duel->sides[mover]->problem->values) point_block(duel, mine, theirs, mover, lead, chances);
        else win_block(duel, mine, theirs, mover, lead, chances);
        for (int i = 0; i < LANES && lead + i <= node->last; i++)
            node->values[lead + i - node->low] = mover ? 1 - chances[i] : chances[i];
    }
}

/* Finds the leads that the game can have at each node, and allocates their values. Returns 0 if this takes more than
 * `most` blocks, or if there is no memory. */
static int reach_nodes(struct duel *duel, int lead, int64_t most) {
    int counts[] = {duel->sides[0]->count, duel->sides[1]->count};
    int64_t blocks = 0, room = 0;
    for (int64_t n = 0; n < (int64_t)counts[0] * counts[1]; n++)
        duel->nodes[n] = (struct node){INT32_MAX, INT32_MIN, 0, -1, NULL};
    reach_node(node_of(duel, 0, 0), lead, lead);
    for (int mine = 0; mine < counts[0] && blocks <= most; mine++)
        for (int theirs = 0; theirs < counts[1] && blocks <= most; theirs++) {
            struct node *node = node_of(duel, mine, theirs);
            if (node->low > node->high) continue;
            blocks += reach_on(duel, mine, theirs);
            room += node->high - node->low + 1 + LANES;
        }
    if (blocks > most) return 0;
    double *next = duel->values = malloc((size_t)room * sizeof *next);
    for (int64_t n = 0; next && n < (int64_t)counts[0] * counts[1]; n++) {
        struct node *node = &duel->nodes[n];
        if (node->low > node->high) continue;
        node->values = next;
        next += node->high - node->low + 1 + LANES;
    }
    return duel->values != NULL;
}

/* The first player's chance after each last roll in each row: `after` is [rows][rolls], -1 where it isn't allowed. */
static void chances_of_boxes(const struct duel *duel, int lead, double *after) {
    const struct problem *problem = duel->sides[0]->problem;
    const struct ending *card = duel->sides[0]->endings;
    int rolls = problem->tables->rolls;
    for (int n = 0; n < problem->rules->rows * rolls; n++) after[n] = -1;
    for (int n = 0; n < card->rows; n++) {
        double *to = after + (size_t)card->row[n] * rolls;
        lanes chances;
        for (int roll = 0; roll < rolls; roll++) {
            int kind = problem->kinds[card->row[n]].of[roll];
            chances_after(duel, 0, 0, 0, card->posts[n][kind], lead, chances);
            to[roll] = chances[0];
        }
        for (int face = 0; card->is_special && face < problem->tables->faces; face++) {
            struct outcome outcome = card->alike[face][n];
            if (outcome.after >= 0) chances_after(duel, 0, 0, 0, outcome, lead, chances);
            to[problem->tables->alike[face]] = outcome.after >= 0 ? chances[0] : -1;
        }
    }
}

static int solve_duel(struct duel *duel, int lead, int64_t most, double *after) {
    if (!reach_nodes(duel, lead, most)) return 0;
    for (int seat = 0; seat < 2; seat++)
        for (int n = 0; duel->sides[seat]->problem->values && n < duel->sides[seat]->count; n++)
            if (duel->sides[seat]->endings[n].rows)
                find_weights(duel->sides[seat]->problem, &duel->sides[seat]->endings[n]);
    for (int mine = duel->sides[0]->count - 1; mine >= 0; mine--)
        for (int theirs = duel->sides[1]->count - 1; theirs >= 0; theirs--)
            if (node_of(duel, mine, theirs)->values && (mine || theirs)) solve_node(duel, mine, theirs);
    chances_of_boxes(duel, lead, after);
    return 1;
}

/* Fills `after`, [rows][rolls], with the chances to win of the first of two players, who is to move and leads by
 * `lead`, after posting each last roll of this turn in each row; -1 where a post isn't allowed. `states` has the open
 * rows, the holding and the total of both players. A player with `values` (not NULL) plays for points, else for the
 * win. Returns 0 if there are too many open rows, if the search takes more than `most` blocks, if a turn may leave
 * the boxes as they are, or if there is no memory. */
int solve_end(const struct rules *rules, const struct tables *tables, double *const *values, const int32_t *states,
              int lead, int64_t most, double *after) {
    struct problem problems[2] = {{rules, tables, values[0], {{0}}}, {rules, tables, values[1], {{0}}}};
    struct duel duel = {{NULL}, NULL, NULL, {0}};
    int is_done = is_within_limits(rules, tables);
    for (int seat = 0; seat < 2 && is_done; seat++) {
        const int32_t *state = states + 3 * (size_t)seat;
        struct side *side = duel.sides[seat] = calloc(1, sizeof *side);
        is_done = side && __builtin_popcount((unsigned)state[0]) <= MOST_ENDING && find_kinds(&problems[seat])
            && (side->endings = malloc(MOST_ENDINGS * sizeof *side->endings));
        if (!is_done) break;
        side->problem = &problems[seat];
        duel.turns[seat] = __builtin_popcount((unsigned)state[0]);
        is_done = list_endings(side, state[0], state[1], state[2]);
    }
    if (is_done)
        duel.nodes = malloc((size_t)duel.sides[0]->count * (size_t)duel.sides[1]->count * sizeof *duel.nodes);
    is_done = is_done && duel.nodes && solve_duel(&duel, lead, most, after);
    for (int seat = 0; seat < 2; seat++) {
        if (duel.sides[seat]) free(duel.sides[seat]->endings);
        free(duel.sides[seat]);
    }
    free(duel.nodes);
    free(duel.values);
    return is_done;
}
