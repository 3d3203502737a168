// What the net sees: 32 inputs a colour and 12 for the whole position, as seat `me` knows it.
// game/ai/features.py computes the same; tests/training compares the two.
#pragma once
#include "rules.hpp"

constexpr int INPUTS = 32;
constexpr int GLOBALS = 12;

struct Features {
    float colour[COLOURS][INPUTS];
    float global[GLOBALS];
};

// What a seat can say of the tiles that it does not see: the share of each colour on single tiles and on doubles.
struct Unseen {
    float single[COLOURS] = {}, twice[COLOURS] = {};
    Unseen(const Position &position, int me) {
        int count[PIECES], total = position.bag_size;
        std::copy(position.bag, position.bag + PIECES, count);
        for (int seat = 0; seat < position.mode->seats; seat++)
            for (int i = 0; seat != me && i < position.rack_size[seat]; i++) count[position.racks[seat][i]]++, total++;
        for (int piece = 0; piece < PIECES && total; piece++) {
            float share = float(count[piece]) / float(total);
            int a = PIECE.first[piece], b = PIECE.second[piece];
            if (a == b) twice[a] += share;
            else single[a] += share, single[b] += share;
        }
    }
};

// The tiles that a rack holds after the refill: those that are kept, and the expectation of those drawn.
struct Rack {
    float single[COLOURS], twice[COLOURS];
    bool known[COLOURS] = {};
    Rack(const Unseen &unseen, const uint8_t *kept, int size, int drawn) {
        for (int c = 0; c < COLOURS; c++) single[c] = float(drawn) * unseen.single[c], twice[c] = float(drawn) * unseen.twice[c];
        for (int i = 0; i < size; i++) {
            int a = PIECE.first[kept[i]], b = PIECE.second[kept[i]];
            if (a == b) twice[a] += 1;
            else single[a] += 1, single[b] += 1;
            known[a] = known[b] = true;
        }
    }
};

// The pegs of one side, and what follows from them.
struct Side {
    int peg[COLOURS], sorted[COLOURS], lowest, sum = 0, full = 0;
    Side(const Position &position, int seat) {
        for (int c = 0; c < COLOURS; c++) {
            peg[c] = sorted[c] = seat < 0 ? 0 : position.peg(seat, c);
            sum += peg[c], full += peg[c] == position.mode->end();
        }
        std::sort(sorted, sorted + COLOURS);
        lowest = sorted[0];
    }
    int rank(int colour) const { return int(std::lower_bound(sorted, sorted + COLOURS, peg[colour]) - sorted); }
};

// The seat of the best other side, the first of equal ones; -1 where there is none.
inline int leader(const Position &position, int me) {
    int best = -1;
    for (int side = 0; side < position.mode->sides; side++)
        if (side != position.side_of(me) && (best < 0 || position.result(side) > position.result(best))) best = side;
    return best;
}

// How close a peg is to a bonus, from 0 to 1.
inline float near_bonus(const Position &position, int seat, int colour) {
    if (seat < 0 || !position.mode->bonuses || position.holds_token(seat, colour)) return 0;
    int peg = position.peg(seat, colour);
    for (int stop : position.mode->stops)
        if (stop > peg) return std::max(0.f, 1 - float(stop - peg) / 7);
    return 0;
}

// The best two values of a colour on playable cells, how many reach 1, 2, 3 and 5, and their sum.
inline void openness(const uint8_t *histogram, float *out) {
    int best = 0, next = 0, sum = 0, reach[4] = {};
    for (int value = 1; value < VALUES; value++) {
        int count = histogram[value];
        if (!count) continue;
        reach[0] += count, sum += value * count;
        if (value >= 2) reach[1] += count;
        if (value >= 3) reach[2] += count;
        if (value >= 5) reach[3] += count;
        next = count >= 2 ? value : best;
        best = value;
    }
    const float scaled[7] = {best / 8.f, next / 8.f, reach[0] / 20.f, reach[1] / 10.f, reach[2] / 6.f, reach[3] / 4.f, sum / 40.f};
    std::copy(scaled, scaled + 7, out);
}

// The same, kept by histogram: most placements of a position leave most colours as they are.
inline const float *kept_openness(const uint8_t *histogram) {
    struct Kept {
        uint64_t key[VALUES / 8];
        float values[7];
    };
    constexpr size_t size = 4096;
    static std::vector<Kept> table(size);  // where nothing is kept yet, the empty histogram is, with its values of 0
    uint64_t key[VALUES / 8];
    std::memcpy(key, histogram, VALUES);
    key[0] &= ~0xffull;  // cells that score nothing are not counted
    uint64_t hash = (key[0] * 0x9E3779B97F4A7C15ull ^ key[1]) * 0xC2B2AE3D27D4EB4Full ^ key[2];
    Kept &kept = table[(hash * 0x9E3779B97F4A7C15ull) >> 52];
    if (std::memcmp(kept.key, key, sizeof key) != 0) {
        std::memcpy(kept.key, key, sizeof key);
        openness(histogram, kept.values);
    }
    return kept.values;
}

inline void see_rack(const Rack &rack, Features &out) {
    for (int c = 0; c < COLOURS; c++) {
        float *x = out.colour[c];
        x[13] = rack.single[c] / 4, x[14] = rack.twice[c] / 2, x[17] = rack.known[c];
    }
}

// `away`: how many other seats play before `me` does.
inline void see(const Position &position, int me, const Unseen &unseen, const Rack &rack, int away, Features &out) {
    const Mode &mode = *position.mode;
    const float end = float(mode.end());
    int best = leader(position, me);
    const Side mine(position, me), theirs(position, best), next(position, best < 0 ? -1 : (me + 1) % mode.seats);
    const float room = float(position.playable_count) * 0.47f / (float(position.area->cells.size() - 6) * 0.47f);
    const float late = std::exp(-float(position.playable_count) * 0.47f / 5);
    const float lead = float(mine.lowest - theirs.lowest) / 6, total = float(mine.sum - theirs.sum) / end / 3;
    for (int c = 0; c < COLOURS; c++) {
        float *x = out.colour[c];
        int m = mine.peg[c], o = theirs.peg[c];
        x[0] = float(m) / end, x[1] = float(m - mine.lowest) / 8, x[2] = mode.two_sided ? m > 0 : m == mine.lowest;
        x[3] = float(mine.rank(c)) / 5, x[4] = m == mode.end(), x[5] = near_bonus(position, me, c);
        x[6] = float(o) / end, x[7] = float(next.peg[c]) / end, x[8] = float(o - theirs.lowest) / 8;
        x[9] = mode.two_sided ? o > 0 : o == theirs.lowest;
        x[10] = float(theirs.rank(c)) / 5, x[11] = o == mode.end(), x[12] = near_bonus(position, best, c);
        x[15] = unseen.single[c] * 3, x[16] = unseen.twice[c] * 10;
        std::copy_n(kept_openness(position.histogram[c]), 7, x + 18);
        x[25] = room, x[26] = late, x[27] = float(mine.lowest) / end, x[28] = float(theirs.lowest) / end;
        x[29] = lead, x[30] = away == 0, x[31] = total;
    }
    see_rack(rack, out);
    int order = 0;
    if (best >= 0) {
        auto a = position.result(me), b = position.result(best);
        order = a > b ? 1 : a < b ? -1 : 0;
    }
    float *h = out.global;
    h[0] = room, h[1] = late, h[2] = away == 0, h[3] = float(away) / 4, h[4] = lead, h[5] = float(order) * 0.5f, h[6] = total;
    h[7] = float(mine.sorted[0] + mine.sorted[1] - theirs.sorted[0] - theirs.sorted[1]) / 10;
    h[8] = float(mine.full) / 3, h[9] = float(theirs.full) / 3, h[10] = float(order) * late;
    int ahead = 0;
    for (int c = 0; c < COLOURS; c++) ahead += (mine.peg[c] > 0) - (mine.peg[c] < 0);
    h[11] = mode.two_sided ? float(ahead) / 6 : float(mine.lowest) / end;
}
