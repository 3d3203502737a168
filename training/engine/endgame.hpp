// The exact endgame: what placements lead to when so few tiles fit that all racks and draws can be counted.
// game/ai/endgame.py does the same; tests/training compares the two.
#pragma once
#include "player.hpp"

using Pairs = std::vector<std::pair<int, int>>;
using Shares = std::array<double, 4>;  // of a win, by side
using Ranks = std::array<double, PIECES>;
constexpr double EQUAL = 1e-9;  // chances that are no further apart differ by rounding alone

// The pairs of cells on which a tile fits.
inline Pairs open_pairs(const Position &position) {
    Pairs pairs;
    for (int cell : position.area->cells)
        for (int step = 0; step < 3 && position.playable[cell]; step++)
            if (position.playable[cell + STEPS[step]]) pairs.push_back({cell, cell + STEPS[step]});
    return pairs;
}

// How many tiles fit on pairs of cells at once; `most` where it is more.
inline int tiles_that_fit(const Pairs &pairs, int most) {
    if (pairs.empty() || !most) return 0;
    const int cell = pairs[0].first;
    Pairs left;
    for (auto pair : pairs)
        if (pair.first != cell && pair.second != cell) left.push_back(pair);
    int fit = tiles_that_fit(left, most);
    for (auto [a, b] : pairs) {
        if (fit == most) break;
        if (a != cell && b != cell) continue;
        left.clear();
        for (auto pair : pairs)
            if (pair.first != a && pair.second != a && pair.first != b && pair.second != b) left.push_back(pair);
        fit = std::max(fit, 1 + tiles_that_fit(left, most - 1));
    }
    return fit;
}

// How many tiles still fit at the start of a turn whose endgame can be solved; 0 where more than `room` do.
inline int solvable(const Position &position, int room) {
    if (position.playable_count > 5 * room) return 0;
    for (int seat = 0; seat < position.mode->seats; seat++)
        if (!position.opened[seat]) return 0;
    const int fit = tiles_that_fit(open_pairs(position), room + 1);
    return fit <= room ? fit : 0;
}

// What can be placed on pairs of cells, of every piece.
inline void every_placement(const Position &position, const Pairs &pairs, std::vector<Placement> &found) {
    found.clear();
    for (auto [x, y] : pairs)
        for (int piece = 0; piece < PIECES; piece++) {
            const uint8_t a = uint8_t(PIECE.first[piece]), b = uint8_t(PIECE.second[piece]);
            const auto &points = position.points;
            found.push_back({uint8_t(piece), {uint8_t(x), uint8_t(y)}, {a, b}, {points[a][x], points[b][y]}});
            if (a != b || (position.mode->stops.size() > 1 && points[a][x] != points[a][y]))
                found.push_back({uint8_t(piece), {uint8_t(y), uint8_t(x)}, {a, b}, {points[a][y], points[b][x]}});
        }
}

// Tiles of which it is not known where they are.
struct Pool {
    int count[PIECES] = {}, size = 0;
    void add(int piece, int number = 1) { count[piece] += number, size += number; }
    // The chance that none of `some` of them is among those that are drawn.
    double none(int some, int drawn) const {
        double chance = 1;
        for (int i = 0; i < drawn; i++) chance *= std::max(0.0, double(size - some - i) / double(size - i));
        return chance;
    }
};

// What a seat does not see.
inline Pool unseen_by(const Position &position, int me) {
    Pool pool;
    for (int piece = 0; piece < PIECES; piece++) pool.add(piece, position.bag[piece]);
    for (int seat = 0; seat < position.mode->seats; seat++)
        for (int i = 0; seat != me && i < position.rack_size[seat]; i++) pool.add(position.racks[seat][i]);
    return pool;
}

inline Shares shares(const Position &position) {
    Shares found{};
    for (int side = 0; side < position.mode->sides; side++) found[side] = position.outcome(side);
    return found;
}

// How a game ends in which one more tile fits: by the best that the seat on turn can end with.
struct Last {
    static constexpr double WIN = 2, TIE = 1;
    Ranks ranks{};   // by piece: whether it wins or ties; alone, how good the pegs are
    Shares ways[3];  // of a win, where it does neither, ties or wins

    Last(const Position &position, const Pairs &pairs) {
        const Mode &mode = *position.mode;
        const int seat = position.seat, side = position.side_of(seat);
        std::array<int, 7> top{};
        int equal = 0;
        for (int other = 0; other < mode.sides; other++) {
            if (other == side) continue;
            auto result = position.result(other);
            if (!equal || result > top) top = result, equal = 1;
            else equal += result == top;
        }
        for (Shares &way : ways) way.fill(0);
        for (int other = 0; other < mode.sides; other++) {
            const bool leads = other != side && position.result(other) == top;
            ways[0][other] = leads ? 1.0 / equal : 0, ways[1][other] = leads || other == side ? 1.0 / (equal + 1) : 0;
            ways[2][other] = other == side;
        }
        std::vector<Placement> list;
        every_placement(position, pairs, list);
        Position after = position;
        int &board = after.pegs[position.board_of(seat)][0];
        for (const Placement &one : list) {
            std::copy_n(position.pegs[position.board_of(seat)], COLOURS, &board);
            after.score(one);
            const double outcome = after.outcome(seat);
            const double rank = mode.seats == 1 ? outcome : outcome > 0.9 ? WIN : outcome > 0 ? TIE : 0;
            ranks[one.piece] = std::max(ranks[one.piece], rank);
        }
    }

    // The shares with `drawn` tiles from a pool beside one of which the rank is known.
    Shares mixed(const Pool &pool, int drawn, double kept = 0) const {
        int wins = 0, ties = 0;
        for (int piece = 0; piece < PIECES; piece++)
            (ranks[piece] == WIN ? wins : ties) += ranks[piece] > 0 ? pool.count[piece] : 0;
        const double neither = pool.none(wins + ties, drawn), no_win = pool.none(wins, drawn);
        const double parts[3] = {kept == WIN || kept == TIE ? 0 : neither,
                                 kept == WIN ? 0 : kept == TIE ? no_win : no_win - neither, kept == WIN ? 1 : 1 - no_win};
        Shares found{};
        for (int side = 0; side < 4; side++)
            for (int way = 0; way < 3; way++) found[side] += parts[way] * ways[way][side];
        return found;
    }
};

// How many ways there are to choose some tiles.
inline double choose(int from, int some) {
    if (some < 0 || some > from) return 0;
    double ways = 1;
    for (int i = 0; i < some; i++) ways *= double(from - i) / double(i + 1);
    return ways;
}

// What a seat may hold, of which the pieces are known that it would rather have placed than the one that it did.
class Held {
    const Pool &pool;
    const int tiles;
    std::array<bool, PIECES> missing{};  // what it does not have

public:
    Held(const Pool &pool, int tiles) : pool(pool), tiles(tiles) {}

    void lacks(int piece) { missing[piece] = true; }

    // The chance that it has a piece and nothing that is missing, and that the tiles which are then drawn have no rank from
    // `least` on: others if `drawn` says how many, the rest of its own with -1.
    double with(int piece, const Ranks &ranks, double least, int drawn) const {
        if (drawn >= 0) {
            Held more = *this;
            more.lacks(piece);
            return none(ranks, least, drawn) - more.none(ranks, least, drawn);
        }
        int left = 0;
        for (int other = 0; other < PIECES; other++)
            if (!missing[other] && ranks[other] < least) left += pool.count[other];
        const int own = pool.count[piece];
        const double ways = ranks[piece] < least ? choose(left, tiles) - choose(left - own, tiles) : own * choose(left, tiles - 1);
        return ways / choose(pool.size, tiles);
    }

private:
    // The chance that nothing that is missing is among its tiles, and no rank from `least` on among others that are drawn.
    double none(const Ranks &ranks, double least, int drawn) const {
        int only_missing = 0, only_ranked = 0, neither = 0;
        for (int piece = 0; piece < PIECES; piece++) {
            const bool ranked = ranks[piece] >= least;
            if (missing[piece] && !ranked) only_missing += pool.count[piece];
            else if (!missing[piece]) (ranked ? only_ranked : neither) += pool.count[piece];
        }
        double ways = 0;
        for (int i = 0; i <= tiles; i++)
            ways += choose(only_ranked, i) * choose(neither, tiles - i) * choose(only_missing + neither - tiles + i, drawn);
        return ways / choose(pool.size, tiles) / choose(pool.size - tiles, drawn);
    }
};

// What the placements of the seat on turn lead to.
class Endgame {
    const int me, side;
    Pool not_placed, seen_by_none;  // what is not on the board; what of it `me` does not see either
    std::vector<uint8_t> kept;      // what `me` has of its rack for its next turn

    // What a position is worth: to the own side by what its seat knows, and to each side for those who see no rack.
    struct Worth {
        double told;
        Shares blind;
        // Where one more tile fits: the own share where the last seat does neither, ties or wins, and what it can do with each
        // piece that it draws.
        bool last = false;
        double ways[3];
        Ranks ranks;
        int drawn;
    };

    struct Option {
        double worth;
        std::array<int, 7> result;  // of placements worth the same to a seat, it takes the one with the best pegs
        Worth leads_to;
        bool operator>(const Option &other) const {
            return std::abs(worth - other.worth) > EQUAL ? worth > other.worth : result > other.result;
        }
    };

    Worth last(const Position &position, const Pairs &pairs, int tiles) const {
        const Last end(position, pairs);
        if (position.mode->seats == 1) {
            double sum = 0;
            for (int piece = 0; piece < PIECES; piece++) sum += seen_by_none.count[piece] * end.ranks[piece];
            return {sum / seen_by_none.size, {sum / seen_by_none.size}, false, {}, {}, 0};
        }
        Worth worth{0, end.mixed(not_placed, tiles), true, {end.ways[0][side], end.ways[1][side], end.ways[2][side]}, end.ranks, tiles};
        double best = 0;
        if (position.seat == me) {
            for (uint8_t piece : kept) best = std::max(best, end.ranks[piece]);
            worth.drawn -= int(kept.size());
            if (best > 0) worth.ways[0] = worth.ways[1];
            if (best == Last::WIN) worth.ways[0] = worth.ways[1] = worth.ways[2];
        }
        worth.told = end.mixed(seen_by_none, worth.drawn, best)[side];
        return worth;
    }

    // What comes of an option of a seat that places a piece for want of anything better.
    double told(const Held &held, int piece, double share, const Worth &worth) const {
        if (!worth.last) return share * worth.told;
        const double no_win = held.with(piece, worth.ranks, Last::WIN, worth.drawn);
        const double neither = held.with(piece, worth.ranks, Last::TIE, worth.drawn);
        return (share - no_win) * worth.ways[2] + (no_win - neither) * worth.ways[1] + neither * worth.ways[0];
    }

    // What a position is worth whose seat on turn has so many tiles to choose from.
    Worth turn(const Position &position, int tiles) const {
        const Pairs pairs = open_pairs(position);
        if (tiles_that_fit(pairs, 2) < 2) return last(position, pairs, tiles);
        std::vector<Placement> list;
        every_placement(position, pairs, list);
        std::vector<Option> options(PIECES);
        std::vector<int> order;
        for (const Placement &one : list) {
            if (!seen_by_none.count[one.piece]) continue;
            Position after = position;
            after.rack_size[after.seat] = tiles;
            std::fill_n(after.racks[after.seat], tiles, one.piece);
            after.place(one);
            const auto result = after.result(position.seat);
            const Worth leads_to = follow(after, tiles);
            const Option option{leads_to.blind[position.side_of(position.seat)], result, leads_to};
            if (std::find(order.begin(), order.end(), one.piece) == order.end()) order.push_back(one.piece);
            else if (!(option > options[one.piece])) continue;
            options[one.piece] = option;
        }
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return options[a] > options[b]; });
        Worth sum{};
        Held held(seen_by_none, tiles);
        int met = 0;
        double left = 1;
        for (int piece : order) {
            met += seen_by_none.count[piece];
            const double rest = seen_by_none.none(met, tiles), share = left - rest;
            left = rest;
            sum.told += told(held, piece, share, options[piece].leads_to);
            held.lacks(piece);
            for (int i = 0; i < 4; i++) sum.blind[i] += share * options[piece].leads_to.blind[i];
        }
        return sum;
    }

    Worth follow(Position &after, int tiles) const {
        if (after.over) {
            const Shares found = shares(after);
            return {found[side], found, false, {}, {}, 0};
        }
        if (!after.owed) return passed_on(after);
        Worth worth = turn(after, tiles - 1);
        worth.drawn = -1;
        return worth;
    }

    Worth passed_on(Position &after) const {
        after.seat = (after.seat + 1) % after.mode->seats, after.owed = 1;
        return turn(after, after.mode->rack_size);
    }

public:
    explicit Endgame(const Position &position)
        : me(position.seat), side(position.side_of(position.seat)), seen_by_none(unseen_by(position, position.seat)) {}

    // The chance that a placement of the own seat leads to, and whether to exchange after it.
    double judge(const Position &position, const Placement &placement, bool &exchange) {
        Position after = position;
        after.place(placement);
        exchange = false;
        if (after.over) return after.outcome(me);
        double best = -1;
        if (after.owed) {
            std::vector<Placement> list;
            after.placements(list);
            bool ignored;
            for (const Placement &one : list) best = std::max(best, judge(after, one, ignored));
            return best;
        }
        not_placed = seen_by_none;
        for (int i = 0; i < after.rack_size[me]; i++) not_placed.add(after.racks[me][i]);
        const int mask = after.exchangeable(me);
        for (int way = 0; way < (mask ? 2 : 1); way++) {
            kept.clear();
            for (int i = 0; i < after.rack_size[me]; i++)
                if (!way || !(mask >> i & 1)) kept.push_back(after.racks[me][i]);
            Position next = after;
            const double worth = passed_on(next).told;
            if (worth > best + EQUAL) best = worth, exchange = way;
        }
        return best;
    }

    // The best of placements, of which `rated` has what the net thinks: that decides among equal ones.
    static Rated choose(const Position &position, std::vector<Rated> rated) {
        std::stable_sort(rated.begin(), rated.end(), [](const Rated &a, const Rated &b) { return a.value > b.value; });
        Endgame endgame(position);
        Rated best = rated[0];
        double top = -1;
        for (const Rated &one : rated) {
            bool exchange;
            const double chance = endgame.judge(position, one.placement, exchange);
            if (chance > top + EQUAL) top = chance, best = {one.placement, exchange, logit_of(chance)};
            if (top > 1 - EQUAL) break;
        }
        return best;
    }
};
