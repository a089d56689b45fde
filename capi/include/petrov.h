/* Petrov: draughts endgame tablebases. Made from capi/src by cbindgen; a test compares it.
 *
 * Every function that can fail returns a code: PETROV_OK or a number above 0 if it did its work, a number below 0 if not.
 * petrov_strerror() says what a code means, petrov_last_error() what went wrong in the last call of this thread that failed.
 *
 * A tablebase may be used by any number of threads at once, and a program may have any number of them. Only petrov_close()
 * must come when no other thread uses it any more.
 *
 * Squares are numbers from 1, as the game counts them (International: 1 to 50 from the top left; Russian: 1 is b8, 32 is
 * g1); bit n-1 of a set of two words is square n. There are no ghost bits. */

#ifndef PETROV_H
#define PETROV_H

#include <stddef.h>
#include <stdint.h>

/*
 It worked.
 */
#define PETROV_OK 0

/*
 Win of the side to move.
 */
#define PETROV_WIN 1

/*
 Loss of the side to move.
 */
#define PETROV_LOSS 2

/*
 Draw.
 */
#define PETROV_DRAW 3

/*
 A win on the board that a draw rule takes away.
 */
#define PETROV_CURSED_WIN 4

/*
 A loss on the board that a draw rule makes a draw.
 */
#define PETROV_BLESSED_LOSS 5

/*
 Not in memory, where nothing was to be read.
 */
#define PETROV_NOT_IN_CACHE -1

/*
 A table is missing.
 */
#define PETROV_MISSING_TABLE -2

/*
 An argument is wrong: a null pointer, an unknown name, text that is not UTF-8.
 */
#define PETROV_INVALID_ARGUMENT -3

/*
 The position is none: pieces on one square, off the board, or men on their last row.
 */
#define PETROV_INVALID_POSITION -4

/*
 A text is no FEN or no legal move.
 */
#define PETROV_INVALID_TEXT -5

/*
 No table can have so many pieces.
 */
#define PETROV_TOO_MANY_PIECES -6

/*
 A table is damaged, of another game, or newer than this library.
 */
#define PETROV_DAMAGED_TABLE -7

/*
 A file or folder cannot be read.
 */
#define PETROV_IO -8

/*
 A buffer is too small for the answer.
 */
#define PETROV_BUFFER_TOO_SMALL -9

/*
 Tables contradict each other: one is wrong.
 */
#define PETROV_CONTRADICTION -10

/*
 The side to move must capture, and the values of such positions are not stored.
 */
#define PETROV_CAPTURE -11

/*
 It was stopped by the callback.
 */
#define PETROV_STOPPED -12

/*
 A bug in the library. Please report it.
 */
#define PETROV_INTERNAL -13

/*
 The most squares where a piece lands in one move.
 */
#define PETROV_MAX_PATH 72

/*
 petrov_probe_wdl(): answer only from memory, and read no file.
 */
#define PETROV_CACHED_ONLY 1

/*
 A tablebase: the tables of one game. What is in it is known to the library alone.
 */
typedef struct petrov_tablebase petrov_tablebase;

/*
 Limits of a tablebase. Set all by petrov_options_default() first, so that a program works with later versions too.
 */
typedef struct petrov_options {
  /*
   The size of this structure.
   */
  size_t struct_size;
  /*
   Bytes of decoded positions that are kept in memory.
   */
  size_t cache_bytes;
  /*
   Files that are open at once.
   */
  size_t open_files;
  /*
   1 if the small tables inside the library are used where no folder has them, else 0.
   */
  int embedded;
} petrov_options;

/*
 What a tablebase holds at the moment.
 */
typedef struct petrov_statistics {
  /*
   The size of this structure. Set it before the call.
   */
  size_t struct_size;
  /*
   Bytes of decoded positions in memory.
   */
  size_t cache_bytes;
  /*
   Pieces of tables that were decoded since it was opened, as they were not in memory: many more than fit mean that the
   cache is too small.
   */
  uint64_t cache_loads;
  /*
   Files that are open.
   */
  size_t open_files;
  /*
   Tables that can be probed.
   */
  size_t tables;
  /*
   Pieces of the largest of them.
   */
  int max_pieces;
} petrov_statistics;

/*
 A position. Bit n-1 of each set is square n, as the game counts the squares: bits 0 to 63 in the first word. `kings` says
 which of the pieces are kings.
 */
typedef struct petrov_position {
  /*
   White's pieces.
   */
  uint64_t white[2];
  /*
   Black's pieces.
   */
  uint64_t black[2];
  /*
   Which of all pieces are kings.
   */
  uint64_t kings[2];
  /*
   1 if Black is to move, else 0.
   */
  uint8_t black_to_move;
} petrov_position;

/*
 What is known of a position.
 */
typedef struct petrov_result {
  /*
   PETROV_WIN, PETROV_LOSS or PETROV_DRAW, of the side to move.
   */
  int value;
  /*
   Plies to the end of the game with best play; -1 in a draw, or where there is no table of it.
   */
  int dtw;
  /*
   Plies to the next capture or promotion, the same way.
   */
  int dtc;
  /*
   Plies to the next capture or forward move of a man, the same way.
   */
  int dtz;
} petrov_result;

/*
 A move, in numbers of squares.
 */
typedef struct petrov_move {
  /*
   Where the piece comes from.
   */
  uint8_t from;
  /*
   Where it ends.
   */
  uint8_t to;
  /*
   1 if it is a king afterwards.
   */
  uint8_t king;
  /*
   1 if it was crowned by this move.
   */
  uint8_t promotes;
  /*
   The squares of the pieces that it takes, as bits; none in a quiet move.
   */
  uint64_t captured[2];
  /*
   How many squares `path` has.
   */
  uint8_t path_length;
  /*
   The squares where it lands, the last one included. Of several paths of the same move, one.
   */
  uint8_t path[PETROV_MAX_PATH];
} petrov_move;

/*
 A move, and what it is worth to the side that makes it.
 */
typedef struct petrov_rated_move {
  /*
   The move.
   */
  struct petrov_move move;
  /*
   PETROV_WIN, PETROV_LOSS or PETROV_DRAW.
   */
  int value;
  /*
   Plies to the end of the game, the move included; -1 in a draw, or where there is no table of distances.
   */
  int dtw;
  /*
   The position after the move.
   */
  struct petrov_position after;
} petrov_rated_move;

/*
 Told of what is verified: a sentence, and the positions proved so far. If it returns another number than 0, the
 verification stops. It may be called by any thread, but never by two at once; it must return, not throw or jump away, and not
 call petrov_verify().
 */
typedef int (*petrov_verify_callback)(void *user, const char *message, uint64_t proved);

/*
 The result of a verification.
 */
typedef struct petrov_verify_report {
  /*
   The size of this structure. Set it before the call.
   */
  size_t struct_size;
  /*
   Tables that were verified.
   */
  uint64_t tables;
  /*
   Positions proved.
   */
  uint64_t entries;
  /*
   What is wrong; 0 if everything is right. The callback was told what.
   */
  uint64_t findings;
} petrov_verify_report;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 What a code means, in a few words. The text lasts as long as the program.
 */
const char *petrov_strerror(int code);

/*
 What went wrong in the last call of this thread that failed: one sentence that names file, square or column; empty if
 none did. The text lasts until the next call of this thread that fails.
 */
const char *petrov_last_error(void);

/*
 The version of the library: 256 times the minor number, and 65536 times the major one, and the patch.
 */
int petrov_version(void);

/*
 Sets all options to what is used where there are none, and `struct_size` to `size`, which is `sizeof *options`.

 # Safety
 `options` points to a structure of type petrov_options of so many bytes.
 */
int petrov_options_default(struct petrov_options *options, size_t size);

/*
 Opens the tables of a game ("russian", "international", ...) in some folders, which ':' separates (';' on Windows; a single
 folder may have it in its name); null or "" for the small tables inside the library alone. `options` may be null. Folders
 without tables of the game are no error: petrov_stats() says how many there are. After an error `*tablebase` is null.

 # Safety
 `game` and `paths` are texts, `options` is null or points to options, and `tablebase` to a pointer.
 */
int petrov_open(const char *game,
                const char *paths,
                const struct petrov_options *options,
                struct petrov_tablebase **tablebase);

/*
 Closes a tablebase. No other thread may use it any more. Null is allowed.

 # Safety
 `tablebase` is null or comes from petrov_open() and was not closed yet.
 */
void petrov_close(struct petrov_tablebase *tablebase);

/*
 Pieces of the largest material of which there are values; 0 without any.

 # Safety
 `tablebase` comes from petrov_open().
 */
int petrov_max_pieces(const struct petrov_tablebase *tablebase);

/*
 1 if there is a table of a material ("KKMvK") in a metric ("wdl", "dtw", "dtc", "dtz") or of a clock ("ru.3k1"), else 0; an error where none is
 called so.

 # Safety
 `tablebase` comes from petrov_open(), the others are texts.
 */
int petrov_has_table(const struct petrov_tablebase *tablebase,
                     const char *material,
                     const char *metric);

/*
 What a tablebase holds at the moment.

 # Safety
 `tablebase` comes from petrov_open(), `statistics` points to such a structure.
 */
int petrov_stats(const struct petrov_tablebase *tablebase, struct petrov_statistics *statistics);

/*
 The value of a position for the side to move: PETROV_WIN, PETROV_LOSS or PETROV_DRAW. Captures are followed, so that it is
 right in any position. With PETROV_CACHED_ONLY in `flags` it reads no file, and is PETROV_NOT_IN_CACHE where that would
 be needed: for use within a search.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position.
 */
int petrov_probe_wdl(const struct petrov_tablebase *tablebase,
                     const struct petrov_position *position,
                     int flags);

/*
 Plies to the end of the game, at least 0; the value is needed to know whose. PETROV_DRAW and other values have no place here:
 a draw gives -1 in `plies`.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position and `plies` to a number.
 */
int petrov_probe_dtw(const struct petrov_tablebase *tablebase,
                     const struct petrov_position *position,
                     int *plies);

/*
 All that the tables say of a position. Where there are no tables of a distance, it is -1; where even those of values are
 missing, that is an error.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position and `result` to a result.
 */
int petrov_probe(const struct petrov_tablebase *tablebase,
                 const struct petrov_position *position,
                 struct petrov_result *result);

/*
 The same of a position as text: FEN in any dialect.

 # Safety
 `tablebase` comes from petrov_open(), `fen` is a text and `result` points to a result.
 */
int petrov_probe_fen(const struct petrov_tablebase *tablebase, const char *fen, struct petrov_result *result);

/*
 The value of a position with the draw rules of the game that count moves (its default set), all counts fresh: PETROV_WIN,
 PETROV_CURSED_WIN, PETROV_DRAW, PETROV_BLESSED_LOSS or PETROV_LOSS. It needs the tables of the clocks.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position.
 */
int petrov_probe_category(const struct petrov_tablebase *tablebase,
                          const struct petrov_position *position);

/*
 All legal moves, the best first: wins by the fewest plies, draws, losses by the most plies. Without the tables of distances
 moves of the same value are in no order, and the first of them may go round in circles. `count` becomes their number,
 also where `capacity` is 0 and `moves` null, or where they do not fit (PETROV_BUFFER_TOO_SMALL).

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position, `moves` to an array and `count` to a number.
 */
int petrov_moves(const struct petrov_tablebase *tablebase,
                 const struct petrov_position *position,
                 struct petrov_rated_move *moves,
                 size_t capacity,
                 size_t *count);

/*
 All legal moves without asking any table: values are 0 and distances -1.

 # Safety
 As petrov_moves().
 */
int petrov_legal_moves(const struct petrov_tablebase *tablebase,
                       const struct petrov_position *position,
                       struct petrov_rated_move *moves,
                       size_t capacity,
                       size_t *count);

/*
 The best move: 1, or 0 where there is no legal move.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position and `best` to a move.
 */
int petrov_best_move(const struct petrov_tablebase *tablebase,
                     const struct petrov_position *position,
                     struct petrov_rated_move *best);

/*
 The one move that keeps the win or the draw: 1, or 0 where there are several or nothing to keep.

 # Safety
 As petrov_best_move().
 */
int petrov_only_move(const struct petrov_tablebase *tablebase,
                     const struct petrov_position *position,
                     struct petrov_rated_move *only);

/*
 The line of best play of both sides, at most `capacity` moves. It ends where the game does, and at once in a draw.

 # Safety
 As petrov_moves().
 */
int petrov_line(const struct petrov_tablebase *tablebase,
                const struct petrov_position *position,
                struct petrov_rated_move *moves,
                size_t capacity,
                size_t *count);

/*
 The position at the start of the game.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position.
 */
int petrov_start_position(const struct petrov_tablebase *tablebase, struct petrov_position *position);

/*
 Reads a FEN of any dialect.

 # Safety
 `tablebase` comes from petrov_open(), `fen` is a text and `position` points to a position.
 */
int petrov_fen_parse(const struct petrov_tablebase *tablebase, const char *fen, struct petrov_position *position);

/*
 Writes the FEN of a position into a buffer of `capacity` bytes; 512 are enough for any.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position and `buffer` to so many bytes.
 */
int petrov_fen_format(const struct petrov_tablebase *tablebase,
                      const struct petrov_position *position,
                      char *buffer,
                      size_t capacity);

/*
 Reads a legal move of a position, in full or shortened as far as it is clear.

 # Safety
 `tablebase` comes from petrov_open(), `position` points to a position, `text` is a text, `mv` points to a move.
 */
int petrov_move_parse(const struct petrov_tablebase *tablebase,
                      const struct petrov_position *position,
                      const char *text,
                      struct petrov_move *mv);

/*
 Writes the text of a legal move of a position into a buffer of `capacity` bytes; 256 are enough for any.

 # Safety
 `tablebase` comes from petrov_open(), `position` and `mv` point to such, `buffer` to so many bytes.
 */
int petrov_move_format(const struct petrov_tablebase *tablebase,
                       const struct petrov_position *position,
                       const struct petrov_move *mv,
                       char *buffer,
                       size_t capacity);

/*
 The position after a legal move.

 # Safety
 `tablebase` comes from petrov_open(), the others point to what they say.
 */
int petrov_play(const struct petrov_tablebase *tablebase,
                const struct petrov_position *position,
                const struct petrov_move *mv,
                struct petrov_position *after);

/*
 Verifies all tables of a game in some folders, and those inside the library that no folder has, on so many threads (0: all processors): the checksums of all files, and
 unless `checksums_only` is 1 also that every value is what the moves of its position say. PETROV_OK if it came to its end,
 also where something is wrong: see `findings`.

 # Safety
 `game` and `paths` are texts, `report` points to a report, and the callback may be called with `user` by any thread.
 */
int petrov_verify(const char *game,
                  const char *paths,
                  int threads,
                  int checksums_only,
                  petrov_verify_callback callback,
                  void *user,
                  struct petrov_verify_report *report);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PETROV_H */
