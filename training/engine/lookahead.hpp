// The sampled look-ahead: the best placements, each with the same samples of hidden racks and draws.
#pragma once
#include "player.hpp"

struct Lookahead {
    int candidates = 8, samples = 12, replies = 24;
    int rounds = 1;       // after each round the worse half of the candidates is dropped; each round has `samples` samples
    double net = 0;       // the weight of the net's own judgement
    int turns = 0;        // how many turns are played in all, instead of `samples`
    bool few = false;     // replies play on only the best placements that leave a bonus, as those of game/ai
};

class Thinker {
    Player player;
    Lookahead options;

    // Chance of a sample: what is drawn has a generator of its own, so that all candidates draw the same.
    struct Chance {
        Random draws, ties;
        explicit Chance(unsigned long long seed) : draws(seed), ties(seed ^ 0x7fffffff) {}
    };

    Rated reply(const Position &position, Chance &chance) const {
        return options.few ? player.decide(position, chance.ties, options.replies, 1)
                           : player.choose(position, chance.ties, options.replies);
    }

    void finish_turn(Position &position, bool exchange, Chance &chance) const {
        while (!position.over && position.owed) {
            Rated next = reply(position, chance);
            exchange = next.exchange;
            position.place(next.placement);
        }
        if (!position.over) position.end_turn(exchange, chance.draws);
    }

    // The hidden tiles are dealt anew, as nobody but `me` knows them.
    static void deal_hidden(Position &position, int me, Random &random) {
        for (int seat = 0; seat < position.mode->seats; seat++) {
            if (seat == me) continue;
            for (int i = 0; i < position.rack_size[seat]; i++) position.bag[position.racks[seat][i]]++, position.bag_size++;
        }
        for (int seat = 0; seat < position.mode->seats; seat++)
            if (seat != me) {
                position.rack_size[seat] = 0;
                position.draw(seat, position.mode->rack_size, random);
            }
    }

    double sample(const Position &start, const Rated &candidate, unsigned long long seed) const {
        Chance chance(seed);
        const int me = start.seat;
        Position position = start;
        deal_hidden(position, me, chance.draws);
        position.place(candidate.placement);
        finish_turn(position, candidate.exchange, chance);
        while (!position.over) {
            Rated next = reply(position, chance);
            if (position.seat == me) return 1 / (1 + std::exp(-next.value));
            position.place(next.placement);
            finish_turn(position, next.exchange, chance);
        }
        return position.outcome(me);
    }

public:
    Thinker(const Net &net, const Lookahead &options) : player(net), options(options) {}

    // The mean chances of placements of which the first is thought to be the best, all with the same samples; the best first. Empty
    // as soon as it is next to certain that the first is not better than every other by `gap`, before all samples are spent.
    std::vector<std::pair<double, Rated>> confirmed(const Position &position, const std::vector<Rated> &list, double gap,
                                                    Random &random) const {
        constexpr int least = 16;    // samples before it may be given up
        constexpr double sure = 2;    // standard errors
        const unsigned long long seed = random.next();
        std::vector<double> sums(list.size()), ahead(list.size()), squares(list.size());
        for (int i = 0; i < options.samples; i++) {
            for (size_t one = 0; one < list.size(); one++) {
                const double chance = sample(position, list[one], seed + 7919ull * (unsigned long long)i);
                sums[one] += chance;
                const double lead = sums[0] - sums[one] - ahead[one];
                ahead[one] += lead, squares[one] += lead * lead;
            }
            const double count = i + 1;
            for (size_t one = 1; one < list.size() && count >= least; one++) {
                const double mean = ahead[one] / count, spread = std::max(0.0, squares[one] / count - mean * mean) + 1 / count / 16;
                if (mean + sure * std::sqrt(spread / count) < gap) return {};
            }
        }
        std::vector<std::pair<double, Rated>> means;
        for (size_t one = 0; one < list.size(); one++) means.push_back({sums[one] / options.samples, list[one]});
        std::stable_sort(means.begin(), means.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
        return means;
    }

    // The placements that the net likes best, as many as there are candidates.
    std::vector<Rated> favourites(const Position &position) const {
        std::vector<Placement> list;
        Player::shortlist(position, 0, nullptr, list);
        Unseen unseen(position, position.seat);
        std::vector<Rated> rated;
        for (const Placement &one : list) {
            bool exchange;
            double value = player.rate(position, unseen, one, exchange, 24);
            rated.push_back({one, exchange, value});
        }
        std::stable_sort(rated.begin(), rated.end(), [](const Rated &a, const Rated &b) { return a.value > b.value; });
        rated.resize(std::min<size_t>(rated.size(), size_t(options.candidates)));
        return rated;
    }

    // The mean chance of a placement in the samples from one number to before another.
    double mean(const Position &position, const Rated &candidate, unsigned long long seed, int from, int to) const {
        double sum = 0;
        for (int i = from; i < to; i++) sum += sample(position, candidate, seed + 7919ull * (unsigned long long)i);
        return sum / (to - from);
    }

    Rated choose(const Position &position, Random &random) const {
        std::vector<Rated> rated = favourites(position);
        int samples = options.samples;
        if (options.turns) {
            int played = 0, left = int(rated.size());
            for (int round = 0; round < options.rounds; round++) played += left, left = (left + 1) / 2;
            samples = std::max(1, options.turns / (position.mode->seats * played));
        }
        const unsigned long long seed = random.next();
        using Summed = std::pair<double, Rated>;
        std::vector<Summed> sums;
        for (const Rated &one : rated) sums.push_back({0, one});
        int done = 0;
        for (int round = 0; round < options.rounds && sums.size() > 1; round++) {
            for (int i = 0; i < samples; i++, done++)
                for (auto &[sum, candidate] : sums) {
                    sum += sample(position, candidate, seed + 7919ull * (unsigned long long)done);
                }
            // Scores are kept before they are compared: -ffast-math may round two equal ones differently in a comparison.
            std::vector<std::pair<double, Summed>> scored;
            for (const Summed &one : sums) {
                const double own = 1 / (1 + std::exp(-one.second.value));
                scored.push_back({(1 - options.net) * one.first / done + options.net * own, one});
            }
            std::stable_sort(scored.begin(), scored.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
            for (size_t i = 0; i < sums.size(); i++) sums[i] = scored[i].second;
            if (round + 1 < options.rounds) sums.resize((sums.size() + 1) / 2);
        }
        if (done) sums[0].second.value = logit_of(sums[0].first / done);
        return sums[0].second;
    }
};
