/* Names of the owner's that mean something else in C++ or where CUDA's headers are read, and where the main file
 * says them: whoever writes C++ or CUDA calls them otherwise.
 *
 * Which words are C++'s is asked of Clang, and which are CUDA's of a list that was made from its headers
 * (cuda_names.txt, by tools/cuda-names). */
#include "clang_message.h"
#include "clang_reader.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include <algorithm>
#include <map>

using namespace clang;

namespace ihop {

static const char names_text[] =
#include "cuda_names.inc"
  ;

/* ---- The words ---- */

/* A name and its kind: 'f'unction, 't'ype, 'e'numerator, 'v'ariable, 'm'acro, or instead of that the type of a
 * typedef. Of the C library, which CUDA's headers read, they are capitals. */
using CudaName = std::pair<llvm::StringRef, llvm::StringRef>;

/* In their order, as the list has them. */
static const std::vector<CudaName> &
cuda_names ()
{
  static const std::vector<CudaName> *names = [] {
    auto *all = new std::vector<CudaName>;
    all->reserve (std::count (std::begin (names_text), std::end (names_text), '\n'));
    for (llvm::StringRef rest = names_text; !rest.empty ();)
      {
        auto [line, behind] = rest.split ('\n');
        rest = behind;
        if (line.empty () || line.starts_with ("#"))
          continue;
        auto [name, type] = line.substr (2).split (' ');
        all->push_back ({ name, type.empty () ? line.substr (0, 1) : type });
        g_assert (all->size () == 1 || all->end ()[-2].first < name);
      }
    return all;
  }();

  return *names;
}

/* Empty: it is none of CUDA's. */
static llvm::StringRef
cuda_kind (llvm::StringRef name)
{
  auto found = std::lower_bound (cuda_names ().begin (), cuda_names ().end (), CudaName (name, ""));

  return found != cuda_names ().end () && found->first == name ? found->second : llvm::StringRef ();
}

static const IdentifierTable &
cxx_words ()
{
  static const IdentifierTable *words = [] {
    LangOptions options;
    options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = options.CPlusPlus20 = true;
    options.CXXOperatorNames = options.Bool = options.WChar = options.Char8 = options.GNUMode = options.GNUKeywords = true;
    return new IdentifierTable (options);
  }();

  return *words;
}

static bool
is_cxx_operator (llvm::StringRef name)
{
  auto found = cxx_words ().find (name);

  return found != cxx_words ().end () && found->second->isCPlusPlusOperatorKeyword ();
}

static bool
is_cxx_word (llvm::StringRef name)
{
  auto found = cxx_words ().find (name);

  return found != cxx_words ().end ()
         && (found->second->getTokenID () != tok::identifier || found->second->isCPlusPlusOperatorKeyword ());
}

/* ---- Whose names they are ---- */

struct Found
{
  const NamedDecl *decl = nullptr; /* outside of functions */
  const char *why = nullptr;
  std::vector<gsize> places;
};

/* A macro of the library's, as those of stdbool.h, or of the command line. */
static bool
is_foreign_macro (const IdentifierInfo *name, const Preprocessor &preprocessor, const SourceManager &sources)
{
  const MacroInfo *info = preprocessor.getMacroInfo (name);
  SourceLocation loc = info ? info->getDefinitionLoc () : SourceLocation ();

  return info && (loc.isInvalid () || sources.isInSystemHeader (loc) || sources.isWrittenInBuiltinFile (loc)
                  || sources.isWrittenInCommandLineFile (loc));
}

/* Whether CUDA's headers, which read the library's, would see another thing by this name than the program has. A
 * function that takes the place of one of the library's for all files keeps its name: compilers know what those do. */
static bool
hides_library (const NamedDecl *decl, llvm::StringRef kind)
{
  bool is_type = kind == "T" || kind.size () > 1;

  if (auto *alias = dyn_cast<TypedefNameDecl> (decl))
    {
      QualType type = alias->getUnderlyingType ().getCanonicalType ();
      return !is_type || type->isRecordType () || type->isEnumeralType () || type.getAsString () != kind;
    }
  if (isa<TagDecl> (decl))
    return is_type;
  if (isa<FunctionDecl> (decl))
    return kind != "F" || !decl->isExternallyVisible ();
  return !(isa<VarDecl> (decl) && kind == "V" && decl->isExternallyVisible ());
}

/* Calls of CUDA's stand in what is generated, and a macro of such a name would change them; one that is called
 * as a function of its mathematics hurts nobody. */
static bool
hurts_as_macro (llvm::StringRef name, char kind)
{
  return kind != 'f' || name.starts_with ("cuda") || name.starts_with ("atomic") || name.starts_with ("__");
}

/* What a name means outside of functions, or to the linker where only functions declare it. */
static DeclContext::lookup_result
linked_or_global (ASTContext &ast, const IdentifierInfo *name)
{
  DeclContext::lookup_result found = ast.getTranslationUnitDecl ()->lookup (DeclarationName (name));

  return found.empty () ? ast.getExternCContextDecl ()->lookup (DeclarationName (name)) : found;
}

/* NULL: it means the same everywhere. */
const char *
Reader::why_it_clashes (const IdentifierInfo *name, const NamedDecl **decl)
{
  const Preprocessor &preprocessor = *seen.preprocessor;

  *decl = nullptr;
  llvm::StringRef kind = cuda_kind (name->getName ());
  bool is_word = name->getTokenID () == tok::identifier && is_cxx_word (name->getName ());
  if ((!is_word && kind.empty ()) || is_foreign_macro (name, preprocessor, sources))
    return nullptr;
  for (NamedDecl *one : linked_or_global (ast, name))
    {
      if (is_library (one))
        return nullptr;
      *decl = one;
    }
  if (is_word)
    return is_cxx_operator (name->getName ()) ? N_ ("an operator of C++") : N_ ("a keyword of C++");
  if (kind.size () > 1 || g_ascii_isupper (kind[0]))
    return *decl && hides_library (*decl, kind) ? N_ ("a name of the C library's, which CUDA's headers read") : nullptr;
  if (*decl || (preprocessor.getMacroInfo (name) && hurts_as_macro (name->getName (), kind[0])) || kind == "v")
    return N_ ("a name of CUDA's");
  return nullptr;
}

/* ---- Where they stand ---- */

/* In "reduction (max: m)" and in front of the parentheses stand words of the pragma's own. */
static bool
is_pragma_word (unsigned depth, llvm::StringRef behind)
{
  return depth == 0 || behind.ltrim (" \t").starts_with (":");
}

/* The identifiers of a text, but for file names and words of pragmas. */
static std::vector<Identifier>
identifiers_of (llvm::StringRef text, SourceLocation start, const LangOptions &lang)
{
  Lexer lexer (start, lang, text.begin (), text.begin (), text.end ());
  std::vector<Identifier> list;
  Token token;
  bool in_pragma = false, skips = false, hash = false;
  unsigned depth = 0;

  lexer.SetCommentRetentionState (false);
  for (bool more = true; more;)
    {
      more = !lexer.LexFromRawLexer (token);
      if (token.isAtStartOfLine ())
        {
          in_pragma = skips = false;
          hash = token.is (tok::hash);
          depth = 0;
        }
      depth += token.is (tok::l_paren);
      depth -= token.is (tok::r_paren) && depth > 0;
      if (token.isNot (tok::raw_identifier) || skips)
        continue;
      unsigned offset = lexer.getCurrentBufferOffset () - token.getLength ();
      llvm::StringRef name = token.getRawIdentifier ();
      if (hash)
        {
          skips = name.starts_with ("include") || name == "error" || name == "warning";
          in_pragma = name == "pragma";
          hash = false;
        }
      else if (!in_pragma || !is_pragma_word (depth, text.substr (offset + name.size ())))
        list.push_back ({ name, offset });
    }
  return list;
}

const std::vector<Identifier> &
Reader::identifiers ()
{
  if (!has_identifiers)
    {
      guint span = 0;
      const GArray *skipped = tree->source->skipped;
      FileID file = sources.getMainFileID ();
      llvm::StringRef text = sources.getBufferData (file);
      for (const Identifier &one : identifiers_of (text, sources.getLocForStartOfFile (file), lang))
        {
          while (span < skipped->len && g_array_index (skipped, IhopSpan, span).end <= one.offset)
            span++;
          if (span == skipped->len || g_array_index (skipped, IhopSpan, span).begin > one.offset)
            main_identifiers.push_back (one);
        }
      has_identifiers = true;
    }
  return main_identifiers;
}

static bool
has_word (llvm::StringRef text, llvm::StringRef word)
{
  auto is_part = [] (char c) { return g_ascii_isalnum (c) || c == '_'; };

  for (size_t at = text.find (word); at != llvm::StringRef::npos; at = text.find (word, at + 1))
    if ((at == 0 || !is_part (text[at - 1]))
        && (at + word.size () == text.size () || !is_part (text[at + word.size ()])))
      return true;
  return false;
}

/* Whether some file of the owner's that this one includes has the word. */
bool
Reader::headers_say (llvm::StringRef word)
{
  for (unsigned i = 0; i < sources.local_sloc_entry_size (); i++)
    {
      const SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry (i);
      if (!entry.isFile () || SrcMgr::isSystem (entry.getFile ().getFileCharacteristic ()))
        continue;
      FileID file = sources.getFileID (SourceLocation::getFromRawEncoding (entry.getOffset ()));
      if (file != sources.getMainFileID () && sources.getFileEntryRefForID (file)
          && has_word (sources.getBufferData (file), word))
        return true;
    }
  return false;
}

/* ---- What is known of each ---- */

/* The first place that a macro makes a string or another name of; its text would change. */
static unsigned
pasted_place (const Directives &seen, const SourceManager &sources, const std::vector<gsize> &places, bool &found)
{
  for (const SourceRange &call : seen.pasted_calls)
    {
      auto begin = sources.getDecomposedLoc (call.getBegin ()), end = sources.getDecomposedLoc (call.getEnd ());
      if (begin.first != sources.getMainFileID () || end.first != begin.first)
        continue;
      for (gsize place : places)
        if (place >= begin.second && place <= end.second)
          {
            found = true;
            return sources.getLineNumber (begin.first, unsigned (place));
          }
    }
  found = false;
  return 0;
}

/* Of the names that end in so many underscores, the first that the program has for nothing. */
static std::string
free_name (const IdentifierTable &names, llvm::StringRef name)
{
  std::string other = name.str () + "_";

  while (names.find (other) != names.end ())
    other += "_";
  return other;
}

static bool
is_defined (const NamedDecl *decl)
{
  if (auto *function = dyn_cast<FunctionDecl> (decl))
    return function->isDefined ();
  if (auto *variable = dyn_cast<VarDecl> (decl))
    return variable->getDefinition () || const_cast<VarDecl *> (variable)->getActingDefinition ();
  return true;
}

void
Reader::add_clash (const IdentifierInfo *name, const std::vector<gsize> &places, const NamedDecl *decl,
                   const char *why)
{
  auto *clash = static_cast<IhopClash *> (ihop_pool_alloc (pool, sizeof (IhopClash)));
  auto *list = static_cast<gsize *> (ihop_pool_alloc (pool, places.size () * sizeof (gsize)));
  bool is_pasted;

  std::copy (places.begin (), places.end (), list);
  clash->name = keep (name->getName ());
  clash->instead = keep (free_name (ast.Idents, name->getName ()));
  clash->why = why;
  clash->n_places = unsigned (places.size ());
  clash->places = list;
  clash->in_headers = headers_say (name->getName ());
  if (decl && isa<FunctionDecl, VarDecl> (decl) && decl->isExternallyVisible ())
    {
      clash->linked = symbol_of (decl);
      clash->is_foreign = !is_defined (decl);
    }
  clash->kept_line = pasted_place (seen, sources, places, is_pasted);
  if (is_pasted)
    clash->kept = N_ ("a macro makes a string or another name of it");
  else if (clash->in_headers && is_cxx_operator (name->getName ()))
    clash->kept = N_ ("a header says it, too, and no macro can have that name");
  g_ptr_array_add (tree->clashes, clash);
}

/* A program that reads CUDA's headers itself has its names from there. */
void
Reader::note_clashes ()
{
  const IdentifierTable &names = ast.Idents;
  std::map<llvm::StringRef, std::pair<Found, const IdentifierInfo *>> found;

  if (names.find ("CUDART_VERSION") != names.end () || lang.CPlusPlus)
    return;
  /* Clang's table has twenty thousand names of its own. */
  auto look_at = [&] (llvm::StringRef word) {
    auto name = names.find (word);
    if (name == names.end ())
      return;
    Found one;
    one.why = why_it_clashes (name->second, &one.decl);
    if (one.why)
      found[name->first ()] = { one, name->second };
  };
  for (const CudaName &name : cuda_names ())
    look_at (name.first);
  for (const auto &word : cxx_words ())
    look_at (word.first ());
  if (found.empty ())
    return;
  for (const Identifier &one : identifiers ())
    if (auto it = found.find (one.name); it != found.end ())
      it->second.first.places.push_back (one.offset);
  for (const auto &[name, one] : found)
    if (!one.first.places.empty () || headers_say (name))
      add_clash (one.second, one.first.places, one.first.decl, one.first.why);
}

/* So that steps may declare arrays that are allocated. */
void
Reader::note_heap ()
{
  bool all = true;

  for (const char *word : { "malloc", "free", "abort" })
    {
      auto name = ast.Idents.find (word);
      bool declared = false;
      if (name != ast.Idents.end () && !seen.preprocessor->getMacroInfo (name->second))
        for (NamedDecl *one : linked_or_global (ast, name->second))
          declared |= isa<FunctionDecl> (one) && sources.isInSystemHeader (sources.getExpansionLoc (one->getLocation ()));
      all &= declared;
    }
  tree->declares_heap = all;
}

} // namespace ihop
