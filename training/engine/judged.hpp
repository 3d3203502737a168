// What the net thinks of placements in games of self-play, what it thinks of those that were made, and what came of them.
#pragma once
#include "player.hpp"

// The placement with the most points of some that come to mind, as the beginner of game/ai sees them.
inline Rated glance(const Position &position, const Net &net, int most, Random &random) {
    std::vector<Placement> list;
    position.placements(list);
    Placement best = list[0];
    int top = -1;
    for (int i = 0; i < most && i < int(list.size()); i++) {
        std::swap(list[i], list[i + random.below(int(list.size()) - i)]);
        const int points = list[i].points[0] + list[i].points[1];
        if (points > top) top = points, best = list[i];
    }
    bool exchange;
    return {best, false, Player(net).rate(position, Unseen(position, position.seat), best, exchange, 24)};
}

// Prints for each game the logit of the best placement, the share of a win that came of it, and the logit of the placement
// that was made. Everybody looks at the `most` most useful placements, as the beginner where it is less than 0; the best is
// that of all. One placement of `every` is judged: those of one game have much in common, and judging takes the time.
inline void judged(const Mode &mode, const Net &net, int games, unsigned long long seed, int most, int every) {
    struct Seen {
        int seat;
        double best, made;
    };
    Player player(net);
    for (int game = 0; game < games; game++) {
        Random random(seed + (unsigned long long)game);
        Position position(mode, random);
        std::vector<Seen> seen;
        for (int number = game; !position.over; number++) {
            const Rated chosen = most < 0 ? glance(position, net, -most, random) : player.choose(position, random, most);
            if (number % every == 0) seen.push_back({position.seat, player.choose(position, random, 0).value, chosen.value});
            position.place(chosen.placement);
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
        }
        std::printf("{\"samples\": [");
        for (size_t i = 0; i < seen.size(); i++)
            std::printf("%s[%.4f, %.4f, %.4f]", i ? ", " : "", seen[i].best, position.outcome(seen[i].seat), seen[i].made);
        std::printf("]}\n");
    }
}
