// simulation/island.hpp: the bodies that one minimisation moves: one alone, or several coupled.
//
// Their dofs, vertices and parameters stand one after another; mass, contract, metric and damping
// are block-diagonal, and only terms that couple bodies reach from one to another.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "descant/energy/placed_energy.hpp"
#include "descant/simulation/damping.hpp"
#include "descant/simulation/system.hpp"

namespace descant {

class Island {
 public:
  /// Keeps references to the bodies and couplings of the system.
  /// @param members  numbers of its bodies, ascending
  Island(const System& system, const std::vector<int>& members);

  int dim() const { return dim_; }
  Index num_vertices() const { return mass_.size(); }
  Index num_dofs() const { return dim_ * mass_.size(); }
  const Workers& workers() const { return workers_; }
  double diagonal() const { return diagonal_; }  ///< of the smallest body [m]
  const Vector& mass() const { return mass_; }   ///< n [kg]

  /// Where the dofs and parameters of its bodies, and the terms it has, stand in the system's.
  const std::vector<Segment>& dofs() const { return system_dofs_; }
  const std::vector<Segment>& params() const { return system_params_; }
  const std::vector<size_t>& term_numbers() const { return term_numbers_; }

  /// The terms of E: those of each body, then those that couple them.
  const std::vector<PlacedEnergy>& terms() const { return terms_; }

  /// u_r at the parameters p of all its rigs.
  void pose(ConstVec p, Vector& u_r) const;

  /// C, where it is the same in every pose; null where it is not.
  const std::shared_ptr<const Contract>& constant_contract() const { return constant_contract_; }
  Contract contract(ConstVec p) const;

  /// αM + βL (n×n); 0×0 where nothing is damped.
  SparseMatrix damping() const;

  /// Cuts pinned vertices out of a metric (n×n).
  void eliminate_pinned(SparseMatrix& A_s) const;

  /// How the rigs turn each vertex in a pose (d × dn), where anything is damped.
  void rotations(const Vector& u_r, Matrix& R) const;

 private:
  /// A body with its place here.
  struct Member {
    const Body* body;
    Segment dofs, params;
    std::optional<VertexRotations> rotations;  ///< where it is damped
  };

  void add_terms(const System& system, const std::vector<int>& members);
  Contract contract_of(const Member& member, ConstVec p) const;

  int dim_;
  Workers workers_;
  double diagonal_;
  Vector mass_;
  std::vector<Member> members_;
  std::vector<Segment> system_dofs_, system_params_;
  std::vector<size_t> term_numbers_;
  std::vector<PlacedEnergy> terms_;
  bool is_split_ = true;  ///< whether the contract is
  std::shared_ptr<const Contract> constant_contract_;
};

}  // namespace descant
