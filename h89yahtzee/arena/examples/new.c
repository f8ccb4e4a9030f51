/* A bot: it keeps the dice of the most frequent face, rerolls the others, and posts where the score is highest.
 *
 * Build it with: cc -O2 -o PROGRAM FILE.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DICE = 5, LAST_STAGE = 2, LONGEST = 65536 };

/* Return the rest of the line after a member's name and its colon. */
static const char *member(const char *line, const char *name) {
    return strstr(line, name) + strlen(name);
}

/* Post in the box that scores most: legal is a list of "box": score, up to a brace. */
static void post(const char *legal) {
    const char *best = "";
    long most = -1;
    while (*(legal += strcspn(legal, "\"}")) == '"') {
        const char *box = legal + 1, *end = strchr(box, '"');
        long score = strtol(end + 2, (char **)&legal, 10);
        if (score > most) most = score, best = box;
    }
    printf("{\"message\": \"score\", \"category\": \"%.*s\"}\n", (int)strcspn(best, "\""), best);
}

/* Print the answer to the message in `line`: the indices of the dice to keep, or the box to post in. */
static void turn(const char *line) {
    const char *text = member(line, "\"dice\": [");
    long dice[DICE], stage = strtol(member(line, "\"stage\": "), NULL, 10);
    int count[7] = {0}, most = 6;
    for (int die = 0; die < DICE; die++) {
        dice[die] = strtol(text, (char **)&text, 10);
        text++;
        count[dice[die]]++;
    }
    for (int face = 5; face >= 1; face--)
        if (count[face] > count[most]) most = face;
    if (stage == LAST_STAGE || count[most] == DICE) {
        post(member(line, "\"legal\": {"));
        return;
    }
    printf("{\"message\": \"keep\", \"indices\": [");
    for (int die = 0, kept = 0; die < DICE; die++)
        if (dice[die] == most) printf(kept++ ? ", %d" : "%d", die);
    printf("]}\n");
}

int main(void) {
    static char line[LONGEST];
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"message\": \"hello\"")) puts("{\"message\": \"hello\"}");
        else if (strstr(line, "\"message\": \"turn\"")) turn(line);
        else if (strstr(line, "\"message\": \"game over\"")) puts("{\"message\": \"game over\"}");
        else break;
        fflush(stdout);
    }
    return 0;
}
