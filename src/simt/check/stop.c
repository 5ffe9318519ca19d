#include "simt/check/stop.h"
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

enum { MOST_FRAMES = 64 };

static gboolean (*on_come) (const IhopStop *stop, gboolean can_step);
static gboolean (*on_gone) (void);
static struct sigaction others[2]; /* what there was for faults, and for steps */

/* --- this processor --------------------------------------------------------------------------- */

#if defined(__x86_64__)
enum { TRAP_FLAG = 0x100, IS_WRITE = 2, CAN_STEP = TRUE };

static void
set_step (gpointer context, gboolean steps)
{
  greg_t *flags = &((ucontext_t *) context)->uc_mcontext.gregs[REG_EFL];

  *flags = steps ? *flags | TRAP_FLAG : *flags & ~(greg_t) TRAP_FLAG;
}

static gboolean
is_write (gpointer context)
{
  return (((ucontext_t *) context)->uc_mcontext.gregs[REG_ERR] & IS_WRITE) != 0;
}

static gpointer
program_counter (gpointer context)
{
  return (gpointer) ((ucontext_t *) context)->uc_mcontext.gregs[REG_RIP];
}
#else
enum { CAN_STEP = FALSE };

static void
set_step (gpointer context, gboolean steps)
{
}

static gboolean
is_write (gpointer context)
{
  return FALSE; /* reads race with less */
}

static gpointer
program_counter (gpointer context)
{
  return NULL;
}
#endif

/* --- signals ---------------------------------------------------------------------------------- */

/* A fault comes again, and then it is the other's. */
static void
leave_to (int number, const struct sigaction *other)
{
  sigaction (number, other, NULL);
  if (number == SIGTRAP)
    raise (number);
}

static void
fault (int number, siginfo_t *info, void *context)
{
  const IhopStop stop = { (gsize) info->si_addr, is_write (context), context };

  if (!on_come (&stop, CAN_STEP))
    leave_to (number, &others[0]);
}

static void
step (int number, siginfo_t *info, void *context)
{
  set_step (context, FALSE);
  if (!on_gone ())
    leave_to (number, &others[1]);
}

static gboolean
is_ours (int number, void (*handler) (int, siginfo_t *, void *))
{
  struct sigaction now;

  return sigaction (number, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handler;
}

static gboolean
is_default (int number)
{
  struct sigaction now;

  return sigaction (number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
}

gboolean
ihop_stop_take (gboolean (*come) (const IhopStop *stop, gboolean can_step), gboolean (*gone) (void))
{
  const struct sigaction on_fault = { .sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_NODEFER };
  const struct sigaction on_step = { .sa_sigaction = step, .sa_flags = SA_SIGINFO };
  gpointer frames[2];

  if (is_ours (SIGSEGV, fault) && is_ours (SIGTRAP, step))
    return TRUE;
  if (!is_default (SIGSEGV) || !is_default (SIGTRAP))
    return FALSE;
  backtrace (frames, 2); /* which loads what it needs */
  on_come = come;
  on_gone = gone;
  return sigaction (SIGSEGV, &on_fault, &others[0]) == 0 && sigaction (SIGTRAP, &on_step, &others[1]) == 0;
}

void
ihop_stop_step (const IhopStop *stop)
{
  set_step (stop->context, TRUE);
}

/* --- places ----------------------------------------------------------------------------------- */

/* Neither the runtime's nor of a library that programs leave such things to. */
static gboolean
is_of_program (const Dl_info *where)
{
  static const char *const not[] = { "/libc.so", "/libc-", "/libstdc++", "/libm.so", "/ld-linux", "libihop-", "/libgcc" };
  gboolean is_of_program = where->dli_fname != NULL;

  for (guint i = 0; is_of_program && i < G_N_ELEMENTS (not); i++)
    is_of_program &= strstr (where->dli_fname, not[i]) == NULL;
  return is_of_program;
}

static guint64
place_in (const Dl_info *where, gconstpointer counter)
{
  const Elf64_Ehdr *header = where->dli_fbase;

  return (gsize) counter - (header && header->e_type == ET_EXEC ? 0 : (gsize) header);
}

/* "caller": of the same module; or NULL. */
static IhopFoundPlace
place_at (const Dl_info *where, gconstpointer counter, gconstpointer caller)
{
  g_autofree char *text = caller ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x 0x%" G_GINT64_MODIFIER "x", place_in (where, counter), place_in (where, caller))
                                 : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", place_in (where, counter));

  return (IhopFoundPlace){ .kernel = g_intern_string (where->dli_sname ? where->dli_sname : "the host"),
                           .text = g_intern_string (text),
                           .file = g_intern_string (where->dli_fname) };
}

/* The first of the frames that is the program's: "exact" of them is an instruction, all others are where calls return to. */
static IhopFoundPlace
first_of_program (gpointer const *frames, int n, gconstpointer exact)
{
  Dl_info where, next;

  for (int i = 0; i < n; i++)
    {
      gconstpointer counter = frames[i] == exact ? frames[i] : (const guint8 *) frames[i] - 1;
      if (frames[i] == NULL || !dladdr (counter, &where) || !is_of_program (&where))
        continue;
      gboolean has_next = i + 1 < n && frames[i + 1] && dladdr (frames[i + 1], &next) && next.dli_fbase == where.dli_fbase;
      return place_at (&where, counter, has_next ? (const guint8 *) frames[i + 1] - 1 : NULL);
    }
  return (IhopFoundPlace){ .kernel = "the host", .text = "", .file = "" };
}

IhopFoundPlace
ihop_stop_place (const IhopStop *stop)
{
  gpointer frames[MOST_FRAMES], counter = program_counter (stop->context);
  int n = backtrace (frames, MOST_FRAMES), first = 0;

  while (counter && first < n && frames[first] != counter)
    first++;
  return first < n ? first_of_program (frames + first, n - first, counter) : first_of_program (&counter, 1, counter);
}

IhopFoundPlace
ihop_stop_caller (void)
{
  gpointer frames[MOST_FRAMES];

  return first_of_program (frames, backtrace (frames, MOST_FRAMES), NULL);
}
