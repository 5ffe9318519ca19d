#include "clang_ahead.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cstring>

using namespace clang;

namespace ihop {

enum : size_t
{
  ROOM_BYTES = 256 * 1024
};

/* ---- What is known of a text before it is made ---- */

/* Nothing, or a comment that is over where the line is. */
static bool
is_blank (llvm::StringRef rest)
{
  rest = rest.trim ();
  if (rest.consume_front ("//"))
    return !rest.ends_with ("\\") && !rest.ends_with ("?" "?/");
  return rest.empty () || (rest.consume_front ("/*") && rest.find ("*/") + strlen ("*/") == rest.size ());
}

/* A whole line that includes a file and does nothing else. What goes on in the next line would be read before that is
 * there. */
static bool
is_include (llvm::StringRef line)
{
  if (!line.consume_front ("#"))
    return false;
  line = line.ltrim (" \t");
  if (!line.consume_front ("include"))
    return false;
  line = line.ltrim (" \t");
  size_t end = line.starts_with ("<") ? line.find ('>') : line.starts_with ("\"") ? line.find ('"', 1) : llvm::StringRef::npos;

  return end != llvm::StringRef::npos && line.ends_with ("\n") && is_blank (line.substr (end + 1));
}

llvm::StringRef
front_of (llvm::StringRef text)
{
  size_t known = 0;

  for (size_t begin = 0, end; begin < text.size (); begin = end)
    {
      end = std::min (text.find ('\n', begin), text.size () - 1) + 1;
      llvm::StringRef line = text.slice (begin, end).ltrim (" \t");
      if (is_include (line))
        known = end;
      else if (line.contains ('{'))
        break;
    }
  return text.take_front (known);
}

/* ---- The wait ---- */

/* Behind the last of the headers that are known, entered or passed over as one that was read before. */
class Ahead::Wait : public PPCallbacks
{
public:
  Wait (Ahead &its, Preprocessor &its_preprocessor)
    : owner (its), preprocessor (its_preprocessor),
      line (owner.front.empty () ? 0 : owner.front.rfind ('\n', owner.front.size () - 2) + 1)
  {
  }

  void
  FileChanged (SourceLocation place, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override
  {
    if (reason == ExitFile)
      wait_at (place);
  }

  void
  FileSkipped (const FileEntryRef &, const Token &name, SrcMgr::CharacteristicKind) override
  {
    wait_at (name.getLocation ());
  }

private:
  Ahead &owner;
  Preprocessor &preprocessor;
  size_t line; /* the offset of that of the last #include */
  bool is_over = false;

  void
  wait_at (SourceLocation place)
  {
    SourceManager &sources = preprocessor.getSourceManager ();
    auto [file, offset] = sources.getDecomposedExpansionLoc (place);

    if (is_over || file != sources.getMainFileID () || offset < line || offset > owner.front.size ())
      return;
    is_over = true;
    llvm::StringRef text = owner.wait (), all = sources.getBufferData (file);
    std::copy (text.begin (), text.end (), const_cast<char *> (all.data ()) + owner.front.size ());
  }
};

/* ---- Before and after ---- */

Ahead::Ahead (const Run &asked, llvm::StringRef known, FrontendAction &action)
  : front (known), room (front + std::string (ROOM_BYTES, ' ') + "\n"), run (asked)
{
  run.text = room;
  run.diags = diags;
  run.prepare = [this] (CompilerInstance &compiler) {
    compiler.getPreprocessor ().addPPCallbacks (std::make_unique<Wait> (*this, compiler.getPreprocessor ()));
  };
  thread = std::thread ([this, &action] { valid = run_clang (run, action); });
}

llvm::StringRef
Ahead::wait ()
{
  std::unique_lock<std::mutex> hold (lock);

  Limits::here ()->begin_waiting ();
  changed.wait (hold, [this] { return is_given; });
  Limits::here ()->end_waiting ();
  is_taken = true;
  return text;
}

/* FALSE: Clang was through before it came to where it should have waited. */
bool
Ahead::finish (llvm::StringRef given)
{
  {
    std::lock_guard<std::mutex> hold (lock);
    text = given;
    is_given = true;
    changed.notify_one ();
  }
  thread.join ();
  return is_taken;
}

bool
Ahead::give (llvm::StringRef given, IhopDiags *messages)
{
  bool fits = given.starts_with (front) && given.size () <= room.size ();

  if (!finish (fits ? given.drop_front (front.size ()) : llvm::StringRef ()) || !fits || !valid)
    return false;
  if (messages)
    ihop_diags_copy (messages, diags);
  return true;
}

Ahead::~Ahead ()
{
  if (thread.joinable ())
    finish ({});
  g_ptr_array_unref (diags);
}

bool
Ahead::is_for (const Run &other) const
{
  return run.flags == other.flags && llvm::sys::path::parent_path (run.path) == llvm::sys::path::parent_path (other.path);
}

} // namespace ihop
