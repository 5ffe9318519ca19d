/* Calls of functions that stand once, and places in frames, as instructions of the function that all are put into. */
#pragma once
#include "simt/calls/copy.h"
#include "simt/calls/stack_hosts.h"

/* [frame + offset] of the lane's frame. */
IhopPtxOperand ihop_stack_in_frame (const IhopStack *stack, gsize offset);
/* The same address as a value. */
IhopPtxOperand ihop_stack_address_value (IhopStack *stack, const IhopPtxInstruction *like, gsize offset);
/* Variables that lie in the frame become places in it. */
void ihop_stack_find_in_frame (IhopStack *stack, const IhopStackHost *host, IhopPtxInstruction *instruction);
/* The call that stands at this instruction of the host. stack->error: it fits no function. */
void ihop_stack_call (IhopStack *stack, const IhopStackHost *host, const IhopCopy *copy, guint at);
