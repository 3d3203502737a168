// A game as it is told to Python: one word for each turn; game/puzzles.py reads it.
#pragma once
#include "player.hpp"

struct Story {
    std::string deal, turns, open;

    explicit Story(const Position &position) {
        for (int seat = 0; seat < position.mode->seats; seat++)
            deal += (seat ? " " : "") + codes(position.racks[seat], position.rack_size[seat]);
    }

    static std::string codes(const uint8_t *pieces, int count) {
        std::string text;
        for (int i = 0; i < count; i++) text += char('a' + pieces[i]);
        return text;
    }

    static std::string told(const Placement &placement) {
        char text[32];
        std::snprintf(text, sizeof text, "%c%d-%d", 'a' + placement.piece, placement.cell[0], placement.cell[1]);
        return text;
    }

    bool turn_begins() const { return open.empty(); }

    // Makes a placement, and ends the turn where nothing more is to be placed.
    void go_on(Position &position, const Rated &chosen, Random &random) {
        const int seat = position.seat;
        open += (open.empty() ? "" : "+") + told(chosen.placement);
        position.place(chosen.placement);
        if (position.over || position.owed) return;
        const int mask = chosen.exchange ? position.exchangeable(seat) : 0;
        uint8_t back[6];
        int returned = 0;
        for (int i = 0; i < position.rack_size[seat]; i++)
            if (mask >> i & 1) back[returned++] = position.racks[seat][i];
        const int kept = position.rack_size[seat] - returned;
        position.end_turn(chosen.exchange, random);
        turns += (turns.empty() ? "" : " ") + open + ":" + codes(back, returned) + ":" +
                 codes(position.racks[seat] + kept, position.rack_size[seat] - kept);
        open.clear();
    }
};
