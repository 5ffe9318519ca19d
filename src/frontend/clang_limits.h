/* How much Clang may cost. What a file asks of it has nothing to do with its size: twenty lines of macros are
 * 2^20 tokens, "int a[1 << 28] = { [1 << 27] = 1 }" is a list of 2^27 values. So Clang runs on a thread of its own,
 * and somebody looks at it.
 *
 * What nests too deeply and what is too many tokens is met where the tokens come from: there the file ends for
 * Clang, which then ends as always. Memory, time and the end of the stack are met anywhere; Clang cannot be told to
 * stop there. Its thread is *parked* then, at a place where it runs Clang's own code and holds no lock that others
 * would wait for, and stays so, with its memory, until the program ends. */
#pragma once
#include "clang_run.h"
#include "clang/Lex/Preprocessor.h"
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <pthread.h>

namespace ihop {

/* What lies in each other without brackets; see clang_depth.cc. */
class Depth
{
public:
  /* Returns FALSE at the token that is too deep. */
  bool take (const clang::Token &token);

private:
  /* What is open at one level of brackets. */
  struct Open
  {
    unsigned operators = 0, control = 0;
  };

  std::vector<Open> levels = std::vector<Open> (1);
  Open all;
  bool ended = false;

  void forget_operators ();
  void drop (Open &level);
  void close ();
};

enum class Stop
{
  NONE,
  DEPTH,
  TOKENS,
  MEMORY,
  TIME
};

struct Memory
{
  size_t asked = 0, used = 0;
  static Memory now ();
};

class Limits
{
public:
  explicit Limits (const Run &run);
  /* The one that looks at this thread, or NULL. */
  static Limits *here ();
  /* Sees all tokens of the file that is about to be read. */
  void follow (clang::CompilerInstance &compiler);
  /* Clang has done its part: what follows on its thread is ours, and of all this only the time is limited. */
  void release () { is_ours = true; }
  bool stopped () const { return why != Stop::NONE; }
  /* Between these two it waits for somebody else, whose memory is not Clang's. */
  void begin_waiting () { is_waiting = true; }
  void end_waiting () { is_waiting = false; }
  /* Calls it on a thread whose stack is big enough for Clang's recursion. FALSE: it was stopped, which is said in the
   * run's messages; then it may have stopped anywhere. */
  bool call (const std::function<void ()> &task);

private:
  const Run &run;
  const std::function<void ()> *work = nullptr;
  std::atomic<Stop> why { Stop::NONE };
  std::atomic<bool> is_ours { false }, is_parked { false }, is_waiting { false };
  std::atomic<unsigned> line { 0 }; /* of the file, where Clang was last */
  unsigned column = 0;
  size_t tokens = 0;
  Depth depth;
  std::mutex lock;
  std::condition_variable changed;
  bool is_watched = false, done = false;
  const char *stack = nullptr; /* its lowest byte */

  void take (clang::Token &token, clang::CompilerInstance &compiler);
  bool start (size_t stack_bytes);
  void look (pthread_t thread);
  Stop excess (pthread_t thread, const Memory &before) const;
  void tell () const;
  void here_is (clang::SourceLocation place, const clang::SourceManager &sources);
  static void *main (void *data);
  static void on_park (int number, siginfo_t *info, void *context);
  static void on_fault (int number, siginfo_t *info, void *context);
};

} // namespace ihop
