#!/usr/bin/python3
"""Faults put into the engine: the programs of programs/ have to notice each of them.

    mutants.py BUILD SOURCE [--only TEXT]

Each fault is one exchange of text in one file of src/simt. That file is compiled anew and put into a copy of the
engine, which stands beside copies of ihop and of the runtime; then the program that is named with it has to fail."""
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

# File, what stands there, what is put there, the program that notices, what that is.
MUTANTS = [
    ("ptx/read_body.c", "if (reader->scopes->len > 1)", "if (FALSE)", "calls", "arguments of different calls taken for one"),
    ("calls/promote.c", "      if (at < piece->at + piece->size && piece->at < at + size)\n        variable->is_whole = TRUE;\n", "", "driver",
     "pieces of an argument that overlap as registers"),
    ("calls/stack_hosts.c", "      return TRUE;\n  return FALSE;\n}\n\n/* --- registers that live", "      return FALSE;\n  return FALSE;\n}\n\n/* --- registers that live",
     "calls", "registers not kept where a function comes back to itself"),
    ("calls/stack_call.c", "        || GPOINTER_TO_SIZE (g_hash_table_lookup (stack->sizes, list->items[i].name)) != g_array_index (formal, IhopPtxVariable, i).size)", "        )",
     "calls", "a pointer taken for one to a function with other arguments"),
    ("run/children.c", "stream == TAIL ? &children->tail : &children->list", "&children->list", "children", "what comes behind everything taken to come in its turn"),
    ("run/block.c", "return expected ? arrived >= expected : came >= running;", "return TRUE;", "waiting",
     "barriers open before all have come"),
    ("run/block.c", "barriers->votes[number] = votes;", "barriers->votes[number] = voters;", "waiting", "votes not counted"),
    ("lower/emit_warp.c", 'if (!ihop_ptx_has (instruction, "sync") || instruction->n_operands < 3)', "if (TRUE)", "groups",
     "groups of lanes taken for the warp"),
    ("lower/lanes_rules.c", "(instruction->n_operands < 3 || ihop_lanes_of (table, &instruction->operands[2]).kind <= IHOP_LANES_UNIFORM)", "TRUE",
     "groups", "what groups find taken to be the same for all"),
    ("lower/emit_atomics.c", "before[i] = ((gint64) 1 << i) - 1;", "before[i] = ((gint64) 2 << i) - 1;", "atomics", "a lane that adds with others told its own part, too"),
    ("lower/emit_atomics.c", "ihop_emit_bits (emit, same), emit->mask, ", "ihop_emit_bits (emit, same), ihop_emit_constant (emit, 32, G_MAXUINT32), ", "atomics",
     "lanes that are not there added for"),
    ("lower/emit_atomics.c", "emit->mask = LLVMBuildXor (emit->builder, mask, lanes, \"\");", "", "atomics", "lanes that have added together add once more"),
    ("lower/emit_atomics.c", "op == LLVMAtomicRMWBinOpAdd && ihop_lanes_of (emit->lanes, x).kind <= IHOP_LANES_UNIFORM", "op == LLVMAtomicRMWBinOpAdd",
     "atomics", "what the first lane adds taken for what all add"),
    ("lower/emit_atomics.c", "ihop_emit_all_lanes_end (emit, &each, WRITTEN_OUT)", "ihop_emit_all_lanes_end (emit, &each, 2 * WRITTEN_OUT)", "atomics",
     "lanes of a full warp left out"),
    ("lower/emit_small.c", '  bits = LLVMBuildSelect (b, LLVMBuildAnd (b, is_inexact, is_even, ""), odd, bits, "");\n', "  (void) odd;\n  (void) is_even;\n",
     "small", "sums of three rounded twice"),
    ("lower/emit_convert.c", "value = LLVMBuildShl (emit->builder, value, ihop_emit_constant_like (value, bits * i), \"\");\n      ihop_emit_agree",
     "value = ihop_emit_splat (emit, value);\n      ihop_emit_agree", "packs", "halves of what all share made lanes"),
    ("lower/emit_convert.c", "LLVMBuildFCmp (b, LLVMRealOGE, value, above", "LLVMBuildFCmp (b, LLVMRealOGT, value, above", "numbers",
     "the first number beyond a range converted"),
    ("lower/emit_small.c", "LLVMValueRef same_sign = LLVMBuildICmp (b, LLVMIntEQ,", "LLVMValueRef same_sign = LLVMBuildICmp (b, LLVMIntNE,",
     "small", "what a sum loses taken to the other side"),
    ("lower/emit_whole.c", "  take_next (emit, changed);\n", "  (void) take_next;\n", "regions", "warps that have passed handed over with what was before"),
    ("lower/emit_whole.c", "region->is_barrier ? IHOP_STAND_WAITS : IHOP_STAND_RUNS", "IHOP_STAND_RUNS", "regions",
     "warps that wait at a barrier handed over as if it were open"),
    ("lower/emit_whole.c", "hand_over_each (emit, turn, FALSE, before);", "hand_over_each (emit, turn, TRUE, before);", "regions",
     "warps that have not run yet handed over as if they had"),
    ("lower/emit_whole.c", "LLVMIntULT, next, ihop_emit_constant (emit, 32, emit->whole->n_warps)", "LLVMIntULT, next, ihop_emit_constant (emit, 32, emit->whole->n_warps - 1)",
     "verified rows", "the last warp of a whole block forgotten: verify runs the code that users run"),
    ("lower/emit_exact.c", "  ihop_emit_require (emit, fine);\n", "  (void) fine;\n", "wrapping", "wider sums that are not asked whether they wrap"),
    ("lower/emit_exact.c", "  ends[1] = pattern_at (emit, wide, pattern, end_lane (emit, TRUE));\n", "  ends[1] = first;\n", "wrapping",
     "wider sums of the last lane taken to wrap as that of the first"),
    ("lower/emit_exact.c", "    if (pattern[i] < pattern[i - 1])\n      return FALSE;\n", "    ;\n", "wrapping",
     "wider sums that go up and down taken to rise"),
    ("lower/lanes_rules.c", " || ihop_lanes_is_too_large (instruction))", ")", "wrapping", "wide products by numbers of 32 bits without a sign"),
    ("run/block.c", "number == block->number + 1 && at[0] + 1 < grid[0])", "number == block->number + 1)", "asserted", "the last block of a row taken to have one behind it"),
    ("run/block.c", "  tell_place (block);\n  for (guint i = 0; i < block->n_warps; i++)\n    {\n      block->warps[i] = states", "  for (guint i = 0; i < block->n_warps; i++)\n    {\n      block->warps[i] = states",
     "regions", "warps that are handed over not told where their block is"),
    ("run/services.c", "const guint32 *block = ihop_warp_place (frame);", "const guint32 *block = frame->block;", "asserted", "a warp asked for what only the first one knows"),
    ("run/launch.c", "worker->end = MIN (worker->next + n, run->grid.n_blocks);", "worker->end = MIN (worker->next + MAX (n, 2) - 1, run->grid.n_blocks);", "asserted",
     "a block of each share forgotten"),
    ("lower/emit_all.c", "LLVMIntEQ, emit->mask, full", "LLVMIntEQ, full, full", "wrapping", "some lanes of a warp taken for all"),
    ("lower/emit_all.c", "  emit->is_all = FALSE;\n", "", "divergence", "lanes that are elsewhere forgotten"),
    ("code/key.c", "  add_points (text, options->points);\n", "  (void) add_points;\n", "regions", "exact code taken for other quick code"),
    ("lower/alike.c", "    return ihop_lanes_special (lanes, name).kind == IHOP_LANES_PATTERN && ihop_lanes_special (lanes, name).align >= 1ull << 62;", "    return TRUE;",
     "regions", "threads of a warp taken to be those of all warps"),
    ("lower/alike.c", "if (!ihop_bits_has (&search->alike->blocks, b) || !is_result_alike", "if (!is_result_alike", "regions",
     "what some warps set taken to be set by all"),
    ("lower/emit_access.c", "right = LLVMBuildOr (emit->builder, right, LLVMBuildNot (emit->builder, emit->mask, \"\"), \"\");", "right = all;", "edges",
     "what is guessed of rows taken to be so"),
    ("run/matrix.c", "load_halves (&form, (guint16 *) registers, (const guint16 *) place, stride);",
     "load_halves (&form, (guint16 *) registers, (const guint16 *) place, form.is_by_columns ? form.rows : stride);", "matrices",
     "what lies between the columns of a matrix taken for its own"),
    ("lower/emit_product.c", "ihop_emit_constant_like (bits, t % each * piece.type.bits)", "ihop_emit_constant_like (bits, 0)", "matrices",
     "one of the numbers in a register taken for all"),
    ("lower/emit_value.c", "  LLVMPositionBuilderBefore (before, each->before);\n", "  LLVMPositionBuilderBefore (before, LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (emit->function)));\n",
     "large", "values of all lanes put into memory before they are known"),
    ("lower/emit_product.c", "nth % halves * 8", "nth / halves * 8", "products", "the lower half of the rows taken for the next columns"),
    ("lower/emit_product.c", ".is_saturated = ihop_ptx_has (instruction, \"satfinite\")", ".is_saturated = FALSE", "products", "sums that wrap in the place of the largest"),
    ("lower/emit_ldmatrix.c", "return upper_row_of (lane, tile) + 1;", "return upper_row_of (lane, tile);", "tiles", "one row of a tile for two"),
    ("lower/emit_ldmatrix.c", "IHOP_WARP * (column % 2)", "IHOP_WARP * (row % 2)", "tiles", "halves of a transposed tile in the wrong order"),
    ("lower/emit_convert.c", "variable->space != IHOP_PTX_SPACE_CONST", "FALSE", "tiles", "all variables taken for constants"),
    ("lower/emit_interleave.c", "(Origin){ (i * n + k) / length, (i * n + k) % length }", "(Origin){ k, i }", "pieces",
     "the first of all pieces taken to lie together"),
    ("lower/emit_interleave.c", "pattern[i] - pattern[i - 1] == (gint64) n * size", "pattern[i] - pattern[i - 1] >= (gint64) n * size", "pieces",
     "pieces apart taken to lie side by side"),
    ("lower/emit_interleave.c", "LLVMIntEQ, emit->mask, all", "LLVMIntEQ, all, all", "pieces", "pieces of lanes that are not there"),
    ("run/rounded.c", "  fesetround (ways[", "  (void) (ways[", "rounding", "double rounded to nearest"),
    ("lower/emit_rounding.c", "IHOP_ROUNDED_WAY * way_of (instruction)", "IHOP_ROUNDED_WAY * IHOP_ROUNDED_DOWN", "rounding", "double always rounded down"),
    ("run/texture.c", "(float) floor_of ((x - (float) places->at[axis][i]) * 256 + 0.5f) / 256", "x - (float) places->at[axis][i]", "texture",
     "shares of neighbours of more than eight bits"),
    ("run/texture.c", "places->is_outside[i] |= (guint32) at[i] >= (guint32) n;", "places->is_outside[i] |= at[i] >= n;", "texture",
     "a border on one side only"),
    ("lower/emit_mbarrier.c", "LLVMBuildMul (emit->builder, first_lane (emit, values[i]), n, \"\")", "first_lane (emit, values[i])", "mbarriers",
     "a warp that arrives taken for one thread"),
    # Of what is counted: the test of counts notices.
    ("count/access.c", "return pieces (access, access->mask, IHOP_SECTOR, sectors);", "return pieces (access, access->mask, 64, sectors);",
     "counts", "sectors of 64 bytes counted"),
    ("count/access.c", "return pieces (access, access->mask, IHOP_SECTOR, sectors);", "return pieces (access, G_MAXUINT32, IHOP_SECTOR, sectors);",
     "counts", "sectors of lanes counted that do not ask"),
    ("count/access.c", "if (at > 0 && all[at - 1] == one)", "if (FALSE)", "counts", "equal sectors counted again"),
    ("count/access.c", "access->bytes <= IHOP_BANK ? IHOP_LANES : IHOP_LANES * IHOP_BANK / MIN (access->bytes, 16)", "IHOP_LANES",
     "counts", "doubles in shared memory taken to be served by whole warps"),
    ("count/access.c", "&banks[words[i] % IHOP_BANKS]", "&banks[words[i] % 16]", "counts", "16 banks of shared memory"),
    ("count/counter.c", "asked->collisions += lanes - ihop_access_places (access);", "asked->collisions += lanes - 1;", "counts",
     "all lanes of an atomic taken to collide"),
    ("count/counter.c", "places[lane] = base + offset / 4 * IHOP_LINE + 4 * lane + offset % 4;", "places[lane] = access->addresses[lane] + 4 * word;",
     "counts", "local memory counted as it lies here"),
    ("count/counter.c", "guint32 shared = lanes_in (addresses, mask, frame->shared,", "guint32 shared = lanes_in (addresses, 0, frame->shared,",
     "counts", "generic addresses of shared memory counted as global"),
    ("lower/emit_count.c", "if (flow->blocks[i].how == IHOP_FLOW_SKIP && flow->blocks[i].successors[0] == block)", "if (FALSE)",
     "counts", "a guarded instruction executed only where its guard holds"),
    ("lower/emit_count.c", "ihop_emit_site (emit), slot, emit->mask };", "ihop_emit_site (emit), slot, ihop_emit_constant (emit, 32, G_MAXUINT32) };",
     "counts", "all lanes of a warp taken to ask"),
    ("lower/emit_count.c", "LLVMValueRef both = LLVMBuildAnd (", "LLVMValueRef both = LLVMBuildOr (", "counts", "every branch taken to part"),
    # Of what is checked: one program of checked/, right or with its fault, notices; or the test of orders of blocks and warps.
    ("check/race.c", "if (cell->write.stamp && !ihop_order_is_covered (look, thread, cell->write))", "if (FALSE)", "checked followed",
     "writes forgotten that atomic ones follow"),
    ("check/race.c", "is_ordered ? !ihop_order_is_covered (look, thread, before) :", "is_ordered ? FALSE :", "checked asked", "reads forgotten that atomic ones follow"),
    ("check/race.c", "ihop_order_is_past (look, cell->write.stamp) ||", "ihop_order_is_before (look, cell->write.stamp) ||", "checked behind",
     "the block's own barrier taken to order other blocks"),
    ("check/order.c", "return may_know_all (look, thread, last, readers, other);", "return look->block->has_more;", "checked partial",
     "barriers of some threads taken to order all readers"),
    ("check/order.c", "look->site->observes ||", "", "checked ticket", "what an atomic operation gives taken to tell nothing"),
    ("check/guard.c", "if (with->stamp == 0 || with->scope == IHOP_SCOPE_SYSTEM)", "if (with->stamp == 0)", "checked told", "what is for the host taken for a race"),
    ("check/guard.c", "  if (is_ours)\n    {\n      check (stop);\n", "  if (is_ours)\n    {\n", "checked managed", "accesses of the host not compared"),
    ("check/guard.c", "i < (writes ? 2 : 1)", "i < 1", "checked refilled", "what the host writes not compared with reads of the device"),
    ("check/streams.c", "|| own->count <= count_in ((const guint32 *) told->data, told->len, own->stream)", "", "checked called", "functions that streams call taken to tell nobody"),
    ("check/blocks.c", "  region->is_written = FALSE;\n", "", "checked given", "blocks taken to be written with their pool"),
    ("check/blocks.c", "  block->is_freed = TRUE;\n", "", "checked back", "blocks that have come back taken to be there"),
    ("check/snapshot.c", "        memcpy (piece->at, piece->bytes, piece->size);\n", "        continue;\n", "schedules", "memory not put back before an order is tried"),
    ("check/schedules.c", "if (!differs_in (trial, NULL))", "if (TRUE)", "schedules", "one order taken to give one result"),
    ("check/schedules.c", "      *(differs_now (search) ? &other : &same) = middle;\n    }\n  set_now (search, begun, other);", "      other = middle;\n    }\n  set_now (search, begun, other);",
     "schedules", "any two blocks taken for those that matter"),
    ("check/schedules.c", "  if (differs_now (search))\n    return TRUE;\n  memcpy", "  if (TRUE)\n    return TRUE;\n  memcpy", "schedules", "two blocks taken to be enough"),
    # Values of which there is one for each row of a block.
    ("lower/emit_rows.c", "lanes.pattern[row * ihop_lanes_row_length (emit->lanes)]", "lanes.pattern[0]", "rows", "all rows of a warp taken for the first one"),
    ("lower/emit_rows.c", "LLVMBuildICmp (emit->builder, LLVMIntEQ, cut, last, \"\")", "LLVMBuildICmp (emit->builder, LLVMIntEQ, last, last, \"\")", "rows",
     "rows that wrap before they are widened"),
    ("lower/emit_exact.c", "row * ihop_lanes_row_length (emit->lanes)", "0", "rows", "the first row handed over for all"),
    ("lower/emit_whole.c", "is_before ? LLVMIntULT : LLVMIntUGT", "is_before ? LLVMIntULE : LLVMIntUGE", "regions", "the warp that has found a sum to wrap handed over twice"),
    ("lower/lanes_rows.c", "if (rows[i] != rows[1] * (i % length))", "if (FALSE)", "rows", "steps of different lengths in a row taken for one"),
    ("lower/lanes_rows.c", "gboolean is_sure = rows && rows == other && ", "gboolean is_sure = rows && ", "edges", "two ways that rows are set taken for one"),
    ("lower/lanes_rules.c", "from.bits >= 32 && to.bits >= 32 &&", "from.bits >= 32 &&", "rows", "numbers cut to bytes taken to go on by steps"),
    # What matrices that a warp holds together ask of memory.
    ("lower/emit_matrix_pieces.c", "  ihop_emit_count_access (emit, address);\n  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);\n  ihop_emit_load_pieces",
     "  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);\n  ihop_emit_load_pieces", "counts", "loads of matrices not counted"),
    ("lower/emit_matrix_pieces.c", "  ihop_emit_count_access (emit, address);\n  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);\n  ihop_emit_store_pieces",
     "  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);\n  ihop_emit_store_pieces", "counts", "stores of matrices not counted"),
    ("lower/emit_matrix_pieces.c", "checked = ihop_emit_check_begin (emit, address);\n  ihop_emit_load_pieces", "checked = { NULL, NULL, address };\n  ihop_emit_load_pieces",
     "checked loadmatrix", "loads of matrices not checked"),
    ("lower/emit_matrix_pieces.c", "checked = ihop_emit_check_begin (emit, address);\n  ihop_emit_store_pieces", "checked = { NULL, NULL, address };\n  ihop_emit_store_pieces",
     "checked storematrix", "stores of matrices not checked"),
    ("lower/emit_matrix.c", "  if (emit->result->sites)\n    move_asked", "  if (FALSE)\n    move_asked", "checked wmmaload", "small matrices loaded without being asked for"),
    ("lower/emit_matrix.c", "  if (emit->result->sites)\n    move_asked", "  if (emit->result->sites && !is_store)\n    move_asked", "checked wmmastore",
     "small matrices stored without being asked for"),
    ("lower/emit_matrix_pieces.c", "if (n_lanes < IHOP_WARP)", "if (FALSE)", "counts", "lanes taken to name rows that name none"),
    ("lower/emit_matrix_pieces.c", "LLVMBuildMul (emit->builder, run, ihop_emit_splat (emit, runs->stride), \"\")", "LLVMBuildMul (emit->builder, run, ihop_emit_constant_like (run, runs->bytes), \"\")",
     "counts", "rows of a matrix taken to lie one behind the other"),
    ("lower/emit_count.c", ": IHOP_CLASS_MATRIX;", ": IHOP_CLASS_OTHER;", "counts", "products of matrices taken for anything"),
    ("lower/emit_ldmatrix.c", "return lower_holder_of (lane, which) + 4;", "return lower_holder_of (lane, which) + 1;", "tiles", "neighbours in a row taken from one column"),
    ("lower/emit_arithmetic.c", "return ihop_ptx_has (instruction, \"relu\") ?", "return FALSE ?", "integers", "whole numbers below zero that .relu leaves as they are"),
    ("lower/emit_bitwise.c", "return LLVMBuildAnd (emit->builder, number, ihop_emit_constant_like (number, 31), \"\");",
     "return LLVMBuildAnd (emit->builder, number, ihop_emit_constant_like (number, 63), \"\");", "integers", "a place in a word beyond its end, where it has to begin anew"),
    ("lower/emit_access.c", "  return LLVMBuildSelect (emit->builder, some, place, ", "  return LLVMBuildSelect (emit->builder, ihop_emit_constant (emit, 1, 1), place, ", "edges",
     "a place read for a row of which no lane runs"),
    ("lower/emit_access.c", "store_rows (emit, rows, value, length, emit->lanes_mask);", "store_rows (emit, rows, value, length, NULL);", "edges",
     "rows stored by lanes that stand aside"),
    ("lower/emit_gather.c", "ihop_emit_constant_like (words, 3)", "ihop_emit_constant_like (words, 2)", "edges", "the wrong byte of a word"),
    ("lower/emit_gather.c", "threads <= n / 2", "threads <= n", "edges", "half of a small block's lanes forgotten"),
    ("lower/emit_gather.c", "places[i] = ihop_emit_constant (emit, 32, i % n);", "places[i] = ihop_emit_constant (emit, 32, 0);", "edges",
     "what a small block has gathered given to all its lanes by the first"),
    ("lower/emit_cluster.c", "all = all ? LLVMBuildAnd (emit->builder, all, one, \"\") : one;", "all = ihop_emit_constant (emit, 1, 1), (void) one;", "clusters",
     "loads done sooner than a store to what they read"),
    ("lower/emit_cluster.c", "ihop_emit_constant_like (ends, read + bytes - 1)", "ihop_emit_constant_like (ends, read)", "clusters", "a store to the last element of several not seen"),
    ("lower/emit_cluster.c", "ihop_emit_constant_like (behind, bytes - 1)", "ihop_emit_constant_like (behind, 0)", "clusters", "a store to the first element of several not seen"),
    ("lower/emit_cluster.c", "half * (n / width / 2) + piece / 2", "half + piece / 2", "clusters", "elements of a run taken for each other"),
    ("lower/emit_cluster.c", "runs[++r] = ihop_emit_slice (emit, both, n, n);", "runs[++r] = ihop_emit_slice (emit, both, 0, n);", "clusters", "the second half of what was loaded taken for the first"),
    ("lower/cluster.c", "return note_store (candidates, one, set);", "return note_store (candidates, one, set) || TRUE;", "clusters", "stores passed of which nobody can tell where they go"),
    ("lower/cluster.c", "!is_weak (one) : ihop_flow_has_effect (one)", "!is_weak (one) : FALSE", "clusters", "loads done sooner than what others have written in their turn"),
    ("lower/cluster.c", "return !ihop_bits_has (set, first->operands[1].items[0].reg);", "return TRUE;", "clusters", "a register that holds another address by then"),
    ("lower/cluster.c", "cluster->n_stores = candidates->n_stores_before[load];", "(void) candidates;", "clusters", "stores in between forgotten"),
    ("lower/emit_cluster.c", "*fits = LLVMBuildICmp (emit->builder, LLVMIntEQ, address.base, wanted.base, \"\");", "*fits = ihop_emit_constant (emit, 1, 1), (void) wanted;", "clusters",
     "a place taken from its neighbour's that it only seemed to lie beside"),
    ("lower/emit_warp.c", "gboolean is_fine = is_up ? to >= most : to <= most;", "gboolean is_fine = TRUE;", "shuffles", "lanes of other segments looked at, of distances that are known"),
    ("lower/emit_warp.c", "(is_fine ? to : lane) & 31", "to & 31", "shuffles", "who looks beyond its segment given what is there"),
    ("lower/emit_warp.c", "least | (by & ~segment);", "by;", "shuffles", "a lane's number taken to be one of the warp, not of its segment"),
    ("lower/emit_warp.c", "{ low, ihop_emit_slice (emit, places, 16 * i, 16), high }", "{ low, ihop_emit_slice (emit, places, 16 * i, 16), low }", "shuffles", "the upper half of a warp looked up in the lower one"),
    ("lower/emit_warp.c", "LLVMBuildSelect (b, *fine, from, lane, \"\")", "from", "shuffles", "lanes of other segments looked at, of distances that are found"),
    ("lower/lanes_rules.c", "(guint64) numbers_of (a)[i] % free != 0", "FALSE", "clusters", "bits set that some lanes have"),
    ("check/sync.c", "&one->known[MIN (width, width_of (look->site->scope))]", "&one->known[IHOP_WIDE]", "checked guarded", "what a narrow fence releases taken to reach everybody"),
    ("check/sync.c", "  return object + 1;\n", "  return object;\n", "checked arrived", "who has arrived for the next phase taken to be of this one"),
    ("check/sync.c", "        ihop_known_join (&look->warp->known, over->known[i]);\n", "", "checked phases", "waiting for a phase taken to tell nothing"),
    ("lower/emit_check.c", "  site->releases = !is_relaxed && !site->acquires;\n", "", "checked phases", "arriving taken to tell nothing"),
    ("lower/lower.c", "  guint end = (*size + 15) / 16 * 16;\n", "  guint end = (*size + 15) / 16 * 16;\n  *size = end;\n", "checked odd", "shared memory taken to end with sixteen bytes"),
    ("check/changes.c", "          ihop_clock_note_change ();\n", "", "checked counter", "threads that take work from a counter taken to wait"),
    ("check/streams.c", "  join_clock (stream->known, heard);\n", "", "checked seen", "what the host has heard from a function that a stream calls forgotten"),
    ("lower/spin.c", "  spin->uses |= spin->is_kept && is_at_stack (instruction, \"ld\");\n", "", "checked polled", "loops that keep on the stack what they are told taken to wait for nobody"),
]


def compile_command(build, source):
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if (build / entry["file"]).resolve() == source:
            return shlex.split(entry["command"])
    sys.exit(f"{source} is not compiled")


OURS = "libihop-simt-lower.a", "libihop-simt-run.a", "libihop-simt-lanes.a", "libihop-simt-common.a", "libihop-ptx.a"
LIBRARIES = "libihop-simt.so", "libihop-simt-llvm.so"


def link_library(build, folder, archive, library):
    """The build's own command, with our archive in place of all others and our place."""
    command = subprocess.run(["ninja", "-t", "commands", "src/simt/" + library], cwd=build, capture_output=True,
                             text=True, check=True).stdout.splitlines()[-1].split(" && ")[0]
    words = [str(archive) if pathlib.Path(word).name in OURS else word for word in shlex.split(command)]
    words[words.index("-o") + 1] = str(folder / "simt" / library)
    subprocess.run(words, cwd=build, check=True)


def parts(build, name):
    """The objects of a thin archive."""
    archive = build / "src/simt" / name
    members = subprocess.run(["ar", "t", str(archive)], capture_output=True, text=True, check=True).stdout.split()
    return [(archive.parent / pathlib.Path(member).parent.name / pathlib.Path(member).name).resolve() for member in members]


def put_in(build, folder, source, mutant):
    file, old, new, *_ = mutant
    path = source / "src/simt" / file
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{file}: the text of the fault is there {text.count(old)} times:\n{old}")
    changed = folder / path.name
    changed.write_text(text.replace(old, new))
    words = compile_command(build, path.resolve())
    original = words[words.index("-o") + 1]
    words[words.index("-o") + 1] = str(folder / "changed.o")
    words[-1] = str(changed)
    words = [word for word in words if word != "-Werror" and not re.match(r"-M", word)]
    if "-MF" in words or words.count(original + ".d"):
        words.remove(original + ".d")
    words = [word for word in words if word != original]
    subprocess.run(words, cwd=build, check=True)
    objects = [folder / "changed.o" if one == (build / original).resolve() else one
               for name in OURS for one in parts(build, name)]
    archive = folder / "parts.a"
    archive.unlink(missing_ok=True)
    subprocess.run(["ar", "rcsP", str(archive), *map(str, objects)], check=True)
    for library in LIBRARIES:
        link_library(build, folder, archive, library)


def notices(folder, source, program):
    """One that no longer ends is noticed, too."""
    if program == "counts":
        counts = [str(source / "tests/simt/counts.py"), str(folder / "cli/ihop"), str(source / "tests/simt/counts")]
        return subprocess.run(["timeout", "-k", "5", "120", *counts], capture_output=True, check=False).returncode != 0
    if program == "schedules":
        tried = [str(source / "tests/simt/schedules.py"), str(folder / "cli/ihop"), str(source / "tests/simt/schedules")]
        return subprocess.run(["timeout", "-k", "5", "120", *tried], capture_output=True, check=False).returncode != 0
    if program.startswith("checked "):
        checked = [str(source / "tests/simt/checked.py"), str(folder / "cli/ihop"), str(source / "tests/simt"), "--only=" + program.split()[1]]
        return subprocess.run(["timeout", "-k", "5", "120", *checked], capture_output=True, check=False).returncode != 0
    if program.startswith("verified "):
        verify = [str(folder / "cli/ihop"), "verify", str(source / "tests/simt/verified" / (program.split()[1] + ".c")), "--cuda-compiler", "clang"]
        done = subprocess.run(["timeout", "-k", "5", "120", *verify], capture_output=True, text=True, check=False)
        return done.returncode != 0 and "cuda-here different" in done.stdout
    path = source / "tests/simt/programs" / (program + ".cu")
    command = ["timeout", "-k", "5", "120", str(folder / "cli/ihop"), "run", "--compiler", "clang", str(path), "--", "-ffp-contract=off"]
    for more in {}, {"IHOP_SIMT_BACKWARDS": "1"}, {"IHOP_SIMT_BY_WARP": "1"}:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more})
        if done.returncode != 0 or not done.stdout.endswith("OK\n") or (program == "asserted" and "block: [41,3,0]" not in done.stderr):
            return True
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    missed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for room, files in {"cli": ["ihop"], "cudart": ["libihop-cudart.so", "libihop-cuda.so"],
                            "simt": LIBRARIES}.items():
            (folder / room).mkdir()
            for file in files:
                shutil.copy(options.build / "src" / room / file, folder / room)
        for mutant in MUTANTS:
            if options.only not in mutant[4]:
                continue
            put_in(options.build.resolve(), folder, options.source.resolve(), mutant)
            seen = notices(folder, options.source, mutant[3])
            print(f"{'noticed' if seen else 'MISSED'}: {mutant[0]}: {mutant[4]}", flush=True)
            missed += [] if seen else [mutant]
    sys.exit(1 if missed else 0)


main()
