// What is read and written: each load and store, and what calls do to memory.
#include "observe/pass.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ihop {

namespace {

class Accesses {
public:
  Accesses (Function &function, const DominatorTree &tree, const std::set<const AllocaInst *> &unwatched, Names &names,
            Runtime &runtime)
      : function (function), tree (tree), unwatched (unwatched), names (names), runtime (runtime),
        data (function.getParent ()->getDataLayout ())
  {
  }
  Sites run ();

private:
  Sites sites;
  Function &function;
  const DominatorTree &tree;
  const std::set<const AllocaInst *> &unwatched;
  Names &names;
  Runtime &runtime;
  const DataLayout &data;
  // What stands for a variable that a register may hold: 8 bytes that only the runtime knows.
  std::map<const AllocaInst *, AllocaInst *> stand_ins;

  bool is_unwatched (const Value *pointer) const;
  size_t count (const std::vector<Instruction *> &instructions) const;
  void access (Instruction *at, Value *pointer, Type *type, bool writes);
  void range (Instruction *at, Value *pointer, Value *size, bool writes);
  void visit (Instruction *instruction);
  void visit_call (CallBase *call);
  Instruction *first_use (AllocaInst *variable);
  void begin_life (IRBuilder<> &builder, Value *memory, Value *size, unsigned number);
  void begin_locals ();
  void begin_local (AllocaInst *variable);
  AllocaInst *stand_in (AllocaInst *variable);
};

// Arguments behind "..." lie where no store of the program put them.
bool
is_vararg (const Value *pointer)
{
  return pointer->getName ().starts_with ("vaarg");
}

bool
Accesses::is_unwatched (const Value *pointer) const
{
  const Value *base = pointer->stripInBoundsOffsets ();

  if (const auto *variable = dyn_cast<AllocaInst> (pointer))
    return unwatched.count (variable);
  if (const auto *global = dyn_cast<GlobalVariable> (base))
    return global->isConstant ();
  return is_vararg (base);
}

static Value *
number_of (IRBuilder<> &builder, Value *pointer)
{
  return builder.CreatePtrToInt (pointer, builder.getInt64Ty ());
}

// What a variable in a register does is told at once: its accesses do not stay.
void
Accesses::access (Instruction *at, Value *pointer, Type *type, bool writes)
{
  if (is_unwatched (pointer) || pointer->getType ()->getPointerAddressSpace () != 0)
    return;
  unsigned site = names.site (at->getDebugLoc (), pointer, type);
  auto *variable = dyn_cast<AllocaInst> (pointer);
  if (!variable || !is_scalar (variable))
    {
      sites[at] = site;
      return;
    }
  IRBuilder<> builder (at);
  runtime.tell (builder, writes ? runtime.write (8) : runtime.read (8),
                { number_of (builder, stand_in (variable)), builder.getInt32 (site), runtime.known (1) });
}

void
Accesses::range (Instruction *at, Value *pointer, Value *size, bool writes)
{
  if (is_unwatched (pointer))
    return;
  IRBuilder<> builder (at);
  unsigned site = names.site (at->getDebugLoc (), pointer, builder.getInt8Ty ());
  builder.CreateCall (writes ? runtime.touch_write () : runtime.touch_read (),
                      { number_of (builder, pointer), builder.CreateZExtOrTrunc (size, builder.getInt64Ty ()),
                        builder.getInt32 (site) });
}

void
Accesses::visit_call (CallBase *call)
{
  if (auto *copy = dyn_cast<MemTransferInst> (call))
    {
      range (copy, copy->getRawSource (), copy->getLength (), false);
      range (copy, copy->getRawDest (), copy->getLength (), true);
    }
  else if (auto *fill = dyn_cast<MemSetInst> (call))
    range (fill, fill->getRawDest (), fill->getLength (), true);
  else if (isa<IntrinsicInst> (call) || Runtime::is_ours (*call) || call->isInlineAsm ())
    return;
  else if (Function *callee = call->getCalledFunction (); callee && callee->isDeclaration ())
    {
      unsigned site = names.site (call->getDebugLoc (), callee->getName ().str () + "()\t");
      if (!watch_library (*call, callee->getName ().str (), site, runtime))
        names.unknown (callee->getName ().str ());
    }
}

void
Accesses::visit (Instruction *instruction)
{
  if (auto *load = dyn_cast<LoadInst> (instruction))
    access (load, load->getPointerOperand (), load->getType (), false);
  else if (auto *store = dyn_cast<StoreInst> (instruction))
    access (store, store->getPointerOperand (), store->getValueOperand ()->getType (), true);
  else if (auto *update = dyn_cast<AtomicRMWInst> (instruction))
    access (update, update->getPointerOperand (), update->getValOperand ()->getType (), true);
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst> (instruction))
    access (exchange, exchange->getPointerOperand (), exchange->getNewValOperand ()->getType (), true);
  else if (auto *call = dyn_cast<CallBase> (instruction))
    visit_call (call);
}

// ---- Where variables begin to live ----------------------------------------------------------------

AllocaInst *
Accesses::stand_in (AllocaInst *variable)
{
  AllocaInst *&found = stand_ins[variable];

  if (!found)
    {
      IRBuilder<> builder (variable);
      found = builder.CreateAlloca (builder.getInt64Ty (), nullptr, "ihop.stand.in");
      found->setAlignment (Align (8));
    }
  return found;
}

// Where all uses of a variable lie behind: what has no name and no scope (a compound literal, a value on its way)
// begins there, so that each iteration which makes one has its own.
Instruction *
Accesses::first_use (AllocaInst *variable)
{
  BasicBlock *block = nullptr;

  for (User *user : variable->users ())
    {
      BasicBlock *other = cast<Instruction> (user)->getParent ();
      if (tree.isReachableFromEntry (other))
        block = block ? tree.findNearestCommonDominator (block, other) : other;
    }
  if (!block || block == &function.getEntryBlock ())
    return &*function.getEntryBlock ().getFirstNonPHIOrDbgOrAlloca ();
  return &*block->getFirstInsertionPt ();
}

void
Accesses::begin_life (IRBuilder<> &builder, Value *memory, Value *size, unsigned number)
{
  builder.CreateCall (runtime.local (), { number_of (builder, memory), size, builder.getInt32 (number) });
}

void
Accesses::begin_local (AllocaInst *variable)
{
  std::vector<Instruction *> begins;
  unsigned number = names.local (*variable);

  for (User *user : variable->users ())
    if (auto *call = dyn_cast<IntrinsicInst> (user))
      if (call->getIntrinsicID () == Intrinsic::lifetime_start)
        begins.push_back (call->getNextNode ());
  if (!variable->isStaticAlloca ())
    begins = { variable->getNextNode () };
  else if (begins.empty () && names.is_named (*variable))
    begins.push_back (&*function.getEntryBlock ().getFirstNonPHIOrDbgOrAlloca ());
  else if (begins.empty ())
    begins.push_back (first_use (variable));
  Value *memory = is_scalar (variable) ? stand_in (variable) : variable;
  Type *type = is_scalar (variable) ? Type::getInt64Ty (function.getContext ()) : variable->getAllocatedType ();
  for (Instruction *begin : begins)
    {
      IRBuilder<> builder (begin);
      Value *size = builder.getInt64 (data.getTypeAllocSize (type).getFixedValue ());
      if (variable->isArrayAllocation ())
        size = builder.CreateMul (size, builder.CreateZExtOrTrunc (variable->getArraySize (), builder.getInt64Ty ()));
      begin_life (builder, memory, size, number);
    }
}

void
Accesses::begin_locals ()
{
  std::vector<AllocaInst *> variables;

  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *variable = dyn_cast<AllocaInst> (&instruction))
        if (!unwatched.count (variable))
          variables.push_back (variable);
  for (AllocaInst *variable : variables)
    begin_local (variable);
  IRBuilder<> builder (&*function.getEntryBlock ().getFirstNonPHIOrDbgOrAlloca ());
  for (Argument &argument : function.args ())
    if (argument.hasByValAttr ())
      begin_life (builder, &argument, builder.getInt64 (data.getTypeAllocSize (argument.getParamByValType ()).getFixedValue ()),
                  0);
}

// What tells of an access is some hundred instructions where it is inlined: a function with more accesses than this would
// be compiled for minutes.
const size_t most_inlined = 120;

size_t
Accesses::count (const std::vector<Instruction *> &instructions) const
{
  size_t n = 0;

  for (const Instruction *instruction : instructions)
    if (const Value *pointer = getLoadStorePointerOperand (instruction))
      n += !is_unwatched (pointer);
  return n;
}

Sites
Accesses::run ()
{
  std::vector<Instruction *> instructions;

  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      instructions.push_back (&instruction);
  runtime.set_inlined (count (instructions) <= most_inlined);
  begin_locals ();
  for (Instruction *instruction : instructions)
    visit (instruction);
  return sites;
}

}

Sites
find_accesses (Function &function, const DominatorTree &tree, const std::set<const AllocaInst *> &unwatched,
               Names &names, Runtime &runtime)
{
  return Accesses (function, tree, unwatched, names, runtime).run ();
}

}
