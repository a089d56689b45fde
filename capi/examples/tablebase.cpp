// A tablebase as an object, for C++: closed by itself, with errors as exceptions.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "petrov.h"

class Tablebase {
public:
    Tablebase(const std::string &game, const std::string &folders) {
        petrov_tablebase *opened = nullptr;
        check(petrov_open(game.c_str(), folders.c_str(), nullptr, &opened));
        tables.reset(opened);
    }

    petrov_position position(const std::string &fen) const {
        petrov_position read{};
        check(petrov_fen_parse(tables.get(), fen.c_str(), &read));
        return read;
    }

    int value(const petrov_position &position) const { return check(petrov_probe_wdl(tables.get(), &position, 0)); }

    std::vector<petrov_rated_move> moves(const petrov_position &position) const {
        std::vector<petrov_rated_move> all(16);
        size_t count = 0;
        int code = petrov_moves(tables.get(), &position, all.data(), all.size(), &count);
        all.resize(count);
        if (code == PETROV_BUFFER_TOO_SMALL) {
            code = petrov_moves(tables.get(), &position, all.data(), all.size(), &count);
        }
        check(code);
        return all;
    }

    std::string text(const petrov_position &position, const petrov_rated_move &rated) const {
        char buffer[256];
        check(petrov_move_format(tables.get(), &position, &rated.move, buffer, sizeof buffer));
        return buffer;
    }

private:
    struct Close {
        void operator()(petrov_tablebase *opened) const { petrov_close(opened); }
    };
    std::unique_ptr<petrov_tablebase, Close> tables;

    static int check(int code) {
        if (code < 0) {
            throw std::runtime_error(petrov_last_error());
        }
        return code;
    }
};

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s GAME FOLDERS FEN\n", argv[0]);
        return 1;
    }
    try {
        Tablebase tablebase(argv[1], argv[2]);
        const auto position = tablebase.position(argv[3]);
        std::printf("%s\n", petrov_strerror(tablebase.value(position)));
        for (const auto &rated : tablebase.moves(position)) {
            std::printf("%s %s %d\n", tablebase.text(position, rated).c_str(), petrov_strerror(rated.value), rated.dtw);
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
