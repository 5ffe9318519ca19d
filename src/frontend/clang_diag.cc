/* Clang's messages as ours: errors all, warnings those that tell of C that may not mean what its
 * owner thinks. */
#include "clang_run.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ihop {

static bool
is_important (unsigned id)
{
  static const char *const groups[] = {
    "implicit-function-declaration", "implicit-int", "int-conversion",
    "incompatible-pointer-types", "incompatible-function-pointer-types",
    "incompatible-library-redeclaration", "return-mismatch", "return-type", "array-bounds",
    "division-by-zero", "shift-count-overflow", "shift-count-negative", "integer-overflow",
    "builtin-requires-header"
  };
  llvm::StringRef group = DiagnosticIDs::getWarningOptionForDiag (id);

  for (const char *name : groups)
    if (group == name)
      return true;
  return false;
}

class Collect : public DiagnosticConsumer
{
public:
  explicit Collect (IhopDiags *messages) : diags (messages) {}

  void
  HandleDiagnostic (DiagnosticsEngine::Level level, const Diagnostic &info) override
  {
    DiagnosticConsumer::HandleDiagnostic (level, info);
    if (level >= DiagnosticsEngine::Error && is_missing_header (info))
      add_missing_header (info);
    else if (level >= DiagnosticsEngine::Error)
      add (IHOP_ERROR, "IHOP-F001", info);
    else if (level == DiagnosticsEngine::Warning && is_important (info.getID ()))
      add (IHOP_WARNING, "IHOP-F005", info);
  }

private:
  IhopDiags *diags;

  static bool
  is_missing_header (const Diagnostic &info)
  {
    return info.getID () == diag::err_pp_file_not_found && info.getNumArgs () > 0
           && info.getArgKind (0) == DiagnosticsEngine::ak_std_string;
  }

  static PresumedLoc
  place_of (const Diagnostic &info)
  {
    return info.getLocation ().isValid () && info.hasSourceManager ()
             ? info.getSourceManager ().getPresumedLoc (info.getLocation (), false) : PresumedLoc ();
  }

  /* A message of its own: there is something that mends it, and the window has a button for that. */
  void
  add_missing_header (const Diagnostic &info)
  {
    PresumedLoc place = place_of (info);
    IhopDiag *diag = ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F008", place.isValid () ? place.getFilename () : nullptr,
                                        place.isValid () ? place.getLine () : 0, place.isValid () ? place.getColumn () : 0,
                                        "'%s' file not found", info.getArgStdStr (0).c_str ());
    ihop_diag_remedy (diag, "say in which folder it is, as to your compiler: -I FOLDER behind --");
  }

  void
  add (IhopSeverity severity, const char *id, const Diagnostic &info)
  {
    llvm::SmallString<128> message;
    info.FormatDiagnostic (message);
    message.push_back ('\0');
    PresumedLoc place = place_of (info);
    ihop_diags_add_at (diags, severity, id, place.isValid () ? place.getFilename () : nullptr,
                       place.isValid () ? place.getLine () : 0,
                       place.isValid () ? place.getColumn () : 0, "%s", message.data ());
  }
};

std::unique_ptr<DiagnosticConsumer>
diagnostics_collect (IhopDiags *diags)
{
  return std::make_unique<Collect> (diags);
}

} // namespace ihop
