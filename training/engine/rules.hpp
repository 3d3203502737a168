// The rules: modes as rows, and a position with everything hidden in it that is changed in place.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "board.hpp"

enum class Exchange { none, whole_rack, full_colours };

struct Mode {
    const char *name;
    int seats, radius, boards, sides;
    std::vector<int> stops;
    bool bonuses, two_sided;
    int rack_size;
    Exchange exchange;
    int end() const { return stops.back(); }
    int walk(int peg, int gain) const {
        for (int stop : stops)
            if (stop > peg) return std::min(peg + gain, stop);
        return peg;
    }
};

inline const Mode MODES[] = {
    {"standard", 2, 5, 2, 2, {18}, true, false, 6, Exchange::whole_rack},
    {"standard", 3, 6, 3, 3, {18}, true, false, 6, Exchange::whole_rack},
    {"standard", 4, 7, 4, 4, {18}, true, false, 6, Exchange::whole_rack},
    {"solo", 1, 5, 1, 1, {18, 36}, false, false, 1, Exchange::none},
    {"team", 4, 7, 2, 2, {18, 36}, true, false, 6, Exchange::whole_rack},
    {"duel", 2, 5, 1, 2, {9}, true, true, 6, Exchange::full_colours},
};

inline const Area &area_of(const Mode &mode) {
    static const Area white(5), grey(6), whole(7);
    return mode.radius == 5 ? white : mode.radius == 6 ? grey : whole;
}

inline const Mode *find_mode(const std::string &name, int seats) {
    for (const Mode &mode : MODES)
        if (mode.name == name && mode.seats == seats) return &mode;
    return nullptr;
}

// A placement: the piece, its cells in the order of scoring, the colour on each and its points.
struct Placement {
    uint8_t piece, cell[2], colour[2], points[2];
};

constexpr int VALUES = 24;  // points of one symbol are counted up to 23

struct Position {
    const Mode *mode;
    const Area *area;
    uint8_t symbols[CELLS];
    uint8_t points[COLOURS][CELLS];       // what a symbol would score on each empty cell
    bool playable[CELLS];                 // empty, and next to an empty cell
    int playable_count;
    uint8_t histogram[COLOURS][VALUES];   // how many playable cells would score so many points
    int pegs[4][COLOURS];                 // by score board; of a duel as the even seat sees them
    int paid[COLOURS];                    // of a duel: the end that last paid a bonus
    uint8_t racks[4][6];
    int rack_size[4];
    int bag[PIECES], bag_size;
    int seat, owed;
    bool opened[4], over;

    Position(const Mode &mode, Random &random) {
        std::memset((void *)this, 0, sizeof *this);
        this->mode = &mode;
        area = &area_of(mode);
        std::memset(symbols, OUTSIDE, sizeof symbols);
        for (int cell : area->cells) symbols[cell] = EMPTY, playable[cell] = true;
        playable_count = int(area->cells.size());
        for (int c = 0; c < COLOURS; c++) histogram[c][0] = uint8_t(playable_count);
        for (int c = 0; c < COLOURS; c++) put(PRINTED[c], c);
        for (int piece = 0; piece < PIECES; piece++) bag_size += bag[piece] = PIECE.count[piece];
        for (int seat = 0; seat < mode.seats; seat++) draw(seat, mode.rack_size, random);
        owed = 1;
    }

    int board_of(int seat) const { return seat % mode->boards; }
    int side_of(int seat) const { return seat % mode->sides; }
    int direction(int seat) const { return mode->two_sided && seat % 2 ? -1 : 1; }
    int peg(int seat, int colour) const { return direction(seat) * pegs[board_of(seat)][colour]; }
    int lowest(int seat) const {
        int low = 99;
        for (int c = 0; c < COLOURS; c++) low = std::min(low, peg(seat, c));
        return low;
    }
    bool holds_token(int seat, int colour) const { return mode->two_sided && direction(seat) * paid[colour] > 0; }

    // --- the board ---

    void leave_playable(int cell) {
        playable[cell] = false, playable_count--;
        for (int c = 0; c < COLOURS; c++) histogram[c][std::min<int>(points[c][cell], VALUES - 1)]--;
    }

    void put(int cell, int colour) {
        if (playable[cell]) leave_playable(cell);
        int length[6], end[6];
        for (int i = 0; i < 6; i++) {
            int near = cell + STEPS[i];
            for (length[i] = 0; symbols[near] == colour; near += STEPS[i]) length[i]++;
            end[i] = near;
        }
        symbols[cell] = uint8_t(colour);
        for (int i = 0; i < 6; i++) {
            if (symbols[end[i]] != EMPTY) continue;
            uint8_t &value = points[colour][end[i]];
            if (playable[end[i]]) histogram[colour][std::min<int>(value, VALUES - 1)]--;
            value = uint8_t(value + 1 + length[(i + 3) % 6]);
            if (playable[end[i]]) histogram[colour][std::min<int>(value, VALUES - 1)]++;
        }
        for (int step : STEPS) {
            int near = cell + step;
            if (!playable[near]) continue;
            bool alone = true;
            for (int other : STEPS) alone = alone && symbols[near + other] != EMPTY;
            if (alone) leave_playable(near);
        }
    }

    // Whether a first tile may lie on this cell (R3.2), for every cell.
    void mark_openings(bool *near) const {
        std::memset(near, 0, CELLS);
        for (int printed : PRINTED) {
            bool free = true;
            for (int step : STEPS) free = free && symbols[printed + step] >= EMPTY;
            if (free)
                for (int step : STEPS) near[printed + step] = true;
        }
    }

    void placements(std::vector<Placement> &found) const {
        found.clear();
        bool opening = !opened[seat], near[CELLS];
        if (opening) mark_openings(near);
        bool seen[PIECES] = {};
        for (int i = 0; i < rack_size[seat]; i++) {
            int piece = racks[seat][i];
            if (seen[piece]) continue;
            seen[piece] = true;
            uint8_t a = uint8_t(PIECE.first[piece]), b = uint8_t(PIECE.second[piece]);
            for (auto [x, y] : area->pairs) {
                if (symbols[x] != EMPTY || symbols[y] != EMPTY || (opening && !near[x] && !near[y])) continue;
                found.push_back({uint8_t(piece), {uint8_t(x), uint8_t(y)}, {a, b}, {points[a][x], points[b][y]}});
                // A double turned round scores in another order, which matters where a track has two stops (R3.6).
                if (a != b || (mode->stops.size() > 1 && points[a][x] != points[a][y]))
                    found.push_back({uint8_t(piece), {uint8_t(y), uint8_t(x)}, {a, b}, {points[a][y], points[b][x]}});
            }
        }
    }

    // --- a turn ---

    int score(const Placement &placement) {
        int bonuses = 0;
        for (int half = 0; half < 2; half++) {
            int c = placement.colour[half], sign = direction(seat), &peg = pegs[board_of(seat)][c];
            int before = sign * peg, after = mode->walk(before, placement.points[half]);
            peg = sign * after;
            if (!mode->bonuses || std::find(mode->stops.begin(), mode->stops.end(), after) == mode->stops.end()) continue;
            if (mode->two_sided ? paid[c] != peg : after != before) paid[c] = peg, bonuses++;
        }
        return bonuses;
    }

    bool wins_at_once() const {
        for (int c = 0; c < COLOURS; c++)
            if (mode->two_sided ? peg(seat, c) <= 0 : peg(seat, c) < mode->end()) return false;
        return true;
    }

    void place(const Placement &placement) {
        owed += score(placement) - 1;
        put(placement.cell[0], placement.colour[0]);
        put(placement.cell[1], placement.colour[1]);
        opened[seat] = true;
        uint8_t *rack = racks[seat], *end = rack + rack_size[seat];
        std::copy(std::find(rack, end, placement.piece) + 1, end, std::find(rack, end, placement.piece));
        rack_size[seat]--;
        over = wins_at_once() || !playable_count;
        if (!rack_size[seat]) owed = 0;
    }

    // Which tiles of the seat's rack may be exchanged (R5, R9.4), as bits of their slots.
    int exchangeable(int seat) const {
        int mask = 0, low = lowest(seat);
        if (mode->exchange == Exchange::none) return 0;
        bool whole = mode->exchange == Exchange::whole_rack;
        for (int i = 0; i < rack_size[seat]; i++) {
            int a = peg(seat, PIECE.first[racks[seat][i]]), b = peg(seat, PIECE.second[racks[seat][i]]);
            int wanted = whole ? low : mode->end();
            if (a == wanted || b == wanted) mask |= 1 << i;
        }
        if (!whole) return mask;
        return mask ? 0 : (1 << rack_size[seat]) - 1;
    }

    void draw(int seat, int count, Random &random) {
        for (; count > 0 && bag_size > 0; count--) {
            int index = random.below(bag_size), piece = 0;
            while (index >= bag[piece]) index -= bag[piece++];
            bag[piece]--, bag_size--;
            racks[seat][rack_size[seat]++] = uint8_t(piece);
        }
    }

    void end_turn(bool exchange, Random &random) {
        uint8_t back[6];
        int returned = 0, kept = 0, mask = exchange ? exchangeable(seat) : 0;
        for (int i = 0; i < rack_size[seat]; i++)
            (mask >> i & 1 ? back[returned++] : racks[seat][kept++]) = racks[seat][i];
        rack_size[seat] = kept;
        draw(seat, mode->rack_size - kept, random);
        for (int i = 0; i < returned; i++) bag[back[i]]++, bag_size++;
        seat = (seat + 1) % mode->seats;
        owed = 1;
    }

    // --- the result ---

    // What is compared at the end, item by item.
    std::array<int, 7> result(int seat) const {
        std::array<int, 7> items{};
        int count = 0;
        for (int c = 0; c < COLOURS; c++)
            if (!mode->two_sided || peg(seat, c) > 0) items[1 + count++] = peg(seat, c);
        if (mode->two_sided) items[0] = count;
        std::sort(items.begin() + 1, items.begin() + 1 + count);
        return items;
    }

    // The share of a win that the seat's side has; alone, how good the lowest pegs are, from 0 to 1 without a bend at 18.
    double outcome(int seat) const {
        auto mine = result(seat);
        if (mode->seats == 1) return std::clamp((mine[1] + 0.1 * (mine[2] - mine[1]) - 4) / 20, 0.0, 1.0);
        int equal = 1;
        for (int side = 0; side < mode->sides; side++) {
            if (side == side_of(seat)) continue;
            auto theirs = result(side);
            if (theirs > mine) return 0;
            equal += theirs == mine;
        }
        return 1.0 / equal;
    }
};
