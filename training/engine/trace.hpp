// Random games told line by line, for tests that hold this engine against the rules in game/.
#pragma once
#include "player.hpp"

inline void print_list(const char *name, const uint8_t *items, int count) {
    std::printf("\"%s\": [", name);
    for (int i = 0; i < count; i++) std::printf("%s%d", i ? ", " : "", items[i]);
    std::printf("]");
}

inline void trace(const Mode &mode, int games, unsigned long long seed, const Net &net) {
    Random random(seed);
    std::vector<Placement> list;
    for (int game = 0; game < games; game++) {
        Position position(mode, random);
        std::printf("{\"racks\": [");
        for (int seat = 0; seat < mode.seats; seat++) {
            std::printf("%s{", seat ? ", " : "");
            print_list("rack", position.racks[seat], position.rack_size[seat]);
            std::printf("}");
        }
        std::printf("]}\n");
        while (!position.over) {
            const int seat = position.seat;
            position.placements(list);
            const Placement &chosen = list[random.below(int(list.size()))];
            int points = 0;
            for (const Placement &one : list) points += one.points[0] + one.points[1];
            bool exchange;
            double value = Player(net).rate(position, Unseen(position, seat), chosen, exchange, 24);
            Random ties(seed);
            const double best = Player(net).decide(position, ties, 0).value;
            std::printf("{\"seat\": %d, \"piece\": %d, \"at\": [%d, %d], \"placements\": %d, \"points\": %d, ", seat, chosen.piece,
                        chosen.cell[0], chosen.cell[1], int(list.size()), points);
            std::printf("\"value\": %.5f, \"best\": %.5f", value, best);
            position.place(chosen);
            std::printf(", \"exchange\": %s, \"owed\": %d, \"over\": %s, \"pegs\": [", exchange ? "true" : "false", position.owed,
                        position.over ? "true" : "false");
            for (int c = 0; c < COLOURS; c++) std::printf("%s%d", c ? ", " : "", position.peg(seat, c));
            std::printf("]}\n");
            if (position.over || position.owed) continue;
            const bool wanted = random.unit() < 0.5;
            int mask = wanted ? position.exchangeable(seat) : 0, returned = 0, kept;
            uint8_t back[6];
            for (int i = 0; i < position.rack_size[seat]; i++)
                if (mask >> i & 1) back[returned++] = position.racks[seat][i];
            kept = position.rack_size[seat] - returned;
            position.end_turn(wanted, random);
            std::printf("{");
            print_list("returned", back, returned);
            std::printf(", ");
            print_list("drawn", position.racks[seat] + kept, position.rack_size[seat] - kept);
            std::printf("}\n");
        }
        std::printf("{\"outcomes\": [");
        for (int seat = 0; seat < mode.seats; seat++) std::printf("%s%.4f", seat ? ", " : "", position.outcome(seat));
        std::printf("]}\n");
    }
}
