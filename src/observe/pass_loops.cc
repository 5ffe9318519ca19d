// Loops: entered in front of the header, iterated at its start, left on every edge that goes out.
//
// Where control goes is said absolutely ("so many loops are active here"), so whatever a loop is left by (break,
// return, goto) is one case; a jump back into a function that called setjmp says so where it lands.
#include "observe/pass.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace ihop {

DebugLoc
place_of (const Loop *loop)
{
  const MDNode *id = loop->getLoopID ();

  for (unsigned i = 1; id && i < id->getNumOperands (); i++)
    if (auto *place = dyn_cast<DILocation> (id->getOperand (i)))
      return DebugLoc (place);
  return DebugLoc ();
}

BasicBlock *
body_of (const Loop *loop, const LoopInfo &loops)
{
  for (BasicBlock *block : loop->blocks ())
    if (loops.getLoopFor (block) == loop
        && (block->getName ().starts_with ("for.body") || block->getName ().starts_with ("while.body")
            || block->getName ().starts_with ("do.body")))
      return block;
  return loop->getHeader ();
}

std::vector<Exit>
exits_of (LoopInfo &loops, const DominatorTree &tree)
{
  std::vector<Exit> found;

  for (const Loop *loop : loops.getLoopsInPreorder ())
    {
      SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> edges;
      BasicBlock *body = body_of (loop, loops);
      loop->getExitEdges (edges);
      std::set<std::pair<BasicBlock *, BasicBlock *>> once (edges.begin (), edges.end ());
      for (auto [from, to] : once)
        if (loops.getLoopFor (from) == loop && !isa<IndirectBrInst> (from->getTerminator ()))
          found.push_back ({ loop, loops.getLoopFor (to), from, to, !tree.dominates (body, from) });
    }
  return found;
}

BasicBlock *
cut (const Exit &exit)
{
  BasicBlock *between = BasicBlock::Create (exit.to->getContext (), "", exit.to->getParent (), exit.to);

  BranchInst::Create (exit.to, between);
  exit.from->getTerminator ()->replaceSuccessorWith (exit.to, between);
  for (PHINode &phi : exit.to->phis ())
    {
      phi.replaceIncomingBlockWith (exit.from, between);
      while (count (phi.blocks (), between) > 1) // several cases of a switch
        phi.removeIncomingValue (between, false);
    }
  return between;
}

std::vector<CallBase *>
landings (Function &function)
{
  std::vector<CallBase *> calls;

  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallBase> (&instruction))
        if (call->hasFnAttr (Attribute::ReturnsTwice))
          calls.push_back (call);
  return calls;
}

namespace {

class Watcher {
public:
  Watcher (Function &function, LoopInfo &loops, DominatorTree &tree, Names &names, Runtime &runtime)
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
  Value *depth = nullptr; // active loops where the function begins
  std::set<const Loop *> watched;

  void watch (Loop *loop, unsigned parent);
  bool counts_alone (const Loop *loop) const;
  void leave (const Exit &exit);
  unsigned depth_in (const Loop *loop) const;
  unsigned depth_of (const BasicBlock *block) const;
  Value *at (IRBuilder<> &builder, unsigned more);
  void land ();
};

bool
is_counted_call (const CallBase &call)
{
  if (isa<IntrinsicInst> (call) || call.isInlineAsm () || Runtime::is_ours (call))
    return false;
  const Function *callee = call.getCalledFunction ();
  // What is a function of mathematics to Clang runs no loop of the program.
  return !callee || !callee->isDeclaration () || !callee->onlyAccessesInaccessibleMemory ();
}

// Whether nothing inside can count time: no loop, and no call behind which there could be one.
bool
Watcher::counts_alone (const Loop *loop) const
{
  if (!loop->isInnermost ())
    return false;
  for (const BasicBlock *block : loop->blocks ())
    for (const Instruction &instruction : *block)
      if (const auto *call = dyn_cast<CallBase> (&instruction))
        if (is_counted_call (*call))
          return false;
  return true;
}

unsigned
Watcher::depth_in (const Loop *loop) const
{
  unsigned n = 0;

  for (; loop; loop = loop->getParentLoop ())
    n += watched.count (loop);
  return n;
}

unsigned
Watcher::depth_of (const BasicBlock *block) const
{
  return depth_in (loops.getLoopFor (block));
}

Value *
Watcher::at (IRBuilder<> &builder, unsigned more)
{
  return more ? builder.CreateAdd (depth, builder.getInt32 (more)) : depth;
}

void
Watcher::watch (Loop *loop, unsigned parent)
{
  DebugLoc place = place_of (loop);
  unsigned inside = parent;

  if (place && loop->getLoopPreheader ())
    {
      inside = names.loop (place, function, parent);
      watched.insert (loop);
      IRBuilder<> before (loop->getLoopPreheader ()->getTerminator ());
      before.SetCurrentDebugLocation (place);
      before.CreateCall (runtime.enter (),
                         { before.getInt32 (inside), at (before, depth_of (loop->getLoopPreheader ())) });
      IRBuilder<> head (loop->getHeader (), loop->getHeader ()->getFirstInsertionPt ());
      head.SetCurrentDebugLocation (place);
      head.CreateCall (counts_alone (loop) ? runtime.step () : runtime.iterate (), {});
    }
  for (Loop *inner : *loop)
    watch (inner, inside);
}

void
Watcher::leave (const Exit &exit)
{
  IRBuilder<> builder (cut (exit)->getTerminator ());

  builder.SetCurrentDebugLocation (place_of (exit.loop));
  builder.CreateCall (runtime.leave (), { at (builder, depth_in (exit.target)), builder.getInt32 (exit.partial) });
}

// Behind setjmp, which comes back from anywhere.
void
Watcher::land ()
{
  for (CallBase *call : landings (function))
    {
      IRBuilder<> builder (call->getNextNode ());
      builder.SetCurrentDebugLocation (call->getDebugLoc ());
      builder.CreateCall (runtime.leave (), { at (builder, depth_of (call->getParent ())), builder.getInt32 (0) });
    }
}

void
Watcher::run ()
{
  bool lands = function.callsFunctionThatReturnsTwice ();

  if (loops.empty () && !lands)
    return;
  // Made where the locals are, so that they stay the first things of the function.
  BasicBlock &entry = function.getEntryBlock ();
  IRBuilder<> builder (&entry, entry.getFirstNonPHIOrDbgOrAlloca ());
  if (function.getSubprogram ())
    builder.SetCurrentDebugLocation (
      DILocation::get (function.getContext (), function.getSubprogram ()->getLine (), 0, function.getSubprogram ()));
  depth = builder.CreateCall (runtime.depth (), {});
  // LLVM has the outermost ones from the last to the first, and those inside in their order; loops of one place, which a
  // macro makes, are known by their order.
  for (Loop *loop : reverse (loops))
    watch (loop, 0);
  for (const Exit &exit : exits_of (loops, tree))
    leave (exit);
  if (lands)
    land ();
}

}

void
watch_loops (Function &function, LoopInfo &loops, DominatorTree &tree, Names &names, Runtime &runtime)
{
  for (Loop *loop : loops)
    simplifyLoop (loop, &tree, &loops, nullptr, nullptr, nullptr, false);
  Watcher (function, loops, tree, names, runtime).run ();
  tree.recalculate (function);
}

}
