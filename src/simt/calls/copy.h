/* Instructions that are copied from one function into another, and new ones. */
#pragma once
#include "simt/ptx/ptx.h"

typedef struct
{
  IhopPtxFunction *to;
  guint first_register; /* of the copied function's in "to" */
  GHashTable *names;    /* symbols and labels of the copied function → theirs in "to"; others stay */
} IhopCopy;

/* Appends the function's registers, and gives labels, branch targets and variables of a thread's own
 * names that "to" does not have yet. What "names" has before (arguments) is kept. */
IhopCopy ihop_copy_begin (IhopPtxFunction *to, const IhopPtxFunction *from, GHashTable *names);
/* A copy of the instruction with all names and registers replaced; not yet part of "to". */
IhopPtxInstruction ihop_copy_instruction (const IhopCopy *copy, const IhopPtxInstruction *instruction);
/* Labels in front of instruction "at" of "from" stand before what is appended next. */
void ihop_copy_labels (const IhopCopy *copy, const IhopPtxFunction *from, guint at);
const char *ihop_copy_name (const IhopCopy *copy, const char *name);

/* A name that nothing else has. */
const char *ihop_copy_fresh (const char *stem);
void ihop_copy_label_here (IhopPtxFunction *function, const char *name);
guint ihop_copy_new_register (IhopPtxFunction *function, const char *type);

IhopPtxOperand ihop_copy_register (guint reg);
IhopPtxOperand ihop_copy_integer (guint64 bits);
IhopPtxOperand ihop_copy_symbol (const char *name);
/* [base + offset] */
IhopPtxOperand ihop_copy_address (IhopPtxOperand base, gint64 offset);
IhopPtxOperand ihop_copy_operand (const IhopPtxOperand *operand);

/* Appends an instruction, as "add.u64"; the operands become its own. Its line is that of "like". */
void ihop_copy_add (IhopPtxFunction *function, const IhopPtxInstruction *like, const char *text, guint n,
                    const IhopPtxOperand *operands);
/* The same behind a guard. */
void ihop_copy_add_guarded (IhopPtxFunction *function, const IhopPtxInstruction *like, gint guard, gboolean is_negated,
                            const char *text, guint n, const IhopPtxOperand *operands);
