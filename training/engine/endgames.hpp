// Endgames of self-play solved by brute force: over every rack that the next seat may hold. This holds the quick count of
// endgame.hpp and game/ai/endgame.py, which takes the racks for independent of each other, against what is exact.
#pragma once
#include "endgame.hpp"
#include "story.hpp"

class BruteForce {
    static constexpr int MOST = 6;
    const int me, side;
    Pool hidden;                // what `me` does not see
    std::vector<uint8_t> kept;  // what `me` has for its next turn
    std::vector<double> none_hidden, none_unseen;  // by how many tiles: that none of them is drawn, without the rack in question

    // How many tiles of a pool win and tie.
    struct Counted {
        int wins = 0, ties = 0;
        Counted(const Last &last, const Pool &pool) {
            for (int piece = 0; piece < PIECES; piece++) take(last, piece, pool.count[piece]);
        }
        void take(const Last &last, int piece, int number) {
            if (last.ranks[piece] > 0) (last.ranks[piece] == Last::WIN ? wins : ties) += number;
        }
    };

    struct Option {
        bool over, again;  // whether it ends the game, or earns a bonus
        Shares ended;
        std::array<int, 7> result;
        Last last;
        Counted hidden, unplaced;
    };
    std::vector<Option> options[PIECES];

    static std::vector<double> table(int size, int drawn) {
        Pool pool;
        pool.size = size;
        std::vector<double> chances;
        for (int some = 0; some <= size; some++) chances.push_back(pool.none(some, drawn));
        return chances;
    }

    static double best_of(const Last &last, const uint8_t *rack, int size, int without = -1) {
        double best = 0;
        for (int i = 0; i < size; i++) {
            if (rack[i] == without) without = -1;
            else best = std::max(best, last.ranks[rack[i]]);
        }
        return best;
    }

    // The share of a side when one more tile fits: drawing from tiles without those of a rack, beside a tile with a known rank.
    static double share(const Last &last, int of, Counted counted, const std::vector<double> &none, const uint8_t *rack, int size,
                        double known) {
        if (known == Last::WIN) return last.ways[2][of];
        for (int i = 0; i < size; i++) counted.take(last, rack[i], -1);
        const double no_win = none[counted.wins], neither = known == Last::TIE ? 0 : none[counted.wins + counted.ties];
        return (1 - no_win) * last.ways[2][of] + (no_win - neither) * last.ways[1][of] + neither * last.ways[0][of];
    }

    // What comes for `me` when the next seat has a rack and does the best that it knows with it.
    double with_rack(const Position &position, const uint8_t *rack, int size) const {
        const int seat = position.seat, theirs = position.side_of(seat), next = (seat + 1) % position.mode->seats;
        double top = -1, told = 0;
        std::array<int, 7> result{};
        for (int i = 0; i < size; i++) {
            if (i && rack[i] == rack[i - 1]) continue;
            for (const Option &one : options[rack[i]]) {
                double worth, mine;
                if (one.over) worth = one.ended[theirs], mine = one.ended[side];
                else if (one.again) {
                    const Shares &way = one.last.ways[int(best_of(one.last, rack, size, rack[i]))];
                    worth = way[theirs], mine = way[side];
                } else {
                    worth = share(one.last, theirs, one.unplaced, none_unseen, rack, size, 0), mine = -1;
                }
                if (worth < top - EQUAL || (worth < top + EQUAL && one.result <= result)) continue;
                if (mine < 0) {
                    const double known = next == me ? best_of(one.last, kept.data(), int(kept.size())) : 0;
                    mine = share(one.last, side, one.hidden, none_hidden, rack, size, known);
                }
                top = std::max(top, worth), told = mine, result = one.result;
            }
        }
        return told;
    }

    double every_rack(const Position &position, uint8_t *rack, int size, int piece, double ways) const {
        const int tiles = position.mode->rack_size;
        if (size == tiles) return ways * with_rack(position, rack, size);
        double sum = 0;
        for (; piece < PIECES; piece++) {
            double chosen = ways;
            for (int more = 1; more <= hidden.count[piece] && size + more <= tiles; more++) {
                chosen *= double(hidden.count[piece] - more + 1) / more;
                rack[size + more - 1] = uint8_t(piece);
                sum += every_rack(position, rack, size + more, piece + 1, chosen);
            }
        }
        return sum;
    }

    double passed_on(Position &position) {
        const int tiles = position.mode->rack_size;
        position.seat = (position.seat + 1) % position.mode->seats, position.owed = 1;
        Pool unplaced = hidden;
        for (int i = 0; i < position.rack_size[me]; i++) unplaced.add(position.racks[me][i]);
        const int next = (position.seat + 1) % position.mode->seats;
        none_hidden = table(hidden.size - tiles, next == me ? tiles - int(kept.size()) : tiles);
        none_unseen = table(unplaced.size - tiles, tiles);
        for (auto &list : options) list.clear();
        std::vector<Placement> list;
        every_placement(position, open_pairs(position), list);
        for (const Placement &one : list) {
            Position after = position;
            after.rack_size[after.seat] = tiles;
            std::fill_n(after.racks[after.seat], tiles, one.piece);
            after.place(one);
            const auto result = after.result(position.seat);
            if (!after.owed) after.seat = next;
            const Last last(after, open_pairs(after));
            options[one.piece].push_back({after.over, after.owed > 0, shares(after), result, last, {last, hidden}, {last, unplaced}});
        }
        uint8_t rack[MOST];
        double all = 1;
        for (int i = 0; i < tiles; i++) all *= double(hidden.size - i) / (i + 1);
        return every_rack(position, rack, 0, 0, 1) / all;
    }

    // Alone: over every tile that may be drawn, turn by turn.
    static double every_draw(const Position &position, const Pool &pool) {
        double sum = 0;
        for (int piece = 0; piece < PIECES; piece++) {
            if (!pool.count[piece]) continue;
            Position drawn = position;
            drawn.rack_size[0] = 1, drawn.racks[0][0] = uint8_t(piece), drawn.owed = 1;
            Pool rest = pool;
            rest.add(piece, -1);
            std::vector<Placement> list;
            drawn.placements(list);
            double best = 0;
            for (const Placement &one : list) {
                Position after = drawn;
                after.place(one);
                best = std::max(best, after.over ? after.outcome(0) : every_draw(after, rest));
            }
            sum += pool.count[piece] * best;
        }
        return sum / pool.size;
    }

public:
    explicit BruteForce(const Position &position)
        : me(position.seat), side(position.side_of(position.seat)), hidden(unseen_by(position, position.seat)) {}

    // The chance after a placement. At most two more tiles fit after the own ones.
    double judge(const Position &position, const Placement &placement) {
        Position after = position;
        after.place(placement);
        if (after.over) return after.outcome(me);
        double best = 0;
        if (after.owed) {
            std::vector<Placement> list;
            after.placements(list);
            for (const Placement &one : list) best = std::max(best, judge(after, one));
            return best;
        }
        if (position.mode->seats == 1) return every_draw(after, hidden);
        const int mask = after.exchangeable(me);
        for (int way = 0; way < (mask ? 2 : 1); way++) {
            kept.clear();
            for (int i = 0; i < after.rack_size[me]; i++)
                if (!way || !(mask >> i & 1)) kept.push_back(after.racks[me][i]);
            Position next = after;
            best = std::max(best, passed_on(next));
        }
        return best;
    }
};

// Prints endgames until there are `count`: in each up to three tiles fit at the start of a turn, and placements that the quick
// count puts near the best are told with their chances. Positions in which it makes no difference what is placed are left out.
inline void find_endgames(const Mode &mode, const Net &net, int count, unsigned long long seed) {
    constexpr int room = 3;
    constexpr double near = 0.05, difference = 0.005;
    Random random(seed);
    const Player player(net);
    for (int found = 0; found < count;) {
        Position position(mode, random);
        Story story(position);
        while (!position.over) {
            const int fit = story.turn_begins() ? solvable(position, room) : 0;
            if (fit > 1) {
                std::vector<Placement> list;
                position.placements(list);
                Endgame quick(position);
                std::vector<double> chances;
                bool ignored;
                for (const Placement &one : list) chances.push_back(quick.judge(position, one, ignored));
                const auto [low, high] = std::minmax_element(chances.begin(), chances.end());
                if (*high - *low > difference) {
                    std::printf("{\"deal\": \"%s\", \"turns\": \"%s\", \"fit\": %d, \"chances\": {", story.deal.c_str(),
                                story.turns.c_str(), fit);
                    BruteForce exact(position);
                    for (size_t i = 0, told = 0; i < list.size(); i++)
                        if (chances[i] > *high - near)
                            std::printf("%s\"%s\": %.9f", told++ ? ", " : "", Story::told(list[i]).c_str(), exact.judge(position, list[i]));
                    std::printf("}}\n");
                    std::fflush(stdout);
                    if (++found == count) return;
                }
            }
            story.go_on(position, player.choose(position, random, 20, 0.3), random);
        }
    }
}
