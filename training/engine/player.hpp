// A player that judges placements by the net.
#pragma once
#include "net.hpp"

struct Rated {
    Placement placement;
    bool exchange;
    double value;  // the logit of the chance to win
};

inline double logit_of(double chance) {
    chance = std::clamp(chance, 1e-4, 1 - 1e-4);
    return std::log(chance / (1 - chance));
}

// How good a placement is for the player's own pegs alone: what a person looks at first.
inline float usefulness(const Position &position, const Placement &placement) {
    const Mode &mode = *position.mode;
    int before[COLOURS], after[COLOURS];
    for (int c = 0; c < COLOURS; c++) before[c] = after[c] = position.peg(position.seat, c);
    for (int half = 0; half < 2; half++)
        after[placement.colour[half]] = mode.walk(after[placement.colour[half]], placement.points[half]);
    const float scale = float(mode.end()) / 18 * 4;
    float gain = 0;
    for (int c = 0; c < COLOURS; c++) {
        if (after[c] == before[c]) continue;
        if (mode.two_sided) gain += float(after[c] - before[c] + 3 * ((after[c] > 0) - (after[c] < 0) - (before[c] > 0) + (before[c] < 0)));
        else gain += std::exp(-float(before[c]) / scale) - std::exp(-float(after[c]) / scale);
    }
    return gain;
}

struct Player {
    const Net &net;
    explicit Player(const Net &net) : net(net) {}

    // The placements of the seat on turn; with `most` only those that are the most useful for its own pegs.
    static void shortlist(const Position &position, int most, Random *random, std::vector<Placement> &out) {
        position.placements(out);
        if (most <= 0 || int(out.size()) <= most) return;
        std::vector<std::pair<float, int>> order(out.size());
        for (size_t i = 0; i < out.size(); i++)
            order[i] = {-usefulness(position, out[i]) - (random ? float(random->unit()) * 1e-4f : 0), int(i)};
        std::nth_element(order.begin(), order.begin() + most, order.end());
        std::vector<Placement> kept;
        for (int i = 0; i < most; i++) kept.push_back(out[order[i].second]);
        out.swap(kept);
    }

    // The value of a turn that is over but for the exchange and the refill, and whether to exchange.
    double end_of_turn(const Position &position, int seat, const Unseen &unseen, bool &exchange) const {
        Features features;
        const int size = position.rack_size[seat], full = position.mode->rack_size, away = position.mode->seats - 1;
        see(position, seat, unseen, Rack(unseen, position.racks[seat], size, full - size), away, features);
        double best = net.logit(features);
        exchange = false;
        int mask = position.exchangeable(seat);
        if (mask) {
            uint8_t kept[6];
            int count = 0;
            for (int i = 0; i < size; i++)
                if (!(mask >> i & 1)) kept[count++] = position.racks[seat][i];
            see(position, seat, unseen, Rack(unseen, kept, count, full - count), away, features);
            double other = net.logit(features);
            if (other > best) best = other, exchange = true;
        }
        return best;
    }

    // The value of a placement; open bonuses are played out, looking at fewer placements the deeper they lie.
    double rate(const Position &position, const Unseen &unseen, const Placement &placement, bool &exchange, int most) const {
        Position after = position;
        after.place(placement);
        exchange = false;
        if (after.over) return logit_of(after.outcome(position.seat));
        if (!after.owed) return end_of_turn(after, position.seat, unseen, exchange);
        std::vector<Placement> next;
        shortlist(after, most, nullptr, next);
        double best = -1e9;
        bool ignored;
        for (const Placement &one : next) best = std::max(best, rate(after, unseen, one, ignored, 8));
        return best;
    }

    // The best placement, with normal noise on each value when `noise` is given.
    Rated choose(const Position &position, Random &random, int most, double noise = 0) const {
        std::vector<Placement> list;
        shortlist(position, most, &random, list);
        Unseen unseen(position, position.seat);
        Rated best{list[0], false, -1e9};
        double top = -1e18;
        for (const Placement &one : list) {
            bool exchange;
            double value = rate(position, unseen, one, exchange, 24);
            double noisy = value + (noise > 0 ? noise * random.normal() : 0);
            if (noisy > top) top = noisy, best = {one, exchange, value};
        }
        return best;
    }
};
