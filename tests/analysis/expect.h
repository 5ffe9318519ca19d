/* What a C file says of its own loops, held against what was found:
 *
 *   // expect f/i: parallel private t(last) reduction + s assume "n >= 1"
 *   // expect f/i/j: sequential flow A <
 *   // expect g/i: unknown IHOP-D012
 *
 * After the verdict, in any order: private NAME or NAME(last); reduction OP NAME; induction NAME;
 * assume "CONDITION" or "A and B do not overlap"; KIND VARIABLE for a dependence with a witness, and
 * "at [ELEMENT]" for where it is, "at nowhere" where none is named;
 * an id for a reason. What is not mentioned for a parallel loop must not be there, except
 * assumptions unless "strict" is written. Options for a file: // options --alias trust|refuse,
 * // options --assume 'n > 0', // options --noalias 'A, B'. */
#pragma once
#include "analysis/verdict/loops.h"

/* "f/i: parallel private t"; caller frees. */
char *expect_loop_text (const IhopLoop *loop);
/* Whether one line (what stands after "// expect ") holds for these loops (of const IhopLoop *);
 * else says so on standard output. */
gboolean expect_check_line (const GPtrArray *loops, const char *line);
/* Fills in what the source's options lines say; assume and noalias have room for one text (caller
 * frees) and the NULL behind it. */
void expect_read_options (const char *source, IhopFactsOptions *options, char **assume,
                          char **noalias);
