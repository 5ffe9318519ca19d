// The second step: accesses that are left are told to the runtime.
#include "observe/pass.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace ihop {

// Each access has to stay, also those that an optimiser can do without (a read behind a write of the same
// iteration is what a later write meets): while addresses are made equal they are volatile.
static std::vector<Instruction *>
make_volatile (const Sites &sites)
{
  std::vector<Instruction *> changed;

  for (auto &[instruction, site] : sites)
    {
      auto *load = dyn_cast<LoadInst> (const_cast<Instruction *> (instruction));
      auto *store = dyn_cast<StoreInst> (const_cast<Instruction *> (instruction));
      if (load && !load->isVolatile ())
        {
          load->setVolatile (true);
          changed.push_back (load);
        }
      else if (store && !store->isVolatile ())
        {
          store->setVolatile (true);
          changed.push_back (store);
        }
    }
  return changed;
}

void
prepare (Function &function, const Sites &sites, FunctionAnalysisManager &manager)
{
  FunctionPassManager passes;
  std::vector<Instruction *> changed = make_volatile (sites);

  passes.addPass (PromotePass ());
  passes.addPass (EarlyCSEPass ());
  manager.invalidate (function, PreservedAnalyses::none ());
  passes.run (function, manager);
  for (Instruction *instruction : changed)
    if (auto *load = dyn_cast<LoadInst> (instruction))
      load->setVolatile (false);
    else
      cast<StoreInst> (instruction)->setVolatile (false);
}

namespace {

// One access: where, what, how much.
struct Access
{
  Instruction *at;
  Value *pointer;
  uint64_t bytes;
  Align align;
  bool reads, writes;
};

Access
access_of (Instruction *at, const DataLayout &data)
{
  if (auto *load = dyn_cast<LoadInst> (at))
    return { at, load->getPointerOperand (), data.getTypeStoreSize (load->getType ()), load->getAlign (), true, false };
  if (auto *store = dyn_cast<StoreInst> (at))
    return { at, store->getPointerOperand (), data.getTypeStoreSize (store->getValueOperand ()->getType ()),
             store->getAlign (), false, true };
  if (auto *update = dyn_cast<AtomicRMWInst> (at))
    return { at, update->getPointerOperand (), data.getTypeStoreSize (update->getValOperand ()->getType ()),
             update->getAlign (), true, true };
  auto *exchange = cast<AtomicCmpXchgInst> (at);
  return { at, exchange->getPointerOperand (), data.getTypeStoreSize (exchange->getNewValOperand ()->getType ()),
           exchange->getAlign (), true, true };
}

class Teller {
public:
  Teller (const Sites &sites, Runtime &runtime, const DataLayout &data) : sites (sites), runtime (runtime), data (data) {}
  void block (BasicBlock &block);

private:
  const Sites &sites;
  Runtime &runtime;
  const DataLayout &data;

  void pair_up (const std::vector<Access> &accesses);
  void tell (const Access &access, unsigned reads, unsigned writes);
};

void
Teller::tell (const Access &access, unsigned reads, unsigned writes)
{
  IRBuilder<> builder (access.at);
  Value *number = builder.CreatePtrToInt (access.pointer, builder.getInt64Ty ());
  uint64_t bytes = access.bytes;
  bool plain = (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) && access.align.value () >= bytes;

  if (plain && reads && writes)
    runtime.tell (builder, runtime.update (bytes),
                  { number, builder.getInt32 (reads), builder.getInt32 (writes), runtime.known (2) });
  else if (plain)
    runtime.tell (builder, reads ? runtime.read (bytes) : runtime.write (bytes),
                  { number, builder.getInt32 (reads ? reads : writes), runtime.known (1) });
  if (!plain && reads)
    builder.CreateCall (runtime.touch_read (), { number, builder.getInt64 (bytes), builder.getInt32 (reads) });
  if (!plain && writes)
    builder.CreateCall (runtime.touch_write (), { number, builder.getInt64 (bytes), builder.getInt32 (writes) });
}

// Accesses of one block with no call in between. A write whose address was read before is told with that read: what
// stands between sees the write of this iteration already, which no loop carries. A second read in a row of an address
// tells nothing new.
void
Teller::pair_up (const std::vector<Access> &accesses)
{
  std::map<std::pair<Value *, uint64_t>, size_t> open;
  std::map<size_t, unsigned> joined; // read → site of its write
  std::set<size_t> told;
  std::set<std::pair<Value *, uint64_t>> fresh;

  for (size_t i = 0; i < accesses.size (); i++)
    {
      const Access &access = accesses[i];
      std::pair<Value *, uint64_t> key (access.pointer, access.bytes);
      unsigned site = sites.at (access.at);
      if (access.reads && access.writes)
        continue;
      if (access.reads && !fresh.insert (key).second)
        told.insert (i);
      else if (access.reads)
        open[key] = i;
      else
        {
          auto found = open.find (key);
          if (found != open.end () && !joined.count (found->second))
            {
              joined[found->second] = site;
              told.insert (i);
            }
          open.erase (key);
          fresh.clear ();
        }
    }
  for (size_t i = 0; i < accesses.size (); i++)
    {
      const Access &access = accesses[i];
      unsigned site = sites.at (access.at);
      auto found = joined.find (i);
      if (!told.count (i))
        tell (access, access.reads ? site : 0, access.writes ? site : found != joined.end () ? found->second : 0);
    }
}

void
Teller::block (BasicBlock &block)
{
  std::vector<std::vector<Access>> groups (1);

  for (Instruction &instruction : block)
    if (sites.count (&instruction))
      groups.back ().push_back (access_of (&instruction, data));
    else if (isa<CallBase> (instruction) && !isa<DbgInfoIntrinsic> (instruction))
      groups.emplace_back ();
  for (const std::vector<Access> &group : groups)
    pair_up (group);
}

}

void
watch_accesses (Function &function, const Sites &sites, Runtime &runtime)
{
  for (BasicBlock &block : function)
    Teller (sites, runtime, function.getParent ()->getDataLayout ()).block (block);
}

}
