/* Probes positions from four threads at once and compares with the answers that it is given.
 *
 * The file has a line for each position: 1, 2 or 3 (win, loss, draw), the plies to the end or -1, and a FEN.
 *
 *   ./threads GAME FOLDERS FILE PROBES
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "petrov.h"

#define THREADS 4

typedef struct {
    petrov_position position;
    int value, plies;
} answer;

static petrov_tablebase *tablebase;
static answer *answers;
static size_t count;
static long probes;
#ifdef RACE /* Proves to a test that a race would be found. */
static long counted;
#endif

static void *work(void *number) {
    size_t thread = (size_t)number, n;
    long wrong = 0, turn;
    for (turn = 0; turn < probes / THREADS; ++turn) {
        const answer *asked;
        int plies = -2, value;
#ifdef RACE
        ++counted;
#endif
        n = ((size_t)turn * 7919 + thread * 104729) % count;
        asked = &answers[n];
        value = petrov_probe_wdl(tablebase, &asked->position, 0);
        wrong += value != asked->value;
        if (turn % 4 == 0) {
            wrong += petrov_probe_dtw(tablebase, &asked->position, &plies) != PETROV_OK || plies != asked->plies;
        }
        if (turn % 16 == 0) {
            /* An error of this thread is not that of another. */
            petrov_position none = asked->position;
            none.black[0] = none.white[0] | 1;
            wrong += petrov_probe_wdl(tablebase, &none, 0) != PETROV_INVALID_POSITION || !*petrov_last_error();
        }
    }
    return (void *)wrong;
}

static void read_answers(const char *path) {
    char line[600];
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    while (fgets(line, sizeof line, file)) {
        int used = 0;
        if (count == room) {
            room = room ? 2 * room : 1024;
            answers = realloc(answers, room * sizeof *answers);
        }
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "%d %d %n", &answers[count].value, &answers[count].plies, &used) < 2 ||
            petrov_fen_parse(tablebase, line + used, &answers[count].position) != PETROV_OK) {
            fprintf(stderr, "%s: %s\n", line, petrov_last_error());
            exit(EXIT_FAILURE);
        }
        ++count;
    }
    fclose(file);
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    petrov_statistics statistics;
    struct timespec start, end;
    long wrong = 0;
    size_t n;
    double seconds;
    if (argc != 5 || petrov_open(argv[1], argv[2], NULL, &tablebase) != PETROV_OK) {
        fprintf(stderr, "%s\n", petrov_last_error());
        return EXIT_FAILURE;
    }
    read_answers(argv[3]);
    probes = atol(argv[4]);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (n = 0; n < THREADS; ++n) {
        pthread_create(&threads[n], NULL, work, (void *)n);
    }
    for (n = 0; n < THREADS; ++n) {
        void *found;
        pthread_join(threads[n], &found);
        wrong += (long)found;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    statistics.struct_size = sizeof statistics;
    if (petrov_stats(tablebase, &statistics) != PETROV_OK) {
        fprintf(stderr, "%s\n", petrov_last_error());
        return EXIT_FAILURE;
    }
    printf("%ld probes of %zu positions, %ld wrong, %.0f probes/s, %zu bytes in the cache\n", probes, count, wrong,
           (double)probes / seconds, statistics.cache_bytes);
    petrov_close(tablebase);
    free(answers);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
