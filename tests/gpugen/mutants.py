#!/usr/bin/python3
"""Faults put into the placement of copies, its check, and what both are told of calls: each has to be noticed.

    mutants.py BUILD SOURCE [OPTIONS]

As tests/transform/mutants.py, with its options. Who notices is, in this order: random host programs (motion_random), the golden
plans, the check of copies (message IHOP-G090), and random programs whose calls do not return (tests/fuzz/exits.py)
or hand copies over (tests/fuzz/residency.py), or whose structs say how much memory there is (tests/fuzz/member_sizes.py, passed_sizes.py), which see stale copies by themselves. A list of edits is one fault in several files: where the check would
notice, it is made blind, too, so that the emulated programs have to.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "transform"))
import mutants  # pylint: disable=wrong-import-position

BLIND = ("gpugen/transfer/textual_events.c", "      all[i] |= frame.events;\n", "")
MUTANTS = [
    ("gpugen/transfer/motion.c", "  if (event & DEVICE_CHANGES)\n    force (p, i, H_OUT, FALSE);\n", "", "what kernels write"),
    ("gpugen/transfer/motion.c", "  if (event & (HOST_CHANGES | IHOP_EVENT_DEVICE_LOST))", "  if (FALSE)", "what the host writes"),
    ("gpugen/transfer/motion.c", "return (event & READS) || (after", "return (after", "what is read"),
    ("gpugen/transfer/motion.c", "      ihop_cut_edge (p->flow, unknown (i, G_OUT), unknown (to, G_IN), IHOP_CUT_INFINITE);\n", "",
     "ways on which a copy gets old"),
    ("gpugen/transfer/motion_check.c", "  if (event & IHOP_EVENT_HOST_WRITE)\n    state &= HOST;\n", "", "the check: host writes"),
    ("gpugen/transfer/motion_check.c", "check->in[to] & UNSEEN ? state : check->in[to] & state",
     "check->in[to] & UNSEEN ? state : check->in[to] | state", "the check: one way for all"),
    ("gpugen/transfer/motion_check.c", "  if ((event & IHOP_EVENT_HOST_READ) && !(state & HOST))", "  if (FALSE)",
     "the check: host reads"),
    ("analysis/footprint/bound.c", "(is_exact || (is_asked", "(TRUE || is_exact || (is_asked", "bounds that no subscript reaches"),
    ("analysis/memory/mod_ref.c", "  apply_called (toucher, (IhopMemory){ own, program }, deep, spared);\n", "",
     "stores through stored pointers"),
    ("gpugen/memory/variable.c", "  if (why == NULL)\n    ihop_variables_part_values (work);\n", "", "what is passed by value, written elsewhere"),
    ("gpugen/memory/rebound_pointer.c", "found = (how & AND_REBOUND) && is_used_at (node, symbol);", "found = FALSE;",
     "buffers that are other ones for the next kernel"),
    ("gpugen/memory/early_names.c", "is_object (symbol) ? ihop_name_is_unique (work, symbol)\n", "is_object (symbol) ? FALSE\n", "globals that lie where they lie"),
    ("analysis/memory/mod_ref.c", "&& granted->apart (pointer, toucher->object, granted->data);", ";", "tests that nobody makes"),
    ("analysis/memory/effects_function.c", "        if (is_deep)\n", "        if (FALSE)\n", "what lies behind stored pointers"),
    ("analysis/memory/effects_summary.c", "  summary->effects.leaves |= from->effects.leaves;\n", "", "callees that leave"),
    ("analysis/memory/abnormal_exit.c", "if ((leaves & ihop_exit_installed (facts)) && any_exposed (facts, memory.program))", "if (FALSE)",
     "functions given to atexit"),
    ("analysis/memory/abnormal_exit.c", "(leaves & IHOP_LEAVES_JUMP) != 0 && can_land", "FALSE && can_land", "longjmp"),
    ([("analysis/memory/effects_summary.c", "  summary->effects.leaves |= from->effects.leaves;\n", ""), BLIND],
     "callees that leave, and a blind check"),
    ([("analysis/memory/abnormal_exit.c", "  if ((leaves & IHOP_LEAVES_SIGNAL) && ihop_leaving_has_handlers (facts))", "  if (FALSE)"),
      BLIND], "handlers that jump, and a blind check"),
    ([("analysis/memory/mod_ref.c", "  apply_called (toucher, (IhopMemory){ own, program }, deep, spared);\n", ""), BLIND],
     "stores through stored pointers, and a blind check"),
    ([("gpugen/plan/host_graph_builder.c", "  b->graph->has_goto |= b->graph->comes_back;\n", ""), BLIND],
     "functions that call setjmp, and a blind check"),
    ("gpugen/transfer/handed_array.c", "if ((is_host && events[i]) || (is_device", "if ((is_device",
     "what the host does to arrays that are handed in"),
    ([("gpugen/transfer/handed_array.c", "if ((is_host && events[i]) || (is_device", "if ((is_device"), BLIND],
     "what the host does to arrays that are handed in, and a blind check"),
    ("gpugen/transfer/handed_array.c", "    handed->is_exposed |= (events[i] & IHOP_EVENT_DEVICE_READ) && !filled[i];\n", "",
     "what a callee reads"),
    ("gpugen/plan/host_graph.c", "  in[graph->entry] = 0;\n  while (changed)", "  while (changed)", "ways on which a callee writes nothing"),
    ("gpugen/memory/resident_call.c", "      if (answer->alias == IHOP_ALIAS_TESTABLE ||", "      if ((answer->alias == IHOP_ALIAS_TESTABLE && !pair.global) ||",
     "numbers that lie in what is handed over"),
    ("gpugen/transfer/device_version.c", "k < conditions->len; k++)\n        add_condition (version,", "k < conditions->len && FALSE; k++)\n        add_condition (version,", "conditions that callees test no more"),
    ("gpugen/transfer/version_settlement.c", "if (call == NULL || call->conditions->len\n", "if (call == NULL\n", "ways out to functions that are not there"),
    ("gpugen/memory/call_substitution.c", "&& bare->integer == argument->integer", "", "constants that are other numbers where they are passed to"),
    ("gpugen/memory/resident_call.c", "  return node == call->call;", "  return TRUE;", "conditions that are asked too early"),
    ("gpugen/memory/resident_call.c", "ihop_node_count_mentions (statement, symbol) == mentions && !touches_beside (work, statement, call, symbol)",
     "TRUE", "what stands beside a call"),
    ("gpugen/memory/swapped_extents.c", "return seen == (1u << rounds->group->variables->len) - 1;", "return seen != 0;",
     "time loops that end before each buffer has been everywhere"),
    ("gpugen/memory/swapped_extents.c", "    if (goes_as_far (rounds->uses[i].item, item))\n", "", "buffers that were not touched that far"),
    ("ir/condition.c", "\n         && known >= needed;", ";", "buffers that were touched under another condition"),
    ("gpugen/memory/swapped_extents.c", "return !ihop_once_may_leave (rounds->reach", "return TRUE || !ihop_once_may_leave (rounds->reach", "time loops that are left"),
    ("gpugen/memory/allocated_size.c", "            || keeps_extent (self, type->count_expr);", "            || TRUE;", "rows as long as a variable is now"),
    ("gpugen/memory/lifetime.c", "!(for_rows && has_declared_rows (symbol))", "TRUE", "rows as long as a variable is where their memory is allocated"),
    ("gpugen/memory/swapped_extents.c", "if (!g_ptr_array_find (rounds->body, first_of (rounds->group->exchanges->pdata[i]), NULL))", "if (FALSE)",
     "exchanges that are not made each time"),
    ("gpugen/memory/struct_guards.c", "for (guint i = 0; group && i < group->origins->len; i++)\n    {\n      const IhopSymbol *origin",
     "for (guint i = 0; group && i < 1; i++)\n    {\n      const IhopSymbol *origin", "structs in a buffer that comes to be written"),
    ("gpugen/memory/struct_guards.c", "if (writes_elsewhere (work, group->variables->pdata[i]) || !ihop_entry_conditions_add_of_kernels", "if (!ihop_entry_conditions_add_of_kernels",
     "structs where the host writes through pointers that change places"),
    ("analysis/memory/pointer_swap.c", "for (guint k = i + 1; k < group->origins->len; k++)",
     "for (guint k = i + 1; k < group->origins->len && k < i + 2; k++)", "one pair of those that change places"),
    ("gpugen/memory/tested_extents.c", "    add_end (extent, end);\n", "    ;\n", "host code behind what kernels touch"),
    ("gpugen/transfer/textual_events.c", "        if (!is_index_handed (kernel->version, i))", "        if (TRUE)",
     "the check: what is handed over"),
    ("gpugen/memory/entry_conditions.c", "        ihop_entry_condition_add (work, v->begins_inside);\n", "        ;\n", "what lies before the place pointed to"),
    ("gpugen/memory/extents.c", "    ihop_kernel_ask (work, kernel, inside, ", "    ihop_message_unref (", "… as is only known where a nest starts"),
    ("gpugen/memory/resident_call.c", "  f->begins_before = handed->variable->begins_before || handed->variable->begins_inside;\n", "",
     "… in arrays that are handed over"),
    ("gpugen/memory/pointer_start.c", "    good = is_start_value (self, function, sources->pdata[i]);\n", "    ;\n", "pointers that are set into the middle"),
    ("gpugen/memory/pointer_start.c", "!= IHOP_OP_NONE) || is_moved ||", "!= IHOP_OP_NONE) ||", "pointers that are moved"),
    ("gpugen/memory/lifetime.c", "        || ihop_defs_may_change_value (facts, p->work->function, p->home->child[i], node, NULL))", ")",
     "sizes that are set in their struct"),
    ("gpugen/memory/member_allocation.c", "i).function) == NULL)\n          return FALSE;", "i).function) == NULL)\n          continue;", "numbers that change where no memory is stored"),
    ("gpugen/memory/member_allocation.c", "  return !meanwhile.failed && (!leaves || site->is_fresh);", "  return !leaves || site->is_fresh;", "memory that is looked at between number and pointer"),
    ("gpugen/memory/member_allocation.c", "  return !meanwhile.failed && (!leaves || site->is_fresh);", "  return !meanwhile.failed;", "functions that end between number and pointer"),
    ("gpugen/memory/member_allocation.c", " || !all_are_set (&group)", "", "memory that was stored under another name before"),
    ("gpugen/memory/member_allocation.c", "  return !leaves;\n}", "  return TRUE;\n}", "pointers that are set only sometimes"),
    ("gpugen/memory/member_allocation.c", "return write && at < site->allocated ?", "return write ?", "numbers that are set behind the allocation"),
    ("gpugen/memory/member_sizes.c", "  return !ihop_member_copies (work->planner->facts, record, work->function);", "  return TRUE;", "structs that are set as a whole"),
    ("gpugen/memory/member_sizes.c", "      v->bare = size;\n      return ihop_expression_choice", "      return TRUE ? size : ihop_expression_choice", "structs that are not there"),
    ("analysis/memory/member_values.c", "  return search.n_writes == 1 &&", "  return search.n_writes >= 1 &&", "members of a function's own structs that are set twice"),
    ("analysis/memory/member_values.c", "!stands_in_loop (facts, function, search.write)", "TRUE", "… that are set in a loop"),
    ("analysis/memory/member_values.c", "address_taken ? NULL : symbol", "address_taken ? symbol : symbol", "… that are set through a pointer"),
    ("analysis/memory/member_values.c", "if (member == NULL || g_str_equal", "if (member && g_str_equal", "… that are set with the struct as a whole"),
    ("gpugen/memory/caller_sizes.c", "return ihop_member_keeps_value (self->facts, self->callee, same) ? same : NULL;", "return same;", "members of a struct that the callee sets anew"),
    ("gpugen/memory/lifetime.c", " || stays_behind (p, node)))", " || TRUE))", "memory of a round before, as large as the words were then"),
    ("gpugen/memory/lifetime.c", " || block != p->home)\n    return FALSE;", ")\n    return TRUE;", "memory that is made only sometimes"),
    ("analysis/memory/member_writes.c", "  if (self->failed || g_hash_table_contains (self->addressed, field->name))", "  if (self->failed)", "members whose address is taken"),
    ("analysis/memory/member_writes.c", "  if (self->failed || g_hash_table_contains (self->addressed, field->name))", "  if (g_hash_table_contains (self->addressed, field->name))", "structs that are seen as something else"),
    ("analysis/memory/device_code.c", "  check_pointer (device, node);\n", "", "pointers in structs that a lone thread follows"),
    ("analysis/memory/device_pointers.c", "own.is_declared && !own.is_filled_otherwise", "own.is_declared", "structs that are copied from the host's"),
    ("gpugen/kernel/device_code.c", "  return why ? why\n", "  return TRUE ? why\n", "what calls of a lone thread touch behind pointers to structs"),
    ("transform/storage/parameter_members.c", "!ihop_unpack_leaves_unchanged (self, function->body, path, NULL)", "FALSE",
     "members that change while the function runs that is to be given them"),
    ("transform/storage/parameter_members.c", "!ihop_read_is_certain (self->step->facts, function, function->body, 0, path->node)", "FALSE", "members of structs that are not there"),
    ("project/prepare/function_versions.c", " && !asks_for_its_name (function)", "", "functions that print their name"),
    ("project/owners_lines.c", "      last = line_before (follow, old) ? line_before (follow, old) : last;\n", "", "lines of statements that were read again taken for the function's"),
    ("project/owners_lines.c", "      if (node->kind != old->kind)\n", "      if (TRUE)\n", "statements that were read again not followed to the owner's"),
    ("project/reread.c", "  if (again)\n    ihop_source_set_owners (again->source, ihop_edits_lines (edits));\n", "", "lines of a text that nobody sees named where edits made it"),
    ("gpugen/emit/languages.c", "(ihop_form_looks_at_type (node) || ihop_form_is_enumerator_of_function (node))", "ihop_form_looks_at_type (node)",
     "constants of a function's own, named where they mean something else"),
    ("transform/storage/unpack_place.c", "is_right_before (block, at, from) ?", "TRUE ?", "conditions that are asked before they are set"),
    ("gpugen/memory/extents.c", "calls == NULL || !ihop_pointer_is_start_or_null (work->planner->facts, work->function, variable->symbol)", "calls == NULL",
     "memory that is counted from a place in the middle"),
    ("gpugen/transfer/events.c", "    return instead_event (e, kernel);", "    return instead_event (e, kernel) & 0;", "what the host does instead of a kernel"),
    ("gpugen/memory/tested_extents.c", "kernel->kind != IHOP_KERNEL_CALL && !add_instead (&extent, kernel)", "kernel->kind == 9999 && !add_instead (&extent, kernel)", "how far the host goes instead of a kernel"),
    ("gpugen/memory/tested_extents.c", "else if (number < 0 || !box->begins_before)", "else if (number < 0 || TRUE)", "rows before the buffer that host code sets"),
    ("project/owners_lines.c", "(before->range.source == NULL || before->range.source == follow.owners)", "before->range.source == follow.owners", "lines of functions made of loops"),
    ("ir/same.c", "is_const (a->type) && is_const (b->type) && x && y && nodes_same (self, x, y);", "TRUE;", "brought in: what a file keeps for itself"),
    ("ir/same.c", "(a->storage == IHOP_STORAGE_AUTO || self->trees->is_one_file) &&", "", "brought in: what a function keeps for itself"),
    ("ir/same.c", " || is_declared (a) != is_declared (b)\n      || a->in_system_header != b->in_system_header)", ")", "brought in: functions that are declared nowhere"),
    ("project/prepare/import_put.c", " || !stayed_the_same (self, now, callee))", " || (!stayed_the_same (self, now, callee) && FALSE))", "brought in: what the file meant before"),
    ("project/prepare/import_callees.c", " && !has_file_pragma (from)", " && (!has_file_pragma (from) || TRUE)", "brought in: pragmas of the other file"),
    ("project/prepare/import_put.c", "|| !came_the_same (self, now)", "|| (!came_the_same (self, now) && FALSE)", "brought in: what it means in this file"),
    ("project/prepare/import_put.c", "(!is_static && ihop_tree_function (from, name) == NULL)", "(ihop_tree_function (from, name) == NULL)", "brought in: static functions taken for the library's"),
    ("gpugen/emit/block_table.c", "if (found && (*found)->start == place.start)", "if (found)", "blocks: from their middle"),
    ("gpugen/emit/block_table.c", "return n > 0 ? n : -1;", "return n;", "blocks: what is in none"),
    ("gpugen/memory/entry_conditions.c", "if (v->is_known_where && ", "if (FALSE && v->is_known_where && ", "blocks: that sizes are known"),
    ("gpugen/memory/lifetime.c", "is_counted ? settled->moved : settled->set", "is_counted ? -1 : settled->set", "blocks: pointers that are set"),
    ("gpugen/transfer/textual_events.c", "  IhopTextualSide side = caller ? caller->side : IHOP_TEXTUAL_BOTH;", "  IhopTextualSide side = IHOP_TEXTUAL_BOTH;", "the check: what functions read that kernels call"),
    ("project/prepare/row_tables_frees.c", "return !freeing.found;", "return TRUE;", "matrices: rows that are freed by other names"),
    ("project/prepare/row_tables_uses.c", "  else\n    refuse (self, table, \"a row is given another pointer than memory of its own\");\n  table->made_in = self->function;\n", "  table->made_in = self->function;\n", "matrices: rows that change places"),
    ("project/prepare/row_tables_widths.c", "if (is_behind && ihop_defs_may_change", "if (FALSE && ihop_defs_may_change", "matrices: lengths that change"),
    ("project/prepare/row_tables_widths.c", "return passed == NULL ? unknown : there &&", "return passed == NULL ? unknown : TRUE || there == NULL ||", "matrices: calls with other lengths"),
    ("gpugen/transfer/copies.c", "    transfer->box = ihop_box_within (e->work, e->variable, ihop_touched_box_reword (ihop_work_pool (e->work), e->variable, box));",
     "    transfer->box = ihop_touched_box_reword (ihop_work_pool (e->work), e->variable, box);", "boxes that are more than there is"),
    ("gpugen/transfer/box_within.c", "path->len; i++)\n    {\n      const IhopNode *around", "path->len && FALSE; i++)\n    {\n      const IhopNode *around",
     "conditions around kernels, and boxes"),
    ("project/prepare/row_tables.c", "if (table->fill && !ihop_row_tables_stay_in_rows", "if (FALSE && !ihop_row_tables_stay_in_rows", "matrices: subscripts that leave rows of one allocation"),
    ("gpugen/memory/certain_extent.c", "gboolean found = !item->is_doubtful;", "gboolean found = TRUE;", "dummies: how far data might lead taken for a size"),
    ("gpugen/memory/certain_extent.c", "return one < other || goes_on (block, other, one);", "return TRUE;", "dummies: what comes behind a return"),
    ("analysis/footprint/touch_condition.c", "  while (region && region->there == access->ref->root)\n", "  while (region)\n", "dummies: conditions taken for the pointer's own"),
    ("gpugen/memory/passed_extent.c", "  return there_is && ihop_expression_stays_within", "  return there_is || ihop_expression_stays_within", "dummies: less memory than is needed, passed by all"),
    ("project/prepare/row_tables_members.c", "      if (looking.found)\n        return FALSE;", "      if (FALSE && looking.found)\n        return FALSE;", "tables: elements used before the struct says how long rows are"),
    ("project/prepare/row_tables_members.c", "        staying.failed |= ihop_callgraph_reaches", "        staying.failed |= FALSE && ihop_callgraph_reaches", "tables: structs that change meanwhile"),
    ("project/prepare/row_tables_globals.c", "  self->failed |= !comes_first (self, self->function, write);", "  self->failed |= FALSE && !comes_first (self, self->function, write);", "tables: lengths outside of functions that change"),
    ("project/prepare/row_tables_globals.c", "is_hidden (self, table, number) ||", "(FALSE && is_hidden (self, table, number)) ||", "tables: lengths that another variable hides"),
    ("project/prepare/row_tables_members.c", "  self->failed |= base && (own == NULL || ihop_member_copies (facts, own, self->function));", "", "tables: structs set as wholes"),
    ("project/prepare/row_tables_uses.c", "  else if (table && is_inner)\n    look_at_mention (self, table);", "  else if (table && is_inner)\n    ;", "cubes: what is done with planes"),
    ("gpugen/memory/extent_guard.c", "  item->is_certain = theirs->is_reached &&", "  item->is_certain = TRUE &&", "dummies: what is called taken to touch all in any case"),
    ("gpugen/memory/certain_extent.c", "touch->is_certain && ihop_extent_covers (reach, touch, reach->items->pdata[i]) && is_always_run (reach, touch->around)", "touch->is_certain && ihop_extent_covers (reach, touch, reach->items->pdata[i])", "dummies: touches that are not always run"),
    ("gpugen/memory/extent_guard.c", "  item->is_doubtful = theirs->guesses != NULL;", "  item->is_doubtful = FALSE;", "dummies: a called function's guess taken for a size"),
    ("ir/expression_order.c", "  read_sum (&self, negative, count, -1);", "  read_sum (&self, negative, count, 0);", "dummies: rows that are there taken for none"),
    ("gpugen/memory/disjointness.c", "  return gaps ? ihop_alias_judge_blocks", "  return gaps && FALSE ? ihop_alias_judge_blocks", "restrict taken to speak of blocks"),
    ("gpugen/memory/disjointness.c", "&asked, ihop_variable_has_gaps (work, symbol) };", "&asked, FALSE };", "restrict taken to speak of blocks, of what the host does"),
    ("gpugen/planner.c", "      if (ihop_function_head_acts (function))\n", "      if (FALSE)\n", "lengths of parameters worked out twice"),
    ("gpugen/transfer/device_version.c", " || ihop_function_head_acts (function) ||", " ||", "versions without the lengths of parameters"),
    ("gpugen/memory/swapped_members.c", "one == NULL || !ihop_expression_equal (size, one)", "one == NULL", "swapped: members of other sizes"),
    ("gpugen/memory/swapped_members.c", "  go_through (&round, ihop_loop_body (self->loop));\n  return round.is_reached;", "  return TRUE || round.is_reached;", "swapped: kernels that need not run taken to touch"),
    ("gpugen/memory/swapped_members.c", "          || !ihop_expression_implies (", "          || !TRUE || FALSE * !ihop_expression_implies (", "swapped: kernels that run where nothing was copied"),
    ("gpugen/memory/swapped_members.c", "  v->is_doubtful = self.is_doubtful;", "", "swapped: null pointers taken for memory"),
    ("gpugen/memory/member_exchange.c", "  return puts.is_other ? NULL :", "  return FALSE ? NULL :", "swapped: other memory put into one of them"),
    ("analysis/context/context.c", "      return counting->step;\n  return 0;", "      return 0;\n  return 0;", "swapped: a counter behind its step taken for the one before"),
    ("gpugen/memory/readable_size.c", "  return is_followed_if_held (place, node)", "  return TRUE || is_followed_if_held (place, node)", "absent: structs that are looked into where the program might not"),
    ("analysis/memory/certain_evaluation.c", "return GPOINTER_TO_INT (had) > 0;", "return TRUE;", "absent: calls that need not look into what they are given"),
    ("analysis/memory/pointer_bytes.c", "(self->pointers_to_void && self->void_to_bytes))", "(FALSE && self->void_to_bytes))", "pointers that go byte by byte"),
    ("analysis/memory/pointer_bytes.c", "        meet (self, 1u << i, 1u << k);", "        ;", "pointers: memory taken for two types"),
    ("analysis/memory/pointer_bytes.c", "    meet (self, ihop_type_scalars (type), ihop_type_scalars (type));", "    ;", "pointers: unions"),
    ("analysis/memory/pointer_bytes.c", "(self->wide_over_void ? IHOP_SCALAR_WIDE : 0)", "(FALSE && self->wide_over_void ? IHOP_SCALAR_WIDE : 0)", "pointers: floating numbers that are copied as bytes"),
]
BROUGHT_IN = {"ir/same.c", "project/prepare/import_callees.c", "project/prepare/import_put.c"}
PROGRAMS = [("--pragma=target", "rows_into_globals.c"), ("--pragma=target", "ways_out.c"), ("--auto=--keep-slower", "resident_hazards.c"),
            ("--auto=--keep-slower", "resident_levels.c"), ("--auto=--keep-slower", "promoted_members.c"),
            ("--auto=--keep-slower", "rebound_sometimes.c"), ("--auto=--keep-slower", "structs_in_swapped.c"),
            ("--auto=--keep-slower", "places_before.c"), ("--auto=--keep-slower", "members_set.c"),
            ("--pragma=target", "rows_by_their_size.c"), ("--pragma=target", "member_sizes.c"),
            ("--pragma=target", "passed_members.c"), ("--pragma=target", "memory_from_before.c"),
            ("--pragma=target", "pointers_in_structs.c"), ("--pragma=target", "struct_hazards.c"),
            ("--auto=--keep-slower", "struct_arguments.c"), ("--auto=--keep-slower", "own_constants.c"), ("--auto=--keep-slower", "resident_conditions.c"),
            ("--auto=--keep-slower", "sizes_in_other_words.c"), ("--pragma=target", "host_instead.c"),
            ("--auto=--keep-slower", "interior_pointers.c"), ("--auto=--keep-slower", "before_rows.c"),
            ("--auto=--keep-slower", "walls_of_struct.c"), ("--auto=--keep-slower", "allocated_blocks.c"),
            ("--auto=--keep-slower", "resident_calls.c"), ("--pragma=target", "boxes_beyond.c"),
            ("--auto=--keep-slower", "dummies.c"), ("--pragma=target", "restricted_blocks.c"), ("--auto=--keep-slower", "lengths_of_parameters.c"), ("--pragma=target", "stepped_first.c"), ("--pragma=target", "pointer_bytes.c"), ("--auto=--keep-slower", "swapped_null.c"), ("--auto=--keep-slower", "swapped_members.c")]


def checks_of(changed):
    trust = changed.source / "tests/trust"

    def check_says(how, program):
        return "IHOP-G090" in mutants.run([changed.program("src/cli/ihop"), *how.split("="), "--dry-run", str(trust / program)]).stderr

    def differs(how, program):
        # 1: some marked loop is refused, as it is without the fault.
        return mutants.run([changed.program("src/cli/ihop"), "verify", *how.split("="), "--no-cuda", str(trust / program)]).returncode not in (0, 1)

    def fuzz(script, count, seed):
        return changed.fails_python("fuzz/" + script, "src/cli/ihop", "--count", count, "--seed", seed)
    quick = [("random host programs", lambda: changed.fails("tests/gpugen/motion_random", 600)),
             ("plans", lambda: changed.fails("tests/gpugen/show_plan", "--check", changed.source / "tests/gpugen/plans"))]
    if any(file in ("project/owners_lines.c", "project/reread.c") for file in changed.files):
        return [("lines of the owner's file", lambda: changed.fails_python("cli/lines.py", "src/cli/ihop"))]
    if set(changed.files) <= BROUGHT_IN:
        return [("functions of another file", lambda: changed.fails_python("fuzz/imports.py", "src/cli/ihop", "--count", 0))]
    if all(file.startswith("project/prepare/row_tables") for file in changed.files):
        tables = any(part in file for part in ("members", "globals", "flat") for file in changed.files)
        program, script = ("table_members.c", "tables.py") if tables else ("row_blocks.c", "matrices.py")
        return [("the program of " + program, lambda: differs("--auto=--keep-slower", program)), ("programs with matrices", lambda: fuzz(script, 60, 1)),
                ("programs with cubes", lambda: fuzz("cubes.py", 40, 1))]
    if changed.files == ["gpugen/memory/readable_size.c"] or changed.files == ["analysis/memory/certain_evaluation.c"]:
        return [("the program of absent_structs.c", lambda: differs("--auto=--keep-slower", "absent_structs.c")), ("programs with structs that are not there", lambda: fuzz("absent_structs.py", 20, 1))]
    if set(changed.files) <= {"analysis/memory/pointer_bytes.c", "ir/type_overlay.c"}:
        return [("pointers that go as something else", lambda: fuzz("disguises.py", 33, 1))]
    if changed.files == ["gpugen/emit/block_table.c"]:
        return [("programs whose allocations say sizes", lambda: fuzz("blocks.py", 12, 9))]
    # These two link nothing of rooms behind gpugen.
    checks = [] if any(file.startswith(("project/", "transform/")) for file in changed.files) else quick
    checks += [("the check, in " + program, lambda one=(how, program): check_says(*one)) for how, program in PROGRAMS]
    checks += [("the emulated program of " + program, lambda one=(how, program): differs(*one)) for how, program in PROGRAMS[2:]]
    for count, seed in ((16, 1), (80, 1000)):
        checks += [(f"{count} programs {what}", lambda one=(script, count, seed): fuzz(*one))
                   for what, script in (("whose calls do not return", "exits.py"), ("whose calls hand copies over", "residency.py"),
                                        ("whose structs say sizes", "member_sizes.py"), ("whose allocations say sizes", "blocks.py"), ("that hand sizes over in structs", "passed_sizes.py"))]
    return checks


if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS, checks_of, pathlib.Path(__file__).parent / "noticed.json"))
