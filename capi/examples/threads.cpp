// Probes positions from four threads at once and compares with the answers that it is given, as threads.c does.
//
// The file has a line for each position: 1, 2 or 3 (win, loss, draw), the plies to the end or -1, and a FEN.
//
//   ./threads GAME FOLDERS FILE PROBES
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "petrov.h"

struct Answer {
    petrov_position position;
    int value;
    int plies;
};

using Tablebase = std::unique_ptr<petrov_tablebase, decltype(&petrov_close)>;

static void check(int code) {
    if (code < 0) {
        throw std::runtime_error(petrov_last_error());
    }
}

static std::vector<Answer> read_answers(const petrov_tablebase *tablebase, const char *path) {
    std::ifstream file(path);
    std::vector<Answer> answers;
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        Answer answer{};
        std::string fen;
        words >> answer.value >> answer.plies >> fen;
        check(petrov_fen_parse(tablebase, fen.c_str(), &answer.position));
        answers.push_back(answer);
    }
    return answers;
}

static long count_wrong(const petrov_tablebase *tablebase, const std::vector<Answer> &answers, size_t thread, long probes) {
    long wrong = 0;
    for (long turn = 0; turn < probes; ++turn) {
        const Answer &asked = answers[(static_cast<size_t>(turn) * 7919 + thread * 104729) % answers.size()];
        wrong += petrov_probe_wdl(tablebase, &asked.position, 0) != asked.value;
        if (turn % 4 == 0) {
            int plies = -2;
            wrong += petrov_probe_dtw(tablebase, &asked.position, &plies) != PETROV_OK || plies != asked.plies;
        }
    }
    return wrong;
}

int main(int argc, char **argv) try {
    if (argc != 5) {
        std::cerr << "usage: " << argv[0] << " GAME FOLDERS FILE PROBES\n";
        return EXIT_FAILURE;
    }
    petrov_tablebase *opened = nullptr;
    check(petrov_open(argv[1], argv[2], nullptr, &opened));
    const Tablebase tablebase(opened, &petrov_close);
    const std::vector<Answer> answers = read_answers(tablebase.get(), argv[3]);
    const long probes = std::stol(argv[4]);
    constexpr size_t count = 4;
    std::vector<std::thread> threads;
    std::vector<long> wrong(count);
    const auto start = std::chrono::steady_clock::now();
    for (size_t thread = 0; thread < count; ++thread) {
        threads.emplace_back([&, thread] {
            wrong[thread] = count_wrong(tablebase.get(), answers, thread, probes / static_cast<long>(count));
        });
    }
    long all = 0;
    for (size_t thread = 0; thread < count; ++thread) {
        threads[thread].join();
        all += wrong[thread];
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%ld probes of %zu positions, %ld wrong, %.0f probes/s\n", probes, answers.size(), all,
                static_cast<double>(probes) / seconds.count());
    return all ? EXIT_FAILURE : EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
}
