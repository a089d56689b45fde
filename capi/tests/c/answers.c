/* Says all that the library says of positions: a FEN in each line of the input, answers in the output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "petrov.h"

#define MOST 256

static petrov_tablebase *tablebase;

static void check(int code, const char *what) {
    if (code < 0) {
        fprintf(stderr, "%s: %d (%s): %s\n", what, code, petrov_strerror(code), petrov_last_error());
        exit(EXIT_FAILURE);
    }
}

static void print_move(const petrov_position *position, const petrov_rated_move *rated) {
    char text[256];
    petrov_move read;
    petrov_position after;
    int n;
    check(petrov_move_format(tablebase, position, &rated->move, text, sizeof text), "format");
    check(petrov_move_parse(tablebase, position, text, &read), text);
    if (read.from != rated->move.from || read.to != rated->move.to || read.king != rated->move.king ||
        memcmp(read.captured, rated->move.captured, sizeof read.captured) != 0) {
        fprintf(stderr, "%s is not read as it was written\n", text);
        exit(EXIT_FAILURE);
    }
    check(petrov_play(tablebase, position, &read, &after), "play");
    if (memcmp(&after.white, &rated->after.white, sizeof after.white) != 0 ||
        memcmp(&after.black, &rated->after.black, sizeof after.black) != 0 ||
        memcmp(&after.kings, &rated->after.kings, sizeof after.kings) != 0 ||
        after.black_to_move != rated->after.black_to_move) {
        fprintf(stderr, "%s does not lead to the position after it\n", text);
        exit(EXIT_FAILURE);
    }
    printf(" %s/%d/%d/%d%d/", text, rated->value, rated->dtw, rated->move.king, rated->move.promotes);
    for (n = 0; n < rated->move.path_length; ++n) {
        printf("%s%d", n ? "," : "", rated->move.path[n]);
    }
}

static void print_moves(const char *what, const petrov_position *position, const petrov_rated_move *moves, size_t count) {
    size_t n;
    printf(" %s", what);
    for (n = 0; n < count; ++n) {
        print_move(position, &moves[n]);
    }
}

static void print_line(petrov_position position) {
    static petrov_rated_move moves[MOST];
    size_t count = 0, n;
    int code = petrov_line(tablebase, &position, moves, MOST, &count);
    check(code, "line");
    printf(" line");
    for (n = 0; n < count; ++n) {
        print_move(&position, &moves[n]);
        position = moves[n].after;
    }
}

static void answer(const char *line) {
    static petrov_rated_move moves[MOST];
    petrov_position position;
    petrov_result result, again;
    char fen[512];
    size_t count = 0, needed = 0;
    int plies = -2, code;
    check(petrov_fen_parse(tablebase, line, &position), line);
    check(petrov_fen_format(tablebase, &position, fen, sizeof fen), line);
    check(petrov_probe(tablebase, &position, &result), line);
    check(petrov_probe_fen(tablebase, line, &again), line);
    check(petrov_probe_dtw(tablebase, &position, &plies), line);
    code = petrov_probe_wdl(tablebase, &position, PETROV_CACHED_ONLY);
    if (memcmp(&result, &again, sizeof result) != 0 || plies != result.dtw || code != result.value ||
        petrov_probe_wdl(tablebase, &position, 0) != result.value) {
        fprintf(stderr, "%s: two calls say different things\n", line);
        exit(EXIT_FAILURE);
    }
    printf("%s %d %d %d %d %d", fen, result.value, result.dtw, result.dtc, result.dtz,
           petrov_probe_category(tablebase, &position));
    check(petrov_moves(tablebase, &position, NULL, 0, &needed), "count");
    check(petrov_moves(tablebase, &position, moves, MOST, &count), "moves");
    if (count != needed) {
        fprintf(stderr, "%s: %zu moves or %zu\n", line, count, needed);
        exit(EXIT_FAILURE);
    }
    print_moves("moves", &position, moves, count);
    check(petrov_legal_moves(tablebase, &position, moves, MOST, &count), "legal moves");
    print_moves("legal", &position, moves, count);
    code = petrov_best_move(tablebase, &position, moves);
    check(code, "best move");
    print_moves("best", &position, moves, (size_t)code);
    code = petrov_only_move(tablebase, &position, moves);
    check(code, "only move");
    print_moves("only", &position, moves, (size_t)code);
    print_line(position);
    printf("\n");
}

int main(int argc, char **argv) {
    char line[600];
    if (argc != 3) {
        return EXIT_FAILURE;
    }
    check(petrov_open(argv[1], argv[2], NULL, &tablebase), argv[2]);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        answer(line);
    }
    petrov_close(tablebase);
    return EXIT_SUCCESS;
}
