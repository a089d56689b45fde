// A program for the driver of KingsRow, on Petrov's tables: mutual zugzwangs of a king and a man against a king and a man on the
// 10x10 board, positions without captures in which whoever is to move does not win what the other side would.
//
//   ./zugzwang FOLDER
#include <cstdio>

#include "egdb_compat.h"

using namespace egdb_interface;

static void print_message(char const *message) { std::fputs(message, stderr); }

static EGDB_BITBOARD bit(int square) { return EGDB_BITBOARD(1) << (square - 1 + (square - 1) / 10); }

int main(int argc, char **argv) {
    EGDB_TYPE type;
    int max_pieces = 0, one_side = 0;
    if (argc != 2 || egdb_identify(argv[1], &type, &max_pieces)) {
        std::fprintf(stderr, "usage: %s FOLDER, with tables of international draughts\n", argv[0]);
        return 1;
    }
    EGDB_DRIVER *handle = egdb_open("maxpieces = 4", 64, argv[1], print_message);
    if (!handle) {
        return 1;
    }
    handle->get_pieces(handle, &max_pieces, &one_side, nullptr, nullptr);
    long counts[6] = {}, both_lose = 0, looked_at = 0;
    // White: a man on each square but the last row, a king; Black: a man, a king. A part of them.
    for (int white_man = 6; white_man <= 50; white_man += 3) {
        for (int black_man = 1; black_man <= 45; black_man += 4) {
            for (int white_king = 1; white_king <= 50; white_king += 2) {
                for (int black_king = 1; black_king <= 50; ++black_king) {
                    EGDB_POSITION position{bit(black_man) | bit(black_king), bit(white_man) | bit(white_king),
                                           bit(white_king) | bit(black_king)};
                    EGDB_BITBOARD all = position.black & position.white;
                    if (all || black_man == black_king || white_man == white_king) {
                        continue;
                    }
                    int black = egdb_lookup(handle, &position, EGDB_BLACK, 0);
                    int white = handle->lookup(handle, &position, EGDB_WHITE, 0);
                    if (black < EGDB_WIN || black > EGDB_DRAW || white < EGDB_WIN || white > EGDB_DRAW) {
                        std::fprintf(stderr, "no value: %d %d\n", black, white);
                        return 1;
                    }
                    // Now that it is in memory, a conditional lookup finds it, and finds the same.
                    if (egdb_lookup(handle, &position, EGDB_BLACK, 1) != black) {
                        std::fprintf(stderr, "a conditional lookup differs\n");
                        return 1;
                    }
                    ++counts[black];
                    ++looked_at;
                    both_lose += black == EGDB_LOSS && white == EGDB_LOSS;
                }
            }
        }
    }
    EGDB_VERIFY_MSGS words = {"wrong", "ok", "there are errors", "no errors"};
    int abort = 0;
    if (egdb_verify(handle, nullptr, &abort, &words)) {
        return 1;
    }
    std::printf("%d pieces, %d of one side; %ld positions: black to move wins %ld, draws %ld, loses %ld; both lose in %ld\n",
                max_pieces, one_side, looked_at, counts[EGDB_WIN], counts[EGDB_DRAW], counts[EGDB_LOSS], both_lose);
    return handle->close(handle);
}
