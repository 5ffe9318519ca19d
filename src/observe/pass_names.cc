// Numbers, names and places of what the pass watches.
#include "observe/pass.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ihop {

// What the debug information says of each variable of the function that is being read.
static std::map<const Value *, const DILocalVariable *> described;

static void
describe (const Value *variable, const DILocalVariable *known)
{
  if (variable && known)
    described[variable] = known;
}

void
Names::read (const Function &function)
{
  described.clear ();
  for (const BasicBlock &block : function)
    for (const Instruction &instruction : block)
      {
        for (const DbgVariableRecord &record : filterDbgVars (instruction.getDbgRecordRange ()))
          if (record.getType () != DbgVariableRecord::LocationType::Value) // a declare, or what Clang made of it
            describe (record.getAddress (), record.getVariable ());
        if (const auto *declare = dyn_cast<DbgDeclareInst> (&instruction))
          describe (declare->getAddress (), declare->getVariable ());
      }
}

static const DILocalVariable *
variable_of (const Value *variable)
{
  auto found = described.find (variable);

  return found == described.end () ? nullptr : found->second;
}

bool
Names::is_named (const AllocaInst &variable) const
{
  return variable_of (&variable) != nullptr;
}

unsigned
Names::file (const DIScope *scope)
{
  const DIFile *file = scope ? scope->getFile () : nullptr;
  auto found = files.find (file);

  if (found != files.end ())
    return found->second;
  unsigned number = unsigned (files.size ());
  files[file] = number;
  std::string path;
  if (file)
    {
      path = file->getFilename ().str ();
      if (path.empty () || path[0] != '/')
        path = (file->getDirectory () + "/" + path).str ();
    }
  text += "F\t" + std::to_string (number) + "\t" + path + "\n";
  return number;
}

void
Names::line (char kind, unsigned number, const DIScope *scope, unsigned line, unsigned column, const std::string &rest)
{
  unsigned where = file (scope);

  text += kind;
  for (unsigned value : { number, where, line, column })
    text += "\t" + std::to_string (value);
  text += "\t" + rest + "\n";
}

unsigned
Names::loop (const DebugLoc &place, const Function &function, unsigned parent)
{
  unsigned id = number ();
  const DISubprogram *program = function.getSubprogram ();

  line ('L', id, place ? cast<DIScope> (place.getScope ()) : nullptr, place ? place.getLine () : 0,
        place ? place.getCol () : 0,
        std::to_string (parent) + "\t" + (program ? program->getName ().str () : function.getName ().str ()));
  return id;
}

unsigned
Names::site (const DebugLoc &place, const std::string &name)
{
  unsigned id = number ();

  line ('S', id, place ? cast<DIScope> (place.getScope ()) : nullptr, place ? place.getLine () : 0,
        place ? place.getCol () : 0, name);
  return id;
}

unsigned
Names::site (const DebugLoc &place, const Value *pointer, const Type *type)
{
  const Instruction *inside = dyn_cast<Instruction> (pointer);
  const Module *module = inside ? inside->getModule () : nullptr;

  return site (place, name_of (pointer) + "\t" + (module ? layout_of (pointer, type, module->getDataLayout ()) : ""));
}

unsigned
Names::local (const AllocaInst &variable)
{
  unsigned id = number ();
  const DILocalVariable *known = variable_of (&variable);
  const DISubprogram *program = variable.getFunction ()->getSubprogram ();

  line ('O', id, known ? known->getScope () : program, known ? known->getLine () : 0, 0,
        (known ? known->getName ().str () : "") + "\t"
          + layout_of (&variable, variable.getAllocatedType (), variable.getModule ()->getDataLayout ()) + "\t"
          + (program ? program->getName ().str () : ""));
  return id;
}

unsigned
Names::global (const GlobalVariable &variable)
{
  SmallVector<DIGlobalVariableExpression *, 1> known;
  unsigned id = number ();

  variable.getDebugInfo (known);
  const DIGlobalVariable *described = known.empty () ? nullptr : known[0]->getVariable ();
  line ('O', id, described ? described->getFile () : nullptr, described ? described->getLine () : 0, 0,
        (described ? described->getName () : variable.getName ()).str () + "\t"
          + layout_of (&variable, variable.getValueType (), variable.getParent ()->getDataLayout ()) + "\t");
  return id;
}

bool
Names::write (const char *path) const
{
  std::error_code error;
  raw_fd_ostream out (path, error);

  if (error)
    return false;
  out << text;
  for (const std::string &name : unknowns)
    out << "U\t" << name << "\n";
  out.close ();
  return !out.has_error ();
}

// ---- Variables behind pointers -------------------------------------------------------------------

static const Value *
step_back (const Value *pointer)
{
  if (const auto *address = dyn_cast<GEPOperator> (pointer))
    return address->getPointerOperand ();
  if (const auto *load = dyn_cast<LoadInst> (pointer))
    return load->getPointerOperand ();
  if (const auto *cast = dyn_cast<CastInst> (pointer))
    return cast->getOperand (0);
  return nullptr;
}

std::string
name_of (const Value *pointer)
{
  for (unsigned steps = 0; pointer && steps < 64; steps++)
    {
      if (const auto *variable = dyn_cast<AllocaInst> (pointer))
        {
          const DILocalVariable *known = variable_of (variable);
          return known ? known->getName ().str () : "";
        }
      if (const auto *global = dyn_cast<GlobalVariable> (pointer))
        return global->getName ().str ();
      if (const auto *argument = dyn_cast<Argument> (pointer))
        return argument->getName ().str ();
      pointer = step_back (pointer);
    }
  return "";
}

// "200,220,8" for double[200][220].
static std::string
nested (const Type *type, const DataLayout &data)
{
  std::string text;

  while (const auto *array = dyn_cast<ArrayType> (type))
    {
      text += std::to_string (array->getNumElements ()) + ",";
      type = array->getElementType ();
    }
  return text + std::to_string (type->isSized () ? data.getTypeAllocSize (const_cast<Type *> (type)).getFixedValue () : 1);
}

std::string
layout_of (const Value *pointer, const Type *type, const DataLayout &data)
{
  const GEPOperator *first = nullptr;

  if (const auto *variable = dyn_cast<AllocaInst> (pointer))
    return "=" + nested (variable->getAllocatedType (), data);
  if (const auto *global = dyn_cast<GlobalVariable> (pointer))
    return "=" + nested (global->getValueType (), data);
  for (; const auto *address = dyn_cast<GEPOperator> (pointer); pointer = address->getPointerOperand ())
    first = address;
  return nested (first ? first->getSourceElementType () : type, data);
}

}
