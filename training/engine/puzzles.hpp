// Positions of self-play in which one placement is clearly the best, with the game that led to them.
#pragma once
#include "lookahead.hpp"
#include "story.hpp"

// Whether two placements are the same tile on the same cells; a double turned round may be the same placement.
inline bool same(const Placement &a, const Placement &b) {
    if (a.piece != b.piece) return false;
    if (a.cell[0] == b.cell[0] && a.cell[1] == b.cell[1]) return true;
    return a.colour[0] == a.colour[1] && a.cell[0] == b.cell[1] && a.cell[1] == b.cell[0];
}

// The placements by what the net thinks of them, the best first; empty where the two best are not apart by `gap`. What is quick
// comes first: the most useful, which nearly always have the best among them, then all as game/ai judges them; only where
// there still is a gap is every bonus played on.
inline std::vector<Rated> apart(const Position &position, const Player &player, double gap) {
    constexpr int useful = 64;
    auto chance = [](const Rated &one) { return 1 / (1 + std::exp(-one.value)); };
    const Unseen unseen(position, position.seat);
    std::vector<Rated> rated;
    for (int pass = 0; pass < 3; pass++) {
        std::vector<Placement> list;
        Player::shortlist(position, pass ? 0 : useful, nullptr, list);
        if (pass < 2) rated = player.judge(position, unseen, list, 0);
        else
            for (Rated &one : rated) one.value = player.rate(position, unseen, one.placement, one.exchange, 24);
        std::stable_sort(rated.begin(), rated.end(), [](const Rated &a, const Rated &b) { return a.value > b.value; });
        if (rated.size() < 2 || chance(rated[0]) - chance(rated[1]) <= gap) return {};
    }
    return rated;
}

// Prints puzzles until `count` are found: at the start of a turn, after a quarter of the board is filled, with a gap of at
// least `gap` between the best and the second-best placement by the net and by `samples` samples.
inline void find_puzzles(const Mode &mode, const Net &net, int count, unsigned long long seed, double gap, int samples) {
    Random random(seed);
    Player player(net);
    for (int found = 0; found < count;) {
        Position position(mode, random);
        Story story(position);
        for (bool taken = false; !position.over && !taken;) {
            const bool late = position.playable_count < 3 * int(position.area->cells.size()) / 4;
            std::vector<Rated> best;
            if (story.turn_begins() && late) best = apart(position, player, gap);
            if (best.size() > 5) {
                best.resize(5);
                Lookahead options;
                options.samples = samples, options.few = true;
                auto sure = Thinker(net, options).confirmed(position, best, gap, random);
                if (!sure.empty() && same(sure[0].second.placement, best[0].placement) && sure[0].first - sure[1].first > gap) {
                    std::printf("{\"deal\": \"%s\", \"turns\": \"%s\", \"best\": \"%s\", \"chance\": %.3f, \"gap\": %.3f}\n",
                                story.deal.c_str(), story.turns.c_str(), Story::told(best[0].placement).c_str(), sure[0].first,
                                sure[0].first - sure[1].first);
                    std::fflush(stdout);
                    found++, taken = true;
                    continue;
                }
            }
            story.go_on(position, player.choose(position, random, 20, 0.3), random);
        }
    }
}
