/* The front end's door for C. */
#include "clang_ahead.h"
#include "clang_directives.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Version.h"
#include "clang/Lex/Preprocessor.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <set>

using namespace clang;

namespace ihop {

/* Where what is read goes; set at the latest when Clang is given the text. */
struct Reading
{
  IhopTree *tree = nullptr;
  IhopDiags *diags = nullptr;
};

class ParseConsumer : public ASTConsumer
{
public:
  ParseConsumer (const Reading &its, Directives &directives) : reading (its), seen (directives) {}

  void
  HandleTranslationUnit (ASTContext &context) override
  {
    if (context.getDiagnostics ().hasErrorOccurred () || Limits::here ()->stopped () || reading.tree == nullptr)
      return;
    Limits::here ()->release ();
    Reader (context, reading.tree, reading.diags, seen).read ();
  }

private:
  const Reading &reading;
  Directives &seen;
};

class ParseAction : public ASTFrontendAction
{
public:
  explicit ParseAction (const Reading &its) : reading (its) {}

  std::unique_ptr<ASTConsumer>
  CreateASTConsumer (CompilerInstance &compiler, llvm::StringRef) override
  {
    seen.preprocessor = &compiler.getPreprocessor ();
    compiler.getPreprocessor ().addPPCallbacks (directives_watch (
      compiler.getSourceManager (), compiler.getLangOpts (), seen));
    return std::make_unique<ParseConsumer> (reading, seen);
  }

  /* A name that only #if knows leaves no other trace than itself. */
  void
  EndSourceFileAction () override
  {
    if (reading.tree)
      note_preprocessed (*reading.tree);
  }

private:
  void
  note_preprocessed (IhopTree &tree)
  {
    Preprocessor &preprocessor = getCompilerInstance ().getPreprocessor ();
    IdentifierTable &names = preprocessor.getIdentifierTable ();
    auto found = names.find ("_OPENMP");

    tree.has_openmp = found != names.end () && found->second->hasMacroDefinition ();
    tree.asks_openmp = tree.has_openmp ? seen.asks_openmp : found != names.end ();
    tree.asks_language = seen.asks_language || seen.may_ask_language;
    for (const IhopLineUse &use : seen.line_uses)
      g_array_append_val (tree.line_uses, use);
    note_hidden (preprocessor, tree);
  }

  /* "#define abs(x) …"; in the order of their names, as Clang has them in none. */
  static void
  note_hidden (Preprocessor &preprocessor, IhopTree &tree)
  {
    const SourceManager &sources = preprocessor.getSourceManager ();
    std::set<std::string> names;
    GStrvBuilder *hidden = g_strv_builder_new ();

    for (const auto &macro : preprocessor.macros ())
      {
        const MacroInfo *info = preprocessor.getMacroInfo (macro.first);
        if (info && macro.first->getBuiltinID () != 0 && !info->isBuiltinMacro ()
            && info->getDefinitionLoc ().isValid ()
            && !sources.isInSystemHeader (info->getDefinitionLoc ())
            && !macro.first->getName ().starts_with ("_"))
          names.insert (macro.first->getName ().str ());
      }
    for (const std::string &name : names)
      g_strv_builder_add (hidden, name.c_str ());
    g_strfreev (tree.hidden);
    tree.hidden = g_strv_builder_end (hidden);
    g_strv_builder_unref (hidden);
  }

  const Reading &reading;
  Directives seen;
};

/* Old C goes through with a warning; other warnings are of no use to us. isalpha is a function, of which something is known, and no
 * macro that looks up tables of glibc's own. */
std::vector<std::string>
parse_flags (const std::vector<std::string> &owner)
{
  std::vector<std::string> flags = { "-xc", "-D__NO_CTYPE" };

  flags.insert (flags.end (), owner.begin (), owner.end ());
  for (const char *group :
       { "implicit-function-declaration", "implicit-int", "int-conversion",
         "incompatible-function-pointer-types", "return-mismatch", "return-type" })
    flags.push_back (std::string ("-Wno-error=") + group);
  return flags;
}

static void
keep_flags (IhopTree *tree, const std::vector<std::string> &flags)
{
  g_strfreev (tree->flags);
  tree->flags = g_new0 (char *, flags.size () + 1);
  for (size_t i = 0; i < flags.size (); i++)
    tree->flags[i] = g_strdup (flags[i].c_str ());
}

/* Clang's file offsets are 31 bits wide, headers included, and an owner waits for an answer. */
static bool
is_too_big (const IhopSource *source, IhopDiags *diags)
{
  enum : gsize { MAX_BYTES = 64 * 1024 * 1024 };

  if (source->length <= MAX_BYTES)
    return false;
  ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F003", source->path, 0, 0,
                     "The file has more than 64 MiB; that is more than ihop reads.");
  return true;
}

static IhopTree *
tree_for (const Run &run, const std::vector<std::string> &owner)
{
  IhopSource *source = ihop_source_new (run.path.c_str (), run.text.data (), run.text.size ());
  IhopTree *tree = ihop_tree_new (source);

  ihop_source_unref (source);
  keep_flags (tree, owner);
  return tree;
}

/* The file, waiting to be read with another text that begins as this one does. */
class ParseAhead
{
public:
  ParseAhead (const Run &asked, llvm::StringRef front) : path (asked.path), run (asked, front, action) {}

  bool
  read (const Run &asked, IhopTree *tree)
  {
    g_autoptr (GPtrArray) messages = ihop_diags_new ();
    if (path != asked.path || !run.is_for (asked))
      return false;
    reading = { tree, messages };
    bool is_read = run.give (asked.text, messages);
    if (is_read)
      ihop_diags_copy (asked.diags, messages);
    return is_read;
  }

private:
  std::string path;
  Reading reading;
  ParseAction action { reading };
  Ahead run;
};

static WaitingRoom<ParseAhead> waiting_parse;

/* NULL: it is to be read from its beginning. */
static IhopTree *
parse_ahead (const Run &run, const std::vector<std::string> &owner)
{
  std::unique_ptr<ParseAhead> ahead = waiting_parse.take ();
  IhopTree *tree = ahead ? tree_for (run, owner) : nullptr;

  if (tree && !ahead->read (run, tree))
    g_clear_pointer (&tree, ihop_tree_unref);
  return tree;
}

static IhopTree *
parse (const char *path, llvm::StringRef text, const IhopFrontendOptions *options,
       IhopDiags *diags)
{
  std::vector<std::string> owner = flags_for (path, options, diags);
  Run run = { path, text, parse_flags (owner), {}, diags };

  if (IhopTree *tree = parse_ahead (run, owner))
    return tree;
  IhopTree *tree = tree_for (run, owner);
  Reading reading = { tree, diags };
  ParseAction action (reading);
  if (!is_too_big (tree->source, diags) && run_clang (run, action))
    return tree;
  ihop_tree_unref (tree);
  if (!ihop_diags_has (diags, IHOP_ERROR))
    ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F001", path, 0, 0,
                       "Clang could not be started with these flags.");
  return nullptr;
}

/* A message instead of the bytes of what is no file that C could stand in. */
static bool
read_file (const char *path, char **text, gsize *length, IhopDiags *diags)
{
  g_autoptr (GError) error = nullptr;
  GStatBuf status;

  if (g_stat (path, &status) == 0 && !S_ISREG (status.st_mode))
    {
      ihop_diags_add_message_at (diags, IHOP_ERROR, "IHOP-F002", path, 0, 0,
                                 S_ISDIR (status.st_mode) ? ihop_message ("This is a folder, not a file.")
                                                          : ihop_message ("This is a device or a pipe, not a file."));
      return false;
    }
  if (g_file_get_contents (path, text, length, &error))
    return true;
  ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F002", path, 0, 0, "The file cannot be read: %s.",
                     g_strerror (errno));
  return false;
}

} // namespace ihop

IhopTree *
ihop_frontend_parse_text (const char *path, const char *text, gsize length,
                          const IhopFrontendOptions *options, IhopDiags *diags)
{
  return ihop::parse (path, llvm::StringRef (text, length), options, diags);
}

IhopTree *
ihop_frontend_parse (const char *path, const IhopFrontendOptions *options, IhopDiags *diags)
{
  g_autofree char *text = nullptr;
  gsize length = 0;

  if (!ihop::read_file (path, &text, &length, diags))
    return nullptr;
  return ihop_frontend_parse_text (path, text, length, options, diags);
}

void
ihop_frontend_expect_again (const char *path, const char *text, const IhopFrontendOptions *options)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  llvm::StringRef front = ihop::front_of (text);
  ihop::Run run = { path, "", ihop::parse_flags (ihop::flags_for (path, options, diags)), {}, diags };

  if (!front.empty ())
    ihop::waiting_parse.put (std::make_unique<ihop::ParseAhead> (run, front));
}

void
ihop_frontend_forget_again (void)
{
  ihop::waiting_parse.take ();
}

const char *
ihop_frontend_clang_version (void)
{
  return CLANG_VERSION_STRING;
}
