// run/problem_fingerprint.cpp: what of a problem goes into its fingerprint.

#include "descant/run/problem_fingerprint.hpp"

namespace descant {

namespace {

void add_jacobian(Fingerprint& fingerprint, const RigJacobian& J) {
  if (J.form() == JacobianForm::dense) {
    const Matrix dense = J.dense();
    fingerprint.add(dense.data(), dense.size());
    return;
  }
  const SparseMatrix J_s = J.is_split() ? SparseMatrix(J.scalar()) : J.written_sparse();
  for (Index column = 0; column < J_s.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator entry(J_s, column); entry; ++entry) {
      fingerprint.add(static_cast<double>(entry.row()));
      fingerprint.add(entry.value());
    }
  }
}

void add_body(Fingerprint& fingerprint, const Body& body) {
  fingerprint.add(flat(body.mesh.vertices));
  fingerprint.add(std::string_view(reinterpret_cast<const char*>(body.mesh.elements.data()),
                                   sizeof(int) * body.mesh.elements.size()));
  for (const Lame& lame : body.material.lame) {
    fingerprint.add(lame.mu);
    fingerprint.add(lame.lambda);
  }
  for (int choice : {static_cast<int>(body.material.law), static_cast<int>(body.material.volume),
                     static_cast<int>(body.material.pose)}) {
    fingerprint.add(choice);
  }
  fingerprint.add(body.space.mass);
  fingerprint.add(body.space.leak);
  fingerprint.add(body.space.rank_cutoff);
  for (bool is_pinned : body.space.pinned) fingerprint.add(is_pinned);
  fingerprint.add(body.alpha);
  fingerprint.add(body.beta);
}

}  // namespace

void add_problem(Fingerprint& fingerprint, const BuiltBody& built, const ClipOptions& clip) {
  add_body(fingerprint, built.body);
  add_jacobian(fingerprint, built.body.rig->jacobian(built.drive.params(0)));
  for (int frame = 0; frame < clip.num_frames; ++frame) {
    fingerprint.add(built.drive.params(frame / clip.fps));
  }
  const Vector rest = Vector::Zero(built.body.mesh.num_dofs());
  if (built.drive.force) fingerprint.add(built.drive.force(0, motionless(rest, rest)));
  for (double setting : {clip.fps, clip.preroll, clip.solve.tolerance, clip.solve.diagonal}) {
    fingerprint.add(setting);
  }
  for (int setting :
       {clip.substeps, static_cast<int>(clip.integrator), static_cast<int>(clip.solver),
        clip.solve.max_iterations, static_cast<int>(clip.playback)}) {
    fingerprint.add(setting);
  }
}

}  // namespace descant
