// What functions of the C library do to the program's memory, and how much of it. (data/effects says which
// arguments are read and written; here the extents are needed as well.)
#include "observe/pass.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace ihop {

namespace {

// Effects, one behind the other: r (read, before the call) or w (written, behind it), the argument, and how much:
// s a string, mA a string unless argument A is 0, =N so many bytes, #A the bytes that argument A says, #A*B a product, R what the call returned,
// R*A that many times argument A. P0 (S0): argument 0 is a format of printf's (scanf's) with its arguments behind it.
struct Row
{
  const char *names; // separated by blanks
  const char *effects;
};

const Row rows[] = {
  { "strlen atoi atol atoll atof puts getenv system remove unlink rmdir chdir perror access stat open opendir fopen",
    "r0s" },
  { "strdup __strdup", "r0s" },
  { "strcmp strcasecmp strcoll strstr strcasestr strspn strcspn strpbrk rename fopen64", "r0s r1s" },
  { "strchr strrchr index rindex fputs", "r0s" },
  { "strcpy stpcpy __strcpy_chk", "r1s w0s" },
  { "strcat __strcat_chk", "r0s r1s w0s" },
  { "strncpy __strncpy_chk", "w0#2" },
  { "memcmp bcmp", "r0#2 r1#2" },
  { "memchr", "r0#2" },
  { "memcpy memmove __memcpy_chk __memmove_chk mempcpy", "r1#2 w0#2" },
  { "memset __memset_chk explicit_bzero bzero", "w0#2" },
  { "fread fread_unlocked", "w0R*1" },
  { "fwrite fwrite_unlocked", "r0#1*2" },
  { "read recv pread", "w1R" },
  { "write send pwrite", "r1#2" },
  { "fgets", "w0s" },
  { "strtol strtoul strtoll strtoull strtod strtof __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull",
    "r0s w1=8" },
  { "frexp frexpf", "w1=4" },
  { "modf", "w1=8" },
  { "modff", "w1=4" },
  { "sincos", "w1=8 w2=8" },
  { "sincosf", "w1=4 w2=4" },
  { "time", "w0=8" },
  { "gettimeofday clock_gettime", "w0=16 w1=16" },
  { "timespec_get", "w0=16" },
  { "qsort", "r0#1*2 w0#1*2" },
  { "bsearch", "r0=1 r1#2*3" },
  { "printf printf_unlocked", "P0" },
  { "fprintf dprintf", "P1" },
  { "__printf_chk", "P1" },
  { "__fprintf_chk", "P2" },
  { "sprintf", "P1 w0s" },
  { "__sprintf_chk", "P3 w0s" },
  { "snprintf", "P2 w0m1" },
  { "__snprintf_chk", "P4 w0m1" },
  { "scanf __isoc99_scanf __isoc23_scanf", "S0" },
  { "fscanf __isoc99_fscanf __isoc23_fscanf", "S1" },
  { "sscanf __isoc99_sscanf __isoc23_sscanf", "r0s S1" },
  // What takes part in no meeting: it touches memory that the program does not have, or none.
  { "malloc calloc realloc free memalign aligned_alloc posix_memalign valloc reallocarray", "" },
  { "exit _exit abort __assert_fail atexit raise longjmp _longjmp siglongjmp __longjmp_chk setjmp _setjmp __sigsetjmp", "" },
  { "putchar putc fputc getchar getc fgetc ungetc fflush fclose feof ferror fseek ftell rewind clearerr fileno close "
    "lseek isatty tmpfile setvbuf setbuf popen pclose fdopen", "" },
  { "rand srand random srandom drand48 srand48 lrand48 clock sleep usleep getpid abs labs llabs __ctype_b_loc "
    "__ctype_tolower_loc __ctype_toupper_loc __errno_location tolower toupper isalpha isdigit isalnum isspace isupper "
    "islower isprint ispunct isxdigit difftime omp_get_wtime omp_get_thread_num omp_get_num_threads "
    "omp_get_max_threads omp_set_num_threads sched_yield sysconf getrusage times nanosleep strerror signal", "" },
};

const char mathematics[] =
  " sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p pow sqrt "
  "cbrt hypot floor ceil fabs fmod remainder rint nearbyint round trunc lrint lround llrint llround fmax fmin fdim fma "
  "copysign erf erfc tgamma lgamma ldexp scalbn scalbln logb ilogb nextafter cabs csqrt cexp ";

bool
has_word (StringRef words, StringRef word)
{
  SmallVector<StringRef, 32> list;

  words.split (list, ' ', -1, false);
  return is_contained (list, word);
}

const char *
effects_of (StringRef name)
{
  for (const Row &row : rows)
    if (has_word (row.names, name))
      return row.effects;
  if (has_word (mathematics, name))
    return "";
  if ((name.ends_with ("f") || name.ends_with ("l")) && has_word (mathematics, name.drop_back ()))
    return "";
  return nullptr;
}

class Call {
public:
  Call (CallBase &call, unsigned site, Runtime &runtime) : call (call), site (site), runtime (runtime) {}
  bool apply (StringRef effect);

private:
  CallBase &call;
  unsigned site;
  Runtime &runtime;

  bool range (StringRef effect);
  bool format (unsigned argument, bool writes);
  void touch (unsigned argument, Value *size, bool writes, IRBuilder<> &builder);
  void string (unsigned argument, bool writes, Value *room = nullptr);
  Value *wide (unsigned argument, IRBuilder<> &builder);
  Instruction *place (bool writes);
};

// Reads are told in front of the call, writes behind it, when strings have their length.
Instruction *
Call::place (bool writes)
{
  return writes ? call.getNextNode () : &call;
}

void
Call::touch (unsigned argument, Value *size, bool writes, IRBuilder<> &builder)
{
  Value *pointer = builder.CreatePtrToInt (call.getArgOperand (argument), builder.getInt64Ty ());

  builder.CreateCall (writes ? runtime.touch_write () : runtime.touch_read (), { pointer, size, builder.getInt32 (site) });
}

void
Call::string (unsigned argument, bool writes, Value *room)
{
  IRBuilder<> builder (place (writes));
  Value *pointer = builder.CreatePtrToInt (call.getArgOperand (argument), builder.getInt64Ty ());

  // Nothing was written where the call says so; there may be no string then.
  if (writes && call.getType ()->isPointerTy ())
    pointer = builder.CreateSelect (builder.CreateIsNull (&call), builder.getInt64 (0), pointer);
  else if (writes && call.getType ()->isIntegerTy ())
    pointer = builder.CreateSelect (builder.CreateIsNotNeg (&call), pointer, builder.getInt64 (0));
  if (room)
    pointer = builder.CreateSelect (builder.CreateIsNull (room), builder.getInt64 (0), pointer);
  builder.CreateCall (runtime.string (writes), { pointer, builder.getInt32 (site) });
}

Value *
Call::wide (unsigned argument, IRBuilder<> &builder)
{
  return builder.CreateZExtOrTrunc (call.getArgOperand (argument), builder.getInt64Ty ());
}

bool
Call::range (StringRef effect)
{
  bool writes = effect[0] == 'w';
  unsigned argument = unsigned (effect[1] - '0');
  StringRef how = effect.substr (2);

  if (argument >= call.arg_size () || !call.getArgOperand (argument)->getType ()->isPointerTy ())
    return false;
  if (how == "s" || how[0] == 'm')
    {
      string (argument, writes, how == "s" ? nullptr : call.getArgOperand (unsigned (how[1] - '0')));
      return true;
    }
  IRBuilder<> builder (place (writes));
  Value *size;
  if (how[0] == '=')
    {
      unsigned bytes = 0;
      how.drop_front ().getAsInteger (10, bytes);
      size = builder.getInt64 (bytes);
    }
  else if (how[0] == 'R')
    size = builder.CreateSelect (builder.CreateIsNeg (&call), builder.getInt64 (0),
                                 builder.CreateSExtOrTrunc (&call, builder.getInt64Ty ()));
  else
    size = wide (unsigned (how[1] - '0'), builder);
  if (size_t times = how.find ('*'); times != StringRef::npos)
    size = builder.CreateMul (size, wide (unsigned (how[times + 1] - '0'), builder));
  touch (argument, size, writes, builder);
  return true;
}

// The bytes behind the pointer that a conversion of scanf's stores through; 0: a string.
unsigned
bytes_of (StringRef length, char conversion)
{
  if (conversion == 's' || conversion == '[')
    return 0;
  if (StringRef ("aefgAEFG").contains (conversion))
    return length == "l" ? 8 : length == "L" ? 16 : 4;
  if (conversion == 'c')
    return 1;
  return length == "hh" ? 1 : length == "h" ? 2 : length.empty () ? 4 : 8;
}

// A format that is no constant is not understood.
bool
Call::format (unsigned argument, bool writes)
{
  StringRef text;

  if (argument >= call.arg_size () || !getConstantStringInfo (call.getArgOperand (argument), text))
    return false;
  unsigned next = argument + 1;
  for (size_t i = 0; i < text.size (); i++)
    {
      if (text[i] != '%')
        continue;
      size_t end = text.find_first_of ("diouxXeEfFgGaAcspnm%[", i + 1);
      if (end == StringRef::npos)
        return true;
      StringRef middle = text.slice (i + 1, end), length = middle.take_back (middle.size () - std::min (
        middle.size (), middle.find_last_not_of ("hlLqjzt") + 1));
      bool stars = middle.contains ('*');
      i = end;
      if (text[end] == '[')
        i = std::min (text.find (']', end + 2), text.size () - 1);
      if (text[end] == '%' || text[end] == 'm' || (writes && stars))
        continue;
      if (!writes)
        next += unsigned (middle.count ('*')); // the width is an argument
      if (next >= call.arg_size ())
        return true;
      unsigned bytes = writes ? bytes_of (length, text[end]) : text[end] == 'n' ? 4 : 0;
      if (bytes > 0 && call.getArgOperand (next)->getType ()->isPointerTy ())
        {
          IRBuilder<> builder (place (true));
          touch (next, builder.getInt64 (bytes), true, builder);
        }
      else if (writes || (text[end] == 's' && !middle.contains ('.')))
        string (next, writes);
      next++;
    }
  return true;
}

bool
Call::apply (StringRef effect)
{
  if (effect[0] == 'P' || effect[0] == 'S')
    return format (unsigned (effect[1] - '0'), effect[0] == 'S');
  return range (effect);
}

}

bool
watch_library (CallBase &call, const std::string &name, unsigned site, Runtime &runtime)
{
  const char *effects = effects_of (name);
  SmallVector<StringRef, 4> list;
  bool known = effects != nullptr;

  if (!effects || isa<InvokeInst> (call) || call.isTerminator ())
    return false;
  StringRef (effects).split (list, ' ', -1, false);
  for (StringRef effect : list)
    known = Call (call, site, runtime).apply (effect) && known;
  return known;
}

}
