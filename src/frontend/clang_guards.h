/* What holds of a launch's arguments, since control has passed tests on the way to it: for clang_launch.cc. */
#pragma once
#include "clang_numbers.h"

namespace ihop {

using namespace clang;

/* A condition that held, or did not, when control came into a region in which the launch stands. */
struct Guard
{
  const Expr *condition;
  bool holds;
  const Stmt *region;
  unsigned from; /* the region's children before this one stand in front of the test */
};

/* Adds what is tested in front of a child of a statement: the condition of an if or a loop that it is the branch or the body of, and
 * of an if in front of it that leaves. Conditions at the end of "around" are those of the child then. */
void push_guards (const Stmt *stmt, const Stmt *child, std::vector<Guard> &around);
/* Whether whoever is in the region has come by the test, and the test has set nothing. */
bool is_passed (const Guard &guard);
/* What the guards say of the arguments of a launch: comparisons of sums of variables that have the same values at the test and at the
 * launch, and are passed. The relations belong to the pool. */
void note_relations (const CallExpr *call, unsigned n_arguments, const std::vector<Guard> &guards, const Numbers &numbers, IhopPool *pool,
                     IhopLaunch &launch);

} // namespace ihop
