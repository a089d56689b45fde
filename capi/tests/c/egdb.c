/* What an engine may name of the driver of KingsRow, and what it may ask wrongly. Compiled as C, and by egdb.cpp as C++. */
#ifdef __cplusplus
/* As engines announce the types in headers of their own. */
namespace egdb_interface {
struct EGDB_DRIVER;
struct EGDB_POSITION;
struct EGDB_STATS;
}
#endif

#include "egdb_compat.h"

#ifdef __cplusplus
using namespace egdb_interface;
#endif

static int messages;

static void count_messages(char const *message) {
    (void)message;
    ++messages;
}

static int check(int line, int right) {
    if (!right) {
        fprintf(stderr, "line %d is wrong\n", line);
    }
    return !right;
}

#define CHECK(condition) wrong += check(__LINE__, (condition))

int main(int argc, char **argv) {
    static EGDB_BITBOARD const none[] = {UINT64_C(1) << 10, UINT64_C(1) << 21, UINT64_C(1) << 32,
                                         UINT64_C(1) << 43, UINT64_C(1) << 54, UINT64_C(1) << 63};
    /* White: a king on 46; Black: a king on 5. */
    EGDB_POSITION position = {UINT64_C(1) << 4, UINT64_C(1) << 49, (UINT64_C(1) << 4) | (UINT64_C(1) << 49)};
    EGDB_DRIVER *handle;
    size_t n;
    int wrong = 0, value;
    if (argc != 2) {
        return EXIT_FAILURE;
    }
    handle = egdb_open(MAXPIECES_OPTSTR " = 2; " MAXKINGS_1SIDE_8PCS_OPTSTR " = 5", 64, argv[1], count_messages);
    if (!handle) {
        return EXIT_FAILURE;
    }
    CHECK(egdb_get_type(handle) == EGDB_WLD_TUN_V2 && MTC_THRESHOLD == 10 && NOT_SINGLEVALUE == 127);
    CHECK(handle->get_stats(handle)->lru_cache_loads == 0);
    CHECK(egdb_lookup(handle, &position, EGDB_WHITE, 1) == EGDB_NOT_IN_CACHE);
    value = egdb_lookup(handle, &position, EGDB_WHITE, 0);
    CHECK(value >= EGDB_WIN && value <= EGDB_DRAW);
    CHECK(egdb_lookup(handle, &position, EGDB_WHITE, 1) == value);
    CHECK(egdb_get_stats(handle)->lru_cache_loads > 0);
    handle->reset_stats(handle);
    CHECK(handle->get_stats(handle)->lru_cache_loads == 0);
    /* Bits of kings where no piece is mean nothing. */
    position.king |= UINT64_C(1) << 20;
    CHECK(egdb_lookup(handle, &position, EGDB_WHITE, 0) == value && messages == 0);
    CHECK(egdb_lookup(handle, &position, 7, 0) == EGDB_UNKNOWN && messages == 1);
    for (n = 0; n < sizeof none / sizeof *none; ++n) {
        EGDB_POSITION off = position;
        off.white |= none[n];
        CHECK(egdb_lookup(handle, &off, EGDB_WHITE, 0) == EGDB_UNKNOWN && messages == (int)n + 2);
    }
    /* More pieces than were asked for. */
    position.white |= UINT64_C(1) << 30;
    CHECK(egdb_lookup(handle, &position, EGDB_WHITE, 0) == EGDB_SUBDB_UNAVAILABLE);
    CHECK(egdb_lookup(NULL, &position, EGDB_WHITE, 0) == EGDB_UNKNOWN);
    CHECK(handle->close(handle) == 0 && egdb_close(NULL) != 0);
    printf("%d wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
