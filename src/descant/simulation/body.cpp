// simulation/body.cpp: builds the model, and scales the material to the frequency asked for.

#include "descant/simulation/body.hpp"

#include <numbers>

#include "descant/core/error.hpp"
#include "descant/energy/placed_energy.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/simulation/frequency.hpp"

namespace descant {
namespace {

/// Vertices up to which the frequency is measured though nothing depends on it: the factorization
/// behind it would be most of a larger body's set-up.
constexpr Index largest_measured_unasked = 5000;

Vector per_dof(const Vector& per_vertex, int dim) {
  const Positions repeated = per_vertex.replicate(1, dim);
  return flat(repeated);
}

bool has_elasticity(const Body& body) { return !body.material.lame.empty(); }

std::vector<PlacedEnergy> placed_terms(const Body& body) {
  std::vector<PlacedEnergy> terms;
  for (const auto& term : body.terms)
    terms.push_back(placed_alone(*term, body.mesh.num_dofs(), body.mesh.dim()));
  return terms;
}

/// How fast the body wobbles where no momentum leaks.
Frequencies strict_frequencies(const Body& body, const RigJacobian& J, unsigned seed) {
  ContractSpace strict_space = body.space;
  strict_space.leak.setOnes();
  const Contract strict(J, strict_space);
  return measure_frequencies({.terms = placed_terms(body),
                              .contract = strict,
                              .mass = body.dof_mass,
                              .stiffness_metric = body.stiffness_metric,
                              .dim = body.mesh.dim(),
                              .seed = seed},
                             body.workers);
}

}  // namespace

Body make_body(Mesh mesh, std::shared_ptr<const Rig> rig, const BodyOptions& options,
               const Workers& workers) {
  Body body{.mesh = std::move(mesh),
            .rig = std::move(rig),
            .material = options.material,
            .workers = workers};
  expect_equal(body.rig->num_dofs(), body.mesh.num_dofs(), "rig and mesh have the same dofs");

  // where the contract is kept
  const Index n = body.mesh.num_vertices();
  if (options.mass.size() > 0) expect_equal(options.mass.size(), n, "a mass for every vertex");
  body.space = {
      .dim = body.mesh.dim(),
      .mass = options.mass.size() > 0 ? options.mass : lumped_mass(body.mesh, options.density),
      .leak = options.leak.size() > 0 ? options.leak : Vector::Ones(n),
      .component = vertex_components(body.mesh),
      .pinned = options.pinned,
      .diagonal = diagonal(body.mesh),
      .rank_cutoff = options.rank_cutoff,
      .workers = workers};
  body.dof_mass = per_dof(body.space.mass, body.mesh.dim());
  const RigJacobian J = body.rig->jacobian(body.rig->rest_params());
  body.rest_contract = std::make_shared<const Contract>(J, body.space);
  body.loose_components = body.rest_contract->loose_components(body.mesh.vertices);

  // how fast it wobbles, as the material stands; stiffness goes with the square
  if (has_elasticity(body))
    body.terms.push_back(make_elasticity(body.mesh, body.material, workers));
  body.terms.insert(body.terms.end(), options.energies.begin(), options.energies.end());
  body.stiffness_metric =
      metric_share(placed_terms(body), std::vector<Vector>(body.terms.size()), n);
  const bool is_asked = options.frequency || options.damping_ratio > 0;
  Frequencies measured;
  if (is_asked || n <= largest_measured_unasked)
    measured = strict_frequencies(body, J, options.seed);
  if (options.frequency && !(measured.body > 0))
    throw InputError("frequency", "the body has no part free to wobble",
                     "Pin fewer vertices, or give young instead");
  body.body_frequency = measured.body;
  body.lowest_frequency = measured.lowest;

  // half of the damping through the mass, half through the stiffness
  const double omega = 2 * std::numbers::pi * measured.body;
  if (options.damping_ratio > 0 && omega > 0) {
    body.alpha = options.damping_ratio * omega;
    body.beta = options.damping_ratio / (omega * measured.metric_ratio);
  }
  if (options.frequency) retune(body, *options.frequency);
  return body;
}

void retune(Body& body, double frequency) {
  if (!(body.body_frequency > 0) || !(frequency > 0))
    throw InputError("frequency", "it is no positive number, or the body's was not measured");
  if (!has_elasticity(body) || body.terms.size() > 1)
    throw InputError("frequency", "only a body of a material and nothing else is tuned by it",
                     "Give the stiffness of its material and springs instead");
  const double ratio = frequency / body.body_frequency;
  for (Lame& lame : body.material.lame)
    lame = {.mu = ratio * ratio * lame.mu, .lambda = ratio * ratio * lame.lambda};
  body.terms.front() = make_elasticity(body.mesh, body.material, body.workers);
  body.stiffness_metric *= ratio * ratio;
  body.alpha *= ratio;
  body.beta /= ratio;
  body.body_frequency = frequency;
  body.lowest_frequency *= ratio;
}

}  // namespace descant
