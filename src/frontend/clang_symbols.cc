/* Declared things, and the order in which a file declares them. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace ihop {

Reader::Reader (ASTContext &context, IhopTree *new_tree, IhopDiags *messages,
                Directives &directives)
  : ast (context), sources (context.getSourceManager ()), lang (context.getLangOpts ()),
    tree (new_tree), pool (new_tree->pool), diags (messages), seen (directives)
{
}

bool
Reader::is_system (SourceLocation loc)
{
  if (loc.isInvalid ())
    return true;
  loc = sources.getExpansionLoc (loc);
  return sources.isInSystemHeader (loc) || sources.isWrittenInBuiltinFile (loc);
}

/* A folder that the owner calls a system folder holds other people's headers, not the C library's. */
bool
Reader::is_owners_folder (llvm::StringRef path)
{
  for (char **flag = tree->flags; flag && *flag; flag++)
    for (llvm::StringRef name : { "-isystem", "-idirafter" })
      if (llvm::StringRef (*flag).starts_with (name))
        {
          llvm::StringRef folder = llvm::StringRef (*flag).drop_front (name.size ());
          if (folder.empty () && flag[1])
            folder = flag[1];
          if (!folder.empty () && path.starts_with (folder))
            return true;
        }
  return false;
}

/* Any declaration counts: "#include <stdlib.h>", and "extern int rand (void);" once more below it. */
bool
Reader::is_library (const NamedDecl *decl)
{
  for (const Decl *one : decl->redecls ())
    {
      SourceLocation loc = sources.getExpansionLoc (one->getLocation ());
      if (loc.isInvalid () || sources.isWrittenInBuiltinFile (loc))
        return true;
      if (sources.isInSystemHeader (loc) && !is_owners_folder (sources.getFilename (loc)))
        return true;
    }
  return decl->getDeclName ().isIdentifier () && decl->getName ().starts_with ("__builtin_");
}

bool
Reader::is_main (SourceLocation loc)
{
  return loc.isValid ()
         && sources.getFileID (sources.getExpansionLoc (loc)) == sources.getMainFileID ();
}

/* One symbol for all declarations of a thing. */
static const Decl *
key_of (const NamedDecl *decl)
{
  return isa<ParmVarDecl> (decl) ? decl : decl->getCanonicalDecl ();
}

IhopSymbol *
Reader::symbol_new (IhopSymbolKind kind, const NamedDecl *decl)
{
  auto *symbol = static_cast<IhopSymbol *> (ihop_pool_alloc (pool, sizeof (IhopSymbol)));

  symbol->kind = kind;
  symbol->name = keep (decl->getIdentifier () ? decl->getName () : decl->getNameAsString ());
  symbol->range = range_of (decl->getBeginLoc (), decl->getEndLoc ());
  symbol->first = range_of (decl->getCanonicalDecl ()->getBeginLoc (), decl->getCanonicalDecl ()->getEndLoc ());
  symbol->in_system_header = is_system (decl->getLocation ());
  symbol->is_global = decl->getDeclContext ()->isFileContext ();
  symbols[key_of (decl)] = symbol;
  return symbol;
}

static IhopStorage
storage_of (const VarDecl *decl)
{
  if (decl->getTLSKind () != VarDecl::TLS_None)
    return IHOP_STORAGE_THREAD;
  if (decl->getStorageClass () == SC_Static)
    return IHOP_STORAGE_STATIC;
  if (decl->hasExternalStorage () || decl->isFileVarDecl ())
    return IHOP_STORAGE_EXTERN;
  return IHOP_STORAGE_AUTO;
}

/* Of several declarations the one that tells most: "extern int A[];" and "int A[10];". */
static const VarDecl *
best_declaration (const VarDecl *decl)
{
  const VarDecl *best = decl->getMostRecentDecl ();

  if (auto *acting = decl->getActingDefinition ())
    best = acting;
  if (auto *definition = decl->getDefinition ())
    best = definition;
  for (auto *other : decl->redecls ())
    if (best->getType ()->isIncompleteType () && !other->getType ()->isIncompleteType ())
      best = other;
  return best;
}

/* What the linker calls it, if a declaration says so. */
static llvm::StringRef
other_name (const Decl *decl)
{
  for (auto *other : decl->redecls ())
    {
      if (auto *alias = other->getAttr<AliasAttr> ())
        return alias->getAliasee ();
      if (auto *weak = other->getAttr<WeakRefAttr> ())
        return weak->getAliasee ();
      if (auto *label = other->getAttr<AsmLabelAttr> ())
        return label->getLabel ();
    }
  return {};
}

/* Memory that two declarations name is not what either of them alone says. */
void
Reader::note_link_name (IhopSymbol *symbol, const VarDecl *decl)
{
  llvm::StringRef other = other_name (decl);
  bool is_named
    = decl->isFileVarDecl () && (other_names.count (decl->getName ()) || has_other_names (decl));
  if (other.empty () && !is_named)
    return;
  symbol->link_name = keep (other.empty () ? decl->getName () : other);
  symbol->declared_type = type_qualified (symbol->declared_type, decl->getType ().withVolatile ());
  symbol->type = type_qualified (symbol->type, decl->getType ().withVolatile ());
}

void
Reader::find_other_names ()
{
  for (const Decl *decl : ast.getTranslationUnitDecl ()->decls ())
    {
      llvm::StringRef other = isa<VarDecl> (decl) ? other_name (decl) : llvm::StringRef ();
      if (!other.empty ())
        other_names.insert (other);
    }
}

/* "const int width = 8;", where it stands in front of whoever asks. */
static void
note_number (IhopSymbol *symbol, const VarDecl *decl, const ASTContext &ast)
{
  const Expr *init = decl->getAnyInitializer ();
  Expr::EvalResult result;

  if (!decl->getType ().isConstQualified () || decl->getType ().isVolatileQualified ()
      || !decl->getType ()->isIntegralOrEnumerationType () || init == nullptr || init->isValueDependent ()
      || !init->EvaluateAsInt (result, ast) || !result.Val.getInt ().isRepresentableByInt64 ())
    return;
  symbol->has_value = TRUE;
  symbol->value = result.Val.getInt ().getExtValue ();
}

void
Reader::fill_variable (IhopSymbol *symbol, const VarDecl *decl)
{
  const auto *parameter = dyn_cast<ParmVarDecl> (decl);

  if (parameter == nullptr)
    decl = best_declaration (decl);
  symbol->range = range_of (decl->getBeginLoc (), decl->getEndLoc ());
  symbol->storage = storage_of (decl);
  QualType type = parameter ? parameter->getOriginalType () : decl->getType ();
  symbol->declared_type = type_of (decl->getTypeSourceInfo (), type);
  symbol->type = symbol->declared_type;
  if (parameter)
    symbol->type = type_decayed (symbol->declared_type, decl->getType ());
  else if (symbol->type->kind == IHOP_TYPE_ARRAY && !symbol->type->has_count
           && decl->getType ()->isConstantArrayType ())
    {
      /* "int A[] = { … }" is declared without an extent and has one nevertheless. */
      auto *counted = static_cast<IhopType *> (ihop_pool_alloc (pool, sizeof (IhopType)));
      *counted = *symbol->type;
      set_count (counted, decl->getType ());
      counted->size = ast.getTypeSizeInChars (decl->getType ()).getQuantity ();
      counted->align = ast.getTypeAlignInChars (decl->getType ()).getQuantity ();
      symbol->type = symbol->declared_type = counted;
    }
  symbol->is_library = decl->isFileVarDecl () && is_library (decl);
  symbol->attributes = decl->isLocalVarDecl () ? attributes_text (decl) : nullptr;
  note_link_name (symbol, decl);
  if (parameter == nullptr)
    note_number (symbol, decl, ast);
}

void
Reader::fill_field (IhopSymbol *symbol, const FieldDecl *decl)
{
  symbol->declared_type = symbol->type = type_of (decl->getTypeSourceInfo (), decl->getType ());
  symbol->is_global = FALSE;
  symbol->offset = ast.getFieldOffset (decl) / ast.getCharWidth ();
  if (decl->isBitField ())
    symbol->bit_width = decl->getBitWidthValue (ast);
}

void
Reader::fill_function (IhopSymbol *symbol, const FunctionDecl *decl)
{
  const FunctionDecl *definition = nullptr;

  if (decl->isDefined (definition))
    decl = definition;
  else
    decl = decl->getMostRecentDecl ();
  symbol->range = range_of (decl->getBeginLoc (), decl->getEndLoc ());
  symbol->storage
    = decl->getFormalLinkage () == Linkage::External ? IHOP_STORAGE_EXTERN : IHOP_STORAGE_STATIC;
  symbol->is_global = TRUE;
  symbol->is_inline = decl->isInlineSpecified ();
  symbol->is_run_unasked = decl->hasAttr<ConstructorAttr> () || decl->hasAttr<DestructorAttr> ();
  symbol->is_library = is_library (decl);
  symbol->is_builtin = decl->getBuiltinID () != 0;
  symbol->is_replaceable = !symbol->in_system_header && is_replaceable (decl);
  symbol->type = symbol->declared_type = type_of (decl->getTypeSourceInfo (), decl->getType ());
}

void
Reader::fill_enumerator (IhopSymbol *symbol, const EnumConstantDecl *decl)
{
  symbol->type = symbol->declared_type = type_of (decl->getType ());
  symbol->value = decl->getInitVal ().extOrTrunc (64).getSExtValue ();
}

/* The symbol is entered before its type is read: "int *p = malloc (sizeof *p)". */
IhopSymbol *
Reader::symbol_of (const NamedDecl *decl)
{
  auto found = symbols.find (key_of (decl));
  if (found != symbols.end ())
    return found->second;
  if (auto *variable = dyn_cast<VarDecl> (decl))
    {
      IhopSymbol *symbol = symbol_new (
        isa<ParmVarDecl> (decl) ? IHOP_SYMBOL_PARAMETER : IHOP_SYMBOL_VARIABLE, decl);
      fill_variable (symbol, variable);
      note_space (symbol, variable);
      return symbol;
    }
  if (auto *function = dyn_cast<FunctionDecl> (decl))
    {
      IhopSymbol *symbol = symbol_new (IHOP_SYMBOL_FUNCTION, decl);
      fill_function (symbol, function);
      note_kernel (symbol, function);
      return symbol;
    }
  if (auto *field = dyn_cast<FieldDecl> (decl))
    {
      IhopSymbol *symbol = symbol_new (IHOP_SYMBOL_FIELD, decl);
      fill_field (symbol, field);
      return symbol;
    }
  if (auto *enumerator = dyn_cast<EnumConstantDecl> (decl))
    {
      IhopSymbol *symbol = symbol_new (IHOP_SYMBOL_ENUMERATOR, decl);
      fill_enumerator (symbol, enumerator);
      if (enumerator->getParentFunctionOrMethod ())
        symbol->first = IhopRange (); /* the file never knows it */
      return symbol;
    }
  if (isa<IndirectFieldDecl> (decl))
    return symbol_of (cast<IndirectFieldDecl> (decl)->getAnonField ());
  IhopSymbol *symbol = symbol_new (IHOP_SYMBOL_LABEL, decl);

  symbol->is_jumped_to = decl->isUsed ();
  return symbol;
}

void
Reader::read_function (const FunctionDecl *decl)
{
  auto *function = static_cast<IhopFunction *> (ihop_pool_alloc (pool, sizeof (IhopFunction)));

  function->symbol = symbol_of (decl);
  auto *method = dyn_cast<CXXMethodDecl> (decl);
  unsigned first = method && method->isImplicitObjectMemberFunction () ? 1 : 0;
  function->n_params = decl->getNumParams () + first;
  function->params = static_cast<IhopSymbol **> (
    ihop_pool_alloc (pool, std::max (1U, function->n_params) * sizeof (IhopSymbol *)));
  if (first)
    function->params[0] = object_of (method);
  for (unsigned i = first; i < function->n_params; i++)
    function->params[i] = symbol_of (decl->getParamDecl (i - first));
  function->range = range_of (decl->getBeginLoc (), decl->getEndLoc ());
  function->in_main_file = is_main (decl->getLocation ());
  reading = decl;
  local_names.clear ();
  function->body = body_of (decl);
  g_ptr_array_add (tree->functions, function);
  if (function->in_main_file)
    warn_pragmas (decl);
}

void
Reader::read_global (const VarDecl *decl)
{
  IhopSymbol *symbol = symbol_of (decl);

  if (globals.insert (symbol).second)
    g_ptr_array_add (tree->globals, symbol);
  IhopRange range = range_of (decl->getBeginLoc (), decl->getEndLoc ());
  if (range.source == tree->source && range.begin != symbol->range.begin)
    g_array_append_val (tree->redeclared, range);
  if (decl->hasInit ())
    g_ptr_array_add (tree->global_nodes, const_cast<IhopNode *> (variable (decl)));
}

void
Reader::read_declaration (const Decl *decl)
{
  if (is_system (decl->getLocation ()))
    return;
  note_measures (decl);
  if (auto *function = dyn_cast<FunctionDecl> (decl))
    {
      if (function->doesThisDeclarationHaveABody ())
        read_function (function);
    }
  else if (auto *variable = dyn_cast<VarDecl> (decl))
    read_global (variable);
}

/* Whether a declaration of the main file goes on around this place of it. */
bool
Reader::is_inside_declaration (unsigned offset)
{
  for (const Decl *decl : ast.getTranslationUnitDecl ()->decls ())
    {
      auto begin = sources.getDecomposedExpansionLoc (decl->getBeginLoc ()), end = sources.getDecomposedExpansionLoc (decl->getEndLoc ());
      if (begin.first == sources.getMainFileID () && end.first == begin.first && begin.second < offset && offset < end.second)
        return true;
    }
  return false;
}

void
Reader::read_lines ()
{
  for (const Line &line : seen.lines)
    {
      IhopDirective directive = { line.kind, { tree->source, line.begin, line.end }, keep (line.name),
                                  line.kind == IHOP_DIRECTIVE_INCLUDE && is_inside_declaration (line.begin) };
      g_array_append_val (tree->directives, directive);
    }
}

void
Reader::add_skipped (SourceLocation begin, SourceLocation end, bool line)
{
  auto first = sources.getDecomposedLoc (begin), last = sources.getDecomposedLoc (end);
  IhopSource *source = first.first == last.first ? source_of (first.first) : nullptr;

  if (source == nullptr || last.second == 0)
    return;
  const char *newline = line ? strchr (source->text + last.second - 1, '\n') : nullptr;
  IhopSpan span = { first.second, last.second };
  if (line)
    span.end = newline ? gsize (newline - source->text) : gsize (source->length);
  g_array_append_val (source->skipped, span);
}

static int
compare_spans (const void *a, const void *b)
{
  gsize left = static_cast<const IhopSpan *> (a)->begin;
  gsize right = static_cast<const IhopSpan *> (b)->begin;

  return left < right ? -1 : left > right;
}

/* What stands in the file and is not there for C. A region that #if takes out ends where its last
 * line ("#else", "#endif") ends. */
void
Reader::read_skipped ()
{
  for (SourceRange range : seen.skipped)
    add_skipped (range.getBegin (), range.getEnd (), true);
  for (SourceRange range : seen.empty)
    if (!is_system (range.getBegin ()) && range.getEnd ().isFileID ())
      add_skipped (range.getBegin (), Lexer::getLocForEndOfToken (range.getEnd (), 0, sources, lang),
                   false);
  for (guint i = 0; i < tree->sources->len; i++)
    g_array_sort (static_cast<IhopSource *> (tree->sources->pdata[i])->skipped, compare_spans);
}

void
Reader::read ()
{
  read_skipped ();
  read_lines ();
  find_other_names ();
  for (const Decl *decl : ast.getTranslationUnitDecl ()->decls ())
    read_declaration (decl);
  note_inner_types ();
  note_clashes ();
  note_heap ();
}

} // namespace ihop
