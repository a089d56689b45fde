/* Makes every mistake that a caller can make and the library can see; each must give its code and a sentence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "petrov.h"

static int wrong;

static void expect(int line, int code, int expected, const char *part) {
    const char *said = petrov_last_error();
    if (code != expected || !strstr(said, part)) {
        fprintf(stderr, "line %d: %d instead of %d, \"%s\" instead of \"%s\"\n", line, code, expected, said, part);
        ++wrong;
    }
}

#define EXPECT(call, code, part) expect(__LINE__, (call), (code), (part))

static int never(void *user, const char *message, uint64_t proved) {
    (void)message;
    (void)proved;
    ++*(int *)user;
    return 1;
}

static void of_opening(const char *folder) {
    petrov_tablebase *none = NULL;
    petrov_options options;
    petrov_options_default(&options, sizeof options);
    EXPECT(petrov_open(NULL, "", NULL, &none), PETROV_INVALID_ARGUMENT, "game is null");
    EXPECT(petrov_open("chess", "", NULL, &none), PETROV_INVALID_ARGUMENT, "no game is called \"chess\"");
    EXPECT(petrov_open("\xff", "", NULL, &none), PETROV_INVALID_ARGUMENT, "not UTF-8");
    EXPECT(petrov_open("russian", "/no/such/folder", NULL, &none), PETROV_IO, "/no/such/folder");
    EXPECT(petrov_open("russian", folder, NULL, NULL), PETROV_INVALID_ARGUMENT, "tablebase is null");
    options.struct_size = 1;
    EXPECT(petrov_open("russian", "", &options, &none), PETROV_INVALID_ARGUMENT, "struct_size is 1");
    options.struct_size = sizeof options + 8;
    EXPECT(petrov_open("russian", "", &options, &none), PETROV_INVALID_ARGUMENT, "struct_size");
    EXPECT(petrov_options_default(NULL, sizeof options), PETROV_INVALID_ARGUMENT, "options is null");
    EXPECT(petrov_options_default(&options, 8), PETROV_INVALID_ARGUMENT, "struct_size is 8");
    if (none) {
        fprintf(stderr, "a tablebase was opened\n");
        ++wrong;
    }
    petrov_close(NULL);
}

static void of_positions(const petrov_tablebase *tablebase) {
    petrov_position good, bad;
    petrov_result result;
    char text[8];
    EXPECT(petrov_fen_parse(tablebase, "W:Wa1:Bb2", &good), PETROV_OK, "");
    EXPECT(petrov_fen_parse(tablebase, NULL, &good), PETROV_INVALID_ARGUMENT, "fen is null");
    EXPECT(petrov_fen_parse(tablebase, "W:Wz9", &good), PETROV_INVALID_TEXT, "column 4");
    EXPECT(petrov_fen_parse(tablebase, "W:Wa8:Bb2", &bad), PETROV_INVALID_TEXT, "a8");
    EXPECT(petrov_fen_parse(NULL, "W:Wa1", &good), PETROV_INVALID_ARGUMENT, "tablebase is null");
    EXPECT(petrov_fen_format(tablebase, &good, text, sizeof text), PETROV_BUFFER_TOO_SMALL, "needed");
    EXPECT(petrov_fen_format(tablebase, &good, NULL, 0), PETROV_INVALID_ARGUMENT, "buffer is null");
    EXPECT(petrov_probe(tablebase, NULL, &result), PETROV_INVALID_ARGUMENT, "position is null");
    EXPECT(petrov_probe(tablebase, &good, NULL), PETROV_INVALID_ARGUMENT, "result is null");
    EXPECT(petrov_probe(NULL, &good, &result), PETROV_INVALID_ARGUMENT, "tablebase is null");
    EXPECT(petrov_probe_wdl(tablebase, &good, 17), PETROV_INVALID_ARGUMENT, "flags: 17");
    EXPECT(petrov_probe_dtw(tablebase, &good, NULL), PETROV_INVALID_ARGUMENT, "plies is null");
    bad = good;
    bad.black[0] = bad.white[0];
    EXPECT(petrov_probe_wdl(tablebase, &bad, 0), PETROV_INVALID_POSITION, "two pieces stand on square 29");
    bad = good;
    bad.white[1] = UINT64_C(1) << 63;
    EXPECT(petrov_probe_wdl(tablebase, &bad, 0), PETROV_INVALID_POSITION, "square 128");
    bad = good;
    bad.kings[0] = 1;
    EXPECT(petrov_probe_wdl(tablebase, &bad, 0), PETROV_INVALID_POSITION, "square 1 ");
    bad = good;
    bad.white[0] = 1;
    EXPECT(petrov_probe_wdl(tablebase, &bad, 0), PETROV_INVALID_POSITION, "promotion row");
    bad = good;
    bad.black_to_move = 2;
    EXPECT(petrov_probe_wdl(tablebase, &bad, 0), PETROV_INVALID_ARGUMENT, "black_to_move is 2");
    memset(&bad, 0, sizeof bad);
    bad.white[0] = 0xfff00000;
    bad.black[0] = 0xfff;
    EXPECT(petrov_probe_wdl(tablebase, &bad, 0), PETROV_TOO_MANY_PIECES, "");
    EXPECT(petrov_probe_fen(tablebase, "W:WKa1,Kb2,Kc3:BKh8,Kg7,Kf6", &result), PETROV_MISSING_TABLE, "KKKvKKK");
}

static void of_moves(const petrov_tablebase *tablebase) {
    petrov_position position;
    petrov_rated_move moves[2];
    petrov_move none;
    size_t count = 0;
    char text[4];
    EXPECT(petrov_fen_parse(tablebase, "W:WKa1:BKh2", &position), PETROV_OK, "");
    EXPECT(petrov_moves(tablebase, &position, moves, 2, &count), PETROV_BUFFER_TOO_SMALL, "7 results");
    if (count != 7) {
        fprintf(stderr, "%zu moves\n", count);
        ++wrong;
    }
    EXPECT(petrov_moves(tablebase, &position, NULL, 2, &count), PETROV_INVALID_ARGUMENT, "array is null");
    EXPECT(petrov_moves(tablebase, &position, moves, 2, NULL), PETROV_INVALID_ARGUMENT, "count is null");
    EXPECT(petrov_best_move(tablebase, &position, NULL), PETROV_INVALID_ARGUMENT, "the move is null");
    EXPECT(petrov_move_parse(tablebase, &position, "a1-a2", &none), PETROV_INVALID_TEXT, "a2");
    EXPECT(petrov_move_parse(tablebase, &position, "a1-h8", NULL), PETROV_INVALID_ARGUMENT, "mv is null");
    memset(&none, 0, sizeof none);
    EXPECT(petrov_move_format(tablebase, &position, &none, text, sizeof text), PETROV_INVALID_TEXT, "no legal move");
    EXPECT(petrov_play(tablebase, &position, &none, &position), PETROV_INVALID_TEXT, "no legal move");
    EXPECT(petrov_move_format(tablebase, &position, &moves[0].move, text, sizeof text), PETROV_BUFFER_TOO_SMALL, "needed");
    if (*text) {
        fprintf(stderr, "half a move was written\n");
        ++wrong;
    }
}

static void of_the_rest(const petrov_tablebase *tablebase, const char *folder) {
    petrov_statistics statistics = {0};
    petrov_verify_report report = {0};
    int calls = 0;
    EXPECT(petrov_stats(tablebase, &statistics), PETROV_INVALID_ARGUMENT, "struct_size is 0");
    EXPECT(petrov_stats(tablebase, NULL), PETROV_INVALID_ARGUMENT, "statistics is null");
    EXPECT(petrov_has_table(tablebase, "KvQ", "wdl"), PETROV_INVALID_ARGUMENT, "material");
    EXPECT(petrov_has_table(tablebase, "KvK", "mtc"), PETROV_INVALID_ARGUMENT, "metric: \"mtc\" is no metric");
    EXPECT(petrov_has_table(tablebase, "KvK", "ru.3kl"), PETROV_INVALID_ARGUMENT, "has no clock \"ru.3kl\"");
    EXPECT(petrov_verify("russian", folder, 1, 1, NULL, NULL, &report), PETROV_INVALID_ARGUMENT, "struct_size is 0");
    report.struct_size = sizeof report;
    EXPECT(petrov_verify("russian", folder, 1, 0, never, &calls, &report), PETROV_STOPPED, "stopped");
    if (calls != 1 || report.tables) {
        fprintf(stderr, "the callback was called %d times\n", calls);
        ++wrong;
    }
    EXPECT(petrov_verify("russian", folder, -1, 1, NULL, NULL, &report), PETROV_INVALID_ARGUMENT, "threads");
    EXPECT(petrov_verify("international", "", 0, 1, NULL, NULL, &report), PETROV_MISSING_TABLE, "International");
    EXPECT(petrov_verify("russian", folder, 0, 1, NULL, NULL, &report), PETROV_OK, "");
    if (!report.tables || report.findings) {
        fprintf(stderr, "%d tables, %d findings\n", (int)report.tables, (int)report.findings);
        ++wrong;
    }
}

int main(int argc, char **argv) {
    petrov_tablebase *tablebase = NULL;
    if (argc != 2 || petrov_open("russian", argv[1], NULL, &tablebase) != PETROV_OK) {
        return EXIT_FAILURE;
    }
    of_opening(argv[1]);
    of_positions(tablebase);
    of_moves(tablebase);
    of_the_rest(tablebase, argv[1]);
    petrov_close(tablebase);
    if (strcmp(petrov_strerror(PETROV_IO), "a file or folder cannot be read") || !*petrov_strerror(-999)) {
        fprintf(stderr, "a code has no words\n");
        ++wrong;
    }
    printf("%d wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
