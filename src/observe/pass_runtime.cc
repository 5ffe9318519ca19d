// The functions of the runtime that the pass puts calls to.
#include "observe/pass.h"

using namespace llvm;

namespace ihop {

FunctionCallee
Runtime::declare (const std::string &name, Type *result, std::vector<Type *> arguments)
{
  return module.getOrInsertFunction ("ihop_observe_" + name, FunctionType::get (result, arguments, false));
}

static Type *
none (Module &module)
{
  return Type::getVoidTy (module.getContext ());
}

static Type *
number (Module &module)
{
  return Type::getInt32Ty (module.getContext ());
}

static Type *
address (Module &module)
{
  return Type::getInt64Ty (module.getContext ());
}

FunctionCallee Runtime::enter () { return declare ("enter", none (module), { number (module), number (module) }); }
FunctionCallee Runtime::step () { return declare ("step", none (module), {}); }
FunctionCallee Runtime::iterate () { return declare ("iterate", none (module), {}); }
FunctionCallee Runtime::leave () { return declare ("leave", none (module), { number (module), number (module) }); }
FunctionCallee Runtime::depth () { return declare ("depth", number (module), {}); }
FunctionCallee Runtime::local () { return range ("local"); }
FunctionCallee Runtime::global () { return range ("global"); }

static Type *
pointer (Module &module)
{
  return PointerType::getUnqual (module.getContext ());
}

FunctionCallee
Runtime::read (unsigned bytes)
{
  return declare ("read_" + std::to_string (bytes), none (module), { address (module), number (module), pointer (module) });
}

FunctionCallee
Runtime::write (unsigned bytes)
{
  return declare ("write_" + std::to_string (bytes), none (module), { address (module), number (module), pointer (module) });
}

FunctionCallee
Runtime::update (unsigned bytes)
{
  return declare ("update_" + std::to_string (bytes), none (module),
                  { address (module), number (module), number (module), pointer (module) });
}

void
Runtime::tell (IRBuilder<> &builder, FunctionCallee callee, ArrayRef<Value *> arguments)
{
  CallInst *call = builder.CreateCall (callee, arguments);

  if (!is_inlined)
    call->addFnAttr (Attribute::NoInline);
}

Value *
Runtime::known (unsigned n)
{
  ArrayType *room = ArrayType::get (address (module), 3 * n); // of IhopKnown

  return new GlobalVariable (module, room, false, GlobalValue::InternalLinkage, Constant::getNullValue (room),
                             "ihop_observe_known");
}

FunctionCallee Runtime::touch_read () { return range ("touch_read"); }
FunctionCallee Runtime::touch_write () { return range ("touch_write"); }

// It leaves the program's registers alone.
void
Runtime::call_trips (IRBuilder<> &builder, unsigned loop, Value *counter)
{
  FunctionCallee callee = declare ("trips", none (module), { number (module), address (module) });
  CallInst *call = builder.CreateCall (callee, { builder.getInt32 (loop), builder.CreateLoad (builder.getInt64Ty (), counter) });

  cast<Function> (callee.getCallee ())->setCallingConv (CallingConv::PreserveMost);
  call->setCallingConv (CallingConv::PreserveMost);
}

Value *
Runtime::chain (IRBuilder<> &builder)
{
  auto *variable = cast<GlobalVariable> (module.getOrInsertGlobal ("ihop_observe_chain", builder.getPtrTy ()));

  variable->setThreadLocalMode (GlobalValue::InitialExecTLSModel);
  return builder.CreateThreadLocalAddress (variable);
}

FunctionCallee
Runtime::string (bool writes)
{
  return access (writes ? "string_write" : "string_read");
}

FunctionCallee
Runtime::access (const std::string &name)
{
  return declare (name, none (module), { address (module), number (module) });
}

FunctionCallee
Runtime::range (const std::string &name)
{
  return declare (name, none (module), { address (module), address (module), number (module) });
}

bool
Runtime::is_ours (const CallBase &call)
{
  const Function *callee = call.getCalledFunction ();

  return callee && callee->getName ().starts_with ("ihop_observe_");
}

}
