#include "clang_limits.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Parse/ParseAST.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>
#include <link.h>
#include <ucontext.h>
#include <unistd.h>

using namespace clang;

namespace ihop {

enum : size_t
{
  MIB = 1024 * 1024,
  BIG_STACK = 256 * MIB,
  SMALL_STACK = 32 * MIB,
  GUARD = MIB,
  HEAP_BYTES = 192 * MIB, /* the C library sets that much aside for a thread that allocates */
  MEMSET_BYTES = 1024,
  MAX_TOKENS = 4000000, /* beyond those that the file has itself: what headers and macros may add */
  MAX_BYTES = 768 * MIB, /* of memory, and … */
  BYTES_EACH = 64,      /* for each of the file */
};

enum : int
{
  PARK_SIGNAL = 40,     /* one of the real-time signals, of which nobody else here uses any */
  LOOK_MS = 10,
  MAX_SECONDS = 6,      /* of the processor, and … */
  SECONDS_EACH_MIB = 2
};

static thread_local Limits *watching;

Limits *
Limits::here ()
{
  return watching;
}

Limits::Limits (const Run &asked) : run (asked) {}

/* Parts of the memory that hold the code of Clang and LLVM, and no lock of anybody's. */
struct Code
{
  std::vector<std::pair<uintptr_t, uintptr_t>> parts;

  bool
  holds (uintptr_t place) const
  {
    for (const auto &part : parts)
      if (place >= part.first && place < part.second)
        return true;
    return false;
  }
};

/* The libraries, or the program itself where it is linked with Clang's archives. Then our own code is among it, which
 * holds no lock either while it reads what Clang has made. */
static int
find_code (dl_phdr_info *info, size_t, void *data)
{
  const uintptr_t known[] = { uintptr_t (static_cast<void (*) (Sema &, bool, bool)> (&ParseAST)), uintptr_t (&llvm::nulls) };

  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = begin + info->dlpi_phdr[i].p_memsz;
      if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X)
          && std::any_of (std::begin (known), std::end (known),
                          [&] (uintptr_t place) { return place >= begin && place < end; }))
        static_cast<Code *> (data)->parts.push_back ({ begin, end });
    }
  return 0;
}

static const Code &
clangs_code ()
{
  static const Code code = [] {
    Code found;
    dl_iterate_phdr (find_code, &found);
    if (!found.parts.empty ()) /* memset holds nothing either, and may be long at filling what Clang asked for */
      found.parts.push_back ({ uintptr_t (&memset), uintptr_t (&memset) + MEMSET_BYTES });
    return found;
  }();
  return code;
}

/* Where the signal found the thread; 0: not known on this kind of processor. */
static uintptr_t
place_of (const void *context)
{
  auto *found = static_cast<const ucontext_t *> (context);
#if defined(__x86_64__)
  return found->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return found->uc_mcontext.pc;
#else
  return found ? 0 : 0;
#endif
}

static void
stay ()
{
  for (;;)
    pause ();
}

/* Only where Clang's own code runs: it may be in the middle of malloc or of GLib, whose locks others need. */
void
Limits::on_park (int, siginfo_t *, void *context)
{
  int error = errno;

  if (watching && clangs_code ().holds (place_of (context)))
    {
      watching->is_parked = true;
      stay ();
    }
  errno = error;
}

static struct sigaction faults_before;

/* What is no end of a stack is somebody else's. */
void
Limits::on_fault (int number, siginfo_t *info, void *context)
{
  auto *place = static_cast<const char *> (info->si_addr);

  if (watching && !watching->is_ours && watching->stack && place >= watching->stack - GUARD
      && place < watching->stack + 2 * GUARD)
    {
      watching->why = Stop::DEPTH;
      watching->is_parked = true;
      stay ();
    }
  if (faults_before.sa_flags & SA_SIGINFO)
    faults_before.sa_sigaction (number, info, context);
  else if (faults_before.sa_handler != SIG_DFL && faults_before.sa_handler != SIG_IGN)
    faults_before.sa_handler (number);
  else
    sigaction (number, &faults_before, nullptr); /* it comes again, and finds what would have been there */
}

static bool
handle (int number, void (*handler) (int, siginfo_t *, void *), struct sigaction *before)
{
  struct sigaction action = {};

  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  return sigaction (number, &action, before) == 0;
}

static void
remember_stack (const char *&lowest)
{
  pthread_attr_t attributes;
  void *begin;
  size_t size;

  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
    return;
  if (pthread_attr_getstack (&attributes, &begin, &size) == 0)
    lowest = static_cast<const char *> (begin);
  pthread_attr_destroy (&attributes);
}

/* A signal handler that wants a stack of its own finds none in a new thread unless it is given
 * one: without it a crash deep in the parser would end us without a word. */
void *
Limits::main (void *data)
{
  static thread_local char memory[64 * 1024];
  auto *self = static_cast<Limits *> (data);
  stack_t handlers = {}, before = {};
  bool ours = sigaltstack (nullptr, &before) == 0 && (before.ss_flags & SS_DISABLE);

  handlers.ss_sp = memory;
  handlers.ss_size = sizeof memory;
  if (ours) /* a sanitizer brings one, and wants it back */
    sigaltstack (&handlers, nullptr);
  remember_stack (self->stack);
  watching = self;
  (*self->work) ();
  watching = nullptr;
  if (ours)
    sigaltstack (&before, nullptr);
  std::lock_guard<std::mutex> hold (self->lock);
  self->done = true;
  self->changed.notify_one ();
  return nullptr;
}

/* Runs at this moment, and at the busiest one: their stacks and heaps are set aside while others are looked at. A stack
 * is given back with its thread, a heap is kept for the next. */
static std::atomic<size_t> running, most_running;

static size_t
set_aside ()
{
  return running * BIG_STACK + most_running * HEAP_BYTES;
}

/* Bytes that the program has asked for, used or not yet, and those that it uses. The first shows at once what is too
 * much; the second cannot be mistaken. */
Memory
Memory::now ()
{
  g_autofree char *text = nullptr;
  char *end;
  size_t page = sysconf (_SC_PAGESIZE);
  Memory memory;

  if (!g_file_get_contents ("/proc/self/statm", &text, nullptr, nullptr))
    return memory;
  memory.asked = strtoul (text, &end, 10) * page;
  memory.used = strtoul (end, nullptr, 10) * page;
  memory.asked -= std::min (memory.asked, set_aside ());
  return memory;
}

static double
processor_seconds (pthread_t thread)
{
  clockid_t clock;
  timespec now;

  if (pthread_getcpuclockid (thread, &clock) != 0 || clock_gettime (clock, &now) != 0)
    return 0;
  return double (now.tv_sec) + double (now.tv_nsec) * 1e-9;
}

static size_t
bytes_for (const Run &run)
{
  return MAX_BYTES + BYTES_EACH * run.text.size ();
}

static unsigned
seconds_for (const Run &run)
{
  return MAX_SECONDS + unsigned (SECONDS_EACH_MIB * run.text.size () / MIB);
}

Stop
Limits::excess (pthread_t thread, const Memory &before) const
{
  Memory now = Memory::now ();

  if (!is_ours && (now.used > before.used + bytes_for (run) || now.asked > before.asked + bytes_for (run)))
    return Stop::MEMORY;
  return processor_seconds (thread) > seconds_for (run) ? Stop::TIME : Stop::NONE;
}

/* Until it is done, or parked. */
void
Limits::look (pthread_t thread)
{
  Memory before = Memory::now ();
  std::unique_lock<std::mutex> hold (lock);

  while (!changed.wait_for (hold, std::chrono::milliseconds (LOOK_MS), [this] { return done; }))
    {
      if (is_waiting)
        before = Memory::now ();
      Stop found = is_parked || is_waiting || !is_watched ? Stop::NONE : excess (thread, before);
      if (found != Stop::NONE)
        {
          why = found;
          pthread_kill (thread, PARK_SIGNAL); /* again and again, until it is in Clang's code */
        }
      if (is_parked)
        return;
    }
}

bool
Limits::start (size_t stack_bytes)
{
  pthread_attr_t attributes;
  pthread_t thread;

  most_running = std::max<size_t> (most_running, ++running);
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, stack_bytes);
  pthread_attr_setguardsize (&attributes, GUARD);
  int failed = pthread_create (&thread, &attributes, main, this);
  pthread_attr_destroy (&attributes);
  if (!failed)
    {
      look (thread);
      if (is_parked) /* and running for ever */
        pthread_detach (thread);
      else
        pthread_join (thread, nullptr);
    }
  running -= !is_parked;
  return !failed;
}

void
Limits::tell () const
{
  static const char *const sentences[] = {
    nullptr, N_ ("Statements or operators are nested too deeply here for ihop to read the file."),
    N_ ("Macros and #include have made more of the file here than ihop reads: over 4,000,000 tokens."),
    N_ ("Clang was stopped here, because the file takes more memory than ihop lets it have: %zu MiB."),
    N_ ("Clang was stopped here, because the file takes more time than ihop lets it have: %zu s of the processor.")
  };
  auto reason = static_cast<int> (why.load ());
  gsize number = why == Stop::MEMORY ? bytes_for (run) / MIB : seconds_for (run);
  IhopMessage *message = why >= Stop::MEMORY ? ihop_message (sentences[reason], number)
                                             : ihop_message_phrase (sentences[reason]);

  ihop_diags_add_message_at (run.diags, IHOP_ERROR, "IHOP-F003", run.path.c_str (), line, column, message);
}

/* A sandbox may not grant the big stack, nor a thread. */
bool
Limits::call (const std::function<void ()> &task)
{
  static const bool handled = clangs_code ().parts.size () > 0 && handle (PARK_SIGNAL, on_park, nullptr)
                              && handle (SIGSEGV, on_fault, &faults_before);

  work = &task;
  is_watched = handled;
  if (!start (BIG_STACK) && !start (SMALL_STACK))
    main (this);
  if (stopped ())
    tell ();
  return !stopped ();
}

void
Limits::here_is (SourceLocation place, const SourceManager &sources)
{
  PresumedLoc known = sources.getPresumedLoc (sources.getExpansionLoc (place), false);

  line = known.isValid () ? known.getLine () : 0;
  column = known.isValid () ? known.getColumn () : 0;
}

/* The end of the file is what Clang ends at by itself, wherever it comes. */
void
Limits::take (Token &token, CompilerInstance &compiler)
{
  const SourceManager &sources = compiler.getSourceManager ();

  if (stopped () || token.is (tok::eof))
    {
      token.setKind (tok::eof);
      return;
    }
  if (token.isAtStartOfLine () && token.getLocation ().isFileID ()
      && sources.isWrittenInMainFile (token.getLocation ()))
    line = sources.getSpellingLineNumber (token.getLocation ());
  if (!depth.take (token))
    why = Stop::DEPTH;
  else if (++tokens > MAX_TOKENS + run.text.size ())
    why = Stop::TOKENS;
  if (!stopped ())
    return;
  here_is (token.getLocation (), sources);
  compiler.getDiagnostics ().setSuppressAllDiagnostics (true);
  token.setKind (tok::eof);
}

void
Limits::follow (CompilerInstance &compiler)
{
  compiler.getPreprocessor ().setTokenWatcher (
    [this, &compiler] (const Token &token) { take (const_cast<Token &> (token), compiler); });
}

} // namespace ihop
