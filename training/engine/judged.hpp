// What the net thinks of positions in games of self-play, of the placements that were made, and what came of them.
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
    return Player(net).judge(position, Unseen(position, position.seat), {best}, 0)[0];
}

// What a seat that waits for its turn thinks of the position: a logit, as in game/analysis.py.
inline double waiting(const Position &position, const Net &net, int seat) {
    const Unseen unseen(position, seat);
    Features features;
    const int away = (seat - position.seat + position.mode->seats) % position.mode->seats;
    see(position, seat, unseen, Rack(unseen, position.racks[seat], position.rack_size[seat], 0), away, features);
    return net.logit(features);
}

// Prints for each game the share of a win of each seat, and of some turns: the seat, which part of the board was filled, the
// logit of the placement that was made, and the logits of all seats before it, for the seat on turn that of its best
// placement. Everybody looks at the `most` most useful placements, as the beginner where it is less than 0; the best is that
// of all. One placement of `every` is judged once the part `from` of the board is filled: those of one game have much in
// common, and judging takes the time.
inline void judged(const Mode &mode, const Net &net, int games, unsigned long long seed, int most, int every, double from) {
    Player player(net);
    for (int game = 0; game < games; game++) {
        Random random(seed + (unsigned long long)game);
        Position position(mode, random);
        std::printf("{\"samples\": [");
        for (int number = game, told = 0; !position.over; number++) {
            const Rated chosen = most < 0 ? glance(position, net, -most, random) : player.decide(position, random, most);
            int empty = 0;
            for (int cell : position.area->cells) empty += position.symbols[cell] == EMPTY;
            const double filled = 1 - double(empty) / double(position.area->cells.size());
            if (number % every == 0 && filled >= from) {
                std::printf("%s[%d, %.4f, %.4f", told++ ? ", " : "", position.seat, filled, chosen.value);
                for (int seat = 0; seat < mode.seats; seat++)
                    std::printf(", %.4f", seat == position.seat ? player.decide(position, random, 0).value
                                                                : waiting(position, net, seat));
                std::printf("]");
            }
            position.place(chosen.placement);
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
        }
        std::printf("], \"outcomes\": [");
        for (int seat = 0; seat < mode.seats; seat++) std::printf("%s%.4f", seat ? ", " : "", position.outcome(seat));
        std::printf("]}\n");
    }
}
