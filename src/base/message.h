/* What ihop says: a sentence with gaps, and what stands in them.
 *
 * A message is made where the sentence arises, in one call that looks like printf and that the compiler checks:
 *
 *     IhopMessage *why = ihop_message ("the loop does not count: %s", counting->why);
 *
 * The sentence with its gaps is the message's id: the key by which po/ knows the sentence in other languages. In the
 * gaps stand numbers, words of the program (names, code, paths), phrases of ours (which are translated, too), and other
 * messages. The sentence is put together where it is shown: in English for files and the command line, in the user's
 * language in the window; a translation may have the gaps in another order (%2$s). JSON and SARIF carry the id and
 * the arguments beside the sentence, so that nobody has to take sentences apart.
 *
 * xgettext finds the sentences by the names of the macros that take them (po/meson.build lists them); a
 * sentence that stands elsewhere, as in a table or in "a ? N_ (…) : N_ (…)", is marked with N_.
 *
 * Messages never change and are counted, so they may be shared between threads. */
#pragma once
#include <glib.h>

#ifndef N_
#define N_(String) (String)
#endif

typedef struct _IhopMessage IhopMessage;

typedef enum
{
  IHOP_ARGUMENT_NUMBER,
  IHOP_ARGUMENT_REAL,
  IHOP_ARGUMENT_WORD,
  IHOP_ARGUMENT_MESSAGE
} IhopArgumentKind;

typedef struct
{
  IhopArgumentKind kind;
  gint64 number;               /* of unsigned types the same bits */
  double real;
  const char *word;            /* UTF-8 as far as the program is; never NULL */
  const IhopMessage *message;
} IhopArgument;

/* At most twelve arguments: integers, double, char * (a word of the program), IhopMessage * (kept: the new message has
 * its own reference), or an IhopArgument made below. The format is a static string; words, phrases and messages are
 * all "%s" in it. Caller owns the result. */
#ifndef __cplusplus
#define ihop_message(...) IHOP_MESSAGE_N (IHOP_MESSAGE_COUNT (__VA_ARGS__), __VA_ARGS__)
#endif
/* The same for what is all ours or all the program's: no gaps. */
IhopMessage *ihop_message_phrase (const char *id);   /* a static string marked with N_ */
IhopMessage *ihop_message_word (const char *word);   /* a name, what the system or a compiler has said */
IhopMessage *ihop_message_ref (const IhopMessage *message); /* NULL gives NULL */
void ihop_message_unref (gpointer message);                 /* NULL is nothing */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopMessage, ihop_message_unref)

/* The English sentence, owned by the message. NULL gives NULL. */
const char *ihop_message_text (const IhopMessage *message);
/* The sentence in another language: "translate" gives for an id the sentence with the same gaps, or the id itself.
 * Messages in the gaps are translated alike. Caller frees. NULL gives NULL. */
char *ihop_message_translate (const IhopMessage *message, const char *(*translate) (const char *id));
/* Whether it was made by ihop_message_word: nothing in it is ours. */
gboolean ihop_message_is_word (const IhopMessage *message);
/* Whether this id is the message's own or that of a message within it. */
gboolean ihop_message_says (const IhopMessage *message, const char *id);
/* The same words and numbers in the same sentence. */
gboolean ihop_message_equal (const IhopMessage *a, const IhopMessage *b);

/* For those who write messages down: the id, and what stands in its gaps in their order. */
const char *ihop_message_id (const IhopMessage *message);
guint ihop_message_n_arguments (const IhopMessage *message);
const IhopArgument *ihop_message_argument (const IhopMessage *message, guint n);
/* Where the first gap begins at or behind "at" (also "%%"), and how many bytes it has; NULL: there is none.
 * "position" is its argument's, from 0, where the gap says it ("%2$s"), else -1; conversion is 's', 'u', '%' … */
const char *ihop_message_gap (const char *at, guint *length, int *position, char *conversion);

/* A message with other words: "word" gives each word's replacement (caller owns it), or NULL where it stays. Caller owns
 * the result. */
IhopMessage *ihop_message_map (const IhopMessage *message, char *(*word) (const char *word, gpointer data), gpointer data);

/* What the macro consists of. C++, which has no _Generic, has its own: frontend/clang_message.h. */
IhopMessage *ihop_message_make (const char *format, guint n, ...); /* n of IhopArgument */
/* The same with an array; what the arguments point to is copied. */
IhopMessage *ihop_message_from (const char *format, guint n, const IhopArgument *arguments);
IhopArgument ihop_argument_number (gint64 number);
IhopArgument ihop_argument_real (double real);
IhopArgument ihop_argument_word (const char *word);
/* Words of ours, to be looked up where they are shown. phrase: static string, marked with N_ unless it stands here. */
IhopArgument ihop_argument_phrase (const char *phrase);
/* The word, or the phrase if it is NULL. */
IhopArgument ihop_argument_word_or (const char *word, const char *phrase);
IhopArgument ihop_argument_itself (IhopArgument argument);
IhopArgument ihop_argument_message (const IhopMessage *message);
int ihop_message_check (const char *format, ...) G_GNUC_PRINTF (1, 2); /* never called; the compiler looks at it */

#define IHOP_MESSAGE_ARGUMENT(x) \
  _Generic ((x), char *: ihop_argument_word, const char *: ihop_argument_word, \
            IhopMessage *: ihop_argument_message, const IhopMessage *: ihop_argument_message, \
            IhopArgument: ihop_argument_itself, double: ihop_argument_real, float: ihop_argument_real, \
            default: ihop_argument_number) (x)
#define IHOP_MESSAGE_CHECKED(x) \
  _Generic ((x), IhopMessage *: "", const IhopMessage *: "", IhopArgument: "", default: (x))
#define IHOP_MESSAGE_COUNT(...) IHOP_MESSAGE_14TH (__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define IHOP_MESSAGE_14TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, ...) n
#define IHOP_MESSAGE_N(n, ...) IHOP_MESSAGE_MAKE (n, __VA_ARGS__)
#define IHOP_MESSAGE_MAKE(n, format, ...) \
  ((void) sizeof (ihop_message_check (format IHOP_EACH_##n (IHOP_MESSAGE_CHECKED __VA_OPT__ (,) __VA_ARGS__))), \
   ihop_message_make (format, n IHOP_EACH_##n (IHOP_MESSAGE_ARGUMENT __VA_OPT__ (,) __VA_ARGS__)))
#define IHOP_EACH_0(f)
#define IHOP_EACH_1(f, a) , f (a)
#define IHOP_EACH_2(f, a, ...) , f (a) IHOP_EACH_1 (f, __VA_ARGS__)
#define IHOP_EACH_3(f, a, ...) , f (a) IHOP_EACH_2 (f, __VA_ARGS__)
#define IHOP_EACH_4(f, a, ...) , f (a) IHOP_EACH_3 (f, __VA_ARGS__)
#define IHOP_EACH_5(f, a, ...) , f (a) IHOP_EACH_4 (f, __VA_ARGS__)
#define IHOP_EACH_6(f, a, ...) , f (a) IHOP_EACH_5 (f, __VA_ARGS__)
#define IHOP_EACH_7(f, a, ...) , f (a) IHOP_EACH_6 (f, __VA_ARGS__)
#define IHOP_EACH_8(f, a, ...) , f (a) IHOP_EACH_7 (f, __VA_ARGS__)
#define IHOP_EACH_9(f, a, ...) , f (a) IHOP_EACH_8 (f, __VA_ARGS__)
#define IHOP_EACH_10(f, a, ...) , f (a) IHOP_EACH_9 (f, __VA_ARGS__)
#define IHOP_EACH_11(f, a, ...) , f (a) IHOP_EACH_10 (f, __VA_ARGS__)
#define IHOP_EACH_12(f, a, ...) , f (a) IHOP_EACH_11 (f, __VA_ARGS__)
