/* Expected points still to come under best play of one column of a Yahtzee-like game, by backward induction.
 *
 * A state is what a turn begins with: the open rows as a bit mask, the upper total up to the bonus, and the holding (1
 * when the Yahtzee box holds its points and that matters, else 0). States are solved in lanes, eight at a time, and the
 * sets of equally many open rows in threads.
 *
 * A turn is solved on the lattice of keeps, the multisets of no to all dice: the value of a keep is the mean over one
 * die more, the best keep of a roll the best of itself and of the best of each that lacks one die. The tables of the
 * lattice come from the caller, who owns all memory. There is no I/O and no state between calls.
 *
 * Contracted multiplications would round otherwise on some machines: build with -ffp-contract=off.
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
#define LANES 8

/* Every machine runs the widest code that it has. Other C libraries can't choose when they load. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif
#define INLINE static inline __attribute__((always_inline))

/* Keeps are ordered by size; the last are the rolls. `plus[keep][face]` has one die more (for all keeps but rolls),
 * `less[keep][n]` for n < `fewer[keep]` one die less. `chance` is by roll, `alike` the rolls of one face only. */
struct lattice {
    int32_t faces, keeps, rolls, rerolls;
    const int16_t (*plus)[MOST_FACES];
    const int16_t (*less)[MOST_FACES];
    const int8_t *fewer;
    const double *chance;
    int32_t alike[MOST_FACES];
};

/* `face` is 0 for lower rows, `joker_score` is what five alike are worth there as a joker, `score` is [rows][rolls].
 * `yahtzee_row` is -1 where nothing is special. What five alike are once the Yahtzee box is filled, by holding: an
 * extra Yahtzee that is forced to the upper row of its face and else to a lower one, one that is a joker, one that goes
 * to the bonus row and leaves the boxes as they are; and the points on top. */
struct rules {
    int32_t rows, bonus, totals, holdings, yahtzee_row;
    int32_t face[MOST_ROWS], joker_score[MOST_ROWS];
    int32_t is_forced[HOLDINGS], is_joker[HOLDINGS], is_spared[HOLDINGS], extra[HOLDINGS];
    const int32_t *score;
};

/* The different scores of a row, and which of them each roll makes. */
struct kinds {
    int count;
    int32_t points[MOST_KINDS];
    uint8_t of[MOST_ROLLS];
};

struct problem {
    const struct rules *rules;
    const struct lattice *lattice;
    double *values; /* [sets][holdings][totals] */
    struct kinds kinds[MOST_ROWS];
};

/* What begins a turn, for each lane; `open` is the same in all of a block. */
struct block {
    int open;
    int total[LANES], holding[LANES];
    double value[LANES];
};

typedef double lanes[LANES];

static int state_index(const struct rules *rules, int open, int holding, int total) {
    return (open * rules->holdings + holding) * rules->totals + total;
}

/* The state after `points` were posted in `row`, and the upper bonus when they earn it. */
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

/* The points to come then. */
INLINE double future(const struct problem *problem, int open, int holding, int total, int row, int points) {
    int bonus, after = posted(problem->rules, open, holding, total, row, points, &bonus);
    return bonus + problem->values[after];
}

/* The most that `roll` is worth in one of the `legal` rows, and the row. */
static double post_best(const struct problem *problem, const struct block *block, int lane, int roll, int legal,
                        int is_joker, int *best_row) {
    const struct rules *rules = problem->rules;
    double best = -1;
    for (int row = 0; row < rules->rows; row++) {
        if (!(legal >> row & 1)) continue;
        int points = rules->score[row * problem->lattice->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        double value =
            points + future(problem, block->open, block->holding[lane], block->total[lane], row, points);
        if (value > best) best = value, *best_row = row;
    }
    return best;
}

/* Where five alike of `face` (from 0) may be posted once the Yahtzee box is filled. */
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

/* What such a roll is worth, and its row, or -1 for the bonus row; `self` is the value of the state. */
static double post_alike(const struct problem *problem, const struct block *block, int lane, int face, double self,
                         int *row) {
    const struct rules *rules = problem->rules;
    int holding = block->holding[lane], is_joker;
    *row = -1;
    if (rules->is_spared[holding]) return rules->extra[holding] + self;
    int legal = legal_alike(rules, block->open, holding, face, &is_joker);
    return rules->extra[holding]
        + post_best(problem, block, lane, problem->lattice->alike[face], legal, is_joker, row);
}

static int is_alike_special(const struct problem *problem, int open) {
    int row = problem->rules->yahtzee_row;
    return row >= 0 && !(open >> row & 1);
}

/* The value of each roll when it is posted, except for an extra Yahtzee's. */
INLINE void post_rolls(const struct problem *problem, const struct block *block, lanes *posts) {
    const struct rules *rules = problem->rules;
    int count = 0;
    double by_kind[MOST_ROWS][MOST_KINDS][LANES];
    const uint8_t *kind_of[MOST_ROWS];
    for (int row = 0; row < rules->rows; row++) {
        if (!(block->open >> row & 1)) continue;
        const struct kinds *kinds = &problem->kinds[row];
        kind_of[count] = kinds->of;
        for (int kind = 0; kind < kinds->count; kind++)
            for (int i = 0; i < LANES; i++)
                by_kind[count][kind][i] =
                    kinds->points[kind]
                    + future(problem, block->open, block->holding[i], block->total[i], row, kinds->points[kind]);
        count++;
    }
    for (int roll = 0; roll < problem->lattice->rolls; roll++) {
        lanes best;
        memcpy(best, by_kind[0][kind_of[0][roll]], sizeof best);
        for (int row = 1; row < count; row++) {
            const double *value = by_kind[row][kind_of[row][roll]];
            for (int i = 0; i < LANES; i++) best[i] = best[i] > value[i] ? best[i] : value[i];
        }
        memcpy(posts[roll], best, sizeof best);
    }
}

INLINE void post_extra_yahtzees(const struct problem *problem, const struct block *block, lanes *posts) {
    int row;
    if (!is_alike_special(problem, block->open)) return;
    for (int face = 0; face < problem->lattice->faces; face++)
        for (int i = 0; i < LANES; i++)
            posts[problem->lattice->alike[face]][i] = post_alike(problem, block, i, face, block->value[i], &row);
}

INLINE void average_over(const struct lattice *lattice, lanes *keeps, int faces) {
    double share = 1.0 / faces; /* much faster than to divide */
    for (int keep = lattice->keeps - lattice->rolls - 1; keep >= 0; keep--) {
        lanes sum = {0};
        for (int face = 0; face < faces; face++) {
            const double *more = keeps[lattice->plus[keep][face]];
            for (int i = 0; i < LANES; i++) sum[i] += more[i];
        }
        for (int i = 0; i < LANES; i++) keeps[keep][i] = sum[i] * share;
    }
}

/* The value of each keep that isn't a roll, from those of the rolls; the loop of six is unrolled. */
INLINE void average(const struct lattice *lattice, lanes *keeps) {
    if (lattice->faces == 6)
        average_over(lattice, keeps, 6);
    else
        average_over(lattice, keeps, lattice->faces);
}

/* The value of the best keep of each multiset, in its place. */
INLINE void choose(const struct lattice *lattice, lanes *keeps) {
    for (int keep = 1; keep < lattice->keeps; keep++) {
        lanes best;
        memcpy(best, keeps[keep], sizeof best);
        for (int n = 0; n < lattice->fewer[keep]; n++) {
            const double *less = keeps[lattice->less[keep][n]];
            for (int i = 0; i < LANES; i++) best[i] = best[i] > less[i] ? best[i] : less[i];
        }
        memcpy(keeps[keep], best, sizeof best);
    }
}

/* The value of the turn from those of its last rolls, which are overwritten. */
INLINE void first_roll(const struct lattice *lattice, lanes *keeps, double *value) {
    for (int reroll = 0; reroll < lattice->rerolls; reroll++) {
        average(lattice, keeps);
        choose(lattice, keeps);
    }
    lanes sum = {0};
    lanes *rolls = keeps + lattice->keeps - lattice->rolls;
    for (int roll = 0; roll < lattice->rolls; roll++)
        for (int i = 0; i < LANES; i++) sum[i] += lattice->chance[roll] * rolls[roll][i];
    memcpy(value, sum, sizeof sum);
}

static int has_spared(const struct problem *problem, const struct block *block) {
    if (!is_alike_special(problem, block->open)) return 0;
    for (int i = 0; i < LANES; i++)
        if (problem->rules->is_spared[block->holding[i]]) return 1;
    return 0;
}

/* A turn that leaves the boxes as they were makes the value a function of itself, with a slope below 0.05. */
CLONES static void solve_block(const struct problem *problem, struct block *block) {
    const struct lattice *lattice = problem->lattice;
    lanes posts[MOST_ROLLS], keeps[MOST_KEEPS];
    double change;
    memset(block->value, 0, sizeof block->value);
    post_rolls(problem, block, posts);
    do {
        post_extra_yahtzees(problem, block, posts);
        memcpy(keeps + lattice->keeps - lattice->rolls, posts, (size_t)lattice->rolls * sizeof *posts);
        lanes value;
        first_roll(lattice, keeps, value);
        change = 0;
        for (int i = 0; i < LANES; i++) {
            double by = value[i] - block->value[i];
            change = by > change ? by : change;
            block->value[i] = value[i];
        }
    } while (has_spared(problem, block) && change > 1e-11);
}

/* Upper totals from which the same future upper scores earn the bonus are one class; `representative` has one of each
 * class, `class_of` is -1 for those that can't come about. */
struct classes {
    int count;
    int representative[MOST_TOTALS], class_of[MOST_TOTALS];
};

/* Which sums of scores the upper rows of `set` can make. */
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

/* Threads that can't be had are done without. */
static void in_threads(int threads, void *work(void *), void *argument) {
    pthread_t started[MOST_THREADS];
    int count = 0;
    if (threads < 1) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    while (count < threads - 1 && count < MOST_THREADS && !pthread_create(&started[count], NULL, work, argument)) count++;
    work(argument);
    while (count) pthread_join(started[--count], NULL);
}

static int find_kinds(struct problem *problem) {
    int rolls = problem->lattice->rolls;
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

static int is_within_limits(const struct rules *rules, const struct lattice *lattice) {
    return rules->rows <= MOST_ROWS && lattice->rerolls <= MOST_REROLLS && rules->totals <= MOST_TOTALS && rules->holdings <= HOLDINGS
        && lattice->faces <= MOST_FACES && lattice->rolls <= MOST_ROLLS && lattice->keeps <= MOST_KEEPS;
}

/* Fills `values`, all zeros before; states that can't come about stay 0. With no number of threads there is one a
 * processor. Returns 0 when the rules are too large. */
int solve(const struct rules *rules, const struct lattice *lattice, double *values, int threads) {
    struct problem problem = {rules, lattice, values, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem)) return 0;
    for (int size = 1; size <= rules->rows; size++) {
        struct level level = {&problem, size, 0};
        in_threads(threads, solve_sets, &level);
    }
    return 1;
}

/* The value of each last roll in a state that is not over, best posted: `posts` is [rolls]. */
int post(const struct rules *rules, const struct lattice *lattice, double *values, int open, int holding, int total,
         double *posts) {
    struct problem problem = {rules, lattice, values, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem)) return 0;
    struct block block = {.open = open};
    for (int i = 0; i < LANES; i++) {
        block.total[i] = total;
        block.holding[i] = holding;
        block.value[i] = values[state_index(rules, open, holding, total)];
    }
    lanes all[MOST_ROLLS];
    post_rolls(&problem, &block, all);
    post_extra_yahtzees(&problem, &block, all);
    for (int roll = 0; roll < lattice->rolls; roll++) posts[roll] = all[roll][0];
    return 1;
}

CLONES static void turn_block(const struct lattice *lattice, lanes *keeps, double *to, int count, int used) {
    for (int reroll = 0; reroll < lattice->rerolls; reroll++, to += (size_t)lattice->keeps * count) {
        if (reroll) choose(lattice, keeps);
        average(lattice, keeps);
        for (int keep = 0; keep < lattice->keeps; keep++)
            memcpy(to + (size_t)keep * count, keeps[keep], (size_t)used * sizeof *to);
    }
}

/* From the value of each last roll, `posts` [rolls][count], that of each keep before each re-roll: `values` is
 * [rerolls][keeps][count], the last re-roll first. To keep all dice is worth what the roll is worth after it. */
void turn(const struct lattice *lattice, int count, const double *posts, double *values) {
    for (int first = 0; first < count; first += LANES) {
        lanes keeps[MOST_KEEPS];
        int used = count - first < LANES ? count - first : LANES;
        memset(keeps, 0, sizeof keeps);
        for (int roll = 0; roll < lattice->rolls; roll++)
            memcpy(keeps[lattice->keeps - lattice->rolls + roll], posts + (size_t)roll * count + first,
                   (size_t)used * sizeof *posts);
        turn_block(lattice, keeps, values + first, count, used);
    }
}

/* One of many games that are played side by side. */
struct game {
    uint64_t random;
    int32_t number, state, score;
};

/* Games in the order of their states; a block is all games from one start to the next, in up to LANES states. */
struct simulation {
    const struct problem *problem;
    struct game *games;
    const int32_t *starts;
    int32_t blocks;
    atomic_int next;
};

/* What the keeps and their best are worth before each re-roll, of a block of states. */
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
    const struct lattice *lattice = problem->lattice;
    int first = lattice->keeps - lattice->rolls;
    lanes *rolls = policy->keeps[0] + first;
    post_rolls(problem, block, rolls);
    post_extra_yahtzees(problem, block, rolls);
    for (int reroll = 0; reroll < lattice->rerolls; reroll++) {
        if (reroll)
            memcpy(policy->keeps[reroll] + first, policy->best[reroll - 1] + first, (size_t)lattice->rolls * sizeof(lanes));
        average(lattice, policy->keeps[reroll]);
        memcpy(policy->best[reroll], policy->keeps[reroll], (size_t)lattice->keeps * sizeof(lanes));
        choose(lattice, policy->best[reroll]);
    }
}

/* The best keep of `keep`: down the lattice as long as less is worth more. */
static int best_keep(const struct lattice *lattice, const struct policy *policy, int reroll, int lane, int keep) {
    while (policy->keeps[reroll][keep][lane] < policy->best[reroll][keep][lane]) {
        int n = 0;
        while (policy->best[reroll][lattice->less[keep][n]][lane] < policy->best[reroll][keep][lane]) n++;
        keep = lattice->less[keep][n];
    }
    return keep;
}

static int roll_dice(const struct lattice *lattice, struct game *game, int keep) {
    while (keep < lattice->keeps - lattice->rolls) keep = lattice->plus[keep][random_face(game, lattice->faces)];
    return keep;
}

static int face_alike(const struct lattice *lattice, int roll) {
    for (int face = 0; face < lattice->faces; face++)
        if (lattice->alike[face] == roll) return face;
    return -1;
}

/* Writes `roll` down, and the state that comes of it. */
static void post_roll(const struct problem *problem, const struct block *block, int lane, int roll, struct game *game) {
    const struct rules *rules = problem->rules;
    int face = is_alike_special(problem, block->open) ? face_alike(problem->lattice, roll) : -1, row = -1;
    int total = block->total[lane], holding = block->holding[lane], is_joker = 0;
    if (face >= 0) {
        game->score += rules->extra[holding];
        post_alike(problem, block, lane, face, block->value[lane], &row);
        if (row < 0) return;
        legal_alike(rules, block->open, holding, face, &is_joker);
    } else {
        post_best(problem, block, lane, roll, block->open, 0, &row);
    }
    int bonus, points = rules->score[row * problem->lattice->rolls + roll];
    if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
    game->state = posted(rules, block->open, holding, total, row, points, &bonus);
    game->score += points + bonus;
}

static void play_turn(const struct problem *problem, const struct block *block, const struct policy *policy, int lane,
                      struct game *game) {
    const struct lattice *lattice = problem->lattice;
    int keep = roll_dice(lattice, game, 0);
    for (int reroll = lattice->rerolls - 1; reroll >= 0; reroll--)
        keep = roll_dice(lattice, game, best_keep(lattice, policy, reroll, lane, keep));
    post_roll(problem, block, lane, keep - (lattice->keeps - lattice->rolls), game);
}

static int open_of(const struct rules *rules, int state) {
    return state / (rules->holdings * rules->totals);
}

/* The games from `first` on whose states fit into a block; returns the end. */
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

/* A turn of all games that aren't over; returns how many there were. */
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

/* The final scores of many games of the player with the highest expected score, alone; `values` are solved. Dice are a
 * function of the seed and the game's number. Returns 0 when the rules are too large or there is no memory. */
int simulate(const struct rules *rules, const struct lattice *lattice, double *values, int count, uint64_t seed,
             int threads, int32_t *scores) {
    struct problem problem = {rules, lattice, values, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem)) return 0;
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

#include "distributions.c"
