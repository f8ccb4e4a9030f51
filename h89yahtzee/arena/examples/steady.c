/* A bot in C: it compares the score of each box with the average score of that box.
 *
 * It keeps the dice with the best expectation, as if the next roll were the last of the turn.
 * Build it with: cc -O2 -o steady steady.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES = 13, LONGEST = 65536 };

static const char *const names[BOXES] = {
    "ones", "twos", "threes", "fours", "fives", "sixes", "three-of-a-kind", "four-of-a-kind",
    "full-house", "small-straight", "large-straight", "yahtzee", "chance"};
static const double average[BOXES] = {2.1,  5.3,  8.6,  12.2, 15.7, 19.2, 21.7,
                                      13.1, 22.6, 29.5, 32.7, 16.9, 22.0};

/* Return the score of dice in a box; count has the number of dice by face. */
static int score(int box, const int count[7]) {
    int sum = 0, most = 0, has_pair = 0, run = 0, longest = 0;
    for (int face = 1; face <= 6; face++) {
        sum += face * count[face];
        most = count[face] > most ? count[face] : most;
        has_pair |= count[face] == 2;
        run = count[face] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    switch (box) {
    case 6: return most >= 3 ? sum : 0;
    case 7: return most >= 4 ? sum : 0;
    case 8: return most == 3 && has_pair ? 25 : 0;
    case 9: return longest >= 4 ? 30 : 0;
    case 10: return longest >= 5 ? 40 : 0;
    case 11: return most == 5 ? 50 : 0;
    case 12: return sum;
    default: return (box + 1) * count[box + 1];
    }
}

/* Return the expected gain if `rolled` dice are rolled and added to those in `count`: the gain is the score in the
 * best open box, less that box's average score. */
static double value(int count[7], int rolled, const int is_open[BOXES]) {
    double mean = 0, most = -1000;
    if (rolled) {
        for (int face = 1; face <= 6; face++) {
            count[face]++;
            mean += value(count, rolled - 1, is_open) / 6;
            count[face]--;
        }
        return mean;
    }
    for (int box = 0; box < BOXES; box++)
        if (is_open[box] && score(box, count) - average[box] > most) most = score(box, count) - average[box];
    return most;
}

/* Return what follows a member's name in the line. */
static const char *member(const char *line, const char *name) {
    return strstr(line, name) + strlen(name);
}

/* Return the next name in an object, or NULL at the object's end. Move *text past the colon after the name, and set
 * *box to the number of the box with this name, or to BOXES if it is none of the 13 boxes. */
static const char *next_name(const char **text, int *box) {
    const char *name = *text + strcspn(*text, "\"}");
    if (*name++ != '"') return NULL;
    size_t length = strcspn(name, "\"/");
    for (*box = 0; *box < BOXES; ++*box)
        if (strlen(names[*box]) == length && !strncmp(name, names[*box], length)) break;
    *text = strchr(name, ':') + 1;
    return name;
}

static void turn(const char *line) {
    int dice[5], is_open[BOXES] = {0}, box, best_keep = 31;
    const char *text = member(line, "\"dice\":"), *name, *best_box = NULL;
    double most = -1000;
    for (int die = 0; die < 5; die++) {
        text += strcspn(text, "123456");
        dice[die] = *text++ - '0';
    }
    for (text = member(line, "\"card\":"); next_name(&text, &box);)
        if (box < BOXES) is_open[box] |= text[strspn(text, " ")] == 'n'; /* null */
    for (text = member(line, "\"legal\":"); (name = next_name(&text, &box));) {
        double gain = atoi(text) - (box < BOXES ? average[box] : 0);
        if (gain > most) most = gain, best_box = name;
    }
    for (int keep = 0; keep < 31 && atoi(member(line, "\"stage\":")) < 2; keep++) {
        int count[7] = {0}, rolled = 5;
        for (int die = 0; die < 5; die++)
            if (keep >> die & 1) count[dice[die]]++, rolled--;
        double mean = value(count, rolled, is_open);
        if (mean > most + 1e-9) most = mean, best_keep = keep;
    }
    if (best_keep == 31) {
        printf("{\"message\": \"score\", \"category\": \"%.*s\"}\n", (int)strcspn(best_box, "\""), best_box);
        return;
    }
    printf("{\"message\": \"keep\", \"indices\": [");
    for (int die = 0, kept = 0; die < 5; die++)
        if (best_keep >> die & 1) printf("%s%d", kept++ ? ", " : "", die);
    printf("]}\n");
}

int main(void) {
    static char line[LONGEST];
    while (fgets(line, sizeof line, stdin)) {
        const char *message = member(line, "\"message\": ");
        if (!strncmp(message, "\"turn\"", 6)) turn(line);
        if (!strncmp(message, "\"hello\"", 7)) puts("{\"message\": \"hello\"}");
        if (!strncmp(message, "\"game over\"", 11)) puts("{\"message\": \"game over\"}");
        fflush(stdout);
    }
    return 0;
}
