// The pass that makes a program watched: its parts, and what they share.
//
// It runs at the very start of the compiler's optimisations, where every variable still has its memory and every
// instruction its place, so that what is recorded is what the source says; all that it inserts is optimised
// with the program afterwards.
#pragma once
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ihop {

// Numbers for loops, sites and variables, and the list of them that is written beside the object file. Each file
// of a program is given a range of numbers of its own.
class Names {
public:
  Names (unsigned first, unsigned limit) : next (first), limit (limit) {}
  // Learns the names of a function's variables, before anything else is asked about it.
  void read (const llvm::Function &function);
  bool is_named (const llvm::AllocaInst &variable) const;
  bool is_full () const { return next >= limit; }
  // A loop: where it stands, and the number of the loop around it in its function, or 0.
  unsigned loop (const llvm::DebugLoc &place, const llvm::Function &function, unsigned parent);
  // A place that accesses memory, with the name of what it accesses and how its elements are laid out.
  unsigned site (const llvm::DebugLoc &place, const llvm::Value *pointer, const llvm::Type *type);
  unsigned site (const llvm::DebugLoc &place, const std::string &name);
  unsigned local (const llvm::AllocaInst &variable);
  unsigned global (const llvm::GlobalVariable &variable);
  // A function that is called and of which nothing is known.
  void unknown (const std::string &name) { unknowns.insert (name); }
  bool write (const char *path) const;

private:
  unsigned next, limit;
  std::string text;
  std::map<const llvm::DIScope *, unsigned> files;
  std::set<std::string> unknowns;

  unsigned number () { return is_full () ? limit : next++; }
  unsigned file (const llvm::DIScope *scope);
  void line (char kind, unsigned number, const llvm::DIScope *scope, unsigned line, unsigned column,
             const std::string &rest);
};

// "C" of C[i][j], "p" of p->x[i]: the variable that a pointer starts from. Empty: none is known.
std::string name_of (const llvm::Value *pointer);
// How the elements behind a pointer are laid out: "220,8" for rows of 220 elements of 8 bytes, "8" for a
// plain array; with "=" in front where the layout is that of the whole object.
std::string layout_of (const llvm::Value *pointer, const llvm::Type *type, const llvm::DataLayout &data);

// Functions of the runtime, declared in a module when first asked for.
class Runtime {
public:
  explicit Runtime (llvm::Module &module) : module (module) {}
  llvm::FunctionCallee enter (), step (), iterate (), leave (), depth (), local (), global ();
  llvm::FunctionCallee read (unsigned bytes), write (unsigned bytes), update (unsigned bytes); // 1, 2, 4, 8
  // A call to one of these, which is inlined or not, as was set for the function.
  void tell (llvm::IRBuilder<> &builder, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value *> arguments);
  void set_inlined (bool is) { is_inlined = is; }
  // Room for what such a call remembers; for an update two of it.
  llvm::Value *known (unsigned n);
  llvm::FunctionCallee touch_read (), touch_write ();
  llvm::FunctionCallee string (bool writes);
  // A loop is over whose iterations a variable has counted.
  void call_trips (llvm::IRBuilder<> &builder, unsigned loop, llvm::Value *counter);
  llvm::Value *chain (llvm::IRBuilder<> &builder); // where the innermost active loop's link is kept
  // Whether a call is one of ours.
  static bool is_ours (const llvm::CallBase &call);

private:
  llvm::Module &module;
  bool is_inlined = true;
  llvm::FunctionCallee declare (const std::string &name, llvm::Type *result, std::vector<llvm::Type *> arguments);
  llvm::FunctionCallee access (const std::string &name);
  llvm::FunctionCallee range (const std::string &name);
};

// pass_loops.cc: tells the runtime when loops are entered, iterated and left.
void watch_loops (llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &tree, Names &names,
                  Runtime &runtime);
// pass_trips.cc: the same for trips and time alone: a counter in a register, and a chain of active loops that the
// clock's signal looks at.
void count_loops (llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &tree, Names &names,
                  Runtime &runtime);
// The place that Clang gave a loop: of its keyword. Loops made by goto have none.
llvm::DebugLoc place_of (const llvm::Loop *loop);
// Where an iteration begins once the condition was found to hold: of a do, and of a loop without condition, the header.
llvm::BasicBlock *body_of (const llvm::Loop *loop, const llvm::LoopInfo &loops);
// An edge out of a loop, met at the innermost loop that it leaves.
struct Exit
{
  const llvm::Loop *loop, *target; // target: the loop it goes to, or none
  llvm::BasicBlock *from, *to;
  bool partial; // the loop ended by its own condition
};
// All of a function's, found before any of them is cut.
std::vector<Exit> exits_of (llvm::LoopInfo &loops, const llvm::DominatorTree &tree);
// A block of its own on the edge. (LLVM's own SplitEdge cuts other edges, too, to keep loops in its normal form.)
llvm::BasicBlock *cut (const Exit &exit);
// Calls that return from anywhere: setjmp.
std::vector<llvm::CallBase *> landings (llvm::Function &function);
// pass_scalars.cc: local variables that nobody has the address of, and whose accesses no loop of the function can carry
// (they are written before they are read in each iteration, not written at all, or the counter of a for).
// Whether nobody has the address of a variable of one value.
bool is_scalar (const llvm::AllocaInst *variable);
std::set<const llvm::AllocaInst *> unwatched_scalars (llvm::Function &function, llvm::LoopInfo &loops);
// pass_accesses.cc: tells the runtime what is read and written, in two steps. The first sees every variable with its
// memory and gives numbers to places; "prepare" then puts into registers what may be there and computes each address
// once; the second tells of what is left, and of a read and a write of one address in a row at once.
using Sites = std::map<const llvm::Instruction *, unsigned>;
Sites find_accesses (llvm::Function &function, const llvm::DominatorTree &tree,
                     const std::set<const llvm::AllocaInst *> &unwatched, Names &names, Runtime &runtime);
void prepare (llvm::Function &function, const Sites &sites, llvm::FunctionAnalysisManager &manager);
void watch_accesses (llvm::Function &function, const Sites &sites, Runtime &runtime);
// pass_library.cc: what a call to a function without a body reads and writes. False: nothing is known of it.
bool watch_library (llvm::CallBase &call, const std::string &name, unsigned site, Runtime &runtime);

}
