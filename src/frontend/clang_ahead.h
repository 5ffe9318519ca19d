/* A run of Clang that begins before anybody has its text. Most of what Clang reads are headers, and with which of
 * them a text will begin is known early: those that stand in front of any CUDA source, or those that the owner's file
 * includes before its first function. Clang reads these on a thread of its own, while the text is being made, and
 * waits behind the last of them. Its file is blank until then; the text is put in its place. */
#pragma once
#include "clang_limits.h"
#include <thread>

namespace ihop {

class Ahead
{
public:
  /* The front is what the text will begin with, up to the end of the line of its last #include; empty: what the flags
   * include is read, and nothing of the text. The action, whoever has it, must outlive this. */
  Ahead (const Run &asked, llvm::StringRef front, clang::FrontendAction &action);
  ~Ahead ();
  /* What a file is called makes it neither valid nor invalid; from where it includes others may. */
  bool is_for (const Run &other) const;
  /* Whether it is valid, with messages; FALSE where nothing is known, too: then nobody hears anything. Once. */
  bool give (llvm::StringRef given, IhopDiags *messages);

private:
  class Wait;

  std::string front, room;
  IhopDiags *diags = ihop_diags_new ();
  Run run;
  std::mutex lock;
  std::condition_variable changed;
  llvm::StringRef text;
  bool is_given = false, is_taken = false, valid = false;
  std::thread thread;

  llvm::StringRef wait ();
  bool finish (llvm::StringRef given);
};

/* At most one that waits. Whoever puts another one there ends the one before. */
template <class Waiting> class WaitingRoom
{
public:
  void
  put (std::unique_ptr<Waiting> next)
  {
    std::lock_guard<std::mutex> hold (lock);
    std::swap (waiting, next);
  }

  std::unique_ptr<Waiting>
  take ()
  {
    std::lock_guard<std::mutex> hold (lock);
    return std::move (waiting);
  }

private:
  std::mutex lock;
  std::unique_ptr<Waiting> waiting;
};

/* The part of a C text that ends with the last #include in front of its first brace; empty: there is none. */
llvm::StringRef front_of (llvm::StringRef text);

} // namespace ihop
