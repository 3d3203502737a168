// The command line of the engine; training/engine.py builds it and calls it.
//   train MODE SEATS GAMES SEED OUT [START-WEIGHTS|-] [PLACEMENTS] [LAMBDA] [RATE] [PROGRESS] [CAREFUL]
//   match MODE SEATS GAMES SEED A B
//   results MODE SEATS GAMES SEED PLAYER
//   trace MODE SEATS GAMES SEED WEIGHTS
//   judged MODE SEATS GAMES SEED WEIGHTS PLACEMENTS EVERY FROM
//   captured MODE SEATS POSITIONS SEED PLAYER SAMPLES
//   endgames MODE SEATS COUNT SEED WEIGHTS
//   puzzles MODE SEATS COUNT SEED WEIGHTS GAP SAMPLES
#include "captured.hpp"
#include "endgames.hpp"
#include "judged.hpp"
#include "match.hpp"
#include "puzzles.hpp"
#include "trace.hpp"
#include "train.hpp"

static int fail(const char *why) {
    std::fprintf(stderr, "%s\n", why);
    return 2;
}

static int run_train(int count, char **words, const Mode &mode) {
    if (count < 7) return fail("train: too few words");
    Training options{mode, std::atol(words[4]), std::strtoull(words[5], nullptr, 10)};
    Net net;
    Random random(options.seed ^ 0x5eed);
    net.randomise(random);
    if (count > 7 && std::string(words[7]) != "-" && !net.read(words[7])) return fail("train: cannot read the weights");
    if (count > 8) options.most = std::atoi(words[8]);
    if (count > 9) options.lambda = std::atof(words[9]);
    if (count > 10) options.rate = std::atof(words[10]);
    if (count > 11) options.start = std::atof(words[11]);
    if (count > 12) options.careful = std::atof(words[12]);
    return train(options, net).write(words[6]) ? 0 : fail("train: cannot write the weights");
}

static int run_match(int count, char **words, const Mode &mode) {
    if (count < 8) return fail("match: too few words");
    Chooser a = make_player(words[6]), b = make_player(words[7]);
    if (!a || !b) return fail("match: no such player");
    match(mode, a, b, std::atoi(words[4]), std::strtoull(words[5], nullptr, 10));
    return 0;
}

static int run_results(int count, char **words, const Mode &mode) {
    Chooser player = count > 6 ? make_player(words[6]) : Chooser{};
    if (!player) return fail("results: no such player");
    results(mode, player, std::atoi(words[4]), std::strtoull(words[5], nullptr, 10));
    return 0;
}

static int run_trace(int count, char **words, const Mode &mode) {
    Net net;
    if (count < 7 || !net.read(words[6])) return fail("trace: cannot read the weights");
    trace(mode, std::atoi(words[4]), std::strtoull(words[5], nullptr, 10), net);
    return 0;
}

static int run_judged(int count, char **words, const Mode &mode) {
    Net net;
    if (count < 10 || !net.read(words[6])) return fail("judged: cannot read the weights");
    judged(mode, net, std::atoi(words[4]), std::strtoull(words[5], nullptr, 10), std::atoi(words[7]),
           std::max(1, std::atoi(words[8])), std::atof(words[9]));
    return 0;
}

static int run_captured(int count, char **words, const Mode &mode) {
    const Worded player(count > 7 ? words[6] : "");
    if (!player.net || !player.looks_ahead()) return fail("captured: a player that looks ahead is needed");
    const unsigned long long seed = std::strtoull(words[5], nullptr, 10);
    captured(mode, *player.net, player.lookahead(), std::atoi(words[4]), std::atoi(words[7]), seed);
    return 0;
}

static int run_endgames(int count, char **words, const Mode &mode) {
    Net net;
    if (count < 7 || !net.read(words[6])) return fail("endgames: cannot read the weights");
    find_endgames(mode, net, std::atoi(words[4]), std::strtoull(words[5], nullptr, 10));
    return 0;
}

static int run_puzzles(int count, char **words, const Mode &mode) {
    Net net;
    if (count < 9 || !net.read(words[6])) return fail("puzzles: cannot read the weights");
    const unsigned long long seed = std::strtoull(words[5], nullptr, 10);
    find_puzzles(mode, net, std::atoi(words[4]), seed, std::atof(words[7]), std::atoi(words[8]));
    return 0;
}

int main(int count, char **words) {
    const Mode *mode = count > 3 ? find_mode(words[2], std::atoi(words[3])) : nullptr;
    if (!mode) return fail("a command, a mode and its number of seats are needed");
    const std::string command = words[1];
    if (command == "train") return run_train(count, words, *mode);
    if (command == "match") return run_match(count, words, *mode);
    if (command == "results") return run_results(count, words, *mode);
    if (command == "trace") return run_trace(count, words, *mode);
    if (command == "judged") return run_judged(count, words, *mode);
    if (command == "captured") return run_captured(count, words, *mode);
    if (command == "endgames") return run_endgames(count, words, *mode);
    if (command == "puzzles") return run_puzzles(count, words, *mode);
    return fail("no such command");
}
