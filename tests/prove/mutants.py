#!/usr/bin/python3
"""Faults put into the prover: the cases or the random kernels have to notice each of them.

    mutants.py BUILD SOURCE [OPTIONS]

As tests/transform/mutants.py, with its options."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "transform"))
import mutants  # pylint: disable=wrong-import-position

# File, what stands there, what is put there, what that is.
MUTANTS = [
    ("prove/relations.c", "    meet = isl_map_intersect (meet, isl_map_copy (threads->two_threads));\n", "    ;\n",
     "a thread taken to race with itself"),
    ("prove/order.c", "  if (one->position < other->position)\n", "  if (TRUE)\n", "every barrier taken to stand between"),
    ("prove/order.c", "      same = prove_equal_dims (same, DIM_TRIP + i, 1);\n", "", "barriers of other iterations taken for those of this one"),
    ("prove/order.c", "  while (common < one->depth && common < other->depth && one->loop[common].serial == other->loop[common].serial)\n    common++;\n", "",
     "loops around both not seen"),
    ("prove/relations.c", "  gboolean none = pairs && isl_map_is_empty (pairs) == isl_bool_true;\n\n  if (pairs == NULL)", "  gboolean none = TRUE;\n\n  if (pairs == NULL)",
     "barriers taken to be reached by all"),
    ("prove/relations.c", "  if (a->array->space == IHOP_SPACE_SHARED)\n", "  if (TRUE)\n", "blocks not compared"),
    ("prove/relations.c", "(!barrier->is_exact || (!none", "((!none", "barriers under conditions that are not known taken to be reached"),
    ("prove/relations.c", "  return a->is_exact && b->is_exact && are", "  return a->is_exact && are", "what may happen taken to happen"),
    ("prove/walk.c", "  gboolean lost = !is_exact && walk->n_leaves > n_leaves;", "  gboolean lost = FALSE;", "whoever may have left taken to be there"),
    ("prove/walk.c", "  walk->domain = is_exact ? isl_set_subtract (isl_set_copy (all), isl_set_copy (holds)) : isl_set_copy (all);",
     "  walk->domain = isl_set_subtract (isl_set_copy (all), isl_set_copy (holds));", "nobody behind a condition that is not known"),
    ("prove/walk.c", "  walk->is_behind_return = TRUE;\n", "", "returns forgotten"),
    ("prove/loops.c", "  if (!is_exact || head->leaves)\n", "  if (!is_exact)\n", "loops that are left taken to run to their end"),
    ("prove/loops.c", "(walk->model, dim)), update->op == IHOP_OP_ADD ? 1 : -1);", "(walk->model, dim)), 1);", "steps forgotten"),
    ("prove/bounds.c", "prove_number (model, n)));", "prove_number (model, n + 1)));", "arrays one element longer"),
    ("prove/order.c", "      if (n)\n", "      if (FALSE)\n", "barriers in iterations that there are not"),
    ("prove/relations.c", " || prove_depth_of_values (&barrier->where);", ";", "a barrier of a loop by powers taken to be nowhere"),
    ("prove/relations.c", "certain && inside && meet_for_most (model, a, b, inside, threads)", "certain && inside",
     "refuted by sizes that nobody may pass"),
    ("prove/powers.c", "powers->first && isl_pw_aff_involves_dims (powers->first, isl_dim_in, DIM_THREAD, 3) == isl_bool_false",
     "powers->first != NULL", "threads that count differently taken to count alike"),
    ("prove/order.c", "  row = isl_constraint_set_coefficient_si (row, one, 1, -1);\n", "  row = isl_constraint_set_coefficient_si (row, one, 1, -2);\n",
     "multiples of a step taken to be two steps apart"),
    ("prove/order.c", "a == NULL || b == NULL || isl_pw_aff_is_equal (a->step, b->step) != isl_bool_true", "a == NULL || b == NULL",
     "different steps taken for one"),
    ("prove/order.c", "  row = isl_constraint_set_coefficient_si (row, isl_dim_set, 1, -1);\n", "  row = isl_constraint_set_coefficient_si (row, isl_dim_set, 1, -2);\n",
     "the second number taken to be two steps behind the first"),
    ("prove/progressions.c", "isl_dim_in, 0, N_DIMS) != isl_bool_false)", "isl_dim_in, 0, N_DIMS) == isl_bool_error)", "steps of each thread's own taken for one"),
    ("prove/progressions.c", "  if (!prove_may (walk, isl_pw_aff_le_set (", "  if (TRUE || !prove_may (walk, isl_pw_aff_le_set (", "steps taken to lead upwards"),
    ("prove/progressions.c", "      *wraps = !must_fit (counter.update) && ", "      *wraps = FALSE && ", "sums that do not wrap"),
    ("prove/progressions.c", "  gboolean ends = !prove_may (walk, beyond", "  gboolean ends = TRUE || !prove_may (walk, beyond", "sums that wrap twice taken to wrap once"),
    ("prove/progressions.c", "      *is_exact = isl_set_is_equal (run, walk->domain) == isl_bool_true;\n", "", "loops taken to go on where their condition fails in between"),
    ("prove/progressions.c", "isl_dim_in, DIM_THREAD, 3) != isl_bool_false;", "isl_dim_in, DIM_THREAD, 3) == isl_bool_error;",
     "numbers of a thread's own taken for a time that all have in common"),
    ("prove/progressions.c", "isl_pw_aff_is_equal (step, counter->progression->step) == isl_bool_true", "TRUE", "whatever else moves taken to move as far"),
    ("prove/rows.c", "  gboolean none = isl_set_is_empty (outside) == isl_bool_true;", "  gboolean none = TRUE;", "columns taken to stay in their rows"),
    ("prove/terms.c", "-by->more);", "by->more);", "what a length has more taken for less"),
    ("prove/terms.c", "  return same;", "  return TRUE;", "products of some parameters taken for those of others"),
    ("prove/loops.c", "is_alone = i == at || !is_assigned (head->body->child[i], symbol);", "is_alone = TRUE;", "what is changed twice taken to be changed once"),
    ("prove/loops.c", "  return body->kind == IHOP_BLOCK && ihop_body_continue (body) == NULL;", "  return body->kind == IHOP_BLOCK;", "a statement that is passed over taken to be run"),
    ("prove/loops.c", "if (!is_assigned (head->body, symbol) && ", "if (", "what the body changes, too, taken to be changed by the step alone"),
    ("prove/loops.c", "  forget_changed (walk, &head);\n  walk_body", "  walk_body", "steps that the body changes taken to stay"),
    ("prove/powers.c", " && ends_once (walk, powers, all);", ";", "loops by powers taken to go on where their condition fails in between"),
    ("prove/powers.c", " || !nobody_is_left (walk))\n", ")\n", "loops that stay at zero taken to end"),
    ("prove/groups.c", "  if (group == BLOCK && g_str_equal (name, \"sync\"))", "  if (g_str_equal (name, \"sync\"))", "a tile's barrier taken for the block's"),
    ("prove/evaluate.c", "      || fits (walk, value, type, node))\n    return prove_fit (walk, value, type, node);", "      || TRUE)\n    return value;",
     "numbers that do not wrap"),
    ("prove/switch.c", "          fits = arm == NULL || arm->ends;\n", "", "cases that run into the next one taken to end"),
    ("prove/switch.c", "  return node->kind == IHOP_BREAK || !has_break (node);", "  return node->kind == IHOP_BREAK || !has_break (node) || TRUE;", "a break in a branch taken to be none"),
    ("prove/switch.c", "    if (((const Arm *) arms->pdata[i])->is_default)\n", "    if (FALSE)\n", "the default taken to do nothing"),
    ("prove/model.c", "isl_set_upper_bound_si (isl_set_copy (set), isl_dim_param, param, -1);", "isl_set_empty (isl_set_get_space (set));",
     "numbers without a sign taken to be none below zero"),
    ("prove/turns.c", "      if (number == stage[0])\n", "      if (TRUE)\n", "what comes round again taken to stay"),
    ("prove/turns.c", "  gboolean is_known = prove_value_constant (value, number);", "  gboolean is_known = value != NULL;\n  prove_value_constant (value, number);",
     "what depends on the iteration taken to come round"),
    ("prove/bits.c", "  if (op == IHOP_OP_XOR)\n", "  if (FALSE)\n", "exclusive bits taken for common ones"),
    ("prove/bits.c", "low += n + 1)", "low += n + 2)", "bits of a mask passed over"),
    ("prove/powers.c", "  if (ihop_body_continue (head->body) == NULL)\n", "  if (TRUE)\n", "what is set in front of a continue forgotten"),
    ("prove/powers.c", "      is_straight = is_straight && isl_set_is_subset (all, here) == isl_bool_true;\n", "", "iterations that some do not run taken to be run by all"),
    ("prove/relations.c", "isl_set_is_subset (model->threads, barrier->domain) == isl_bool_true", "TRUE", "barriers of some blocks taken for ones of all"),
    ("prove/relations.c", "  if (certain && inside && model->has_lost_warps && !is_between_blocks)", "  if (FALSE)", "threads refuted that a barrier of their warp may order"),
    ("prove/members.c", "  for (; symbol; symbol = base_of (model, symbol))\n", "  if (symbol)\n", "members of a struct whose address is taken taken for known"),
    ("prove/members.c", "      if (base)\n        prove_bind (walk, &member->symbol, NULL);\n", "", "members of a struct that is set as a whole taken for what they were"),
    ("prove/members.c", "  const IhopSymbol *base = record->kind != IHOP_TYPE_RECORD || record->is_union ? NULL", "  const IhopSymbol *base = record->kind != IHOP_TYPE_RECORD ? NULL",
     "members of a union taken for apart"),
    ("prove/walk.c", "  a->is_own = a->is_own && b->is_own;\n", "", "addresses that lead to shared memory on one of two ways taken for a thread's own"),
    ("prove/model.c", "(type->target->qualifiers & IHOP_CONST))", "TRUE)", "what a reference changes taken to stay"),
    ("prove/expressions.c", "    case IHOP_CALL:\n      prove_walk_expression (walk, node);\n", "    case IHOP_CALL:\n", "what a call reads whose result has a member asked for"),
    ("frontend/clang_objects.cc", "    node->child[i++] = initialization (made, initializer);\n", "    node->child[i++] = ihop_node_new (pool, IHOP_EMPTY, 0);\n",
     "what a constructor's initializers read"),
    ("frontend/clang_stmt.cc", "decl->needsDestruction (ast) == QualType::DK_cxx_destructor", "false", "what destructors do"),
    ("frontend/clang_numbers.h", "(is_only_read (one) || is_only_lent (one))", "true", "a grid taken to be made of what a variable holds later"),
    ("frontend/clang_numbers.h", "mentions.lookup (variable) == reads.lookup (variable) + sets.lookup (variable) + lent", "true",
     "what a reference leads to taken to be changed by its owner alone"),
    ("frontend/clang_numbers.h", "        || mentions.lookup (reference->getDecl ()) != reads.lookup (reference->getDecl ()) + 1)", "        )",
     "a loop taken to be all that changes its variable"),
    ("prove/warps.c", "isl_val_int_from_ui (model->ctx, group)));", "isl_val_int_from_ui (model->ctx, 2 * group)));", "threads of two warps taken for one warp's"),
    ("prove/order.c", "    return isl_map_apply_range (prove_equal_dims (to, DIM_THREAD, 3), isl_map_copy (barrier->meets));\n", "    ;\n",
     "a warp's barrier taken for the block's"),
    ("prove/order.c", "prove_equal_dims (from, DIM_THREAD, 3) : from;", "from : from;", "whoever meets others taken for all threads"),
    ("prove/relations.c", "barrier->where.depth == 0 && barrier->group == 0 &&", "barrier->where.depth == 0 &&", "a warp's barrier taken to part all of a kernel"),
    ("prove/warps.c", "  isl_bool none = isl_map_is_empty (missing);\n", "  isl_bool none = isl_bool_true;\n", "barriers of a warp taken to be reached by all of it"),
    ("prove/warps.c", "barrier->named && isl_set_is_subset (barrier->domain, barrier->named) != isl_bool_true;", "FALSE;", "threads taken to be named by a mask that names others"),
    ("prove/warps.c", "group && barrier->is_exact && ", "group && ", "barriers of a warp under conditions that are not known taken to be reached"),
    ("prove/warps.c", "|| barrier->named ||", "||", "threads refuted that a third one orders"),
    ("prove/warps.c", "  if (!is_all || !come_in_warps (walk))\n", "  if (!is_all)\n", "a ballot of some taken for one of all"),
    ("prove/warps.c", "  return is_exact ? lanes : isl_set_free (lanes);\n", "  return lanes;\n", "whom a ballot names taken for known"),
    ("prove/warps.c", "      walk->model->has_lost_warps = TRUE;\n", "", "a barrier whose mask is not followed taken for none"),
    ("prove/warps.c", "  return isl_map_intersect_range (isl_map_copy (pairs), set);\n", "  isl_set_free (set);\n  return isl_map_copy (pairs);\n",
     "threads that have gone home taken to be waited for"),
    ("prove/walk.c", "  walk->model->is_ordered_otherwise = walk->model->is_ordered_otherwise || may_order (node);\n", "", "barriers in a statement that is not followed taken for none"),
    ("prove/walk.c", "  if (!may_leave (node))\n", "  if (TRUE)\n", "what leaves in a statement that is not followed taken to stay"),
    ("prove/walk.c", "  prove_obstacle (walk->model, node, message);\n  prove_forget (walk, node);\n", "  prove_obstacle (walk->model, node, message);\n",
     "what a statement changes that is not followed taken to stay"),
]



def checks_of(changed):
    return [("cases", lambda: changed.fails_python("prove/cases.py", "src/cli/ihop", changed.source / "tests/prove/cases")),
            ("random kernels", lambda: changed.fails_python("prove/random_kernels.py", "src/cli/ihop", "--count", 200, "--seed", 5))]


if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS, checks_of, pathlib.Path(__file__).parent / "noticed.json"))
