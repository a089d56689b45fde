/* Asks about a position: its value, its distance and its moves.
 *
 *   cc probe.c $(pkg-config --cflags --libs petrov) -o probe
 *   ./probe russian tables "W:WKb8,Kd8:BKg1"
 */
#include <stdio.h>
#include <stdlib.h>

#include "petrov.h"

static const char *name(int value) {
    return value == PETROV_WIN ? "win" : value == PETROV_LOSS ? "loss" : "draw";
}

static int fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, petrov_last_error());
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    petrov_tablebase *tablebase;
    petrov_position position;
    petrov_result result;
    petrov_rated_move moves[128];
    size_t count = 0, n;
    char text[256];
    if (argc != 4) {
        fprintf(stderr, "usage: %s GAME FOLDERS FEN\n", argv[0]);
        return EXIT_FAILURE;
    }
    if (petrov_open(argv[1], argv[2], NULL, &tablebase) != PETROV_OK) {
        return fail(argv[2]);
    }
    if (petrov_fen_parse(tablebase, argv[3], &position) != PETROV_OK) {
        return fail(argv[3]);
    }
    if (petrov_probe(tablebase, &position, &result) != PETROV_OK) {
        return fail(argv[3]);
    }
    printf("%s %d\n", name(result.value), (int)result.dtw);
    if (petrov_moves(tablebase, &position, moves, 128, &count) != PETROV_OK) {
        return fail(argv[3]);
    }
    for (n = 0; n < count; ++n) {
        if (petrov_move_format(tablebase, &position, &moves[n].move, text, sizeof text) != PETROV_OK) {
            return fail("a move");
        }
        printf("%s %s %d\n", text, name(moves[n].value), (int)moves[n].dtw);
    }
    petrov_close(tablebase);
    return EXIT_SUCCESS;
}
