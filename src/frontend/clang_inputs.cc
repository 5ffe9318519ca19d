/* Which files a C file is made of. Only the preprocessor runs, so that it is quick and no errors matter but
 * those of #include. */
#include "clang_run.h"
#include "clang/Frontend/FrontendActions.h"
#include <set>

using namespace clang;

namespace ihop {

class InputsAction : public PreprocessOnlyAction
{
public:
  std::set<std::string> names; /* in their order */

  void
  EndSourceFileAction () override
  {
    const SourceManager &sources = getCompilerInstance ().getSourceManager ();

    for (auto file = sources.fileinfo_begin (); file != sources.fileinfo_end (); ++file)
      {
        g_autofree char *path = g_canonicalize_filename (file->first.getName ().str ().c_str (), nullptr);
        names.insert (path);
      }
  }
};

} // namespace ihop

char **
ihop_frontend_inputs (const char *path, const IhopFrontendOptions *options)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autofree char *text = nullptr, *main = g_canonicalize_filename (path, nullptr);
  g_autoptr (GStrvBuilder) inputs = g_strv_builder_new ();
  gsize length = 0;
  ihop::InputsAction action;

  action.names.insert (main);
  if (g_file_get_contents (path, &text, &length, nullptr))
    {
      std::vector<std::string> flags = ihop::flags_for (path, options, diags);
      flags.insert (flags.begin (), "-xc");
      ihop::Run run = { path, llvm::StringRef (text, length), flags, {}, diags };
      ihop::run_clang (run, action);
    }
  for (const std::string &name : action.names)
    g_strv_builder_add (inputs, name.c_str ());
  return g_strv_builder_end (inputs);
}
