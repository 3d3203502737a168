// The board: cells, areas and steps. A cell has the number that it has in game/board.py: 16 * row + diagonal.
#pragma once
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

constexpr int EMPTY = 6;
constexpr int OUTSIDE = 7;
constexpr int CELLS = 290;
constexpr int COLOURS = 6;
constexpr int PIECES = 21;
constexpr int STEPS[6] = {1, 17, 16, -1, -17, -16};  // clockwise from the right; step i + 3 is opposite to step i
constexpr int PRINTED[COLOURS] = {3 * 16 + 3, 13 * 16 + 13, 13 * 16 + 8, 3 * 16 + 8, 8 * 16 + 13, 8 * 16 + 3};

// The two colours of each kind of piece, and how many there are, in the order of PIECES in game/tiles.py.
struct Pieces {
    int first[PIECES], second[PIECES], count[PIECES];
    Pieces() {
        int piece = 0;
        for (int a = 0; a < COLOURS; a++)
            for (int b = a; b < COLOURS; b++, piece++) first[piece] = a, second[piece] = b, count[piece] = a == b ? 5 : 6;
    }
};
inline const Pieces PIECE;

struct Area {
    std::vector<int> cells;
    std::vector<std::pair<int, int>> pairs;  // each pair of adjacent cells once
    bool inside[CELLS] = {};
    explicit Area(int radius) {
        for (int row = 1; row <= 15; row++)
            for (int diagonal = 1; diagonal <= 15; diagonal++) {
                int down = row - 8, along = diagonal - 8;
                if (std::max({std::abs(down), std::abs(along), std::abs(down - along)}) > radius) continue;
                cells.push_back(16 * row + diagonal);
                inside[16 * row + diagonal] = true;
            }
        for (int cell : cells)
            for (int step = 0; step < 3; step++)
                if (inside[cell + STEPS[step]]) pairs.push_back({cell, cell + STEPS[step]});
    }
};

struct Random {
    unsigned long long state;
    explicit Random(unsigned long long seed) : state(seed * 0x9E3779B97F4A7C15ull + 0x1234567) {
        for (int i = 0; i < 8; i++) next();
    }
    unsigned long long next() {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return state * 0x2545F4914F6CDD1Dull;
    }
    int below(int limit) { return int((next() >> 33) % (unsigned long long)limit); }
    double unit() { return double(next() >> 11) / 9007199254740992.0; }
    double normal() {
        double sum = 0;
        for (int i = 0; i < 12; i++) sum += unit();
        return sum - 6;
    }
};
