/* The calls of the endgame driver of KingsRow for International draughts, answered by Petrov: an engine that was written
 * against that driver's header is compiled against this one, linked with libpetrov, and reads Petrov's tables.
 *
 * Names, values and the bits of a position are those of that driver: 10x10, bit 0 for square 1, bits 10, 21, 32 and 43
 * unused; a piece on one of these, or beyond, and a side that is neither of the two are EGDB_UNKNOWN, and the message says why.
 * Two things are better: a position with a capture is answered rightly too (captures are followed), and so every
 * value of a position within the tables is a win, a loss or a draw. All functions are `static`, so that any number of files
 * may include this one. The documentation of the calls is that of the driver; what differs stands here. */
#ifndef PETROV_EGDB_COMPAT_H
#define PETROV_EGDB_COMPAT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "petrov.h"

#ifdef __cplusplus
namespace egdb_interface {
#endif

#define EGDB_BLACK 0
#define EGDB_WHITE 1

#define EGDB_SUBDB_UNAVAILABLE (-2)
#define EGDB_NOT_IN_CACHE (-1)
#define EGDB_UNKNOWN 0
#define EGDB_WIN 1
#define EGDB_LOSS 2
#define EGDB_DRAW 3
#define EGDB_DRAW_OR_LOSS 4
#define EGDB_WIN_OR_DRAW 5

/* Of tables and values that Petrov does not have, for programs that name them. */
#define NOT_SINGLEVALUE 127
#define MTC_UNKNOWN 0
#define MTC_LESS_THAN_THRESHOLD 1
#define MTC_THRESHOLD 10

/* Options of egdb_open(). The second is passed over. */
#define MAXPIECES_OPTSTR "maxpieces"
#define MAXKINGS_1SIDE_8PCS_OPTSTR "maxkings_1side_8pcs"

typedef enum {
    EGDB_WLD_RUNLEN = 0,
    EGDB_MTC_RUNLEN,
    EGDB_WLD_HUFFMAN,
    EGDB_WLD_TUN_V1,
    EGDB_WLD_TUN_V2
} EGDB_TYPE;

typedef uint64_t EGDB_BITBOARD;

typedef struct EGDB_POSITION {
    EGDB_BITBOARD black;
    EGDB_BITBOARD white;
    EGDB_BITBOARD king;
} EGDB_POSITION;

/* Petrov counts what it had to decode, in lru_cache_loads, and nothing else: a count of every call would make threads wait for
 * each other. */
typedef struct EGDB_STATS {
    unsigned int lru_cache_hits;
    unsigned int lru_cache_loads;
    unsigned int autoload_hits;
    unsigned int db_requests;
    unsigned int db_returns;
    unsigned int db_not_present_requests;
    float avg_ht_list_length;
} EGDB_STATS;

/* Words of the messages of egdb_verify(). */
typedef struct EGDB_VERIFY_MSGS {
    char crc_failed[80];
    char ok[80];
    char errors[80];
    char no_errors[80];
} EGDB_VERIFY_MSGS;

typedef void (*EGDB_MSG_FN)(char const *msg);

/* The handle. Its functions may be called through it, as older engines do, or by their names below. */
typedef struct EGDB_DRIVER {
    int (*lookup)(struct EGDB_DRIVER *handle, EGDB_POSITION const *position, int color, int cl);
    void (*reset_stats)(struct EGDB_DRIVER *handle);
    EGDB_STATS *(*get_stats)(struct EGDB_DRIVER *handle);
    int (*verify)(struct EGDB_DRIVER const *handle, EGDB_MSG_FN msg_fn, int *abort, EGDB_VERIFY_MSGS *msgs);
    int (*close)(struct EGDB_DRIVER *handle);
    int (*get_pieces)(struct EGDB_DRIVER const *handle, int *max_pieces, int *max_pieces_1side, int *max_9pc_kings,
                      int *max_8pc_kings_1side);
    void *internal_data;
    petrov_tablebase *tablebase;
    int max_pieces;
    EGDB_STATS stats;
    uint64_t loads_before;
    EGDB_MSG_FN msg_fn;
    char *directory;
} EGDB_DRIVER;

/* The bits that are squares. */
#define EGDB_COMPAT_BOARD UINT64_C(0x3ff7feffdffbff)

/* From bits with gaps to bits without. */
static uint64_t egdb_compat_squares(EGDB_BITBOARD bits) {
    uint64_t squares = 0;
    int row;
    for (row = 0; row < 5; ++row) {
        squares |= ((bits >> (11 * row)) & 0x3ff) << (10 * row);
    }
    return squares;
}

static int egdb_compat_count(uint64_t bits) {
    int count = 0;
    for (; bits; bits &= bits - 1) {
        ++count;
    }
    return count;
}

static void egdb_compat_say(EGDB_MSG_FN msg_fn, char const *what, char const *why) {
    if (msg_fn) {
        char line[1024];
        snprintf(line, sizeof line, "%s%s\n", what, why);
        msg_fn(line);
    }
}

static int egdb_lookup(EGDB_DRIVER *handle, EGDB_POSITION const *position, int color, int cl) {
    petrov_position asked;
    int value;
    if (!handle || !position) {
        return EGDB_UNKNOWN;
    }
    if ((position->white | position->black) & ~EGDB_COMPAT_BOARD || (color != EGDB_BLACK && color != EGDB_WHITE)) {
        egdb_compat_say(handle->msg_fn, "egdb_lookup: ", "a piece stands on no square, or the side to move is none of the two");
        return EGDB_UNKNOWN;
    }
    memset(&asked, 0, sizeof asked);
    asked.white[0] = egdb_compat_squares(position->white);
    asked.black[0] = egdb_compat_squares(position->black);
    asked.kings[0] = egdb_compat_squares(position->king & (position->white | position->black));
    asked.black_to_move = color == EGDB_BLACK;
    if (egdb_compat_count(asked.white[0] | asked.black[0]) > handle->max_pieces) {
        return EGDB_SUBDB_UNAVAILABLE;
    }
    value = petrov_probe_wdl(handle->tablebase, &asked, cl ? PETROV_CACHED_ONLY : 0);
    if (value == PETROV_NOT_IN_CACHE) {
        return EGDB_NOT_IN_CACHE;
    }
    if (value == PETROV_MISSING_TABLE || value == PETROV_TOO_MANY_PIECES) {
        return EGDB_SUBDB_UNAVAILABLE;
    }
    if (value < 0) {
        egdb_compat_say(handle->msg_fn, "", petrov_last_error());
        return EGDB_UNKNOWN;
    }
    return value;
}

static int egdb_close(EGDB_DRIVER *handle) {
    if (!handle) {
        return 1;
    }
    petrov_close(handle->tablebase);
    free(handle->directory);
    free(handle);
    return 0;
}

static uint64_t egdb_compat_loads(EGDB_DRIVER const *handle) {
    petrov_statistics statistics;
    statistics.struct_size = sizeof statistics;
    return petrov_stats(handle->tablebase, &statistics) == PETROV_OK ? statistics.cache_loads : 0;
}

static void egdb_reset_stats(EGDB_DRIVER *handle) {
    handle->loads_before = egdb_compat_loads(handle);
}

static EGDB_STATS *egdb_get_stats(EGDB_DRIVER *handle) {
    handle->stats.lru_cache_loads = (unsigned int)(egdb_compat_loads(handle) - handle->loads_before);
    return &handle->stats;
}

/* See egdb_identify(). */
static EGDB_TYPE egdb_get_type(EGDB_DRIVER const *handle) {
    (void)handle;
    return EGDB_WLD_TUN_V2;
}

/* The most pieces of one side among the tables with the most pieces. */
static int egdb_compat_one_side(EGDB_DRIVER const *handle) {
    int side;
    for (side = handle->max_pieces - 1; side > 0; --side) {
        char material[32];
        int at = 0, piece;
        for (piece = 0; piece < handle->max_pieces; ++piece) {
            if (piece == side) {
                material[at++] = 'v';
            }
            material[at++] = 'K';
        }
        material[at] = 0;
        if (petrov_has_table(handle->tablebase, material, "wdl") == 1) {
            return side;
        }
    }
    return 0;
}

static int egdb_get_pieces(EGDB_DRIVER const *handle, int *max_pieces, int *max_pieces_1side, int *max_9pc_kings,
                           int *max_8pc_kings_1side) {
    int one_side;
    if (!handle) {
        return 1;
    }
    one_side = egdb_compat_one_side(handle);
    if (max_pieces) {
        *max_pieces = handle->max_pieces;
    }
    if (max_pieces_1side) {
        *max_pieces_1side = one_side;
    }
    if (max_9pc_kings) {
        *max_9pc_kings = 0;
    }
    if (max_8pc_kings_1side) {
        *max_8pc_kings_1side = handle->max_pieces < 8 ? 0 : one_side;
    }
    return 0;
}

typedef struct {
    EGDB_MSG_FN msg_fn;
    int *abort;
} EGDB_COMPAT_WATCH;

static int egdb_compat_progress(void *user, char const *message, uint64_t proved) {
    EGDB_COMPAT_WATCH *watch = (EGDB_COMPAT_WATCH *)user;
    (void)proved;
    egdb_compat_say(watch->msg_fn, message, "");
    return watch->abort && *watch->abort;
}

/* The checksums of all files. */
static int egdb_verify(EGDB_DRIVER const *handle, EGDB_MSG_FN msg_fn, int *abort, EGDB_VERIFY_MSGS *msgs) {
    EGDB_COMPAT_WATCH watch;
    petrov_verify_report report;
    int wrong;
    if (!handle) {
        return 1;
    }
    watch.msg_fn = msg_fn;
    watch.abort = abort;
    report.struct_size = sizeof report;
    wrong = petrov_verify("international", handle->directory, 0, 1, egdb_compat_progress, &watch, &report);
    if (wrong) {
        egdb_compat_say(msg_fn, "", petrov_last_error());
        return 1;
    }
    wrong = report.findings > 0;
    if (msgs) {
        egdb_compat_say(msg_fn, wrong ? msgs->errors : msgs->no_errors, "");
    }
    return wrong;
}

/* Options: "maxpieces = N". Others are passed over. */
static EGDB_DRIVER *egdb_open(char const *options, int cache_mb, char const *directory, EGDB_MSG_FN msg_fn) {
    petrov_options limits;
    EGDB_DRIVER *handle = (EGDB_DRIVER *)calloc(1, sizeof *handle);
    char const *option = options ? strstr(options, "maxpieces") : NULL;
    int most = 0;
    if (!handle) {
        return NULL;
    }
    if (option && (option = strchr(option, '=')) != NULL) {
        most = atoi(option + 1);
    }
    petrov_options_default(&limits, sizeof limits);
    if (cache_mb > 0) {
        limits.cache_bytes = (size_t)cache_mb << 20;
    }
    if (petrov_open("international", directory, &limits, &handle->tablebase) != PETROV_OK) {
        egdb_compat_say(msg_fn, "", petrov_last_error());
        free(handle);
        return NULL;
    }
    handle->max_pieces = petrov_max_pieces(handle->tablebase);
    if (handle->max_pieces <= 0) {
        egdb_compat_say(msg_fn, "there are no tables of international draughts in ", directory ? directory : "");
        petrov_close(handle->tablebase);
        free(handle);
        return NULL;
    }
    if (most > 0 && most < handle->max_pieces) {
        handle->max_pieces = most;
    }
    handle->directory = (char *)malloc(strlen(directory) + 1);
    if (!handle->directory) {
        petrov_close(handle->tablebase);
        free(handle);
        return NULL;
    }
    strcpy(handle->directory, directory);
    handle->msg_fn = msg_fn;
    handle->lookup = egdb_lookup;
    handle->reset_stats = egdb_reset_stats;
    handle->get_stats = egdb_get_stats;
    handle->verify = egdb_verify;
    handle->close = egdb_close;
    handle->get_pieces = egdb_get_pieces;
    return handle;
}

/* What stands in a folder. Petrov's tables are of none of the types of the driver; they say that they are of the last one, whose
 * values an engine may use like these. */
static int egdb_identify(char const *directory, EGDB_TYPE *egdb_type, int *max_pieces) {
    petrov_tablebase *tablebase = NULL;
    int pieces;
    if (petrov_open("international", directory, NULL, &tablebase) != PETROV_OK) {
        return 1;
    }
    pieces = petrov_max_pieces(tablebase);
    petrov_close(tablebase);
    if (pieces <= 0) {
        return 1;
    }
    if (egdb_type) {
        *egdb_type = EGDB_WLD_TUN_V2;
    }
    if (max_pieces) {
        *max_pieces = pieces;
    }
    return 0;
}

/* For those who include this file and do not call all. */
typedef struct {
    EGDB_DRIVER *(*open)(char const *, int, char const *, EGDB_MSG_FN);
    int (*identify)(char const *, EGDB_TYPE *, int *);
    EGDB_TYPE (*get_type)(EGDB_DRIVER const *);
} EGDB_COMPAT_USED;
static inline EGDB_COMPAT_USED egdb_compat_used(void) {
    EGDB_COMPAT_USED used;
    used.open = egdb_open;
    used.identify = egdb_identify;
    used.get_type = egdb_get_type;
    return used;
}

#ifdef __cplusplus
}
#endif

#endif
