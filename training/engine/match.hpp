// Matches between two players, to see what training or an option is worth.
//   a player is `max`, ... or `WEIGHTS[,placements=K][,candidates=N,samples=N,rounds=N,turns=N,replies=N,net=X][,endgame=R]`
#pragma once
#include <functional>
#include <map>
#include <memory>

#include "baselines.hpp"
#include "endgame.hpp"
#include "lookahead.hpp"

using Chooser = std::function<Rated(const Position &, Random &)>;

// A player that solves the endgame once no more than `room` tiles fit.
inline Chooser solving(const std::shared_ptr<Net> &net, int room, Chooser player) {
    if (!room) return player;
    return [net, room, player](const Position &position, Random &random) {
        if (!solvable(position, room)) return player(position, random);
        std::vector<Placement> list;
        position.placements(list);
        return Endgame::choose(position, Player(*net).judge(position, Unseen(position, position.seat), list, 0));
    };
}

// A net with words such as `turns=112`, read from `WEIGHTS[,NAME=NUMBER]...`; no net where the weights cannot be read.
struct Worded {
    std::shared_ptr<Net> net = std::make_shared<Net>();
    std::map<std::string, double> words;

    explicit Worded(const std::string &text) {
        size_t at = text.find(',');
        if (!net->read(text.substr(0, at).c_str())) net.reset();
        while (at != std::string::npos) {
            size_t equal = text.find('=', at), next = text.find(',', equal);
            words[text.substr(at + 1, equal - at - 1)] = std::atof(text.substr(equal + 1, next - equal - 1).c_str());
            at = next;
        }
    }

    bool looks_ahead() const { return words.count("candidates"); }
    int number(const char *name, int otherwise) const {
        auto found = words.find(name);
        return found == words.end() ? otherwise : int(found->second);
    }
    Lookahead lookahead() const {
        Lookahead o;
        o.candidates = number("candidates", o.candidates), o.samples = number("samples", o.samples);
        o.rounds = number("rounds", o.rounds), o.replies = number("replies", o.replies), o.turns = number("turns", o.turns);
        if (auto found = words.find("net"); found != words.end()) o.net = found->second;
        return o;
    }
};

inline Chooser make_player(const std::string &text) {
    const std::map<std::string, Baseline> names = {
        {"random", Baseline::random}, {"max", Baseline::max}, {"increase-min", Baseline::increase_min},
        {"reduce-deficit", Baseline::reduce_deficit}, {"ludamad", Baseline::ludamad}, {"careful", Baseline::careful}};
    if (auto found = names.find(text); found != names.end()) {
        Baseline baseline = found->second;
        return [baseline](const Position &position, Random &random) { return choose(baseline, position, random); };
    }
    const Worded worded(text);
    const auto net = worded.net;
    if (!net) return {};
    const int most = worded.number("placements", 0);
    const Lookahead ahead = worded.lookahead();
    Chooser player;
    if (worded.looks_ahead())
        player = [net, ahead](const Position &position, Random &random) { return Thinker(*net, ahead).choose(position, random); };
    else
        player = [net, most](const Position &position, Random &random) { return Player(*net).choose(position, random, most); };
    return solving(net, worded.number("endgame", 0), player);
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
