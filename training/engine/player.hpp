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

// What each peg from -36 to 36 is worth alone in a mode: the lower it is, the more another step is.
struct Worths {
    float of[73];
    explicit Worths(const Mode &mode) {
        const float scale = float(mode.end()) / 18 * 4;
        for (int peg = -36; peg <= 36; peg++)
            of[peg + 36] = mode.two_sided ? float(peg + 3 * ((peg > 0) - (peg < 0))) : -std::exp(-float(peg) / scale);
    }
    float operator[](int peg) const { return of[peg + 36]; }
};

// How good the placements of one piece are for the pegs of the seat on turn alone: what a person looks at first.
class Usefulness {
    const bool twice;
    float first[VALUES], second[VALUES];
    const Mode &mode;
    const Worths &worth;
    int peg;

public:
    Usefulness(const Position &position, const Worths &worth, int a, int b)
        : twice(a == b), mode(*position.mode), worth(worth), peg(position.peg(position.seat, a)) {
        const int other = position.peg(position.seat, b);
        for (int points = 0; points < VALUES; points++) {
            first[points] = worth[mode.walk(peg, points)] - worth[peg];
            second[points] = worth[mode.walk(other, points)] - worth[other];
        }
    }
    float operator()(const Placement &placement) const {
        const int one = std::min<int>(placement.points[0], VALUES - 1), other = std::min<int>(placement.points[1], VALUES - 1);
        return twice ? worth[mode.walk(mode.walk(peg, one), other)] - worth[peg] : first[one] + second[other];
    }
};

struct Player {
    const Net &net;
    explicit Player(const Net &net) : net(net) {}

    // The placements of the seat on turn; with `most` only those that are the most useful for its own pegs.
    static void shortlist(const Position &position, int most, Random *random, std::vector<Placement> &out) {
        position.placements(out);
        const int count = int(out.size());
        if (most <= 0 || count <= most) return;
        const Worths worth(*position.mode);
        std::vector<float> value(count);
        float low = 1e9f, high = -1e9f;
        for (int i = 0; i < count;) {
            const Usefulness useful(position, worth, out[i].colour[0], out[i].colour[1]);
            for (const int piece = out[i].piece; i < count && out[i].piece == piece; i++) {
                value[i] = useful(out[i]) + (random ? float(random->unit()) * 1e-4f : 0);
                low = std::min(low, value[i]), high = std::max(high, value[i]);
            }
        }
        // Only those that are useful enough to be among the first are put in order.
        constexpr int steps = 64;
        int counts[steps + 1] = {}, least = steps;
        const float scale = high > low ? steps / (high - low) : 0;
        std::vector<uint8_t> step(count);
        for (int i = 0; i < count; i++) counts[step[i] = uint8_t(std::min(int((value[i] - low) * scale), steps))]++;
        for (int sum = counts[least]; sum < most; sum += counts[least]) least--;
        std::vector<std::pair<float, int>> order;
        for (int i = 0; i < count; i++)
            if (step[i] >= least) order.push_back({-value[i], i});
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
            see_rack(Rack(unseen, kept, count, full - count), features);
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

    // The values of placements as game/ai judges them: of those that leave a bonus to place only the best by the position
    // that they leave are played on. `depth` is 0 for the decision of a turn, more in a bonus placement or a look-ahead.
    std::vector<Rated> judge(const Position &position, const Unseen &unseen, const std::vector<Placement> &list, int depth) const {
        const int seat = position.seat, deeper = depth ? 8 : 24, followed = depth ? 3 : 12;
        std::vector<Rated> rated;
        std::vector<std::pair<double, int>> open;
        for (const Placement &one : list) {
            Position after = position;
            after.place(one);
            bool exchange = false;
            const double value = after.over ? logit_of(after.outcome(seat)) : end_of_turn(after, seat, unseen, exchange);
            if (!after.over && after.owed) open.push_back({-value, int(rated.size())});
            rated.push_back({one, exchange, value});
        }
        std::stable_sort(open.begin(), open.end());
        if (int(open.size()) > followed) open.resize(size_t(followed));
        for (const auto &[value, index] : open) {
            Position after = position;
            after.place(rated[index].placement);
            std::vector<Placement> next;
            shortlist(after, deeper, nullptr, next);
            double best = -1e9;
            for (const Rated &one : judge(after, unseen, next, depth + 1)) best = std::max(best, one.value);
            rated[index].value = best, rated[index].exchange = false;
        }
        return rated;
    }

    // The best of the `most` most useful placements, of all with 0, judged as in game/ai; `depth` as there.
    Rated decide(const Position &position, Random &random, int most, int depth = 0) const {
        std::vector<Placement> list;
        shortlist(position, most, &random, list);
        Rated best{list[0], false, -1e9};
        for (const Rated &one : judge(position, Unseen(position, position.seat), list, depth))
            if (one.value > best.value) best = one;
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
