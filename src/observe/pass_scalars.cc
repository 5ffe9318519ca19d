// Local variables that need no watching.
//
// Nobody has the address of such a variable, so all its accesses stand in this function, and what a loop can
// carry through it is seen in the text: nothing where an iteration writes it before it reads it on every way
// (a private variable; that iterations write it each for itself is no meeting, compilers keep it in a register),
// and nothing but the counting where its one store in the loop is the step of a for.
#include "observe/pass.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ihop {

namespace {

enum Kind { OTHER, READ, WRITE };

Kind
kind_of (const Instruction &instruction, const AllocaInst *variable)
{
  if (const auto *load = dyn_cast<LoadInst> (&instruction))
    return load->getPointerOperand () == variable ? READ : OTHER;
  if (const auto *store = dyn_cast<StoreInst> (&instruction))
    return store->getPointerOperand () == variable ? WRITE : OTHER;
  if (const auto *call = dyn_cast<IntrinsicInst> (&instruction))
    if (call->getIntrinsicID () == Intrinsic::lifetime_start && call->getArgOperand (1) == variable)
      return WRITE; // another variable from here on
  return OTHER;
}

// The first that happens to the variable in a block.
Kind
first_in (const BasicBlock *block, const AllocaInst *variable)
{
  for (const Instruction &instruction : *block)
    if (Kind kind = kind_of (instruction, variable))
      return kind;
  return OTHER;
}

// Whether an iteration can read it before it writes it.
bool
is_exposed (const Loop *loop, const std::map<const BasicBlock *, Kind> &first)
{
  std::set<const BasicBlock *> seen;
  std::vector<const BasicBlock *> todo = { loop->getHeader () };

  while (!todo.empty ())
    {
      const BasicBlock *block = todo.back ();
      todo.pop_back ();
      if (!loop->contains (block) || !seen.insert (block).second)
        continue;
      auto found = first.find (block);
      if (found != first.end () && found->second == READ)
        return true;
      if (found == first.end ())
        for (const BasicBlock *next : successors (block))
          if (next != loop->getHeader ())
            todo.push_back (next);
    }
  return false;
}

bool
is_counter (const Loop *loop, const std::vector<const StoreInst *> &stores, const LoopInfo &loops)
{
  return stores.size () == 1 && stores[0]->getParent ()->getName ().starts_with ("for.inc")
         && loops.getLoopFor (stores[0]->getParent ()) == loop;
}

bool
needs_watching (const AllocaInst *variable, const LoopInfo &loops)
{
  std::map<const BasicBlock *, Kind> first;
  std::vector<const StoreInst *> stores;

  for (const User *user : variable->users ())
    {
      const auto *instruction = cast<Instruction> (user);
      if (first.find (instruction->getParent ()) == first.end ())
        if (Kind kind = first_in (instruction->getParent (), variable))
          first[instruction->getParent ()] = kind;
      if (const auto *store = dyn_cast<StoreInst> (instruction))
        stores.push_back (store);
    }
  for (const Loop *loop : const_cast<LoopInfo &> (loops).getLoopsInPreorder ())
    {
      std::vector<const StoreInst *> inside;
      for (const StoreInst *store : stores)
        if (loop->contains (store))
          inside.push_back (store);
      if (!inside.empty () && is_exposed (loop, first) && !is_counter (loop, inside, loops))
        return true;
    }
  return false;
}

}

bool
is_scalar (const AllocaInst *variable)
{
  if (!variable->isStaticAlloca () || variable->isArrayAllocation ()
      || !variable->getAllocatedType ()->isSingleValueType ())
    return false;
  for (const User *user : variable->users ())
    {
      if (const auto *load = dyn_cast<LoadInst> (user))
        {
          if (load->isSimple () && load->getType () == variable->getAllocatedType ())
            continue;
        }
      else if (const auto *store = dyn_cast<StoreInst> (user))
        {
          if (store->isSimple () && store->getPointerOperand () == variable && store->getValueOperand () != variable
              && store->getValueOperand ()->getType () == variable->getAllocatedType ())
            continue;
        }
      else if (const auto *call = dyn_cast<IntrinsicInst> (user))
        if (call->isLifetimeStartOrEnd ())
          continue;
      return false;
    }
  return true;
}

std::set<const AllocaInst *>
unwatched_scalars (Function &function, LoopInfo &loops)
{
  std::set<const AllocaInst *> found;

  for (Instruction &instruction : function.getEntryBlock ())
    if (const auto *variable = dyn_cast<AllocaInst> (&instruction))
      if (is_scalar (variable) && !needs_watching (variable, loops))
        found.insert (variable);
  return found;
}

}
