/* A bot in C: it weighs what a box scores against what that box is worth on an average card.
 *
 * Of all ways to keep dice it takes the one with the best expectation, as if no other turn came after this one.
 * Build it with: cc -O2 -o steady steady.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOXES 13
#define SETS 16807 /* 7 ** 5: sorted dice are the digits of a number in base 7, 0 for none */

static const char *const names[BOXES] = {
    "ones", "twos", "threes", "fours", "fives", "sixes", "three-of-a-kind", "four-of-a-kind",
    "full-house", "small-straight", "large-straight", "yahtzee", "chance"};
static const double average[BOXES] = {2.1,  5.3,  8.6,  12.2, 15.7, 19.2, 21.7,
                                      13.1, 22.6, 29.5, 32.7, 16.9, 22.0};

static int is_open[BOXES];
static double known[2][SETS]; /* what keeping dice is worth with so many rolls less one to come */
static char is_known[2][SETS];

static int score(int box, const int count[7]) {
    int sum = 0, most = 0, pair = 0, run = 0, longest = 0;
    for (int face = 1; face <= 6; face++) {
        sum += face * count[face];
        if (count[face] > most) most = count[face];
        if (count[face] == 2) pair = 1;
        run = count[face] ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    if (box < 6) return (box + 1) * count[box + 1];
    switch (box) {
    case 6: return most >= 3 ? sum : 0;
    case 7: return most >= 4 ? sum : 0;
    case 8: return most == 3 && pair ? 25 : 0;
    case 9: return longest >= 4 ? 30 : 0;
    case 10: return longest >= 5 ? 40 : 0;
    case 11: return most == 5 ? 50 : 0;
    default: return sum;
    }
}

static int code(const int count[7]) {
    int number = 0;
    for (int face = 1; face <= 6; face++)
        for (int die = 0; die < count[face]; die++) number = 7 * number + face;
    return number;
}

static double keep_value(int count[7], int dice, int rolls);

/* The best of all ways to keep some of the dice from this face on; what was chosen goes to best. */
static double best_keep(const int count[7], int kept[7], int dice, int face, int rolls, int best[7]) {
    if (face > 6) {
        if (best) memcpy(best, kept, 7 * sizeof *best);
        return keep_value(kept, dice, rolls);
    }
    double most = -1000;
    int chosen[7];
    for (int n = 0; n <= count[face]; n++) {
        kept[face] = n;
        double value = best_keep(count, kept, dice + n, face + 1, rolls, best ? chosen : NULL);
        if (value > most) {
            most = value;
            if (best) memcpy(best, chosen, sizeof chosen);
        }
    }
    kept[face] = 0;
    return most;
}

static double roll_value(const int count[7], int rolls) {
    if (rolls) {
        int kept[7] = {0};
        return best_keep(count, kept, 0, 1, rolls, NULL);
    }
    double most = -1000;
    for (int box = 0; box < BOXES; box++) {
        double gain = is_open[box] ? score(box, count) - average[box] : -1000;
        if (gain > most) most = gain;
    }
    return most;
}

static double keep_value(int count[7], int dice, int rolls) {
    if (dice == 5 && rolls == 1) return roll_value(count, 0);
    int at = code(count);
    if (is_known[rolls - 1][at]) return known[rolls - 1][at];
    double value = 0;
    if (dice == 5) value = roll_value(count, rolls - 1);
    else
        for (int face = 1; face <= 6; face++) {
            count[face]++;
            value += keep_value(count, dice + 1, rolls) / 6;
            count[face]--;
        }
    is_known[rolls - 1][at] = 1;
    return known[rolls - 1][at] = value;
}

static int box_of(const char *name, size_t length) {
    for (int box = 0; box < BOXES; box++)
        if (strlen(names[box]) == length && !strncmp(name, names[box], length)) return box;
    return -1;
}

/* What belongs to a member of the message. */
static const char *member(const char *line, const char *name) {
    const char *found = strstr(line, name);
    return found ? found + strlen(name) : line + strlen(line);
}

/* The next name in an object; NULL at its end. The text is then right behind the colon. */
static const char *next_name(const char **text, size_t *length) {
    const char *name = *text + strcspn(*text, "\"}");
    if (*name != '"') return NULL;
    *length = strcspn(++name, "\"/");
    *text = strchr(name, ':') + 1;
    return name;
}

static void turn(const char *line) {
    int dice[5], count[7] = {0}, stage = atoi(member(line, "\"stage\":"));
    const char *text = member(line, "\"dice\":"), *name, *best = NULL;
    size_t length;
    for (int die = 0; die < 5; die++) {
        text += strcspn(text, "123456");
        count[dice[die] = *text++ - '0']++;
    }
    if (stage == 0) {
        memset(is_open, 0, sizeof is_open);
        memset(is_known, 0, sizeof is_known);
        for (text = member(line, "\"card\":"); (name = next_name(&text, &length));)
            if (box_of(name, length) >= 0 && text[strspn(text, " ")] == 'n') is_open[box_of(name, length)] = 1;
    }
    double most = -1000;
    for (text = member(line, "\"legal\":"); (name = next_name(&text, &length));) {
        int box = box_of(name, length);
        double gain = atoi(text) - (box < 0 ? 0 : average[box]);
        if (gain > most) most = gain, best = name;
    }
    int kept[7] = {0}, chosen[7], places = 0;
    if (stage < 2 && best_keep(count, kept, 0, 1, 2 - stage, chosen) > most + 1e-9 && memcmp(chosen, count, sizeof chosen)) {
        printf("{\"message\": \"keep\", \"indices\": [");
        for (int die = 0; die < 5; die++)
            if (chosen[dice[die]]-- > 0) printf("%s%d", places++ ? ", " : "", die);
        printf("]}\n");
    } else
        printf("{\"message\": \"score\", \"category\": \"%.*s\"}\n", (int)strcspn(best, "\""), best);
}

int main(void) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"message\": \"turn\"")) turn(line);
        else if (strstr(line, "\"message\": \"hello\"")) puts("{\"message\": \"hello\"}");
        else if (strstr(line, "\"message\": \"game over\"")) puts("{\"message\": \"game over\"}");
        fflush(stdout);
    }
    return 0;
}
