// The simple players that a net is measured against while it is trained; game/ai/baselines.py has the same.
#pragma once
#include "player.hpp"

enum class Baseline { random, max, increase_min, reduce_deficit, ludamad, careful };

using Worth = std::vector<double>;

inline Worth worth(Baseline baseline, const Position &position, const Placement &placement) {
    const Mode &mode = *position.mode;
    const int seat = position.seat;
    int before[COLOURS], after[COLOURS], low = position.lowest(seat), total = 0;
    for (int c = 0; c < COLOURS; c++) before[c] = after[c] = position.peg(seat, c);
    for (int half = 0; half < 2; half++)
        after[placement.colour[half]] = mode.walk(after[placement.colour[half]], placement.points[half]);
    for (int c = 0; c < COLOURS; c++) total += after[c] - before[c];
    double sum = 0;
    switch (baseline) {
        case Baseline::random: return {};
        case Baseline::max: return {double(total)};
        case Baseline::increase_min:
            for (int c = 0; c < COLOURS; c++) sum += before[c] == low ? after[c] - before[c] : 0;
            return {sum, double(total)};
        case Baseline::reduce_deficit: {
            int best = leader(position, seat);
            for (int c = 0; c < COLOURS; c++) sum += std::max(0, (best < 0 ? 0 : position.peg(best, c)) - after[c] + 5);
            return {-sum, double(total)};
        }
        case Baseline::ludamad: {
            const double end = mode.end();
            for (int c = 0; c < COLOURS; c++) {
                int gain = after[c] - before[c];
                sum += gain * (1 + 2 * (end - before[c]) / end) * (before[c] == low ? 2.5 : 1);
                if (before[c] < mode.end() && after[c] == mode.end()) sum += 6;
            }
            return {sum};
        }
        case Baseline::careful: {
            if (!mode.two_sided) {
                std::sort(after, after + COLOURS);
                return Worth(after, after + COLOURS);
            }
            bool wins = true;
            for (int c = 0; c < COLOURS; c++) wins = wins && after[c] > 0, sum += after[c] + 3 * ((after[c] > 0) - (after[c] < 0));
            return {double(wins), sum};
        }
    }
    return {};
}

inline Rated choose(Baseline baseline, const Position &position, Random &random) {
    std::vector<Placement> list;
    position.placements(list);
    if (baseline == Baseline::random) return {list[random.below(int(list.size()))], random.unit() < 0.5, 0};
    Worth top;
    Placement best = list[0];
    int equal = 0;
    std::vector<std::pair<Worth, int>> paying;
    for (size_t i = 0; i < list.size(); i++) {
        Worth one = worth(baseline, position, list[i]);
        if (baseline == Baseline::careful) {
            Position after = position;
            if (after.score(list[i])) paying.push_back({one, int(i)});
        }
        if (i == 0 || one > top) top = one, best = list[i], equal = 1;
        else if (one == top && random.below(++equal) == 0) best = list[i];
    }
    std::stable_sort(paying.begin(), paying.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (size_t i = 0; i < paying.size() && i < 4; i++) {  // what the bonus placement would bring
        Position after = position;
        after.place(list[paying[i].second]);
        if (after.over || !after.owed) continue;
        std::vector<Placement> next;
        after.placements(next);
        for (const Placement &one : next) {
            Worth value = worth(baseline, after, one);
            if (value > top) top = value, best = list[paying[i].second];
        }
    }
    return {best, baseline != Baseline::max, 0};
}
