// The value net and how it learns: a layer of 32 shared by the six colours and summed, 24 more, one output.
#pragma once
#include <cstdio>

#include "features.hpp"

constexpr int SHARED = 32;
constexpr int HIDDEN = 24;

struct Net {
    float w1[INPUTS][SHARED], b1[SHARED], w2[SHARED + GLOBALS][HIDDEN], b2[HIDDEN], w3[HIDDEN], b3;

    static constexpr int SIZE = INPUTS * SHARED + SHARED + (SHARED + GLOBALS) * HIDDEN + 2 * HIDDEN + 1;
    float *data() { return &w1[0][0]; }
    const float *data() const { return &w1[0][0]; }

    Net() { std::fill(data(), data() + SIZE, 0.f); }

    void randomise(Random &random) {
        for (auto &row : w1)
            for (float &w : row) w = float(random.normal() * std::sqrt(1.0 / INPUTS));
        for (auto &row : w2)
            for (float &w : row) w = float(random.normal() * std::sqrt(0.5 / (SHARED + GLOBALS)));
        for (float &w : w3) w = float(random.normal() * 0.5 / std::sqrt(HIDDEN));
    }

    // What the layers hold for an input, kept for learning.
    struct Pass {
        float shared[COLOURS][SHARED], pooled[SHARED + GLOBALS], hidden[HIDDEN], logit;
    };

    void run(const Features &f, Pass &pass) const {
        std::fill(pass.pooled, pass.pooled + SHARED, 0.f);
        for (int c = 0; c < COLOURS; c++) {
            float h[SHARED];
            std::copy(b1, b1 + SHARED, h);
            for (int i = 0; i < INPUTS; i++)
                for (int j = 0; j < SHARED; j++) h[j] += f.colour[c][i] * w1[i][j];
            for (int j = 0; j < SHARED; j++) {
                pass.shared[c][j] = h[j] > 0 ? h[j] : 0;
                pass.pooled[j] += pass.shared[c][j];
            }
        }
        std::copy(f.global, f.global + GLOBALS, pass.pooled + SHARED);
        std::copy(b2, b2 + HIDDEN, pass.hidden);
        for (int i = 0; i < SHARED + GLOBALS; i++)
            for (int j = 0; j < HIDDEN; j++) pass.hidden[j] += pass.pooled[i] * w2[i][j];
        pass.logit = b3;
        for (int j = 0; j < HIDDEN; j++) pass.logit += (pass.hidden[j] = pass.hidden[j] > 0 ? pass.hidden[j] : 0) * w3[j];
    }

    double logit(const Features &f) const {
        Pass pass;
        run(f, pass);
        return pass.logit;
    }

    double chance(const Features &f) const { return 1 / (1 + std::exp(-logit(f))); }

    // Adds the gradient of the cross entropy to `gradient`; gives the cross entropy.
    double learn(const Features &f, float target, float weight, Net &gradient) const {
        Pass pass;
        run(f, pass);
        const float p = 1 / (1 + std::exp(-pass.logit)), error = (p - target) * weight;
        float back2[HIDDEN], back1[SHARED];
        gradient.b3 += error;
        for (int j = 0; j < HIDDEN; j++) {
            gradient.w3[j] += error * pass.hidden[j];
            back2[j] = pass.hidden[j] > 0 ? error * w3[j] : 0;
            gradient.b2[j] += back2[j];
        }
        for (int i = 0; i < SHARED + GLOBALS; i++) {
            float sum = 0;
            for (int j = 0; j < HIDDEN; j++) gradient.w2[i][j] += pass.pooled[i] * back2[j], sum += w2[i][j] * back2[j];
            if (i < SHARED) back1[i] = sum;
        }
        for (int c = 0; c < COLOURS; c++) {
            float back[SHARED];
            for (int j = 0; j < SHARED; j++) gradient.b1[j] += back[j] = pass.shared[c][j] > 0 ? back1[j] : 0;
            for (int i = 0; i < INPUTS; i++)
                for (int j = 0; j < SHARED; j++) gradient.w1[i][j] += f.colour[c][i] * back[j];
        }
        return -(target * std::log(p + 1e-7f) + (1 - target) * std::log(1 - p + 1e-7f));
    }

    // Weights are exchanged with Python as numbers in a text file, in the order of the fields.
    bool read(const char *path) {
        FILE *file = std::fopen(path, "r");
        if (!file) return false;
        bool good = true;
        for (int i = 0; i < SIZE; i++) good = good && std::fscanf(file, "%f", data() + i) == 1;
        std::fclose(file);
        return good;
    }
    bool write(const char *path) const {
        FILE *file = std::fopen(path, "w");
        if (!file) return false;
        for (int i = 0; i < SIZE; i++) std::fprintf(file, "%.6g\n", double(data()[i]));
        return std::fclose(file) == 0;
    }
};

// Adam, with a little decay of the weights.
struct Optimiser {
    Net first, second;
    long steps = 0;
    void step(Net &net, const Net &gradient, double rate) {
        steps++;
        const float c1 = float(1 - std::pow(0.9, steps)), c2 = float(1 - std::pow(0.999, steps)), r = float(rate);
        float *w = net.data(), *m = first.data(), *v = second.data();
        const float *g = gradient.data();
        for (int i = 0; i < Net::SIZE; i++) {
            m[i] = 0.9f * m[i] + 0.1f * g[i];
            v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
            w[i] -= r * (m[i] / c1) / (std::sqrt(v[i] / c2) + 1e-8f) + r * 1e-5f * w[i];
        }
    }
};
