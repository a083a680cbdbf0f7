// contract/contract.cpp: builds C from J component by component.

#include "descant/contract/contract.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "descant/contract/rank.hpp"
#include "descant/core/error.hpp"
#include "descant/linalg/kronecker.hpp"

namespace descant {
namespace {

constexpr Index chunk = 1024;  // vertices a task

/// For each component, the free rows of C: vertices where J splits, dofs where it does not.
std::vector<std::vector<Index>> free_rows(const ContractSpace& space, Index dofs_per_row) {
  const int num_components = 1 + *std::max_element(space.component.begin(), space.component.end());
  const Index rows_per_vertex = space.dim / dofs_per_row;
  std::vector<std::vector<Index>> rows(num_components);
  for (Index i = 0; i < space.mass.size(); ++i) {
    if (!space.pinned.empty() && space.pinned[i]) continue;
    for (Index k = 0; k < rows_per_vertex; ++k)
      rows[space.component[i]].push_back(rows_per_vertex * i + k);
  }
  return rows;
}

/// The span of J on some rows.
SparseMatrix span_rows(const SparseMatrix& span, const std::vector<Index>& rows) {
  std::vector<Index> position(span.rows(), -1);
  for (size_t r = 0; r < rows.size(); ++r) position[rows[r]] = static_cast<Index>(r);
  SparseMatrix result(static_cast<Index>(rows.size()), span.cols());
  result.reserve(span.nonZeros());
  for (Index j = 0; j < span.cols(); ++j) {
    result.startVec(j);
    for (SparseMatrix::InnerIterator it(span, j); it; ++it)
      if (position[it.row()] >= 0) result.insertBack(position[it.row()], j) = it.value();
  }
  result.finalize();
  return result;
}

/// The rows of u (dn) that a block sees, one panel row each.
void gather(const ConstraintBlock& block, const double* u, Index width, Positions& panel) {
  panel.resize(static_cast<Index>(block.rows().size()), width);
  double* to = panel.data();
  for (Index row : block.rows())
    for (Index a = 0; a < width; ++a) *to++ = u[width * row + a];
}

/// Orthonormal rigid motions of points about their mean, on some dofs (|dofs| × up to 3 or 6).
Matrix rigid_modes(const Positions& points, const std::vector<Index>& dofs) {
  const int d = static_cast<int>(points.cols());
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(d);
  for (Index dof : dofs)
    mean[dof % d] += points(dof / d, dof % d) * d / static_cast<double>(dofs.size());
  std::vector<std::pair<int, int>> planes{{0, 1}};
  if (d == 3) planes = {{0, 1}, {1, 2}, {2, 0}};
  Matrix modes = Matrix::Zero(dofs.size(), d + planes.size());
  for (size_t r = 0; r < dofs.size(); ++r) {
    const Index vertex = dofs[r] / d;
    const int a = static_cast<int>(dofs[r] % d);
    modes(r, a) = 1;
    for (size_t k = 0; k < planes.size(); ++k) {
      const auto [b, c] = planes[k];
      if (a == b) modes(r, d + k) = -(points(vertex, c) - mean[c]);
      if (a == c) modes(r, d + k) = points(vertex, b) - mean[b];
    }
  }
  const SparseMatrix sparse = modes.sparseView(0, 0);
  return orthonormal(Matrix(columns_of(sparse, independent_columns(sparse, 1e-12))));
}

}  // namespace

Contract::Contract(const RigJacobian& J, const ContractSpace& space)
    : dim_(space.dim), workers_(space.workers), is_split_(J.is_split()), mass_(space.mass) {
  const Index n = space.mass.size();
  expect_equal(J.num_dofs(), dim_ * n, "J has a row for every dof");
  expect_equal(space.leak.size(), n, "the leak has an entry for every vertex");
  leaks_ = (space.leak.array() != 1).any();
  const int dofs_per_row = is_split_ ? dim_ : 1, rows_per_vertex = is_split_ ? 1 : dim_;
  const std::vector<std::vector<Index>> rows = free_rows(space, dofs_per_row);
  pinned_dofs_.assign(dim_ * n, false);
  has_pinned_vertex_.assign(rows.size(), false);
  for (Index i = 0; i < n; ++i)
    if (!space.pinned.empty() && space.pinned[i]) {
      has_pins_ = has_pinned_vertex_[space.component[i]] = true;
      for (int a = 0; a < dim_; ++a) pinned_dofs_[dim_ * i + a] = true;
    }

  const SparseMatrix span = is_split_ ? J.scalar_span() : J.general_span();
  const RankMethod method =
      J.form() == JacobianForm::sparse ? RankMethod::sparse : RankMethod::dense;
  for (const std::vector<Index>& block_rows : rows) {
    Vector mass(block_rows.size()), leak(block_rows.size());
    for (size_t r = 0; r < block_rows.size(); ++r) {
      mass[r] = space.mass[block_rows[r] / rows_per_vertex];
      leak[r] = space.leak[block_rows[r] / rows_per_vertex];
    }
    const SparseMatrix momenta = mass.asDiagonal() * span_rows(span, block_rows);
    const ConstraintBlock& block =
        blocks_.emplace_back(BlockRows{block_rows, mass, leak}, momenta, space.rank_cutoff, method);
    num_rows_ += dofs_per_row * block.leaked().cols();
    rank_ += dofs_per_row * block.rank();
  }
  parts_ = {{.first_dof = 0,
             .num_dofs = dim_ * n,
             .first_block = 0,
             .end_block = blocks_.size(),
             .length_floor = 1e-9 * space.diagonal * std::sqrt(static_cast<double>(n))}};
  basis_ = joined_basis(rows_per_vertex * n);
}

Contract Contract::joined(const std::vector<const Contract*>& bodies) {
  Contract all;
  all.dim_ = bodies.front()->dim_;
  all.workers_ = bodies.front()->workers_;
  all.is_split_ = bodies.front()->is_split_;
  Index num_rows = 0, num_vertices = 0;
  for (const Contract* body : bodies) num_vertices += body->mass_.size();
  all.mass_.resize(num_vertices);
  num_vertices = 0;
  for (const Contract* body : bodies) {
    expect_equal(body->is_split_, all.is_split_, "contracts that are joined are alike");
    expect_equal(body->dim_, all.dim_, "contracts that are joined are of one dimension");
    all.has_pins_ |= body->has_pins_;
    all.leaks_ |= body->leaks_;
    all.mass_.segment(num_vertices, body->mass_.size()) = body->mass_;
    num_vertices += body->mass_.size();
    all.pinned_dofs_.insert(all.pinned_dofs_.end(), body->pinned_dofs_.begin(),
                            body->pinned_dofs_.end());
    all.has_pinned_vertex_.insert(all.has_pinned_vertex_.end(), body->has_pinned_vertex_.begin(),
                                  body->has_pinned_vertex_.end());
    for (Part part : body->parts_) {
      part.first_dof += num_rows * (all.is_split_ ? all.dim_ : 1);
      part.first_block += all.blocks_.size();
      part.end_block += all.blocks_.size();
      all.parts_.push_back(part);
    }
    for (const ConstraintBlock& block : body->blocks_)
      all.blocks_.push_back(block.moved_by(num_rows));
    num_rows += body->num_dofs() / (all.is_split_ ? all.dim_ : 1);
    all.num_rows_ += body->num_rows_;
    all.rank_ += body->rank_;
  }
  all.basis_ = all.joined_basis(num_rows);
  return all;
}

std::shared_ptr<const ConstraintBasis> Contract::joined_basis(Index num_scalars) const {
  std::vector<SparseMatrix> parts;
  Index width = 0, size = 0;
  for (const ConstraintBlock& block : blocks_) {
    parts.push_back(block.basis());
    width += parts.back().cols();
    size += parts.back().nonZeros();
  }
  auto joined = std::make_shared<ConstraintBasis>();
  joined->is_split = is_split_;
  joined->Z.resize(num_scalars, width);
  joined->Z.reserve(size);
  Index column = 0;
  for (size_t b = 0; b < blocks_.size(); ++b)
    for (Index j = 0; j < parts[b].cols(); ++j, ++column) {
      joined->Z.startVec(column);
      for (SparseMatrix::InnerIterator it(parts[b], j); it; ++it)
        joined->Z.insertBack(blocks_[b].rows()[it.row()], column) = it.value();
    }
  joined->Z.finalize();
  return joined;
}

SparseMatrix Contract::full_basis() const {
  return is_split_ ? on_every_coordinate(basis_->Z, dim_) : basis_->Z;
}

void Contract::clear_pinned(Vector& load) const {
  if (!has_pins_) return;
  for (Index i = 0; i < load.size(); ++i)
    if (pinned_dofs_[i]) load[i] = 0;
}

void Contract::scale_by_mass(Vector& load, int exponent) const {
  workers_.for_ranges(mass_.size(), chunk, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      load.segment(dim_ * i, dim_) *= exponent > 0 ? mass_[i] : 1 / mass_[i];
  });
}

void Contract::remove_reaction(Vector& load, ContractScratch& scratch) const {
  remove_reaction(load, 2, scratch);
}

void Contract::remove_reaction(Vector& load, int num_passes, ContractScratch& scratch) const {
  scale_by_mass(load, -1);
  project(load, num_passes, scratch);
  scale_by_mass(load, 1);
}

void Contract::split_reaction(Vector& load, Vector& reaction, ContractScratch& scratch) const {
  reaction.resize(load.size());
  workers_.for_ranges(load.size(), dim_ * chunk, [&](Index begin, Index end) {
    reaction.segment(begin, end - begin) = load.segment(begin, end - begin);
  });
  remove_reaction(load, 1, scratch);
  workers_.for_ranges(load.size(), dim_ * chunk, [&](Index begin, Index end) {
    reaction.segment(begin, end - begin) -= load.segment(begin, end - begin);
  });
}

void Contract::project(Vector& u_c, ContractScratch& scratch) const {
  // twice: the second pass takes away the round-off of the first
  project(u_c, 2, scratch);
}

void Contract::settle(Vector& u_c, ContractScratch& scratch) const { project(u_c, 1, scratch); }

void Contract::project(Vector& u_c, int num_passes, ContractScratch& scratch) const {
  clear_pinned(u_c);
  const Index width = is_split_ ? dim_ : 1, num_panel_rows = u_c.size() / width;
  for (const ConstraintBlock& block : blocks_) {
    if (block.rank() == 0) continue;
    const auto project_panel = [&](Eigen::Ref<Positions> panel) {
      for (int pass = 0; pass < num_passes; ++pass)
        block.project(panel, workers_, scratch.products);
    };
    if (static_cast<Index>(block.rows().size()) == num_panel_rows) {
      project_panel(Eigen::Map<Positions>(u_c.data(), num_panel_rows, width));
      continue;
    }
    gather(block, u_c.data(), width, scratch.panel);
    project_panel(scratch.panel);
    const double* from = scratch.panel.data();
    for (Index row : block.rows())
      for (Index a = 0; a < width; ++a) u_c[width * row + a] = *from++;
  }
}

Vector Contract::project(ConstVec u_c) const {
  Vector result = u_c;
  ContractScratch scratch;
  project(result, scratch);
  return result;
}

double Contract::worst_row(ConstVec u_c, Rows rows, ContractScratch& scratch) const {
  const Index width = is_split_ ? dim_ : 1, num_panel_rows = u_c.size() / width;
  double worst = 0;
  const auto worst_of = [&](const ConstraintBlock& block) {
    const SparseRowMatrix& C = (block.*rows)();
    if (C.cols() == 0) return 0.0;
    const bool is_all = static_cast<Index>(block.rows().size()) == num_panel_rows;
    if (!is_all) gather(block, u_c.data(), width, scratch.panel);
    const Eigen::Map<const Positions> panel(is_all ? u_c.data() : scratch.panel.data(),
                                            static_cast<Index>(block.rows().size()), width);
    column_products(C, panel, workers_, scratch.products);
    return scratch.products.total.cwiseAbs().maxCoeff();
  };
  for (const Part& part : parts_) {
    double worst_row = 0;
    for (size_t b = part.first_block; b < part.end_block; ++b)
      worst_row = std::max(worst_row, worst_of(blocks_[b]));
    const double length = u_c.segment(part.first_dof, part.num_dofs).norm();
    worst = std::max(worst, worst_row / std::max(length, part.length_floor));
  }
  return worst;
}

std::vector<int> Contract::loose_components(const Positions& points) const {
  const Index width = is_split_ ? dim_ : 1;
  std::vector<int> loose;
  for (size_t component = 0; component < blocks_.size(); ++component) {
    const ConstraintBlock& block = blocks_[component];
    if (has_pinned_vertex_[component]) continue;
    std::vector<Index> dofs;
    for (Index row : block.rows())
      for (Index a = 0; a < width; ++a) dofs.push_back(width * row + a);

    const Matrix modes = rigid_modes(points, dofs);
    Matrix seen(width * block.rank(), modes.cols());
    PanelProducts products;
    for (Index m = 0; m < modes.cols(); ++m) {
      const Positions panel = rows_of(modes.col(m), static_cast<int>(width));
      block.products(panel, workers_, products);
      seen.col(m) = products.total.reshaped();
    }
    if (seen.rows() < seen.cols()) {
      loose.push_back(static_cast<int>(component));
      continue;
    }
    const Vector sigma = Eigen::JacobiSVD<Matrix>(seen).singularValues();
    if (!(sigma[sigma.size() - 1] > 1e-8 * sigma[0])) loose.push_back(static_cast<int>(component));
  }
  return loose;
}

Contract::Kept Contract::kept(ConstVec u_c, ContractScratch& scratch) const {
  const double residual = worst_row(u_c, &ConstraintBlock::leaked, scratch);
  return {residual, leaks_ ? worst_row(u_c, &ConstraintBlock::strict, scratch) : residual};
}

double Contract::residual(ConstVec u_c) const {
  ContractScratch scratch;
  return kept(u_c, scratch).residual;
}

double Contract::momentum(ConstVec u_c) const {
  ContractScratch scratch;
  return kept(u_c, scratch).momentum;
}

}  // namespace descant
