// What the net thinks of its chances at each placement of games of self-play, and what came of them.
#pragma once
#include "player.hpp"

// Prints for each game the logit of the best placement at each of its placements with the share of a win that came of
// it. Everybody looks at the `most` most useful placements; the logit is that of the best of all.
inline void judged(const Mode &mode, const Net &net, int games, unsigned long long seed, int most) {
    Player player(net);
    for (int game = 0; game < games; game++) {
        Random random(seed + (unsigned long long)game);
        Position position(mode, random);
        std::vector<std::pair<int, double>> seen;
        while (!position.over) {
            seen.push_back({position.seat, player.choose(position, random, 0).value});
            const Rated chosen = player.choose(position, random, most);
            position.place(chosen.placement);
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
        }
        std::printf("{\"samples\": [");
        for (size_t i = 0; i < seen.size(); i++)
            std::printf("%s[%.4f, %.4f]", i ? ", " : "", seen[i].second, position.outcome(seen[i].first));
        std::printf("]}\n");
    }
}
