// bench/bench_catalogue.cpp: the paper's rows, the published examples, and what else is asked.

#include "descant/bench/bench_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "descant/bench/bench_bodies.hpp"
#include "descant/core/error.hpp"
#include "descant/io/scene_json.hpp"
#include "descant/prepare/rig_kinds.hpp"
#include "descant/scene/names.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {
namespace {

/// A row of the paper's table.
struct PaperRow {
  const char* name;
  int dim;
  Index n, m;
  const char* rig;
  BenchShape (*make)();
  double seconds = 0;  ///< a frame took in the paper, where the text says so [s]
};

// n and m as in the paper's table; springs are not here yet, so the roller coaster and the carpet
// are solid
constexpr PaperRow paper_rows[] = {
    {"roller-coaster", 2, 39, 6, "an affine map", bench_bodies::roller_coaster},
    {"bird", 2, 639, 18, "three points", bench_bodies::bird},
    {"carpet", 3, 239, 18, "a grid of six points", bench_bodies::carpet},
    {"worm", 2, 438, 6, "an affine map", bench_bodies::worm},
    {"daisy", 2, 702, 6, "a curve with three control points", bench_bodies::daisy},
    {"monkey", 3, 1244, 12, "an affine map", bench_bodies::monkey},
    {"plumber", 3, 1502, 6, "a rigid motion", bench_bodies::plumber},
    {"bar", 3, 1519, 16, "a twisted curve with four control points", bench_bodies::bar},
    {"walrus", 2, 1559, 18, "a grid of nine points", bench_bodies::walrus},
    {"hedgehog", 2, 1528, 24, "four points", bench_bodies::hedgehog},
    {"staypuft", 3, 3258, 72, "6 bones", bench_bodies::staypuft},
    {"cow", 3, 3922, 12, "an affine map", bench_bodies::cow},
    {"amoeba", 2, 4918, 6, "an affine map", bench_bodies::amoeba},
    {"fish", 3, 6142, 24, "two points", bench_bodies::fish, 14.8},
    {"elephant", 3, 8919, 288, "24 bones", bench_bodies::elephant},
    {"trex", 3, 15623, 600, "50 bones", bench_bodies::trex, 49.2},
};

/// A published example that this version reads.
struct PublishedRow {
  const char *name, *file;
  int dim;
  Index n, m;
  double seconds = 0;
};

constexpr PublishedRow published_rows[] = {
    {"published-fish", "fish/fish.json", 3, 6142, 24, 14.8},
    {"published-frog", "frog/frog.json", 3, 1749, 12},
    {"published-elephant", "elephant/elephant.json", 3, 494, 288},
    {"published-bird", "bird/bird_mouth.json", 2, 639, 18},
    {"published-hedgehog", "hedgehog/hedgehog.json", 2, 1528, 24},
    {"published-sphere", "sphere/sphere.json", 3, 67, 24},
};

std::function<BenchProblem(const Workers&, const Log&)> builder(std::function<BenchShape()> make,
                                                                const BenchMaterial& material) {
  return
      [=](const Workers& workers, const Log&) { return bench_problem(make(), material, workers); };
}

BenchProblem published_problem(const std::string& path, const Workers& workers, const Log& log) {
  const Scene scene = read_scene(path, builtin_rigs(), log);
  const auto start = std::chrono::steady_clock::now();
  BenchProblem problem;
  problem.built = build_body(scene.bodies.at(0), scene.run, workers, log);
  problem.h = 1 / (scene.run.fps * scene.run.substeps);
  problem.num_frames = scene.num_frames;
  problem.prepare_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return problem;
}

void add_paper(std::vector<BenchCase>& cases) {
  for (const PaperRow& row : paper_rows) {
    cases.push_back({.name = row.name,
                     .group = "paper",
                     .about = row.rig,
                     .kind = BenchKind::compare,
                     .dim = row.dim,
                     .num_vertices = row.n,
                     .num_params = row.m,
                     .paper_seconds = {},
                     .build = builder(row.make, {})});
    if (row.seconds > 0) cases.back().paper_seconds = row.seconds;
  }
}

void add_published(const std::string& data_folder, std::vector<BenchCase>& cases) {
  for (const PublishedRow& row : published_rows) {
    const std::string path = data_folder + "/paper/" + row.file;
    cases.push_back({.name = row.name,
                     .group = "published",
                     .about = std::string("the authors' ") + row.file,
                     .kind = BenchKind::compare,
                     .dim = row.dim,
                     .num_vertices = row.n,
                     .num_params = row.m,
                     .paper_seconds = {},
                     .build = [path](const Workers& workers, const Log& log) {
                       return published_problem(path, workers, log);
                     }});
    if (row.seconds > 0) cases.back().paper_seconds = row.seconds;
  }
}

void add_growth(std::vector<BenchCase>& cases) {
  // wide fillets, so that the finest moves as the coarsest does
  constexpr double wide = 0.2, narrow = 0.08;
  const auto add_fish = [&](const char* group, const char* about, Index n, double cell,
                            double fillet) {
    cases.push_back(
        {.name = fmt::format("{}-{}k", group, n / 1000),
         .group = group,
         .about = about,
         .kind = BenchKind::timing,
         .dim = 3,
         .num_vertices = n,
         .num_params = 24,
         .paper_seconds = {},
         .build = builder([=] { return bench_bodies::fish_in_cells(cell, fillet); }, {})});
  };
  constexpr std::pair<Index, double> sizes[] = {{10000, 0.0482}, {40000, 0.0294}, {160000, 0.0181}};
  for (const auto& [n, cell] : sizes)
    add_fish("growth", "a fish with wide fillets, finer and finer", n, cell, wide);
  add_fish("crease", "the fish so fine that the roots of its fins crease", 160000, 0.0178, narrow);
  for (const int bones : {1, 5, 10, 25, 50}) {
    cases.push_back({.name = fmt::format("handles-{}", 12 * bones),
                     .group = "handles",
                     .about = "the T-Rex on more and more bones",
                     .kind = BenchKind::timing,
                     .dim = 3,
                     .num_vertices = 15623,
                     .num_params = 12 * bones,
                     .paper_seconds = {},
                     .build = builder([bones] { return bench_bodies::trex_on_bones(bones); }, {})});
  }
}

void add_price_and_threads(std::vector<BenchCase>& cases) {
  const auto of = [&](const char* name, const char* group, BenchKind kind, const char* row_name) {
    const auto row =
        std::find_if(std::begin(paper_rows), std::end(paper_rows),
                     [&](const PaperRow& r) { return std::string(r.name) == row_name; });
    cases.push_back({.name = name,
                     .group = group,
                     .about = fmt::format("the {}", row_name),
                     .kind = kind,
                     .dim = row->dim,
                     .num_vertices = row->n,
                     .num_params = row->m,
                     .paper_seconds = {},
                     .build = builder(row->make, {})});
  };
  of("price-24", "price", BenchKind::price, "fish");
  of("price-600", "price", BenchKind::price, "trex");
  of("threads-trex", "threads", BenchKind::threads, "trex");
}

void add_materials(std::vector<BenchCase>& cases) {
  const auto add = [&](const std::string& name, const char* group, const std::string& about,
                       const BenchMaterial& material) {
    cases.push_back({.name = name,
                     .group = group,
                     .about = about,
                     .kind = BenchKind::compare,
                     .dim = 3,
                     .num_vertices = 6142,
                     .num_params = 24,
                     .paper_seconds = {},
                     .build = builder(bench_bodies::fish, material)});
  };
  for (const LawKind law : {LawKind::arap, LawKind::corotational, LawKind::stable_neohookean,
                            LawKind::neohookean, LawKind::stvk})
    add("laws-" + name_of(law, law_names), "laws",
        "the fish of " + name_of(law, law_names) + ", Poisson's ratio 0.4", {.law = law});
  add("hard-incompressible", "hard", "the fish of stable-neohookean, Poisson's ratio 0.49",
      {.law = LawKind::stable_neohookean, .poisson = 0.49});
  add("hard-contrast", "hard", "the fish of arap, its upper half 1000 times stiffer",
      {.contrast = 1000});
}

}  // namespace

std::vector<BenchCase> bench_catalogue(const std::string& data_folder) {
  std::vector<BenchCase> cases;
  if (!data_folder.empty()) add_published(data_folder, cases);
  add_paper(cases);
  add_growth(cases);
  add_price_and_threads(cases);
  add_materials(cases);
  return cases;
}

std::vector<BenchGroup> bench_groups() {
  return {{"published", "the authors' published examples, where DESCANT_DATA names their folder"},
          {"paper", "a body of the size of every row of the paper's table"},
          {"growth", "10, 40 and 160 thousand vertices"},
          {"crease", "160 thousand vertices, some of them in folds"},
          {"handles", "12 to 600 parameters on 15 thousand vertices"},
          {"price", "an iteration with and without the contract"},
          {"threads", "one thread against all, bytes compared"},
          {"laws", "five materials on one body"},
          {"hard", "nearly incompressible, and a stiffness contrast of 1:1000"},
          {"all", "everything"}};
}

std::vector<BenchCase> chosen_cases(const std::vector<BenchCase>& catalogue,
                                    const std::vector<std::string>& names) {
  std::vector<std::string> wanted = names, known;
  if (wanted.empty()) wanted = {"published", "paper"};
  for (const BenchGroup& group : bench_groups()) known.push_back(group.name);
  for (const BenchCase& item : catalogue) known.push_back(item.name);
  const bool has_published =
      std::any_of(catalogue.begin(), catalogue.end(),
                  [](const BenchCase& item) { return item.group == "published"; });
  for (const std::string& name : names) {
    if (!has_published && name.starts_with("published"))
      throw InputError(name, "the published examples are not here",
                       "Set DESCANT_DATA to the folder that holds them, in `paper`");
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(name, "there is no such row or group", suggestion(name, known));
  }
  std::vector<BenchCase> chosen;
  for (const BenchCase& item : catalogue) {
    const bool is_wanted = std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
      return name == item.name || name == item.group || name == "all";
    });
    if (is_wanted) chosen.push_back(item);
  }
  return chosen;
}

}  // namespace descant
