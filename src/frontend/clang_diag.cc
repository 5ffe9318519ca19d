/* Clang's messages as ours: errors all, warnings those that tell of C that may not mean what its
 * owner thinks. */
#include "clang_run.h"
#include "clang/Basic/DiagnosticIDs.h"
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
    if (level >= DiagnosticsEngine::Error)
      add (IHOP_ERROR, "IHOP-F001", info);
    else if (level == DiagnosticsEngine::Warning && is_important (info.getID ()))
      add (IHOP_WARNING, "IHOP-F005", info);
  }

private:
  IhopDiags *diags;

  void
  add (IhopSeverity severity, const char *id, const Diagnostic &info)
  {
    llvm::SmallString<128> message;
    info.FormatDiagnostic (message);
    message.push_back ('\0');
    PresumedLoc place;
    if (info.getLocation ().isValid () && info.hasSourceManager ())
      place = info.getSourceManager ().getPresumedLoc (info.getLocation (), false);
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
