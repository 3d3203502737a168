// How much of what unlimited samples would gain a look-ahead captures, on positions of self-play.
#pragma once
#include "endgame.hpp"
#include "lookahead.hpp"

// Prints for each position what the choice of the look-ahead and that of `samples` samples a candidate gain over the placement
// that the net likes best, in chances. What a choice is worth is said by as many other samples, which nobody has chosen by.
inline void captured(const Mode &mode, const Net &net, const Lookahead &row, int positions, int samples, unsigned long long seed) {
    constexpr int every = 5, few = 3;
    Random random(seed);
    const Player player(net);
    const Thinker thinker(net, row);
    for (int told = 0, turn = 0; told < positions;) {
        Position position(mode, random);
        for (bool first = true; !position.over; turn += first) {
            if (first && turn % every == 0 && !solvable(position, few)) {
                const std::vector<Rated> rated = thinker.favourites(position);
                if (rated.size() > 1) {
                    const Rated chosen = thinker.choose(position, random);
                    const unsigned long long chance = random.next();
                    std::vector<double> judged, seen;
                    size_t own = 0;
                    for (size_t i = 0; i < rated.size(); i++) {
                        judged.push_back(thinker.mean(position, rated[i], chance, 0, samples));
                        seen.push_back(thinker.mean(position, rated[i], chance, samples, 2 * samples));
                        const Placement &a = rated[i].placement, &b = chosen.placement;
                        if (a.piece == b.piece && a.cell[0] == b.cell[0] && a.cell[1] == b.cell[1]) own = i;
                    }
                    const size_t best = size_t(std::max_element(seen.begin(), seen.end()) - seen.begin());
                    std::printf("{\"row\": %.5f, \"all\": %.5f}\n", judged[own] - judged[0], judged[best] - judged[0]);
                    std::fflush(stdout);
                    if (++told == positions) return;
                }
            }
            const Rated chosen = player.choose(position, random, 20);
            position.place(chosen.placement);
            first = !position.owed || position.over;
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
        }
    }
}
