/* How the points still to come are distributed, and what a turn is worth where points are worth what they win.
 *
 * The rest of `kernel.c`, which includes it. The policy is that of the highest expected score. Of each class of states
 * there is a row of masses, on a grid of points: what falls between them is shared by three so that mean and variance are
 * kept, what lies behind the last is put there. Sums are in double precision, masses in single.
 */

/* `first` is by state_index: where its row begins, -1 when there is none. `bins` is by [sets][holdings]: the length of
 * its rows. There are rows for the subsets of `within`. No more than `most_bins` points are told apart, and no more than
 * `most_extras` extra Yahtzees. `before` has the rows of sets with one open row less, `after` those that are filled. */
struct grid {
    int32_t width, most_bins, most_extras, within;
    int32_t *first, *bins;
    const float *before;
    float *after;
};

#define MOST_SHIFT 256
#define EQUAL 1e-9 /* what differs less is so by rounding: then more dice are kept, and upper rows are posted in */

static int holdings_of(const struct problem *problem, int open) {
    return is_alike_special(problem, open) ? problem->rules->holdings : 1;
}

static int is_of(const struct grid *grid, int size, int open) {
    return __builtin_popcount((unsigned)open) == size && !(open & ~grid->within);
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

/* Where the rows of the sets of `size` open rows are, from `next` on; returns where they end, 0 for rules that are too
 * large. */
int64_t lay_out(const struct rules *rules, const struct lattice *lattice, const struct grid *grid, int size,
                int64_t next) {
    struct problem problem = {rules, lattice, NULL, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem)) return 0;
    for (int open = 0; open < 1 << rules->rows; open++) {
        if (!is_of(grid, size, open)) continue;
        struct classes classes;
        find_classes(&problem, open, &classes);
        for (int holding = 0; holding < holdings_of(&problem, open); holding++) {
            int bins = most_points(&problem, grid->most_extras, open, holding) / grid->width + 4;
            if (bins > grid->most_bins) bins = grid->most_bins;
            grid->bins[open * rules->holdings + holding] = bins;
            for (int total = 0; total < rules->totals; total++) {
                int class = classes.class_of[total];
                grid->first[state_index(rules, open, holding, total)] = class < 0 ? -1 : (int)next + class * bins;
            }
            next += (int64_t)classes.count * bins;
        }
    }
    return next;
}

/* What each last roll is worth, and the row where it is posted: -1 for the bonus row. */
INLINE void post_where(const struct problem *problem, const struct block *block, lanes *posts, int64_t (*rows)[LANES]) {
    const struct rules *rules = problem->rules;
    lanes by_kind[MOST_ROWS][MOST_KINDS];
    const uint8_t *kind_of[MOST_ROWS];
    int count = 0, open_rows[MOST_ROWS];
    for (int row = 0; row < rules->rows; row++) {
        if (!(block->open >> row & 1)) continue;
        const struct kinds *kinds = &problem->kinds[row];
        for (int kind = 0; kind < kinds->count; kind++)
            for (int i = 0; i < LANES; i++)
                by_kind[count][kind][i] = kinds->points[kind]
                    + future(problem, block->open, block->holding[i], block->total[i], row, kinds->points[kind]);
        kind_of[count] = kinds->of;
        open_rows[count++] = row;
    }
    for (int roll = 0; roll < problem->lattice->rolls; roll++) {
        lanes best;
        int64_t where[LANES];
        for (int i = 0; i < LANES; i++) best[i] = by_kind[0][kind_of[0][roll]][i], where[i] = open_rows[0];
        for (int n = 1; n < count; n++) {
            const double *value = by_kind[n][kind_of[n][roll]];
            for (int i = 0; i < LANES; i++) {
                int is_better = value[i] > best[i] + EQUAL;
                best[i] = is_better ? value[i] : best[i];
                where[i] = is_better ? open_rows[n] : where[i];
            }
        }
        memcpy(posts[roll], best, sizeof best);
        memcpy(rows[roll], where, sizeof where);
    }
    for (int face = 0; is_alike_special(problem, block->open) && face < problem->lattice->faces; face++)
        for (int i = 0; i < LANES; i++) {
            int row, roll = problem->lattice->alike[face];
            posts[roll][i] = post_alike(problem, block, i, face, block->value[i], &row);
            rows[roll][i] = row;
        }
}

/* The value of the best keep of each multiset, in its place, and which keep that is. */
INLINE void choose_where(const struct lattice *lattice, lanes *keeps, int64_t (*chosen)[LANES]) {
    for (int keep = 0; keep < lattice->keeps; keep++) {
        lanes best;
        int64_t where[LANES];
        for (int i = 0; i < LANES; i++) best[i] = keeps[keep][i], where[i] = keep;
        for (int n = 0; n < lattice->fewer[keep]; n++) {
            const double *less = keeps[lattice->less[keep][n]];
            const int64_t *which = chosen[lattice->less[keep][n]];
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

/* The probability of each roll after a re-roll from that before it. */
INLINE void reroll_chosen(const struct lattice *lattice, int64_t (*chosen)[LANES], lanes *chances) {
    lanes kept[MOST_KEEPS];
    int first = lattice->keeps - lattice->rolls;
    double part = 1.0 / lattice->faces;
    memset(kept, 0, (size_t)lattice->keeps * sizeof *kept);
    for (int roll = 0; roll < lattice->rolls; roll++)
        for (int i = 0; i < LANES; i++) kept[chosen[roll][i]][i] += chances[roll][i];
    for (int keep = 0; keep < first; keep++) {
        lanes share;
        for (int i = 0; i < LANES; i++) share[i] = kept[keep][i] * part;
        for (int face = 0; face < lattice->faces; face++) {
            double *more = kept[lattice->plus[keep][face]];
            for (int i = 0; i < LANES; i++) more[i] += share[i];
        }
    }
    memcpy(chances, kept + first, (size_t)lattice->rolls * sizeof *chances);
}

/* The probability of each last roll of a turn, from what it is worth. */
INLINE void chances_of(const struct lattice *lattice, lanes *posts, lanes *chances) {
    lanes keeps[MOST_KEEPS];
    int64_t best[MOST_KEEPS][LANES], chosen[MOST_REROLLS][MOST_ROLLS][LANES];
    int first = lattice->keeps - lattice->rolls;
    memcpy(keeps + first, posts, (size_t)lattice->rolls * sizeof *posts);
    for (int reroll = 0; reroll < lattice->rerolls; reroll++) {
        average(lattice, keeps);
        choose_where(lattice, keeps, best);
        memcpy(chosen[reroll], best + first, (size_t)lattice->rolls * sizeof *best);
    }
    for (int roll = 0; roll < lattice->rolls; roll++)
        for (int i = 0; i < LANES; i++) chances[roll][i] = lattice->chance[roll];
    for (int reroll = lattice->rerolls - 1; reroll >= 0; reroll--) reroll_chosen(lattice, chosen[reroll], chances);
}

/* A row of masses that comes in `points` further up. */
struct shifted {
    const float *masses;
    int bins, points;
};

INLINE struct shifted after_post(const struct rules *rules, const struct grid *grid, const struct block *block, int lane,
                                 int row, int points, int extra) {
    int bonus, state = posted(rules, block->open, block->holding[lane], block->total[lane], row, points, &bonus);
    return (struct shifted){grid->before + grid->first[state], grid->bins[state / rules->totals],
                            points + bonus + extra};
}

INLINE void add_masses(double *to, int bins, const float *masses, int count, int by, double weight) {
    int fitting = bins - by < count ? bins - by : count;
    for (int n = 0; n < fitting; n++) to[by + n] += weight * masses[n];
    for (int n = fitting > 0 ? fitting : 0; n < count; n++) to[bins - 1] += weight * masses[n];
}

/* Points as parts of three neighbours on the grid, so that mean and variance are kept; parts may be negative. */
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

/* All scores of a lower row lead to the same masses: they are added up by where they go, and added once. */
INLINE void add_lower_row(const struct problem *problem, const struct grid *grid, const struct block *block, int lane,
                          int row, const double *weights, double *to, int bins) {
    const struct kinds *kinds = &problem->kinds[row];
    double by_shift[MOST_SHIFT] = {0};
    struct shifted from = after_post(problem->rules, grid, block, lane, row, 0, 0);
    int end = 0;
    for (int kind = 0; kind < kinds->count; kind++) {
        struct parts parts = parts_of(kinds->points[kind], grid->width);
        for (int n = 0; n < parts.count; n++) by_shift[parts.by + n] += weights[kind] * parts.of[n];
        if (parts.by + parts.count > end) end = parts.by + parts.count;
    }
    for (int by = 0; by < end; by++)
        if (by_shift[by] != 0) add_masses(to, bins, from.masses, from.bins, by, by_shift[by]);
}

/* A turn that leaves the boxes as they were, with probability `weight`, adds the sum to itself. */
static void add_itself(double *to, int bins, int width, int points, double weight) {
    struct parts parts = parts_of(points, width);
    for (int bin = 0; bin < bins - 1; bin++)
        for (int n = 0; n < parts.count; n++) {
            int up = bin + parts.by + n;
            to[up < bins ? up : bins - 1] += weight * parts.of[n] * to[bin];
        }
    to[bins - 1] /= 1 - weight;
}

INLINE void add_rows(const struct problem *problem, const struct grid *grid, const struct block *block, int lane,
                     const lanes *chances, int64_t (*rows)[LANES], double *to, int bins) {
    const struct rules *rules = problem->rules;
    double weights[MOST_ROWS][MOST_KINDS];
    for (int row = 0; row < rules->rows; row++)
        memset(weights[row], 0, (size_t)problem->kinds[row].count * sizeof **weights);
    for (int roll = 0; roll < problem->lattice->rolls; roll++) {
        int64_t row = rows[roll][lane];
        if (row >= 0) weights[row][problem->kinds[row].of[roll]] += chances[roll][lane];
    }
    for (int row = 0; row < rules->rows; row++) {
        if (!(block->open >> row & 1)) continue;
        if (!rules->face[row] && row != rules->yahtzee_row) {
            add_lower_row(problem, grid, block, lane, row, weights[row], to, bins);
            continue;
        }
        for (int kind = 0; kind < problem->kinds[row].count; kind++)
            if (weights[row][kind] > 0)
                add_shifted(to, bins, grid->width,
                            after_post(rules, grid, block, lane, row, problem->kinds[row].points[kind], 0),
                            weights[row][kind]);
    }
}

/* What five alike bring once the Yahtzee box is filled; afterwards they have no chance any more. */
static double add_extra_yahtzees(const struct problem *problem, const struct grid *grid, const struct block *block,
                                 int lane, lanes *chances, int64_t (*rows)[LANES], double *to, int bins) {
    const struct rules *rules = problem->rules;
    double again = 0;
    for (int face = 0; is_alike_special(problem, block->open) && face < problem->lattice->faces; face++) {
        int is_joker, roll = problem->lattice->alike[face], row = (int)rows[roll][lane];
        double chance = chances[roll][lane];
        chances[roll][lane] = 0;
        if (row < 0) {
            again += chance;
            continue;
        }
        legal_alike(rules, block->open, block->holding[lane], face, &is_joker);
        int points = rules->score[row * problem->lattice->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        add_shifted(to, bins, grid->width,
                    after_post(rules, grid, block, lane, row, points, rules->extra[block->holding[lane]]), chance);
    }
    return again;
}

CLONES static void distribute_block(const struct problem *problem, const struct grid *grid, const struct block *block,
                                    int used, double *to) {
    const struct rules *rules = problem->rules;
    lanes posts[MOST_ROLLS], chances[MOST_ROLLS];
    int64_t rows[MOST_ROLLS][LANES];
    post_where(problem, block, posts, rows);
    chances_of(problem->lattice, posts, chances);
    for (int i = 0; i < used; i++) {
        int state = state_index(rules, block->open, block->holding[i], block->total[i]);
        int bins = grid->bins[state / rules->totals];
        float *masses = grid->after + grid->first[state];
        memset(to, 0, (size_t)bins * sizeof *to);
        double again = add_extra_yahtzees(problem, grid, block, i, chances, rows, to, bins);
        add_rows(problem, grid, block, i, (const lanes *)chances, rows, to, bins);
        if (again > 0) add_itself(to, bins, grid->width, rules->extra[block->holding[i]], again);
        for (int n = 0; n < bins; n++) masses[n] = (float)to[n];
    }
}

struct stage {
    const struct problem *problem;
    const struct grid *grid;
    int size;
    atomic_int next, has_failed;
};

static void distribute_set(const struct problem *problem, const struct grid *grid, int open, double *to) {
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
        distribute_block(problem, grid, &block, used, to);
    }
}

static void *distribute_sets(void *argument) {
    struct stage *stage = argument;
    int sets = 1 << stage->problem->rules->rows;
    double *to = malloc((size_t)stage->grid->most_bins * sizeof *to);
    if (!to) stage->has_failed = 1;
    for (int open; to && (open = atomic_fetch_add(&stage->next, 1)) < sets;)
        if (is_of(stage->grid, stage->size, open)) distribute_set(stage->problem, stage->grid, open, to);
    free(to);
    return NULL;
}

/* Fills the rows of the sets of `size` open rows, which are laid out, from those with one less. Returns 0 for rules that
 * are too large, or when there is no memory. */
int distribute(const struct rules *rules, const struct lattice *lattice, double *values, const struct grid *grid,
               int size, int threads) {
    struct problem problem = {rules, lattice, values, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem)) return 0;
    struct stage stage = {&problem, grid, size, 0, 0};
    in_threads(threads, distribute_sets, &stage);
    return !stage.has_failed;
}

/* The chance of ending n points up, n < `length`, for each of `count` cards in these states, which hold `leads` points
 * already; what is outside is left out below, and put to the last above. `finals` is [count][length]. */
void finals(const struct rules *rules, const struct grid *grid, int count, const int32_t *states, const int32_t *leads,
            int length, double *finals) {
    int width = grid->width;
    for (int card = 0; card < count; card++) {
        double *to = finals + (size_t)card * length;
        const float *masses = grid->before + grid->first[states[card]];
        memset(to, 0, (size_t)length * sizeof *to);
        for (int bin = 0; bin < grid->bins[states[card] / rules->totals]; bin++)
            for (int by = 1 - width; by < width; by++) {
                int points = leads[card] + bin * width + by;
                if (points < 0) continue;
                to[points < length ? points : length - 1] += masses[bin] * (width - abs(by)) / (double)(width * width);
            }
    }
}

#define MOST_RIVALS 16

/* The share of a win in ending n points up against rivals with such `finals`, [rivals][count][length]: a win that k are
 * level for counts 1 / k, which is the mean of t^(k - 1) over t from 0 to 1. On top each point is worth `point`. */
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

#define MOST_LENGTH 2048

/* The worth of points by what they leave behind the grid's points, so that a row of masses meets neighbours. */
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

/* The mean worth of a row of masses; points behind the last are worth as much as the last. */
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

/* What a post is worth: by `worth` where there is a grid, else in points. */
static double judge_post(const struct problem *problem, const struct grid *grid, const struct worth *worth,
                         const struct block *block, int row, int points, int extra) {
    if (grid) return mean_worth(worth, after_post(problem->rules, grid, block, 0, row, points, extra));
    return extra + points + future(problem, block->open, block->holding[0], block->total[0], row, points);
}

static double judge_alike(const struct problem *problem, const struct grid *grid, const struct worth *worth,
                          const struct block *block, int face, int *best_row) {
    const struct rules *rules = problem->rules;
    int holding = block->holding[0], is_joker, roll = problem->lattice->alike[face];
    *best_row = -1;
    if (rules->is_spared[holding]) {
        int state = state_index(rules, block->open, holding, block->total[0]);
        if (!grid) return rules->extra[holding] + problem->values[state];
        return mean_worth(worth, (struct shifted){grid->before + grid->first[state],
                                                  grid->bins[state / rules->totals], rules->extra[holding]});
    }
    int legal = legal_alike(rules, block->open, holding, face, &is_joker);
    double best = -1;
    for (int row = 0; row < rules->rows; row++) {
        if (!(legal >> row & 1)) continue;
        int points = rules->score[row * problem->lattice->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        double value = judge_post(problem, grid, worth, block, row, points, rules->extra[holding]);
        if (value > best) best = value, *best_row = row;
    }
    return best;
}

static void judge_card(const struct problem *problem, const struct grid *grid, const struct worth *worth,
                       const struct block *block, int count, double *posts, int8_t *rows) {
    const struct rules *rules = problem->rules;
    const struct lattice *lattice = problem->lattice;
    double by_kind[MOST_ROWS][MOST_KINDS];
    for (int row = 0; row < rules->rows; row++)
        for (int kind = 0; block->open >> row & 1 && kind < problem->kinds[row].count; kind++)
            by_kind[row][kind] = judge_post(problem, grid, worth, block, row, problem->kinds[row].points[kind], 0);
    for (int roll = 0; roll < lattice->rolls; roll++) {
        double best = -1;
        for (int row = 0; row < rules->rows; row++)
            if (block->open >> row & 1 && by_kind[row][problem->kinds[row].of[roll]] > best) {
                best = by_kind[row][problem->kinds[row].of[roll]];
                rows[(size_t)roll * count] = (int8_t)row;
            }
        posts[(size_t)roll * count] = best;
    }
    for (int face = 0; is_alike_special(problem, block->open) && face < lattice->faces; face++) {
        int row, roll = lattice->alike[face];
        posts[(size_t)roll * count] = judge_alike(problem, grid, worth, block, face, &row);
        rows[(size_t)roll * count] = (int8_t)row;
    }
}

/* What each last roll is worth, best posted, and the row: -1 for the bonus row. `posts` and `rows` are [rolls][count].
 * `worth`, [count][length], is that of ending n points up, and the grid has the rows of the states and of those after
 * them in `before`. Without a grid points are worth points. Returns 0 when something is too large. */
int judge(const struct rules *rules, const struct lattice *lattice, double *values, const struct grid *grid, int count,
          const int32_t *states, int length, const float *worth, double *posts, int8_t *rows) {
    struct problem problem = {rules, lattice, values, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem) || length > MOST_LENGTH) return 0;
    for (int card = 0; card < count; card++) {
        struct block block = {.open = states[card] / (rules->holdings * rules->totals)};
        struct worth interleaved;
        block.holding[0] = states[card] / rules->totals % rules->holdings;
        block.total[0] = states[card] % rules->totals;
        if (grid) interleave(worth + (size_t)card * length, length, grid->width, &interleaved);
        judge_card(&problem, grid, &interleaved, &block, count, posts + card, rows + card);
    }
    return 1;
}

/* The highest chance of a score: a row has that of making n points more, in place of masses. */
struct aim {
    const struct problem *problem;
    const struct grid *grid; /* of single points */
    int score, size;
    atomic_int next, has_failed;
};

/* What begins a turn, and the points that it lacks. */
struct attempt {
    int open, used;
    int total[LANES], holding[LANES], lacking[LANES];
};

/* `rows` are those before, or for a turn that leaves the boxes as they are those that are being filled. */
INLINE double chance_of(const struct grid *grid, const struct rules *rules, const float *rows, int state, int lacking) {
    if (lacking <= 0) return 1;
    return lacking < grid->bins[state / rules->totals] ? rows[grid->first[state] + lacking] : 0;
}

INLINE double attempt_post(const struct aim *aim, const struct attempt *attempt, int lane, int row, int points,
                           int extra) {
    int bonus, state = posted(aim->problem->rules, attempt->open, attempt->holding[lane], attempt->total[lane], row,
                              points, &bonus);
    return chance_of(aim->grid, aim->problem->rules, aim->grid->before, state,
                     attempt->lacking[lane] - points - bonus - extra);
}

static double attempt_alike(const struct aim *aim, const struct attempt *attempt, int lane, int face) {
    const struct rules *rules = aim->problem->rules;
    int holding = attempt->holding[lane], extra = rules->extra[holding], is_joker;
    int roll = aim->problem->lattice->alike[face];
    if (rules->is_spared[holding])
        return chance_of(aim->grid, rules, aim->grid->after,
                         state_index(rules, attempt->open, holding, attempt->total[lane]),
                         attempt->lacking[lane] - extra);
    int legal = legal_alike(rules, attempt->open, holding, face, &is_joker);
    double best = 0;
    for (int row = 0; row < rules->rows; row++) {
        if (!(legal >> row & 1)) continue;
        int points = rules->score[row * aim->problem->lattice->rolls + roll];
        if (is_joker && rules->joker_score[row] >= 0) points = rules->joker_score[row];
        double chance = attempt_post(aim, attempt, lane, row, points, extra);
        best = chance > best ? chance : best;
    }
    return best;
}

CLONES static void attempt_block(const struct aim *aim, const struct attempt *attempt) {
    const struct rules *rules = aim->problem->rules;
    const struct lattice *lattice = aim->problem->lattice;
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
    lanes *posts = keeps + lattice->keeps - lattice->rolls;
    for (int roll = 0; roll < lattice->rolls; roll++) {
        lanes best;
        memcpy(best, by_kind[0][kind_of[0][roll]], sizeof best);
        for (int n = 1; n < count; n++)
            for (int i = 0; i < LANES; i++) {
                double chance = by_kind[n][kind_of[n][roll]][i];
                best[i] = best[i] > chance ? best[i] : chance;
            }
        memcpy(posts[roll], best, sizeof best);
    }
    for (int face = 0; is_alike_special(aim->problem, attempt->open) && face < lattice->faces; face++)
        for (int i = 0; i < LANES; i++) posts[lattice->alike[face]][i] = attempt_alike(aim, attempt, i, face);
    first_roll(lattice, keeps, value);
    for (int i = 0; i < attempt->used; i++) {
        int state = state_index(rules, attempt->open, attempt->holding[i], attempt->total[i]);
        aim->grid->after[aim->grid->first[state] + attempt->lacking[i]] = (float)value[i];
    }
}

/* Which sums the lower rows that are not in `open` can have made, with the extra Yahtzees' bonuses. */
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

/* Lanes are filled in the order of what is lacking: a turn that leaves the boxes needs what lacks less. */
static void attempt_set(const struct aim *aim, int open, uint8_t *is_lower, uint8_t *is_lacking) {
    const struct rules *rules = aim->problem->rules;
    struct classes classes;
    struct attempt attempt = {.open = open};
    find_classes(aim->problem, open, &classes);
    for (int lane = 0; lane < classes.count * holdings_of(aim->problem, open); lane++) {
        int holding = lane / classes.count, class = lane % classes.count, total = classes.representative[class];
        int bins = aim->grid->bins[open * rules->holdings + holding];
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
        if (is_of(aim->grid, aim->size, open)) attempt_set(aim, open, marks, marks + aim->score + 1);
    free(marks);
    return NULL;
}

/* Fills the rows of the sets of `size` open rows, which are laid out with a width of 1, with the highest chances of
 * reaching `score` in all, from those with one less; what no card can lack is left. Returns 0 for rules that are too
 * large, or when there is no memory. */
int reach(const struct rules *rules, const struct lattice *lattice, const struct grid *grid, int score, int size,
          int threads) {
    struct problem problem = {rules, lattice, NULL, {{0}}};
    if (!is_within_limits(rules, lattice) || !find_kinds(&problem)) return 0;
    struct aim aim = {&problem, grid, score, size, 0, 0};
    in_threads(threads, attempt_sets, &aim);
    return !aim.has_failed;
}
