/* Which of the owner's compiler flags reach Clang.
 *
 * A project's flags are written for its own compiler, often gcc: what does not change the meaning
 * of the C (warnings, optimization of code, output files) is dropped, as Clang would refuse some
 * of it, and so is what runs other programs or loads plug-ins. */
#include "clang_run.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace ihop {

using llvm::StringRef;

/* Flags whose value may stand in the next word. */
static bool
takes_value (StringRef flag)
{
  for (const char *name : { "-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote",
                            "-idirafter", "-isysroot", "--sysroot", "-target", "-x", "-o", "-MF",
                            "-MT", "-MQ", "-Xclang", "-Xpreprocessor", "-Xlinker", "-Xassembler",
                            "-L", "-l", "-T", "-u", "-z", "-arch", "-mllvm" })
    if (flag == name)
      return true;
  return false;
}

static bool
names_path (StringRef flag)
{
  for (const char *name : { "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter",
                            "-isysroot", "--sysroot" })
    if (flag.starts_with (name))
      return true;
  return false;
}

/* "-f…" that change what a text means or what it may be. */
static bool
is_language_option (StringRef flag)
{
  for (const char *name : { "-fsigned-char", "-funsigned-char", "-fno-signed-char",
                            "-fno-unsigned-char", "-fshort-enums", "-fshort-wchar",
                            "-fgnu89-inline", "-fms-extensions", "-fblocks", "-fwrapv",
                            "-fno-builtin", "-fcommon", "-ffreestanding", "-fhosted", "-fno-strict-aliasing",
                            "-fbracket-depth=", "-ffast-math", "-fno-math-errno", "-fplan9" })
    if (flag.starts_with (name))
      return true;
  return false;
}

static bool
is_kept (StringRef flag)
{
  if (flag.starts_with ("-f"))
    return is_language_option (flag);
  if (flag == "-mllvm")
    return false;
  for (const char *name : { "-I", "-D", "-U", "-std=", "--std=", "-ansi", "-include", "-imacros",
                            "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot",
                            "-nostdinc", "-undef", "-m", "-O", "-pthread", "-target", "--target=",
                            "-trigraphs", "-traditional-cpp" })
    if (flag.starts_with (name))
      return true;
  return false;
}

/* Relative paths in a compilation database start from the command's folder. */
static std::string
path_from (StringRef folder, StringRef path)
{
  if (folder.empty () || path.empty () || llvm::sys::path::is_absolute (path) || path[0] == '=')
    return path.str ();
  llvm::SmallString<256> joined (folder);
  llvm::sys::path::append (joined, path);
  return joined.str ().str ();
}

static std::string
joined_path (StringRef flag, StringRef folder)
{
  for (const char *name : { "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot=", "-I" })
    if (flag.starts_with (name))
      return name + path_from (folder, flag.drop_front (strlen (name)));
  return flag.str ();
}

static void
filter (const std::vector<std::string> &all, StringRef folder, std::vector<std::string> &kept)
{
  for (size_t i = 0; i < all.size (); i++)
    {
      StringRef flag = all[i];
      bool has_value = takes_value (flag) && i + 1 < all.size ();
      if (flag == "--")
        break;
      if (flag.starts_with ("-fopenmp")) 
        /* its pragmas stay ours, but "#ifdef _OPENMP" is true; OpenMP 4.5, as newer versions have
         * pragmas in omp.h that must be obeyed */
        kept.push_back ("-D_OPENMP=201511");
      else if (flag.starts_with ("-") && is_kept (flag))
        {
          kept.push_back (has_value ? flag.str () : joined_path (flag, folder));
          if (has_value)
            kept.push_back (names_path (flag) ? path_from (folder, all[i + 1]) : all[i + 1]);
        }
      i += has_value;
    }
}

static void
flags_of_database (const char *path, const char *folder, std::vector<std::string> &kept,
                   IhopDiags *diags)
{
  llvm::SmallString<256> file (folder), absolute (path);
  std::string trouble;

  llvm::sys::path::append (file, "compile_commands.json");
  llvm::sys::fs::make_absolute (absolute);
  llvm::sys::path::remove_dots (absolute, true);
  auto database = clang::tooling::JSONCompilationDatabase::loadFromFile (
    file, trouble, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    {
      ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F006", file.c_str (), 0, 0,
                         "This compilation database cannot be used: %s", trouble.c_str ());
      return;
    }
  auto commands = database->getCompileCommands (absolute);
  if (commands.empty ())
    {
      ihop_diags_add_at (diags, IHOP_WARNING, "IHOP-F007", file.c_str (), 0, 0,
                         "The compilation database does not list %s; it is read without flags.",
                         path);
      return;
    }
  auto &line = commands[0].CommandLine;
  filter (std::vector<std::string> (line.begin () + !line.empty (), line.end ()),
          commands[0].Directory, kept);
}

std::vector<std::string>
flags_for (const char *path, const IhopFrontendOptions *options, IhopDiags *diags)
{
  std::vector<std::string> kept, written;

  if (options && options->database)
    flags_of_database (path, options->database, kept, diags);
  for (const char *const *flag = options ? options->flags : nullptr; flag && *flag; flag++)
    written.push_back (*flag);
  filter (written, "", kept);
  return kept;
}

} // namespace ihop

char **
ihop_frontend_flags (const char *path, const IhopFrontendOptions *options)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (const std::string &flag : ihop::flags_for (path, options, diags))
    g_strv_builder_add (words, flag.c_str ());
  return g_strv_builder_end (words);
}

gboolean
ihop_frontend_is_of_c (const char *flag)
{
  return g_str_has_prefix (flag, "-std=") || g_str_has_prefix (flag, "--std=") || g_str_equal (flag, "-ansi")
         || g_str_equal (flag, "-fgnu89-inline");
}
