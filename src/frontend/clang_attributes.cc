/* What attributes mean for the tree. Those that change what a program does, and that the tree does not show,
 * are an obstacle; so is every attribute that is not in this table. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace ihop {

enum Meaning
{
  HARMLESS,    /* says nothing about values, memory or the order of things */
  TYPED,       /* Clang makes another type, size or place in memory of it, and those are what the tree has */
  KEPT,        /* printed with its variable, wherever that is declared anew */
  CALLED,      /* the tree shows what it calls: clang_cleanup.cc */
  OTHER_NAMES, /* of a variable: the memory, or another definition of it, is found by other names as well */
  REPLACEABLE, /* of a function: the body here may not be the one that runs */
  OBSTACLE
};

static const struct
{
  const char *names; /* as Clang spells them, with spaces around */
  Meaning meaning;
} meanings[] = {
  /* Optimization and code generation: the same values by other instructions. */
  { " always_inline noinline noclone flatten hot cold optnone minsize optimize nodebug gnu_inline artificial target"
    " target_clones target_version no_builtin noipa no_reorder no_icf simd "
    " no_stack_protector stack_protect no_split_stack strict_gs_check no_speculative_load_hardening"
    " speculative_load_hardening zero_call_used_regs patchable_function_entry nocf_check cf_check"
    " disable_tail_calls not_tail_called musttail noduplicate nomerge convergent novtable xray_always_instrument"
    " xray_never_instrument xray_log_args no_instrument_function no_profile_instrument_function"
    " no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_memory no_address_safety_analysis"
    " disable_sanitizer_instrumentation loader_uninitialized uninitialized likely unlikely code_align hint"
    " function_return indirect_branch fentry_name force_align_arg_pointer mcount patchable mig_server_routine ",
    HARMLESS },
  /* Warnings, and promises to the compiler on which nothing here rests. */
  { " unused maybe_unused used retain deprecated unavailable availability warn_unused_result nodiscard warn_unused"
    " nonnull returns_nonnull nullability_on_fields format format_arg sentinel malloc alloc_size alloc_align"
    " assume_aligned const pure leaf nothrow noescape access nonstring fallthrough warning error diagnose_if"
    " enable_if flag_enum enum_extensibility designated_init counted_by tainted_args callback annotate"
    " annotate_type unsafe_buffer_usage require_constant_initialization warn_if_not_aligned pointer no_deref"
    " assert_capability acquire_capability release_capability guarded_by pt_guarded_by requires_capability"
    " consumable type_visibility visibility internal_linkage dllimport dllexport externally_visible nouwtable"
    " noreturn _Noreturn analyzer_noreturn suppress may_alias restrict allocating ownership_returns"
    " ownership_takes ownership_holds assume btf_decl_tag btf_type_tag common nocommon selectany"
    " availability tls_model standalone_debug copy preserve_access_index no_randomize_layout randomize_layout"
    " strict_flex_array swift_name preferred_name ",
    HARMLESS },
  /* Conventions of calls: caller and callee are compiled with the same declaration. */
  { " cdecl stdcall fastcall thiscall vectorcall regcall pascal ms_abi sysv_abi regparm pcs aarch64_vector_pcs"
    " preserve_all preserve_most preserve_none no_caller_saved_registers ",
    HARMLESS },
  { " packed mode vector_size ext_vector_type transparent_union ms_struct gcc_struct max_field_alignment"
    " align_mac68k address_space ",
    TYPED },
  { " aligned alignas _Alignas ", KEPT },
  { " cleanup ", CALLED },
  /* A section whose name is an identifier can be walked from __start_NAME to __stop_NAME. */
  { " alias weakref weak section asm ", OTHER_NAMES },
  { " weak_import ifunc weak overloadable cpu_dispatch cpu_specific ", REPLACEABLE },
  /* Called by nobody that is seen: before main, after it. */
  { " constructor destructor ", HARMLESS },
  { " host device global shared constant managed launch_bounds ", HARMLESS },
};

static bool
has_name (const char *names, llvm::StringRef name)
{
  std::string word = " " + name.trim ('_').str () + " ";

  return llvm::StringRef (names).contains (word) || llvm::StringRef (names).contains (" " + name.str () + " ");
}

static bool
has_meaning (const Attr *attr, Meaning meaning)
{
  bool is_known = false;

  for (const auto &row : meanings)
    if (has_name (row.names, attr->getSpelling ()))
      {
        is_known = true;
        if (row.meaning == meaning)
          return true;
      }
  return meaning == OBSTACLE && !is_known;
}

/* The compiler's own attributes of library functions, and those that come from a pragma for a loop, are not
 * the owner's. */
static bool
any (const Decl *decl, Meaning meaning)
{
  for (const Decl *one : decl->redecls ())
    for (const Attr *attr : one->attrs ())
      if (!attr->isImplicit () && has_meaning (attr, meaning))
        return true;
  return false;
}

static bool
is_plain_section (const Decl *decl)
{
  for (const Decl *one : decl->redecls ())
    if (auto *section = one->getAttr<SectionAttr> ())
      return !section->getName ().contains ('.');
  return false;
}

bool
Reader::has_other_names (const VarDecl *decl)
{
  bool is_weak = decl->hasAttr<WeakAttr> () && decl->isThisDeclarationADefinition () != VarDecl::DeclarationOnly;

  return is_weak || is_plain_section (decl) || any (decl, OBSTACLE);
}

bool
Reader::is_replaceable (const FunctionDecl *decl)
{
  return any (decl, REPLACEABLE) || any (decl, OBSTACLE);
}

/* What has to be said with a local variable that is printed anew; NULL: nothing. */
const char *
Reader::attributes_text (const VarDecl *decl)
{
  std::string text;

  for (const Attr *attr : decl->attrs ())
    if (auto *cleanup = dyn_cast<CleanupAttr> (attr))
      text += " __attribute__ ((cleanup (" + cleanup->getFunctionDecl ()->getName ().str () + ")))";
    else if (auto *aligned = dyn_cast<AlignedAttr> (attr))
      text += " __attribute__ ((aligned ("
              + std::to_string (aligned->getAlignment (ast) / ast.getCharWidth ()) + ")))";
  return text.empty () ? nullptr : keep (text);
}

} // namespace ihop
