// Trips and time alone: what costs the program next to nothing.
//
// A counter in a variable of its own becomes a register, or, where the loop's length is known when it starts, nothing
// at all. Every active loop has a link on the stack; the clock's signal walks along them, so a loop's time is that of
// all that runs inside it, through calls, too.
#include "observe/pass.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace ihop {

namespace {

// What a watched loop has on the stack.
struct Counted
{
  unsigned number;
  AllocaInst *counter, *link;
};

class Counter {
public:
  Counter (Function &function, LoopInfo &loops, DominatorTree &tree, Names &names, Runtime &runtime)
      : function (function), loops (loops), tree (tree), names (names), runtime (runtime)
  {
  }
  void run ();

private:
  Function &function;
  LoopInfo &loops;
  DominatorTree &tree;
  Names &names;
  Runtime &runtime;
  std::map<const Loop *, Counted> counted;
  Value *around = nullptr; // the chain where the function begins

  void count (Loop *loop, unsigned parent);
  void leave (const Exit &exit);
  void restore (IRBuilder<> &builder, const Loop *loop);
  const Loop *watched_around (const Loop *loop) const;
};

const Loop *
Counter::watched_around (const Loop *loop) const
{
  while (loop && !counted.count (loop))
    loop = loop->getParentLoop ();
  return loop;
}

// The chain is what it is inside "loop".
void
Counter::restore (IRBuilder<> &builder, const Loop *loop)
{
  const Loop *inside = watched_around (loop);

  builder.CreateStore (inside ? static_cast<Value *> (counted[inside].link) : around, runtime.chain (builder));
}

void
Counter::count (Loop *loop, unsigned parent)
{
  DebugLoc place = place_of (loop);
  unsigned inside = parent;

  if (place && loop->getLoopPreheader ())
    {
      inside = names.loop (place, function, parent);
      IRBuilder<> start (&function.getEntryBlock (), function.getEntryBlock ().begin ());
      Type *word = start.getInt64Ty ();
      Counted one = { inside, start.CreateAlloca (word), start.CreateAlloca (ArrayType::get (word, 2)) };
      IRBuilder<> before (loop->getLoopPreheader ()->getTerminator ());
      before.SetCurrentDebugLocation (place);
      const Loop *outer = watched_around (loop->getParentLoop ());
      Value *chain = outer ? static_cast<Value *> (counted[outer].link) : around;
      before.CreateStore (before.getInt64 (0), one.counter);
      before.CreateStore (before.CreatePtrToInt (chain, word), one.link);
      before.CreateStore (before.getInt64 (inside), before.CreateConstGEP1_32 (word, one.link, 1));
      before.CreateStore (one.link, runtime.chain (before));
      BasicBlock *body = body_of (loop, loops);
      IRBuilder<> head (body, body->getFirstInsertionPt ());
      head.SetCurrentDebugLocation (place);
      head.CreateStore (head.CreateAdd (head.CreateLoad (word, one.counter), head.getInt64 (1)), one.counter);
      counted[loop] = one;
    }
  for (Loop *inner : *loop)
    count (inner, inside);
}

void
Counter::leave (const Exit &exit)
{
  IRBuilder<> builder (cut (exit)->getTerminator ());

  builder.SetCurrentDebugLocation (place_of (exit.loop));
  for (const Loop *left = exit.loop; left && left != exit.target; left = left->getParentLoop ())
    if (counted.count (left))
      runtime.call_trips (builder, counted[left].number, counted[left].counter);
  restore (builder, exit.target);
}

void
Counter::run ()
{
  std::vector<CallBase *> calls = landings (function);

  if (loops.empty () && calls.empty ())
    return;
  BasicBlock &entry = function.getEntryBlock ();
  IRBuilder<> builder (&entry, entry.getFirstNonPHIOrDbgOrAlloca ());
  around = builder.CreateLoad (builder.getPtrTy (), runtime.chain (builder));
  for (Loop *loop : loops)
    count (loop, 0);
  for (const Exit &exit : exits_of (loops, tree))
    leave (exit);
  for (CallBase *call : calls)
    {
      IRBuilder<> behind (call->getNextNode ());
      restore (behind, loops.getLoopFor (call->getParent ()));
    }
}

}

void
count_loops (Function &function, LoopInfo &loops, DominatorTree &tree, Names &names, Runtime &runtime)
{
  for (Loop *loop : loops)
    simplifyLoop (loop, &tree, &loops, nullptr, nullptr, nullptr, false);
  Counter (function, loops, tree, names, runtime).run ();
}

}
