// TD(lambda) by self-play.
#pragma once
#include "baselines.hpp"

struct Training {
    const Mode &mode;
    long games;
    unsigned long long seed;
    int most = 64;          // how many placements are looked at in self-play
    double lambda = 0.9, rate = 2e-3;
    double careful = 0;     // the share of games in which one seat, or a side, is the careful player
    double start = 0;       // where on the way from wide to narrow exploration it begins; for a net that is trained on
};

struct Example {
    Features features;
    float target;
};

// The positions that each seat judged in one game, at the start and at the end of its turns.
inline void play_one(const Training &options, const Net &net, double progress, Random &random, std::vector<Example> &out) {
    const Mode &mode = options.mode;
    const double noise = 0.25 * (1 - progress) + 0.03, stray = 0.08 * (1 - progress) + 0.01;
    Player player(net);
    Position position(mode, random);
    const int guest = options.careful > 0 && random.unit() < options.careful ? random.below(mode.sides) : -1;
    std::vector<std::vector<Features>> seen(mode.seats);
    Features features;
    while (!position.over) {
        int seat = position.seat;
        if (position.side_of(seat) == guest) {
            Rated chosen = choose(Baseline::careful, position, random);
            position.place(chosen.placement);
            if (!position.over && !position.owed) position.end_turn(chosen.exchange, random);
            continue;
        }
        const Unseen unseen(position, seat);
        if (position.owed == 1 && position.rack_size[seat] == mode.rack_size) {
            see(position, seat, unseen, Rack(unseen, position.racks[seat], mode.rack_size, 0), 0, features);
            seen[seat].push_back(features);
        }
        Rated chosen = player.choose(position, random, options.most, random.unit() < 0.7 ? noise : 0.02);
        if (random.unit() < stray) {
            std::vector<Placement> list;
            Player::shortlist(position, 12, &random, list);
            chosen = {list[random.below(int(list.size()))], random.unit() < 0.5, 0};
        }
        position.place(chosen.placement);
        if (position.over || position.owed) continue;
        int mask = chosen.exchange ? position.exchangeable(seat) : 0, count = 0;
        uint8_t kept[6];
        for (int i = 0; i < position.rack_size[seat]; i++)
            if (!(mask >> i & 1)) kept[count++] = position.racks[seat][i];
        see(position, seat, unseen, Rack(unseen, kept, count, mode.rack_size - count), mode.seats - 1, features);
        seen[seat].push_back(features);
        position.end_turn(chosen.exchange, random);
    }
    for (int seat = 0; seat < mode.seats; seat++) {
        double target = position.outcome(seat);
        for (size_t i = seen[seat].size(); i-- > 0;) {
            out.push_back({seen[seat][i], float(target)});
            target = options.lambda * target + (1 - options.lambda) * net.chance(seen[seat][i]);
        }
    }
}

// The weights after the games, averaged over the last steps.
inline Net train(const Training &options, Net net) {
    constexpr int together = 8, batch = 512, replays = 6;
    constexpr size_t capacity = 100000;
    Random random(options.seed);
    Optimiser optimiser;
    std::vector<Example> memory, fresh;
    size_t oldest = 0;
    Net average = net;
    double loss = 0;
    long judged = 0;
    for (long game = 0; game < options.games; game += together) {
        const double done = double(game) / double(options.games), progress = options.start + (1 - options.start) * done;
        const double rate = options.rate * (progress < 0.4 ? 1 : std::pow(0.03, (progress - 0.4) / 0.6));
        fresh.clear();
        for (int i = 0; i < together; i++) play_one(options, net, progress, random, fresh);
        for (const Example &example : fresh) {
            if (memory.size() < capacity) memory.push_back(example);
            else memory[oldest] = example, oldest = (oldest + 1) % capacity;
        }
        for (int step = 0; step < replays; step++) {
            Net gradient;
            const bool new_ones = step == 0;
            const int count = new_ones ? int(fresh.size()) : batch;
            for (int i = 0; i < count; i++) {
                const Example &example = new_ones ? fresh[i] : memory[random.below(int(memory.size()))];
                double one = net.learn(example.features, example.target, 1.f / float(count), gradient);
                if (new_ones) loss += one, judged++;
            }
            optimiser.step(net, gradient, rate);
        }
        const float keep = float(std::min(0.999, 1 - 1.0 / double(game / together + 2)));
        for (int i = 0; i < Net::SIZE; i++) average.data()[i] = keep * average.data()[i] + (1 - keep) * net.data()[i];
        if (game / together % 250 == 249) {
            std::printf("{\"games\": %ld, \"loss\": %.4f}\n", game + together, loss / double(judged));
            std::fflush(stdout);
            loss = 0, judged = 0;
        }
    }
    return average;
}
