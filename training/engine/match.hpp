// Matches between two players, to see what training or an option is worth.
//   a player is `max`, ... or `WEIGHTS[,placements=K][,candidates=N,samples=N,rounds=N,turns=N,replies=N,net=X]`
#pragma once
#include <functional>
#include <map>
#include <memory>

#include "baselines.hpp"
#include "lookahead.hpp"

using Chooser = std::function<Rated(const Position &, Random &)>;

inline Chooser make_player(const std::string &text) {
    const std::map<std::string, Baseline> names = {
        {"random", Baseline::random}, {"max", Baseline::max}, {"increase-min", Baseline::increase_min},
        {"reduce-deficit", Baseline::reduce_deficit}, {"ludamad", Baseline::ludamad}, {"careful", Baseline::careful}};
    if (auto found = names.find(text); found != names.end()) {
        Baseline baseline = found->second;
        return [baseline](const Position &position, Random &random) { return choose(baseline, position, random); };
    }
    size_t at = text.find(',');
    auto net = std::make_shared<Net>();
    if (!net->read(text.substr(0, at).c_str())) return {};
    std::map<std::string, double> words;
    while (at != std::string::npos) {
        size_t equal = text.find('=', at), next = text.find(',', equal);
        words[text.substr(at + 1, equal - at - 1)] = std::atof(text.substr(equal + 1, next - equal - 1).c_str());
        at = next;
    }
    if (!words.count("candidates")) {
        int most = int(words["placements"]);
        return [net, most](const Position &position, Random &random) { return Player(*net).choose(position, random, most); };
    }
    Lookahead o;
    auto take = [&](const char *name, int &value) { if (words.count(name)) value = int(words[name]); };
    take("candidates", o.candidates), take("samples", o.samples), take("rounds", o.rounds);
    take("replies", o.replies), take("turns", o.turns);
    o.net = words["net"];
    return [net, o](const Position &position, Random &random) { return Thinker(*net, o).choose(position, random); };
}

// `a` sits in one seat, or on one side, against `b`; seats rotate on the same deals.
inline void match(const Mode &mode, const Chooser &a, const Chooser &b, int games, unsigned long long seed) {
    double sum = 0, squares = 0, low_a = 0, low_b = 0;
    int seats_a = 0, seats_b = 0;
    for (int game = 0; game < games; game++) {
        const int side = game % mode.sides;
        Random random(seed + (unsigned long long)(game / mode.sides));
        Position position(mode, random);
        while (!position.over) {
            Rated chosen = (position.side_of(position.seat) == side ? a : b)(position, random);
            position.place(chosen.placement);
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
        }
        double outcome = mode.seats == 1 ? position.lowest(0) : position.outcome(side);
        sum += outcome, squares += outcome * outcome;
        for (int seat = 0; seat < mode.seats; seat++) {
            bool mine = position.side_of(seat) == side;
            (mine ? low_a : low_b) += position.lowest(seat), (mine ? seats_a : seats_b)++;
        }
    }
    double mean = sum / games, error = std::sqrt(std::max(0.0, squares / games - mean * mean) / games);
    std::printf("{\"games\": %d, \"win\": %.4f, \"ci95\": %.4f, \"low_a\": %.2f, \"low_b\": %.2f}\n", games, mean, 1.96 * error,
                low_a / seats_a, seats_b ? low_b / seats_b : 0.0);
}

// Prints the pegs of each game that one player plays in all seats, those of the first seat, the lowest first.
inline void results(const Mode &mode, const Chooser &player, int games, unsigned long long seed) {
    for (int game = 0; game < games; game++) {
        Random random(seed + (unsigned long long)game);
        Position position(mode, random);
        while (!position.over) {
            const Rated chosen = player(position, random);
            position.place(chosen.placement);
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
        }
        const Side side(position, 0);
        std::printf("{\"pegs\": [");
        for (int c = 0; c < COLOURS; c++) std::printf("%s%d", c ? ", " : "", side.sorted[c]);
        std::printf("]}\n");
        std::fflush(stdout);
    }
}
