#!/usr/bin/python3
"""Faults put into the judge and the builders: the tests have to notice each of them.

    mutants.py BUILD SOURCE [--only TEXT] [--some K] [--skip N] [--remember]

Each fault is one exchange of text in one file below src. That file is compiled in a folder
of its own and linked with what the build has; then the arbitrary rewrites (for the judge's files), the
golden cases and the random steps are run until one of them notices. noticed.json says who noticed when
the table was run last: that one is asked first. --some takes every K-th fault only, --skip leaves out the first N.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

# File, what stands there, what is put there, what that is; or a list of the first three: where the
# judge alone is at fault, no program is wrong before a builder is, too.
MUTANTS = [
    ("transform/storage/promote.c", "IHOP_TOUCH_READ | IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE, found_access", "IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE, found_access",
     "members that are read otherwise while they are kept"),
    ("transform/storage/promote.c", "IHOP_TOUCH_READ | IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE, found_access", "IHOP_TOUCH_READ, found_access",
     "members that are set otherwise while they are kept"),
    ("transform/storage/promote.c", "if (is_sure_to_be_set (self, ihop_loop_body (self->name->loop)))", "if (TRUE)",
     "members that are stored where nothing was"),
    ("transform/storage/promote.c", "      if (self->bad)\n        return FALSE;", "", "members that are set behind a continue"),
    ("transform/storage/promote.c", "  else if (!comes_through (self, self->name->loop))", "  else if (FALSE)", "loops that are left before members are stored"),
    ("transform/storage/promote.c", "g_hash_table_contains (self->changing, symbol)\n          ||", "", "members stored under a condition that the loop changes"),
    ("transform/storage/promote.c", "|| is_in_union (place))", ")", "members that have other names"),
    ("transform/storage/promote.c", "  if (self->bad)\n    return TRUE;\n  IhopUnpackPath", "  IhopUnpackPath", "members of a struct that is another one each time"),
    ("transform/storage/promote.c", "  if (self->runs)\n    ihop_append", "  if (FALSE)\n    ihop_append", "members of a struct that is not there"),
    ("transform/storage/promote.c", "return is_there_with (self->first, path) ? IS_KEPT : IS_NOT_SURE", "return IS_KEPT",
     "members of a struct that is not the one that the loop begins with"),
    ("transform/storage/promote.c", "  path->is_compared = TRUE;\n", "", "members that are stored where nothing was stored in this run"),
    ("transform/storage/promote.c", "|| !ihop_read_is_certain_in_loop (self->unpack.step->facts, self->unpack.function, self->name->loop, path->node))", ")", "members of what need not be there"),
    ("transform/storage/promote.c", "  if (!is_steady (self, self->runs))\n    keep_condition", "  if (FALSE)\n    keep_condition",
     "a condition that is asked again behind the loop"),
    ("transform/storage/flatten.c", "  if (test)\n    g_ptr_array_add (self->conditions", "  if (FALSE)\n    g_ptr_array_add (self->conditions",
     "rows of a loop that does not run at all"),
    ("transform/storage/flatten_rounds.c", "  if (!fine)\n    test->found = node;", "", "a test that reads a row"),
    ("transform/text/inline_arguments.c", "         && (!is_behind\n             ||", "         && (TRUE ||", "members found by a pointer that changes"),
    ("analysis/memory/unchanged_value.c", "a->symbol == b->symbol\n      ||", "", "a member that is taken for another one"),
    ("transform/storage/unpack_place.c", " || !ihop_unpack_leaves_unchanged (self, statement, path, NULL))\n", ")\n",
     "members that are set again behind the call that sets them"),
    ("transform/order/swap_statements.c", "if (statement->kind != IHOP_FOR)", "if (FALSE)", "statements of a function that are no loops change places"),
    ("transform/order/fuse.c", "second ? self->ahead > 0 : self->ahead < 0", "second ? self->ahead < 0 : self->ahead > 0",
     "the loop that begins first made to wait for its turn"),
    ("transform/order/fuse.c", "(second ? joint->over < 0 : joint->over > 0))", "FALSE)", "a loop that goes on behind its end"),
    ("transform/order/fuse.c", "parts[i] == NULL || ihop_mentions (parts[i], counting (self)->iterator)", "parts[i] == NULL",
     "heads of loops worked out where it is not their turn"),
    ("transform/order/fuse.c", "ihop_values_new (build, self->a.iterator, ihop_make_ref (build, self->b.iterator))",
     "ihop_values_new (build, self->b.iterator, ihop_make_ref (build, self->b.iterator))", "the first loop's variable where the second's counts"),
    ("transform/text/copy_loop.c", "if (read == NULL || !ihop_type_equal (self->element, element_of (from)))", "if (read == NULL)", "copies between types"),
    ("transform/text/copy_loop.c", "number >= 0 && number % size == 0 && number / size < 1 << 30 ?", "number >= 0 ?", "copies of a part of an element"),
    ("transform/text/copy_loop.c", "(is_name && !is_fixed) || node->kind == IHOP_MEMBER ||", "(is_name && !is_fixed) ||", "sizes that the copy itself changes"),
    ("transform/text/copy_loop.c", "(byte != 255 && number->size > 1)", "FALSE", "bytes that fill numbers"),
    ("analysis/memory/points_to_order.c", "if (ihop_defs_writes (flow->facts, statement, symbol))", "if (FALSE)", "pointers that are assigned in between"),
    ("analysis/memory/points_to_order.c", "statement->kind == IHOP_CASE && !in_switch", "FALSE", "cases that control comes in by"),
    ("analysis/memory/points_to_order.c", "    g_hash_table_remove (flow->held, own->pdata[i]);", "    ;", "pointers that an if may have assigned"),
    ("analysis/memory/points_to_order.c", " && !ihop_defs_has_labels (flow->facts, flow->body)", "", "labels that control comes in by"),
    ("analysis/memory/points_to_order.c", "&& ihop_defs_is_tame (flow->facts, flow->body, symbol)", "", "pointers that others may assign"),
    ("analysis/memory/effects_summary.c", "  ihop_stored_places_include (summary->stored, from->stored);\n", "", "what a callee's callees store"),
    ("analysis/memory/effects_summary.c", "(stores && i >= format) ? IHOP_EFFECT_WRITES | IHOP_EFFECT_UNTYPED : 0)", "(stores && i >= format) ? IHOP_EFFECT_WRITES : 0)",
     "bytes that the library copies"),
    ("analysis/memory/effective_types.c", " && is_plain (a) == is_plain (b)", "", "unions among what is stored"),
    ("analysis/memory/stored_places.c", "    if (!ihop_effective_places_differ (facts, stored->places->pdata[i], read))", "    if (i == 0 && !ihop_effective_places_differ (facts, stored->places->pdata[i], read))",
     "the first store alone"),
    ("analysis/memory/mod_ref.c", "  apply (toucher, memory, how, !(is_typed && spared.pointers));", "  apply (toucher, memory, how, FALSE);", "pointers that a callee changes"),
    ("analysis/scop/constant_table.c", "ihop_fixed_is_read_only (facts, symbol) ? ihop_fixed_declaration (facts, symbol) : NULL", "ihop_fixed_declaration (facts, symbol)",
     "tables that change"),
    ("analysis/scop/constant_table.c", "    if (numbers[k] == numbers[i])", "    if (k == i - 1)", "a table's places that are left out"),
    ("analysis/scop/constant_table.c", "gint64 at = i == table->varying ? varying : table->number[i];", "gint64 at = i == table->varying ? table->number[i] : varying;",
     "a table's subscripts exchanged"),
    ("analysis/scop/quasi_affine.c", "  if (!ihop_walk_never (walk, negative))\n    return 0;", "  isl_set_free (negative);", "remainders of negative numbers"),
    ("analysis/scop/quasi_affine.c", "goes_in (a, p, most + 1)", "goes_in (a, p, most + 2)", "numbers that come round once too seldom"),
    ("analysis/program/call_formula.c", "(gpointer) converted (execution->pool, argument, function->params[i]->type));", "(gpointer) argument);",
     "arguments that are not converted to the parameter's type"),
    ("analysis/program/call_formula.c", "is_plain_number (symbol) && means_the_same (execution, symbol)", "is_plain_number (symbol)",
     "file-scope names that mean another variable where the call stands"),
    ("analysis/program/call_formula.c", "!function->symbol->is_replaceable && ", "", "functions of which another one may run"),
    ("analysis/program/call_formula.c", "const IhopNode *no = yes ? run_arm (execution, statement->n_children > 2 ? statement->child[2] : NULL, rest) : NULL;",
     "const IhopNode *no = yes ? run_arm (execution, statement->child[1], rest) : NULL;",
     "an if without else that is always taken"),
    ("analysis/dependence/dependences.c", "never == isl_bool_true && is_tested_in_vain (scop) ? isl_bool_false : never", "never",
     "conditions that no call keeps"),
    ("analysis/kernel/barrier_intervals.c", "a->position < fence->position);", "TRUE);",
     "fences that stand before both loops taken for ones in between"),
    ("analysis/kernel/barrier_intervals.c", "a->position <= b->position);", "a->position < b->position);",
     "threads of one nest that race with each other"),
    ("analysis/kernel/barrier_intervals.c", "  g_hash_table_remove_all (races->unfenced);\n", "",
     "what was found with other fences taken for what is asked"),
    ("analysis/kernel/successive_blocks.c", "if (!pair->a->is_local && !pair->b->is_local)", "if (TRUE)",
     "shared memory that the next iteration of a block writes while the last one is read"),
    ("analysis/kernel/successive_blocks.c", " || ((b & OPEN_BEHIND) && (a & OPEN_BEFORE))", "", "arrays that the last iteration reads behind its fences"),
    ("analysis/kernel/barrier_intervals.c", "nest->position < fence->position)\n", "TRUE)\n", "fences in front taken for ones behind"),
    ("analysis/kernel/races.c", "(pair->a != pair->b && !judge_pair (races, pair, TRUE))", "FALSE",
     "threads that race with those of a later iteration"),
    ("analysis/kernel/races.c", "(a->is_write || b->is_write) && ihop_races_nest_of (races, a)", "(a->is_write && b->is_write) && ihop_races_nest_of (races, a)",
     "threads that read what others write"),
    ("analysis/kernel/uniform.c", "if (ihop_races_nest_of (races, a) && !check_own_number (races, a))", "if (FALSE && !check_own_number (races, a))",
     "numbers that each thread has for itself taken for the block's"),
    ("analysis/kernel/races.c", "          note_exchanged (&races);\n", "          if (FALSE)\n            note_exchanged (&races);\n",
     "pointers to what threads leave for each other said to be the only ones"),
    ("transform/kernel/unguard.c", "if (touches (self, target, access, spoilt))", "if (FALSE)", "elements beyond the edge that somebody reads"),
    ("transform/kernel/unguard.c", "if (ihop_mentions (self->branch->child[0], array))", "if (FALSE)", "a condition asked for again that an assignment has changed"),
    ("transform/kernel/tile_condition.c", "self->differs |= rest == NULL || (self->rest && isl_set_is_equal (rest, self->rest) != isl_bool_true);", "",
     "what is asked for in the last part of what is known taken for all of it"),
    ("transform/kernel/unguard.c", "self->update = self->updates->pdata[i];", "self->update = self->updates->pdata[self->updates->len - 1];",
     "assignments under one condition of which only the last is looked at"),
    ("transform/kernel/unguard.c", "|| !ihop_access_stays_inside (access, iterations))", ")", "subscripts that leave their array without the condition"),
    ("transform/kernel/unguard.c", "node->op == IHOP_OP_NONE);", "TRUE);", "integers that overflow without their condition"),
    ("transform/kernel/tile_elements.c", "fine = certain && isl_set_is_subset (elements, certain) == isl_bool_true;", "",
     "elements that are read only under a condition taken for touched"),
    ("transform/kernel/tile_elements.c", "return !access->is_write && access->may", "return access->may", "elements that may be written taken for written"),
    ("transform/text/if_convert.c", "!ihop_defs_is_tame (self->step->facts, self->name->function, symbol) || ", "", "variables set under a condition that others see"),
    ("transform/text/if_convert.c", "if (!is_last && ihop_mentions (branch->child[0], symbol))", "if (FALSE)", "a condition asked again of what was set under it"),
    ("transform/text/if_convert.c", "may = may_follow (assign, assigns->pdata[k]);", "may = TRUE;", "what is set last although others need it"),
    ("transform/text/if_convert.c", "value = ihop_make_converted (build, ihop_type_strip (x->type), value);", "", "values that go through another type"),
    ("transform/kernel/tile_elements.c", "|| !meets_tile (tile, other))", "|| TRUE)", "elements of a tile that are touched otherwise"),
    ("transform/kernel/tile_rows.c", "(type == NULL || number->size > type->size)", "type == NULL", "rows whose numbers overflow behind a pointer that moves"),
    ("transform/kernel/tile_rows.c", "ihop_make_plus (build, length, size->plus)", "length", "rows of a tile that are longer than a variable says"),
    ("transform/kernel/tile_rows.c", "isl_set_is_subset (elements, inside) == isl_bool_true", "TRUE", "rows of constant length that are left"),
    ("transform/kernel/tile_rows.c", "number - rows * tile->row;", "number % tile->row;", "elements in front of a row"),
    ("transform/kernel/stage.c", "mentions->len == 0 && !is_set", "!is_set", "a local array that is more than its tile"),
    ("transform/build/header.c", "distance + (header->relation == IHOP_OP_LE)", "distance", "the last iteration of a strip"),
    ("transform/storage/array_expand.c", "header->body->child[child]->child[k]->child[0] == NULL", "TRUE", "a declaration that says what is in an array"),
    ("transform/kernel/tile_elements.c", "isl_set_is_equal (places, tile->touched) == isl_bool_true;", "TRUE;",
     "tiles of which only a part is set first"),
    ("transform/legality/judge_order.c", "if ((!a->is_write && !b->is_write)", "if ((!a->is_write || !b->is_write)",
     "flow and anti dependences dropped"),
    ("transform/legality/judge_order.c", "a->position < b->position, equal", "b->position < a->position, equal",
     "the text's order turned round"),
    ("transform/legality/judge_order.c", "isl_map_intersect (now, isl_map_reverse (order))",
     "isl_map_intersect (now, order)", "forwards taken for backwards"),
    ("transform/legality/judge_order.c", "      if (memcmp (asked->back, back, n) != 0)\n        continue;\n", "",
     "accesses in both orders taken for ones in one"),
    ("transform/legality/judge_order.c", "ihop_pair_is_reversed (from->pdata[i], to->pdata[k]) ? 1 : 0", "0",
     "what is new taken to stand as it stood"),
    ("transform/legality/judge_order.c", "same = ((IhopPair *) a->pdata[i])->image == ((IhopPair *) b->pdata[i])->image;", "same = TRUE;",
     "accesses that a step has torn apart taken for one statement's"),
    ("transform/legality/judge_cache.c", "      append (text, ihop_pair_is_reversed (from->pdata[i], to->pdata[k]));", "      append (text, 0);",
     "a question taken for another: places"),
    ("analysis/extract/record.c", "if (statement && statement->domain == walk->domain && statement->loop", "if (statement && statement->loop",
     "statements of different domains merged"),
    ("transform/legality/judge_copies.c", "now->op != old->op || ", "", "another operation taken for a copy"),
    ("transform/legality/judge_copies.c", "    return now->symbol == old->symbol;", "    return TRUE;", "another variable taken for the copied one"),
    ("transform/legality/judge_copies.c", "&& a.constant == b.constant", "", "another element taken for the copied one"),
    ("transform/legality/judge_copies.c", "&& keeps_value (node))", ")", "another number after a conversion"),
    ("transform/legality/judge_copies.c", "!ihop_same_arithmetic (now, old) || ", "", "an operation in another type"),
    ("transform/legality/judge_copies.c", "\n                  && a.width >= b.width", "", "a sum in a narrower type"),
    ("transform/legality/judge_copies.c", "a.wraps == b.wraps || ", "TRUE || ", "a sum in a type without a sign"),
    ("transform/legality/judge_arithmetic.c", "&& starts_elsewhere (counting)", "&& FALSE", "a loop that counts without a sign from below 0"),
    ("transform/legality/judge_arithmetic.c", "from.is_signed || from.size > size", "from.size > size", "a start below 0 in a type without a sign"),
    ("transform/legality/judge_arithmetic.c", "          && ihop_type_equal (other->iterator->type, counting->iterator->type))", "          )",
     "a start of the old code in another type"),
    ("transform/legality/judge_arithmetic.c", "return comparisons.wrong == NULL ||", "return TRUE ||", "numbers below 0 compared as large ones"),
    ("transform/legality/judge_arithmetic.c", "node->kind == IHOP_REF ? node->symbol->type : node->type", "node->type", "a type that only the node has"),
    ("transform/legality/judge_copies.c", "  if (now == old)\n    return ihop_values_agree (self->values, NULL, old);", "  if (now == old)\n    return TRUE;",
     "what has not been exchanged taken for exchanged"),
    ("transform/legality/judge_copies.c", "    if (loop->counting.iterator == symbol)\n      return TRUE;", "      return TRUE;",
     "values of what is no iterator believed"),
    ("transform/legality/judge_locals.c", "isl_map_is_equal (old, new) == isl_bool_true", "TRUE", "variables that have become one"),
    ("transform/legality/judge_locals.c", "found == SHARED_MORE && g_hash_table_contains (self->apart, variable)", "found == SHARED_MORE",
     "variables that have become one, and disturb each other"),
    ("transform/legality/judge_lifetimes.c", "other->now->is_write && may_come_between", "FALSE && may_come_between", "stores that come between"),
    ("transform/legality/judge_lifetimes.c", "a->now->position < b->now->position", "a->now->position > b->now->position", "the order of one iteration"),
    ("transform/legality/judge_lifetimes.c", "  isl_map *through = isl_map_apply_range (strangers (judge, write, other), strangers (judge, other, read));",
     "  isl_map *through = isl_map_apply_range (strangers (judge, read, other), strangers (judge, other, write));",
     "what comes between looked for in the wrong order"),
    ("transform/legality/judge_unreachable.c", "isl_set_is_empty (domain) == isl_bool_true", "isl_set_is_empty (domain) != isl_bool_error",
     "what runs taken for what cannot be reached"),
    ("transform/legality/judge_control.c", "\n         && ihop_judge_is_copy (judge, new->now)", "", "conditions turned round"),
    ("transform/legality/judge_control.c", "return has_cases (node) ? node : NULL;", "return NULL;", "labels of a switch moved"),
    ("transform/legality/judge_control.c", "return check_leaving (judge, judge->old.root) && check_leaving (judge, judge->new.root);", "return TRUE;",
     "jumps out of the code that changes"),
    ("transform/legality/judge_cache.c", "append (text, number_of_access (cache, b));",
     "append (text, number_of_access (cache, a));", "a question taken for another: elements"),
    ("transform/legality/judge_cache.c", "if (kind->loop != loop\n          || ", "if (",
     "a question taken for another: loops"),
    ("transform/legality/judge_cache.c", "append (text, equal);", "", "a question taken for another: own iterations"),
    ("transform/legality/judge_cache.c", "append (text, n_dims);", "", "a question taken for another: dimensions"),
    ("transform/build/stale_marks.c", "return marked == marked_by (block, i);", "return TRUE;",
     "marks kept around what changes"),
    ("transform/build/stale_marks.c", "      if (gone && is_claim (child) && shares_work (child) && !region", "      if (FALSE && !region",
     "work that all threads do"),
    ("transform/legality/judge_instances.c", "else if ((other = disturber (judge, now)) &&", "else if (FALSE &&",
     "what a new condition reads changed before it"),
    ("transform/build/parse_expression.c", "&& (!ihop_constant_of (right, &value) || value == 0)", "&& FALSE",
     "a division by 0 that was not there"),
    ("transform/legality/judge_instances.c", "if (!trouble && isl_set_is_equal (all, seen) != isl_bool_true)", "if (FALSE)",
     "instances that are missing not noticed"),
    ([("transform/legality/judge_instances.c", "isl_set_is_disjoint (here, seen) != isl_bool_true", "FALSE"),
      ("transform/order/peel.c", "last ? header->lower : ihop_make_plus (build, header->lower, distance)",
       "header->lower")], "instances that run twice not noticed"),
    ("transform/order/peel.c", "last ? header->lower : ihop_make_plus (build, header->lower, distance)",
     "header->lower", "an iteration runs twice, and the judge sees it"),
    ("transform/legality/judge.c", "if (stray.found == NULL\n", "if (TRUE || stray.found == NULL\n",
     "last values of iterators forgotten"),
    ("transform/order/strip.c", "if (header->relation == IHOP_OP_LE)", "if (FALSE)", "a bound off by one"),
    ("transform/order/unroll.c", "1 - factor", "2 - factor", "a bound off by one"),
    ("transform/order/shift.c", "header.iterator), -distance)", "header.iterator), distance)", "a sign turned"),
    ("transform/order/fuse.c", "self->a.iterator), -self->shift)", "self->a.iterator), self->shift)",
     "a sign turned"),
    ("transform/order/fuse.c", "joint.ends[joint.over < 0]", "joint.ends[joint.over > 0]",
     "the longer loop taken for the shorter"),
    ("transform/order/tile.c", "if (!tiling->lower_depends_on_band[d])", "if (TRUE)", "a lower bound forgotten"),
    ("transform/order/tile.c", "      if (!tiling->size[k])\n        continue;\n", "", "a loop that stays whole taken for tiles of none"),
    ("transform/order/cyclic.c", "isl_val_get_num_si (length) + 1;", "isl_val_get_num_si (length);", "an iteration too few of a loop that ends in a strip"),
    ("transform/order/schedule_expressions.c", "case isl_ast_expr_op_fdiv_q: return ihop_make_binary (build, IHOP_OP_DIV, a, b);",
     "case isl_ast_expr_op_fdiv_q: return ihop_make_plus (build, ihop_make_binary (build, IHOP_OP_DIV, a, b), 1);", "quotients that are rounded wrongly"),
    ("transform/order/tile_separate.c", "tiling->size[d] - 1)", "tiling->size[d] - 2)", "a bound off by one"),
    ("transform/order/hoist_proof.c", "if (!other->is_write)\n    pairs = in_one_iteration (pairs);",
     "pairs = in_one_iteration (pairs);", "writes of earlier iterations forgotten"),
    ("transform/order/hoist_proof.c", "? moved->is_write && !other->is_write", "? FALSE",
     "sums taken for invariants"),
    ("transform/order/hoist.c", "if (ihop_header_runs (build->step, header, 1))", "if (TRUE)",
     "a loop that may not run taken for one that runs"),
    ("transform/order/sink.c", "ihop_make_plus (build, inner->lower, 1)", "inner->lower", "a bound off by one"),
    ("transform/text/inline_arguments.c", "return defs->n_writes == 0 && !defs->address_taken && search[1] == NULL;",
     "return TRUE;", "a parameter that changes taken for the argument"),
    ("transform/text/inline_call.c", " || is_name_of_type (self, symbol->name);", ";", "constants that the caller declares for itself"),
    ("transform/text/inline_call.c", "has_name && name && is_name_of_type", "FALSE && has_name && is_name_of_type", "types that the caller declares for itself"),
    ("transform/text/inline_returns.c", "  if (bare->type && ihop_type_equal", "  if (TRUE || ihop_type_equal",
     "a conversion forgotten"),
    ("transform/build/make.c", "opposite[bare->op - IHOP_OP_LT]", "bare->op", "a sign turned"),
    ("transform/build/jump_removal.c", "always_leaves (self, node->child[1]) && always_leaves", "always_leaves (self, node->child[1]) || always_leaves",
     "what one way leaves out left out by the other, too"),
    ("transform/build/jump_removal.c", "  if (!is_last)\n    append (all, statements, at + 1);", "", "the rest forgotten"),
    ("transform/build/jump_removal.c", "if (self->jump == IHOP_CONTINUE)\n    return ihop_body_continue (node);", "",
     "an inner loop's jump taken for the outer one's"),
    ("transform/text/outline_parts.c", "else if (ihop_live_after (self->step->facts", "else if (FALSE && ihop_live_after (self->step->facts",
     "a value that is used later lost"),
    ("transform/text/specialise.c", "ihop_make_printed_as (build, ihop_make_integer (build, self->value),", "ihop_make_printed_as (build, ihop_make_integer (build, self->value + 1),",
     "a number off by one"),
    ("transform/text/three_address.c", "copy->child[i] = operand (parts, node->child[i]);",
     "copy->child[node->n_children - 1 - i] = operand (parts, node->child[i]);",
     "operands exchanged"),
    ("transform/parallel/partition.c", "self->size - (header->relation == IHOP_OP_LE)", "self->size", "blocks that overlap"),
    ("transform/parallel/partition.c", "header->step * self->n, body", "header->step, body", "lanes that take the iterations of others"),
    ("transform/parallel/locate.c", "if (site->best == NULL || site->relation == IHOP_OP_GE || site->relation == IHOP_OP_LE)",
     "if (site->best == NULL)", "strips that have found nothing taken for ones that have"),
    ("transform/parallel/locate_sites.c", "site.relation = i ? turned (condition->op) : condition->op;", "site.relation = condition->op;",
     "a sign turned"),
    ("transform/parallel/locate_proof.c", "if (!is_mentioned_well (self, mentions->pdata[i]))", "if (FALSE)",
     "what was found is looked at on the way"),
    ("transform/storage/rename_array.c", "if (ihop_cover_read (proof->scop, read, self->writes, 0))", "if (TRUE)",
     "what was there before forgotten"),
    ("transform/storage/rename_array.c", "if (!may_remain (self, write))", "if (TRUE)", "what is used later lost"),
    ("transform/storage/rename_array.c", "return write->may == IHOP_MAY_NOT && is_definite (write);", "return is_definite (write);",
     "writes that may not happen taken for ones that do"),
    ("transform/parallel/pack_counter.c", "return refuse_more (self, expression);\n  return advances", "return TRUE;\n  return advances",
     "what decides is set on the way"),
    ("transform/parallel/pack_counter.c", "if (ihop_mentions (value, self->now->symbol))", "if (FALSE)", "a counter that looks at itself"),
    ("transform/parallel/pack_counter.c", "if (g_hash_table_contains (self->now->needed, node->child[i]->symbol))", "if (FALSE)",
     "variables that decide forgotten"),
    ("transform/order/schedule_expressions.c", "case isl_ast_expr_op_max: return ihop_make_max", "case isl_ast_expr_op_max: return ihop_make_min",
     "the least of several lower bounds"),
    ("transform/order/schedule_loops.c", "return ihop_make_plus (writer->schedule->build, bound, 1);", "return bound;", "a bound off by one"),
    ("transform/order/schedule_expressions.c", "return more ? ihop_make_binary (writer->writing.build, IHOP_OP_SUB, more, less)",
     "return more ? ihop_make_binary (writer->writing.build, IHOP_OP_SUB, less, more)", "a sign turned"),
    ("transform/order/schedule_loops.c", "  isl_ast_expr_free (increment);\n  return step;", "  isl_ast_expr_free (increment);\n  return 1;",
     "strides forgotten"),
    ("transform/order/schedule_loops.c", "value->symbol == loop->counting.iterator)", "TRUE)", "old iterators left where they are"),
    ("transform/order/schedule.c", "if (fault && node != self->header.loop)", "if (FALSE)", "bounds that may fault computed elsewhere"),
    ("transform/storage/scalar_replace.c", "i < self->own->len; i++)\n    if (!ihop_scalar_replace_is_alone", "i < 1; i++)\n    if (!ihop_scalar_replace_is_alone",
     "one reference asked for all"),
    ("transform/storage/copy_array_box.c", "i < reads->len; i++)\n    {\n      isl_set *more", "i < 1; i++)\n    {\n      isl_set *more",
     "old values of one reference copied for all"),
    ("transform/storage/copy_array_box.c", "\n      || !ihop_require_kept_extents (proof->step, proof->header->name->function, proof->header->loop, symbol))", ")",
     "rows of old values as long as a variable is now"),
    ("transform/storage/copy_array.c", "is_overwritten (self, read) && feeder (self, read) == NULL;", "is_overwritten (self, read);",
     "values that the loop sets taken for old ones"),
    ("transform/storage/element_box.c", "isl_set_is_empty (missing) == isl_bool_true &&", "", "elements beside those that are touched"),
    ("transform/storage/element_box.c", "\n                   && isl_set_is_empty (below) == isl_bool_true;", ";", "elements in front of an array's first"),
    ("transform/storage/array_expand.c", "if (ihop_mentions (own->lower, around->iterator) || ihop_mentions (own->bound, around->iterator))", "if (FALSE)", "loops that run unequally often"),
    ("transform/storage/array_expand.c", "gboolean fine = all->len == within->len ||", "gboolean fine = TRUE ||", "an array that is used between the loops"),
    ("transform/storage/array_expand.c", "self->needs_last |= private->needs_last;", ";", "what is left in memory behind the loops"),
    ("transform/storage/array_expand.c", "IhopAccess *uncovered = NULL;", "IhopAccess *uncovered = NULL;\n  return TRUE;", "elements that an iteration reads from the one before"),
    ("transform/storage/array_expand.c", "if (!is_pointer_read (access) && !ihop_scalar_replace_is_alone", "if (FALSE && !ihop_scalar_replace_is_alone", "other names of an array"),
    ("transform/storage/array_expand.c", "ihop_header_count (self->build, &self->loops[i]), -1)", "ihop_header_count (self->build, &self->loops[i]), -2)", "the last iteration but one taken for the last"),
    ("transform/storage/keep_last.c", "|| !ihop_proof_need_parallel (proof)", "", "what iterations before the last do under another name"),
    ("transform/storage/keep_last.c", "|| !are_all_overwritten (proof))", ")", "what iterations before the last leave"),
    ("transform/storage/keep_last.c", "ihop_header_last (build, header));", "header->lower);", "the first iteration kept for the last"),
    ("transform/storage/keep_last.c", " || !ihop_require_dead_counter (step, &header)", "", "an iterator whose value is used afterwards"),
    ("transform/storage/in_place.c", "&& ihop_proof_may_alias_in_iteration (proof, store, other))", "&& FALSE)", "what touches the element forgotten"),
    ("transform/storage/in_place.c", "  if (changes)\n    changing->found = node;", "", "subscripts that change taken for fixed"),
    ("transform/storage/in_place.c", "return value && !ihop_mentions (value, symbol) ? value : NULL;", "return value;",
     "a value from before taken for a new one"),
    ("transform/storage/in_place.c", "ihop_type_equal (self->symbol->type, self->place->type) &&", "", "rounded on the way"),
    ("transform/parallel/locate.c", "if (ihop_mentions (site->best, symbol))", "if (FALSE)", "strips start with nothing"),
    ("transform/kernel/unguard.c", "      if (!fine)\n", "      if (FALSE)\n", "elements of shared memory that nothing has set"),
    ("transform/legality/judge_control.c", "else if (!is_told_condition (judge, b))", "else if (is_told_condition (judge, b) && FALSE)", "conditions on data that decide whether something runs"),
    ("analysis/verdict/privatization.c", "!ihop_access_same_way (part, all, n) || ", "", "a member taken to be set where another one is"),
    ("analysis/verdict/privatization.c", "result->needs_first = all_write_the_same (scop, accesses);", "result->needs_first = TRUE;", "parts that some rounds set taken to be set by the last"),
    ("analysis/verdict/privatization.c", "access->may != IHOP_MAY_NOT || !lies_in", "!lies_in", "what may be set taken to be set"),
    ("transform/text/induction_change.c", "&& read_body (self, statement->child[2], &other) && other == change->constant", "&& read_body (self, statement->child[2], &other)", "walks: sides that move a pointer by different amounts"),
    ("transform/text/induction_change.c", "  rewrite_body (self, statement->child[2], *state, news);", "  rewrite_body (self, statement->child[2], (IhopInductionState){ 0 }, news);", "walks: the other side as if nothing had moved before"),
    ("analysis/extract/induction.c", "side[0].sum == side[1].sum && ", "", "walks: sides that add different amounts taken for alike"),
    ("analysis/extract/induction.c", "own->is_signed && (type->kind", "(type->kind", "walks: amounts without a sign, which wrap around"),
    ("analysis/extract/induction.c", "add_more (adding, ihop_value_scale (value, sign))", "add_more (adding, ihop_value_scale (value, 1))", "walks: amounts that are taken away"),
    ("analysis/verdict/privatization.c", "return !access->is_loaded && !(behind && access->is_write && is_pointer_itself (access));", "return TRUE;", "walks: pointers that lead elsewhere taken for one object"),
    ("analysis/verdict/privatization.c", "    return FALSE; /* the last one might lead into memory of the device */", "    ;", "walks: a pointer that is used behind the loop"),
    ("analysis/scop/counted_loop.c", "        if (body->child[k] && ihop_node_mentions (body->child[k], symbol))\n          return NULL;", "", "walks: an iterator that is used behind its step"),
    ("transform/text/inline_value.c", "self->why = !is_settled (self, expression)", "self->why = FALSE", "effects beside a call that becomes its value"),
    ("transform/text/inline_value.c", "ihop_type_equal (wanted, had) || leads", "TRUE || leads", "conversions of arguments and results"),
    ("transform/text/extract_call.c", "  if (!ihop_defs_may_change_value (facts, self->caller, self->call, beside, &culprit))", "  if (TRUE || culprit.kind)", "extracted: what the call changes beside it"),
    ("transform/text/extract_call.c", "(is_first_of && at > 0)", "FALSE", "extracted: calls that need not be made"),
    ("transform/text/extract_call.c", "ihop_make_not (self->build, condition)", "condition", "extracted: loops that are left when they should go on"),
    ("transform/storage/unpack_guard.c", "is_negated (loop, path) ? ihop_make_not (self->build, holds) : holds", "holds", "members read under the other branch's condition"),
    ("transform/storage/rotating_index.c", "      if (r > 0 && away != *distance)\n        return FALSE;\n", "", "rotated: subscripts that are no constant away"),
    ("transform/storage/rotating_index.c", "  if (seen > self->update) /* it has gone on already */", "  if (FALSE)", "rotated: numbers that have gone on already"),
    ("transform/storage/rotating_index.c", "  return n == 1;", "  return n >= 1;", "rotated: numbers that are set more than once"),
    ("transform/storage/rotating_index.c", "is_mask || number->is_natural ?", "TRUE ?", "rotated: remainders of numbers that may be negative"),
    ("transform/storage/rotate.c", "(at + self->index.shift) % n]));", "(at + n - self->index.shift) % n]));", "rotated: buffers that go round the other way"),
    ("transform/storage/swap_members.c", "self->name->loop, reference) ? reference : NULL", "self->name->loop, reference) ? NULL : NULL", "swapped structs: members that are set"),
    ("transform/storage/swap_members.c", " && count_writes (self->name->loop, pointer) == 1)", ")", "swapped structs: pointers that get other structs"),
    ("transform/storage/swap_members.c", "for (guint k = 1; member->is_number && k <", "for (guint k = 1; FALSE && k <", "swapped structs: structs of different sizes"),
]
# Faults of conditions and refutations: cases of tests/analysis and random guards notice these.
MUTANTS += [
    ("analysis/scop/runtime_condition.c", "  return empty == isl_bool_false;", "  return TRUE;",
     "conditions that leave nothing"),
    ("analysis/scop/runtime_condition.c", "MAX_PARTS = 8, WORTH = 2", "MAX_PARTS = 8, WORTH = 1", "loops that run once"),
    ("analysis/scop/runtime_condition.c", "if (!is_implied (scop, test))", "if (FALSE)", "conditions dropped that nothing implies"),
    ("analysis/scop/runtime_condition.c", "gboolean excluded = isl_set_is_empty (left) == isl_bool_true;", "gboolean excluded = TRUE;",
     "conditions that do not exclude"),
    ("analysis/extract/delinearize.c", "  if (fine)\n    ihop_context_drop (before);", "  if (TRUE)\n    ihop_context_drop (before);",
     "a condition kept that served nothing"),
    ("analysis/context/path_conditions.c", "know (walk->scop, holds && !yes ? isl_set_complement (holds) : holds);",
     "know (walk->scop, holds);", "one branch taken for the other"),
    ("analysis/context/path_conditions.c", "node->kind == IHOP_IF && always_leaves (node->child[1]) != always_leaves (node->child[2])", "node->kind == IHOP_IF",
     "a branch that comes back taken for a way out"),
    ("analysis/context/path_conditions.c", "while (from > 0 && !(block->child[from - 1] && always_leaves (block->child[from - 1])))", "while (FALSE)",
     "cases that fall through"),
    ("analysis/context/path_conditions.c", "  if (falls)\n", "  if (FALSE)\n", "default forgotten"),
    ("analysis/scop/reaching_definition.c", "      if (changes_on_the_way (parent, from, to, changes, data))", "      if (FALSE)",
     "what changes on the way"),
    ("analysis/scop/reaching_definition.c", "        return changes (parent, data);", "        continue;", "what a loop around changes"),
    ("analysis/scop/reaching_definition.c", "  if (block->child[at]->kind == IHOP_CASE)\n    return at;\n", "", "jumps to a label"),
    ("analysis/extract/row_length.c", "isl_pw_aff_add_constant_val (length, isl_val_int_from_si (scop->ctx, size->plus))",
     "isl_pw_aff_add_constant_val (length, isl_val_int_from_si (scop->ctx, 2 * size->plus))", "rows longer than they are"),
    ("analysis/extract/row_length.c", "    sum = add_sorted (fold, sum, linear->constant, term->n_factors, term->factor);", "    ;",
     "planes that no loop counts lost"),
    ("analysis/extract/delinearize.c", "  isl_pw_aff_free (size);\n  return fine;", "  isl_pw_aff_free (size);\n  return TRUE;", "subscripts that leave their rows"),
    ("analysis/extract/delinearize.c", "ihop_access_same_way (first, scop->accesses->pdata[k], step + 1)", "first == scop->accesses->pdata[k]",
     "accesses of one array cut in different ways"),
    ("analysis/dependence/overlap.c", "proof != IHOP_PROOF_NONE && proof != IHOP_PROOF_RESTRICT", "TRUE", "places that nobody has told apart"),
    ("analysis/dependence/overlap.c", "return a->step_dims[i] == b->step_dims[i] ? overlap (IHOP_OVERLAP_SURE, a->step_dims[i])",
     "return TRUE ? overlap (IHOP_OVERLAP_NONE, 0)", "objects taken to be apart from their members"),
    ("analysis/extract/row_length.c", "{ 1, 2, 1 }", "{ 1, 1, 1 }", "squares of sums"),
    ("analysis/extract/nested_rows.c", "greatest->constant + 1", "greatest->constant", "the last row forgotten"),
    ("analysis/extract/nested_rows.c", "isl_set_params (isl_set_intersect (below, domain))", "(isl_set_free (below), isl_set_empty (isl_set_get_space (scop->ranges)))",
     "rows before the first"),
    ("analysis/extract/nested_rows.c", "&& right->symbol == by", "", "divided by something else"),
    ("analysis/extract/nested_rows.c", "definition->op != IHOP_OP_DIV", "FALSE", "remainders taken for quotients"),
    ("analysis/context/path_conditions.c", "know_way_out (passed, place, node->child[i]);", "", "ways out in blocks of their own"),
    ("transform/text/substitute.c", " || sets_meanwhile (self))", ")", "pointers of the file that others set meanwhile"),
    ("transform/text/substitute.c", "    return holds_behind (block, at, self->name->loop);\n", "    return TRUE;\n", "pointers of the file that are set behind the loop"),
    ("transform/text/substitute_element.c", "  if (!is_signed_integer (more))\n    return FALSE;\n", "",
     "sums that wrap around where pointers do not"),
    ("transform/text/substitute_element.c", "  if (!is_signed_integer (more) || (self", "  if ((self", "sums with subscripts that wrap around"),
    ("transform/text/substitute_element.c", " || (self->symbol && ihop_mentions (more, self->symbol))", "", "a pointer in its own subscript"),
    ("transform/text/substitute_element.c", " || (kind == IHOP_TYPE_ARRAY && bare->kind == IHOP_REF)", " || kind == IHOP_TYPE_ARRAY", "rows that are left"),
    ("transform/text/substitute_element.c", "return self->is_small ? number :", "return TRUE ? number :", "subscripts that ints cannot hold"),
    ("analysis/scop/sum_size.c", "isl_pw_aff_eq_set (ihop_param_affine", "isl_pw_aff_gt_set (ihop_param_affine", "rows that are longer than the sum"),
    ("transform/text/canonicalize_pointer.c", "  else if (ihop_body_continue (self->body))", "  else if (FALSE)", "a continue before the pointer moves"),
    ("transform/text/canonicalize_pointer.c", "  return n == writes.n;", "  return TRUE;", "pointers that move only sometimes"),
    ("transform/text/canonicalize_pointer.c", "self->relation == IHOP_OP_NE && self->way != 1", "FALSE", "pointers that jump over their end"),
    ("transform/text/canonicalize_pointer.c", "  if (!is_steady (&self, self.end) ||", "  if (", "ends that come nearer"),
    ("transform/text/canonicalize_pointer.c", "  self->first = value && is_steady (self, value) ?", "  self->first = value ?", "a beginning that the loop changes"),
    ("transform/text/canonicalize_pointer.c", "         && !ihop_writes (self->body, self->pointer);", "         ;", "a pointer said by the counter that moves otherwise, too"),
    ("transform/build/sum.c", "collect (sum, node->child[0], -factor, is_wide)", "collect (sum, node->child[0], factor, is_wide)", "signs forgotten"),
    ("transform/text/induction.c", "      if (guard == NULL || !is_read_under (self, statements, changes, guard))", "      if (guard == NULL)",
     "what is added only sometimes, read where it was not"),
    ("transform/text/induction.c", "change->is_subtracted ? IHOP_OP_SUB : IHOP_OP_ADD, sum, wide", "IHOP_OP_ADD, sum, wide", "the second of two amounts added, not taken away"),
    ("transform/text/induction.c", "sum_of_amounts (self, changes, i + 1)", "sum_of_amounts (self, changes, changes->len)", "amounts that are added later"),
    ("analysis/verdict/reduction.c", " || (is_set && !stores_the_same (pair))", "", "different constants, stored in any order"),
    ("analysis/extract/reduction_update.c", "\n             && holds (place, *constant)", "", "constants that are cut off where they are stored"),
    ("transform/parallel/reduction_partial.c", "IHOP_OP_EQ, from, constant", "IHOP_OP_NE, from, constant", "parts that hold no constant taken for those that do"),
    ("transform/build/copy.c", "extents->len || ihop_node_jumps (node) ||", "extents->len ||", "labels that are jumped to, written twice"),
    ("transform/build/copy.c", "  if (node != ihop_node_unlabelled (node))\n", "  if (FALSE)\n", "labels that are nobody's, written twice"),
    ("analysis/memory/liveness.c", "return member ? member == place->field : ", "return member ? TRUE : ", "one member set taken for another one"),
    ("analysis/memory/liveness.c", "  if (member && member != self->place->field)\n    return FALSE;", "  if (member)\n    return FALSE;", "members that are read forgotten"),
    ("analysis/memory/liveness.c", "i < n && !is_live; i++)", "i < 1 && !is_live; i++)", "the first member taken for all"),
    ("analysis/dependence/covering_writes.c", "  if (write->position > read->position || !is_around", "  if (!is_around", "a value set behind the place that reads it"),
    ("analysis/dependence/covering_writes.c", "  return without (left, settled);", "  return isl_set_free (settled), isl_set_empty (isl_set_get_space (left));",
     "values that are set only sometimes"),
    ("analysis/dependence/disjoint_strips.c", "high.constant - low.constant < ABS (low.speed) * step", "TRUE", "strips that overlap taken for apart"),
    ("analysis/dependence/disjoint_strips.c", "stays (scop, access, strip, 1) && stays (scop, access, strip, -1)", "stays (scop, access, strip, 1)",
     "accesses below a strip"),
    ("analysis/verdict/verdict.c", " && ihop_access_same_path (other, access)\n          && ihop_type_equal (other->ref->type, access->ref->type)", "",
     "one way from a variable taken for all"),
    ("analysis/memory/effective_types.c", "record->is_union || record->may_alias", "record->may_alias", "unions taken for structs"),
    ("analysis/memory/effective_types.c", "record->is_union || record->may_alias", "record->is_union", "structs that may alias"),
    ("analysis/memory/effective_types.c", "    if (named->may_alias)", "    if (FALSE)", "types that may alias"),
    ("analysis/memory/effective_types.c", "type->size < 2", "type->size < 1", "characters taken for numbers"),
    ("analysis/memory/effective_types.c", "a->size == b->size", "FALSE", "one type taken for two"),
    ("analysis/memory/effective_types.c", "    if (!is_strict (trees->pdata[i]))", "    if (FALSE)", "-fno-strict-aliasing"),
    ("analysis/memory/effective_types.c", "x->symbol != y->symbol && ", "", "one member taken for two"),
    ("analysis/memory/points_to_instances.c", "if (ihop_set_has (others, number) || ", "if (", "memory that another call finds again"),
    ("analysis/memory/points_to_instances.c", "(is_static || object->kind == IHOP_OBJECT_MEMORY)", "(object->kind == IHOP_OBJECT_MEMORY)", "memory that a static variable leads to"),
    ("analysis/memory/points_to_instances.c", "  ihop_solver_set_insert (start, IHOP_EXTERNAL_OBJECT);\n", "", "memory that the caller keeps"),
    ("analysis/memory/points_to_instances.c", "          if (site->function && !g_ptr_array_find", "          if (FALSE && !g_ptr_array_find", "memory that a callee keeps"),
    ("analysis/memory/points_to_build.c", "if (flow->run && object.kind == IHOP_OBJECT_VARIABLE", "if (FALSE && object.kind == IHOP_OBJECT_VARIABLE",
     "what static variables hold before a run"),
    ("analysis/memory/points_to_call.c", "    ihop_solver_link (solver, GPOINTER_TO_UINT (object), GPOINTER_TO_UINT (name), names);", ";",
     "what hangs on memory of a call forgotten"),
    ("analysis/memory/points_to_contents.c", "  if (contents->layout != place.layout)", "  if (FALSE)", "memory that is seen as two structs"),
    ("analysis/memory/points_to_contents.c", "  ihop_solver_copy (self->solver, contents->any, member);\n", "", "members that are set through pointers to them"),
    ("analysis/memory/points_to_contents.c", "  ihop_solver_copy (self->solver, member, contents->all);\n", "", "members that are read through pointers to them"),
    ("analysis/memory/points_to_contents.c", "      follow_link (self, member, place, &link);\n    }\n  return", "      (void) link, (void) follow_link;\n    }\n  return", "members that are set behind a copy of the whole"),
    ("analysis/memory/points_to_members.c", "  if (target && target->size <= 1 &&", "  if (FALSE && target->size <= 1 &&", "members that are found by counting bytes"),
    ("analysis/memory/points_to_members.c", "      ihop_solver_scatter (flow->solver, copy, to);\n", "", "structs that are copied"),
    ("analysis/memory/points_to_nodes.c", "ihop_solver_add (solver, renaming->to, name ? GPOINTER_TO_UINT (name) : object);",
     "if (name) ihop_solver_add (solver, renaming->to, GPOINTER_TO_UINT (name));", "what was there before a call forgotten"),
    ("analysis/memory/certain_evaluation.c", "!(type->is_signed || (", "!(TRUE || (", "numbers that begin again taken for ones that end"),
    ("analysis/memory/certain_evaluation.c", "  return !g_hash_table_contains (written, variable);", "  return TRUE;", "loops that set their variable back"),
    ("analysis/memory/certain_evaluation.c", "(direction > 0 ? is_upper : is_lower)", "(is_upper || is_lower)", "loops that count away from their end"),
    ("analysis/memory/certain_evaluation.c", "(!leaves (search, node) && holds_only_counted (search, node))", "holds_only_counted (search, node)", "loops that are left before a member is read"),
    ("analysis/memory/disjointness.c", "ihop_set_has (memory.own, number) || ihop_set_has (memory.program, number)", "FALSE", "casts that are seen"),
    ("analysis/context/path_state.c", "isl_set_union (a, b)", "isl_set_intersect (a, b)", "ways that meet again taken for one"),
    ("analysis/context/path_state.c", "*no = ihop_path_widen (isl_set_subtract (*no, holds));", "*no = ihop_path_widen (isl_set_intersect (*no, holds));",
     "the way without the branch taken for the one with it"),
    ("analysis/context/path_state_switch.c", "  behind = ihop_path_join (behind, analysis->breaks);\n", "  isl_set_free (analysis->breaks);\n", "ways out of a switch"),
    ("analysis/context/provenance.c", "return root && !is_filled_here (scop, root)\n", "return root\n", "tables taken for input"),
    ("analysis/dependence/refutation_run.c", "  if (search->found)\n    g_clear", "  if (search->found == NULL)\n    search->found = isl_map_copy (search->pairs);\n  if (search->found)\n    g_clear",
     "witnesses that no run plays"),
    ("analysis/dependence/refutation_run.c", "    if (!numbers[i].is_known && search->needs_open[i])", "    if (FALSE)", "values that are never seen"),
    ("analysis/dependence/refutation_run.c", "    if (numbers[i].is_known)\n      pairs =", "    if (FALSE)\n      pairs =",
     "witnesses of numbers that no run has"),
    ("analysis/dependence/witness.c", "      if (!is_known (scop, pairs, i))", "      if (FALSE)", "values named that are never seen"),
    ("analysis/interpret/interpreter.c", "      if (went == GO_BREAK || went >= GO_JUMP)", "      if (went >= GO_JUMP)", "ways out of loops"),
    ("analysis/interpret/interpreter_value.c", "  return converted (interpreter->returned, call->type);", "  return known (0);", "what functions return"),
    ("analysis/context/path_state.c", "  behind = ihop_path_join (behind, ending (analysis, first, condition));\n  return ihop_path_join (behind, out);",
     "  behind = ihop_path_join (behind, ending (analysis, first, condition));\n  isl_set_free (out);\n  return behind;",
     "ways out of a loop in front"),
    ("analysis/context/path_state.c", "  front = ihop_path_join (front, isl_set_copy (first));\n", "", "loops that are left in their first iteration"),
    ("analysis/context/path_state.c", "if (!analysis->is_rough && ihop_path_may_leave (ihop_loop_body (loop)))", "if (FALSE)", "iterations that went on taken for ones that left"),
    ("analysis/context/path_state.c", "  behind = ihop_path_join (behind, ending (analysis, first, condition));\n", "  isl_set_free (first);\n",
     "loops in front that do not run"),
    ("analysis/context/path_state.c", "loop->kind == IHOP_DO || ihop_path_has_continue (loop) ?", "loop->kind == IHOP_DO ?",
     "iterations that go on from within"),
    ("analysis/context/path_state.c", "isl_set *kept = ihop_path_havoc (analysis, isl_set_copy (state), node);", "isl_set *kept = isl_set_copy (state);",
     "what a loop in front sets taken for what it was"),
    ("analysis/memory/constant_variables.c", "    g_hash_table_add (fixed->changed, key_of (fixed->facts, target));", "    ;",
     "variables that change taken for constants"),
    ("analysis/memory/constant_variables.c", "    add_number (numbers, g_array_index (others, gint64, i));", "    ;", "constants that a variable is set to elsewhere"),
    ("analysis/memory/constant_variables.c", "  return (element->kind == IHOP_TYPE_INTEGER || element->kind == IHOP_TYPE_FLOATING)\n         && (", "  return TRUE || (",
     "what a const pointer leads to taken for const"),
    ("analysis/interpret/interpreter.c", "  const IhopNode *next = node->child[yes ? 1 : 2]", "  const IhopNode *next = node->child[!is_on_way (interpreter, node->child[1]) && yes ? 1 : 2]",
     "branches on the way taken wrongly"),
    ("analysis/interpret/interpreter_value.c", "(guint64) a - (guint64) b", "(guint64) b - (guint64) a", "differences turned round"),
    ("analysis/context/provenance.c", "  return symbol->kind != IHOP_SYMBOL_PARAMETER || is_given_freely (scop, symbol);\n}\n\ngboolean",
     "  return TRUE;\n}\n\ngboolean", "arguments that hang together"),
    ("analysis/context/provenance.c", "all = isl_set_union (all, passed_by", "all = isl_set_intersect (all, passed_by",
     "calls forgotten"),
    ("transform/kernel/persistent.c", "if (self->grid && statement->kind == IHOP_DECLARATION && declares_array (statement))",
     "if (self->grid > 4096 && statement->kind == IHOP_DECLARATION && declares_array (statement))", "arrays of a block in a grid"),
    ("transform/order/cyclic.c", "distance < loop->threads * loop->turns * loop->beside)", "distance < loop->threads * loop->turns)", "an edge among neighbours forgotten"),
    ("transform/order/cyclic.c", "value = plus (build, value, loop->beside, loop->thread);", "value = plus (build, value, 1, loop->thread);", "neighbours of two threads in one place"),
    ("transform/kernel/tile_split.c", "&& counts_to (build, around, term->symbol, beside))", ")", "an element two places away taken for a neighbour"),
    ("transform/kernel/stage.c", "ihop_sum_add_term (*own, counters->turn[d], beside);", "ihop_sum_add_term (*own, counters->turn[d], 1);", "elements of a turn copied to others' places"),
    ("transform/text/canonicalize_pointer.c", "only_moves (self, self->loop->child[2])", "TRUE", "what a head does besides moving its pointer"),
    ("transform/text/canonicalize.c", "if (lower == NULL || !is_steady (self, lower))", "if (lower == NULL)", "a first value that is to be asked for once"),
]
CASES = sorted(path.stem for path in (pathlib.Path(__file__).parent / "cases").glob("*.c"))


def run(command, cwd=None, env=None):
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=900, check=False)


def path_of(file):
    return "src/" + file


def unity_includes(path, file):
    """The line by which a file that Meson has made of several (their unity) includes this one; None: it does not."""
    if "unity" not in path.name or not path.is_file():
        return None
    return next((line for line in path.read_text(encoding="utf-8").splitlines() if line.endswith(path_of(file) + ">")), None)


def compile_command(build, file):
    """How a file is compiled, and what is given to the compiler for it: the file itself, or the unity that includes it."""
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = build / entry["file"]
        if entry["file"].endswith(path_of(file)) or unity_includes(path, file):
            return shlex.split(entry["command"]), path
    raise SystemExit(f"{file} is not built")


def put_for(path, file, changed):
    """What is compiled instead, so that the changed file is in it."""
    line = unity_includes(path, file)
    if line is None:
        return changed
    unity = changed.parent / path.name
    unity.write_text(path.read_text(encoding="utf-8").replace(line, f'#include "{changed}"'), encoding="utf-8")
    return unity


def link_command(build, target):
    lines = run(["ninja", "-t", "commands", target], cwd=build).stdout.splitlines()
    return shlex.split(lines[-1])


def unit_of(source, file):
    """What is compiled to try a file: itself, or the first file beside a header that includes it."""
    name = pathlib.Path(file).name
    beside = sorted((source / path_of(file)).parent.glob("*.c*")) if file.endswith(".h") else []
    return next((str(pathlib.Path(file).parent / unit.name) for unit in beside if f'#include "{name}"' in unit.read_text(encoding="utf-8")), file)


def edits_of(mutant):
    return mutant[0] if isinstance(mutant[0], list) else [mutant[:3]]


def compiled(build, source, folder, edit):
    """The object of the changed file; None: the fault does not fit the file any more."""
    file, old, new = edit
    text = (source / path_of(file)).read_text(encoding="utf-8")
    if text.count(old) != 1:
        print(f"{file}: \"{old}\" stands there {text.count(old)} times")
        return None
    unit = unit_of(source, file)
    path, result = folder / pathlib.Path(unit).name, folder / (pathlib.Path(file).name + ".o")
    shutil.copy(source / path_of(unit), path)
    (folder / pathlib.Path(file).name).write_text(text.replace(old, new), encoding="utf-8")
    command, compiled_as = compile_command(build, unit)
    command[command.index("-o") + 1] = str(result)
    command[command.index("-c") + 1] = str(put_for(compiled_as, unit, path))
    command = [word for word in command if word != "-Werror"]
    for option in ("-MF", "-MQ"):
        command[command.index(option) + 1] = str(folder / "depend")
    done = run(command, cwd=build)
    if done.returncode:
        print(done.stderr[:2000])
        return None
    return str(result)


class Changed:
    """What a fault makes of the build: its objects, and the programs with them, which are linked when they are asked for."""
    def __init__(self, build, source, folder, mutant):
        self.build, self.source, self.folder = build, source, folder
        self.files = [edit[0] for edit in edits_of(mutant)]
        self.objects = [compiled(build, source, folder, edit) for edit in edits_of(mutant)]
        self.programs = {}

    def program(self, target):
        if target not in self.programs:
            self.programs[target] = self.linked(target)
        return self.programs[target]

    def place(self, target):
        """Where a program finds what stands beside it in the build: "ihop verify" looks for the library with CUDA's functions there."""
        place = self.folder / target
        place.parent.mkdir(parents=True, exist_ok=True)
        for room in (self.build / target).parent.parent.iterdir():
            beside = place.parent.parent / room.name
            if room.is_dir() and not beside.exists():
                beside.symlink_to(room.resolve())
        return place

    def linked(self, target):
        command = link_command(self.build, target)
        at = command.index("-o") + 1
        command[at] = str(self.place(target))
        command[at + 1:at + 1] = self.objects
        done = run(command, cwd=self.build)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        return command[at]

    def fails(self, target, *arguments):
        return run([self.program(target), *map(str, arguments)]).returncode != 0

    def fails_python(self, script, target, *arguments):
        return run([sys.executable, str(self.source / "tests" / script), self.program(target), *map(str, arguments)]).returncode != 0


def nearest_first(tests, files):
    """The cases, those that take the steps of these files oftenest before the others."""
    steps = [rf"^// RUN:.*\b{pathlib.Path(file).stem.split('_')[0]}\b" for file in files]

    def mentions(case):
        text = (tests / "cases" / (case + ".c")).read_text(encoding="utf-8")
        return sum(len(re.findall(step, text, re.M)) for step in steps)
    return sorted(CASES, key=mentions, reverse=True)


def rewrites_checks(changed):
    """Arbitrary rewrites that show that the judge is at fault."""
    def fails(more):
        rewrites = changed.program("tests/transform/transform-rewrites")
        done = run([sys.executable, str(changed.source / "tests/transform/rewrites.py"), rewrites, "--faults", "1", "--batch", "20", *more])
        return " 0 faults" not in done.stdout
    kinds = (["--count", "1000"], ["--count", "800", "--only", "convert"], ["--count", "3000", "--each", "10", "--only", "retype"],
             ["--count", "800", "--only", "shared"], ["--count", "600", "--only", "negate"],
             ["--count", "600", "--only", "guard"])
    return [(" ".join(["arbitrary rewrites", *kind]), lambda kind=kind: fails(kind)) for kind in kinds]


def verdict_checks(changed):
    cases = changed.source / "tests/analysis/cases"
    checks = [("verdicts of " + case, lambda case=case, more=more: changed.fails("tests/analysis/analysis-verdicts", cases / (case + ".c"), *more))
              for case, *more in (["conditions"], ["witnesses"], ["linear"], ["counting"], ["tiled"], ["alias"], ["effective"], ["fixed"], ["formulas"], ["tables"], ["instances"], ["scalars"], ["values_after"],
                                  ["effective_off", "-fno-strict-aliasing"])]
    if all(file.startswith("analysis/memory/") for file in changed.files):
        answers = changed.source / "tests/analysis_effects"
        checks = [("answers of " + case, lambda case=case: changed.fails("tests/analysis_effects/effects-answers", answers / (case + ".c")))
                  for case in ("order", "stored_types", "effects", "memory")] + checks
    if any("privatization" in file for file in changed.files):
        checks.insert(0, ("random rounds", lambda: changed.fails_python("fuzz/verdicts.py", "src/cli/ihop", "--rounds", "--seed", 201, "--count", 200)))
    return checks + [(name, lambda script=script: changed.fails_python(script, "src/cli/ihop", "--count", 150))
                     for name, script in (("random instances", "fuzz/instances.py"), ("linearised subscripts", "fuzz/linearised.py"), ("random guards", "fuzz/guards.py"))]


def step_checks(changed):
    """Golden cases, then random steps."""
    tests = changed.source / "tests/transform"

    def case_fails(case):
        drive = changed.program("tests/transform/transform-drive")
        return run([sys.executable, str(tests / "golden.py"), drive, str(tests / "cases" / (case + ".c"))],
                   env={**os.environ, "IHOP_TEST_TEXTS_ONLY": "1"}).returncode != 0

    def random_fails(count, seed):
        return changed.fails_python("transform/fuzz.py", "tests/transform/transform-fuzz", "--count", count, "--faults", 1, "--seed", seed,
                                    "--keep", changed.folder)
    return ([(case + ".c", lambda case=case: case_fails(case)) for case in nearest_first(tests, changed.files)]
            + [(f"{count} random steps", lambda count=count, seed=seed: random_fails(count, seed)) for count, seed in ((20, 1), (100, 1001))])


def checks_of(changed):
    """Who may notice, by name: what is quick and near first."""
    checks = []
    if all(file.startswith("analysis/kernel/") for file in changed.files):
        checks += [("blocks in succession", lambda: changed.fails_python("kernel/successive.py", "src/cli/ihop", changed.source)),
                   ("kernels that are refused", lambda: changed.fails_python("kernel/trees.py", "src/cli/ihop", changed.source)),
                   ("kernels of one block", lambda: changed.fails_python("kernel/persistent.py", "src/cli/ihop", changed.source)),
                   ("kernels of a grid", lambda: changed.fails_python("kernel/grid.py", "src/cli/ihop", changed.source))]
    elif all(file.startswith("analysis/") for file in changed.files):
        checks += verdict_checks(changed)
    if any("judge" in file or "record" in file for file in changed.files):
        checks += rewrites_checks(changed)
    return checks + step_checks(changed)


def noticed(checks, remembered):
    """The first that notices, or None. Whoever noticed the fault when the table was run last is asked before all others."""
    for name, fails in sorted(checks, key=lambda check: check[0] != remembered):
        if fails():
            return name
    return None


class Memory:
    """Who noticed each fault, kept beside the table."""
    def __init__(self, path):
        self.path = path
        self.who = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    @staticmethod
    def key_of(mutant):
        return f"{edits_of(mutant)[0][0]}: {mutant[-1]}"

    def asked_first(self, mutant):
        return self.who.get(self.key_of(mutant))

    def keep(self, mutant, who):
        self.who[self.key_of(mutant)] = who
        self.path.write_text(json.dumps(self.who, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def misfits(source, table):
    """Faults whose place the code does not have any more, or has several times: nobody would put them in."""
    found = []
    for mutant in table:
        for file, old, _ in edits_of(mutant):
            count = (source / path_of(file)).read_text(encoding="utf-8").count(old)
            if count != 1:
                found.append(f"{file}: {mutant[-1]}: \"{old}\" stands there {count} times")
    return found


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--some", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--remember", action="store_true", help="keep who noticed, to be asked first the next time")
    parser.add_argument("--fits", action="store_true", help="only look whether each fault has its place in the code")
    return parser.parse_args()


def say_misfits(source, table):
    found = misfits(source, table)
    print("\n".join(f"not ok {line}" for line in found) or f"{len(table)} faults have their places")
    return bool(found)


def put_in_all(options, table, checks, memory):
    """Each fault is put in and shown to the checks. How many nobody notices."""
    missed = 0
    for mutant in table:
        with tempfile.TemporaryDirectory() as name:
            changed = Changed(options.build, options.source, pathlib.Path(name), mutant)
            who = noticed(checks(changed), memory.asked_first(mutant)) if all(changed.objects) else None
        missed += who is None
        if options.remember and who:
            memory.keep(mutant, who)
        print(f"{'ok' if who else 'not ok'} {memory.key_of(mutant)}: {who}", flush=True)
    print(f"{len(table) - missed} of {len(table)} faults noticed")
    return missed


def main(table, checks, memory):
    options = read_options()
    if options.fits:
        return say_misfits(options.source, table)
    chosen = [mutant for mutant in table if options.only in Memory.key_of(mutant)]
    return put_in_all(options, chosen[options.skip::options.some], checks, Memory(memory)) != 0


if __name__ == "__main__":
    sys.exit(main(MUTANTS, checks_of, pathlib.Path(__file__).parent / "noticed.json"))
