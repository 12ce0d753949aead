// A lower bound on the time of a random game of La Cité: the engine's hot loop (deal, list the
// legal moves, pick one, play it, score the end) written in C++. One JSON object is printed.
//
//   lumiere --seconds S            play for about so long
//   lumiere --games N              play exactly so many
//   --seed A B C D                 the generator's four words
//   --drawn-postcards              eight of the twelve, drawn for each game (L2.1)
//   --two-tile-hand                L2.4
//   --penseur-own                  L7.11
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "box.hpp"
#include "chance.hpp"
#include "generate.hpp"
#include "play.hpp"
#include "scoring.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Tally {
  int64_t games = 0, plies = 0;
  int64_t lines[2][4] = {};
};

struct Plan {
  double seconds = 1.0;
  int64_t games = 0;  // 0: as many as the seconds allow
  std::array<uint64_t, 4> seed = {1, 2, 3, 4};
};

void play_one(const lumiere::Box& box, lumiere::Chance& chance, Tally& tally) {
  int32_t moves[lumiere::kMoveSpace];
  lumiere::State state;
  lumiere::deal(box, chance, state);
  while (true) {
    const int found = lumiere::Generator(box, state, moves).legal_moves();
    if (found == 0) break;
    lumiere::apply(box, state, moves[chance.below(found)]);
  }
  for (int seat = 0; seat < 2; ++seat) {
    const lumiere::Lines lines = lumiere::score(box, state, seat);
    tally.lines[seat][0] += lines.light;
    tally.lines[seat][1] += lines.group;
    tally.lines[seat][2] += lines.unbuilt;
    tally.lines[seat][3] += lines.postcards;
  }
  ++tally.games;
  tally.plies += state.ply;
}

void print(const Tally& tally, double seconds) {
  std::printf(
      "{\"game\": \"lumiere\", \"games\": %lld, \"plies\": %lld, \"seconds\": %.9g, "
      "\"games_per_second\": %.9g, \"plies_per_second\": %.9g, \"points\": [",
      static_cast<long long>(tally.games), static_cast<long long>(tally.plies), seconds,
      tally.games / seconds, tally.plies / seconds);
  for (int seat = 0; seat < 2; ++seat) {
    std::printf("%s[", seat == 0 ? "" : ", ");
    for (int line = 0; line < 4; ++line)
      std::printf("%s%lld", line == 0 ? "" : ", ", static_cast<long long>(tally.lines[seat][line]));
    std::printf("]");
  }
  std::printf("]}\n");
}

bool read(int count, char** words, lumiere::Box& box, Plan& plan) {
  for (int i = 1; i < count; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(words[i], name) == 0; };
    if (is("--seconds") && i + 1 < count) {
      plan.seconds = std::atof(words[++i]);
    } else if (is("--games") && i + 1 < count) {
      plan.games = std::atoll(words[++i]);
    } else if (is("--seed") && i + 4 < count) {
      for (uint64_t& word : plan.seed) word = std::strtoull(words[++i], nullptr, 10);
    } else if (is("--drawn-postcards")) {
      box.named_postcards = 0;
    } else if (is("--two-tile-hand")) {
      box.hand_size = 2;
    } else if (is("--penseur-own")) {
      box.penseur_own = true;
    } else {
      std::fprintf(stderr, "lumiere: cannot read %s\n", words[i]);
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  static lumiere::Box box;
  Plan plan;
  if (!read(count, words, box, plan)) return 2;
  lumiere::Chance chance(plan.seed);
  Tally tally;
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  while (plan.games > 0 ? tally.games < plan.games : elapsed() < plan.seconds) {
    const int64_t left = plan.games > 0 ? plan.games - tally.games : 256;
    for (int64_t game = 0; game < std::min<int64_t>(left, 256); ++game)
      play_one(box, chance, tally);
  }
  print(tally, elapsed());
}
