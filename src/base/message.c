#include "base/message.h"
#include <string.h>

struct _IhopMessage
{
  const char *id;
  char *text;              /* the English sentence */
  guint n;
  IhopArgument arguments[];
};

/* ---- what goes into a gap ---- */

IhopArgument
ihop_argument_number (gint64 number)
{
  return (IhopArgument){ .kind = IHOP_ARGUMENT_NUMBER, .number = number };
}

IhopArgument
ihop_argument_real (double real)
{
  return (IhopArgument){ .kind = IHOP_ARGUMENT_REAL, .real = real };
}

IhopArgument
ihop_argument_word (const char *word)
{
  return (IhopArgument){ .kind = IHOP_ARGUMENT_WORD, .word = word ? word : "(null)" };
}

/* Without a message: ihop_message_make makes it. */
IhopArgument
ihop_argument_phrase (const char *phrase)
{
  return (IhopArgument){ .kind = IHOP_ARGUMENT_MESSAGE, .word = phrase };
}

IhopArgument
ihop_argument_word_or (const char *word, const char *phrase)
{
  return word ? ihop_argument_word (word) : ihop_argument_phrase (phrase);
}

IhopArgument
ihop_argument_itself (IhopArgument argument)
{
  return argument;
}

IhopArgument
ihop_argument_message (const IhopMessage *message)
{
  return message ? (IhopArgument){ .kind = IHOP_ARGUMENT_MESSAGE, .message = message } : ihop_argument_word (NULL);
}

/* ---- the gaps of a sentence ---- */

static const char *
skip_number (const char *at, guint *number)
{
  *number = 0;
  for (; g_ascii_isdigit (*at); at++)
    *number = MIN (*number * 10 + (*at - '0'), 10000);
  return at;
}

const char *
ihop_message_gap (const char *at, guint *length, int *position, char *conversion)
{
  const char *start = strchr (at, '%');

  if (start == NULL || start[1] == '\0')
    return NULL;
  guint number;
  const char *end = skip_number (start + 1, &number);
  *position = *end == '$' ? (int) number - 1 : -1;
  end += strspn (end, "$-+ #0'.123456789hlqjzt");
  *conversion = *end;
  *length = end - start + (*end ? 1 : 0);
  return start;
}

/* The gap's flags, width and precision, with the size of our own numbers: "%-5" and "l" and "d". */
static char *
own_conversion (const char *gap, guint length, const char *size)
{
  g_autofree char *whole = g_strndup (gap + 1, length - 2);
  const char *dollar = strchr (whole, '$'), *flags = dollar ? dollar + 1 : whole;

  return g_strdup_printf ("%%%.*s%s%c", (int) strcspn (flags, "hlqjzt"), flags, size, gap[length - 1]);
}

static gboolean
is_wide (const char *gap, guint length)
{
  return strcspn (gap, "lqjzt") < length;
}

static void
add_number (GString *text, const char *gap, guint length, gint64 number)
{
  char kind = gap[length - 1];
  g_autofree char *own = own_conversion (gap, length, kind == 'c' ? "" : G_GINT64_MODIFIER);

  if (kind == 'c')
    g_string_append_printf (text, own, (int) number);
  else if (kind == 'd' || kind == 'i' || is_wide (gap, length))
    g_string_append_printf (text, own, number);
  else
    g_string_append_printf (text, own, (gint64) (guint32) number);
}

static void
add_argument (GString *text, const char *gap, guint length, const IhopArgument *argument, const char *said)
{
  if (argument->kind == IHOP_ARGUMENT_NUMBER)
    {
      add_number (text, gap, length, argument->number);
      return;
    }
  g_autofree char *own = own_conversion (gap, length, "");
  if (argument->kind == IHOP_ARGUMENT_REAL)
    g_string_append_printf (text, own, argument->real);
  else
    g_string_append_printf (text, own, said);
}

static const char *
in_english (const char *id)
{
  return id;
}

/* Puts the arguments into a sentence that has the message's gaps, perhaps in another order. */
static char *
fill (const IhopMessage *message, const char *sentence, const char *(*translate) (const char *id))
{
  GString *text = g_string_new (NULL);
  const char *at = sentence, *gap;
  guint length, next = 0;
  int position;
  char conversion;

  for (; (gap = ihop_message_gap (at, &length, &position, &conversion)) != NULL; at = gap + length)
    {
      g_string_append_len (text, at, gap - at);
      if (conversion == '%')
        {
          g_string_append_c (text, '%');
          continue;
        }
      guint which = position >= 0 ? (guint) position : next++;
      if (which >= message->n)
        continue;
      const IhopArgument *argument = &message->arguments[which];
      g_autofree char *said = argument->kind == IHOP_ARGUMENT_MESSAGE ? ihop_message_translate (argument->message, translate)
                                                                      : NULL;
      add_argument (text, gap, length, argument, said ? said : argument->word);
    }
  g_string_append (text, at);
  return g_string_free (text, FALSE);
}

/* ---- messages ---- */

IhopMessage *
ihop_message_from (const char *id, guint n, const IhopArgument *arguments)
{
  IhopMessage *message = g_atomic_rc_box_alloc0 (sizeof *message + n * sizeof *arguments);

  message->id = id;
  message->n = n;
  for (guint i = 0; i < n; i++)
    {
      IhopArgument *own = &message->arguments[i];
      *own = arguments[i];
      if (own->kind == IHOP_ARGUMENT_MESSAGE)
        {
          own->message = own->message ? ihop_message_ref (own->message) : ihop_message_phrase (own->word);
          own->word = NULL;
        }
      own->word = g_strdup (own->word);
    }
  message->text = fill (message, id, in_english);
  return message;
}

IhopMessage *
ihop_message_make (const char *format, guint n, ...)
{
  g_autofree IhopArgument *own = g_new (IhopArgument, n);
  va_list arguments;

  va_start (arguments, n);
  for (guint i = 0; i < n; i++)
    own[i] = va_arg (arguments, IhopArgument);
  va_end (arguments);
  return ihop_message_from (format, n, own);
}

IhopMessage *
ihop_message_phrase (const char *id)
{
  return ihop_message_from (id, 0, NULL);
}

IhopMessage *
ihop_message_word (const char *word)
{
  return ihop_message ("%s", word);
}

IhopMessage *
ihop_message_ref (const IhopMessage *message)
{
  return message ? g_atomic_rc_box_acquire ((gpointer) message) : NULL;
}

static void
message_clear (gpointer data)
{
  IhopMessage *message = data;

  for (guint i = 0; i < message->n; i++)
    {
      ihop_message_unref ((gpointer) message->arguments[i].message);
      g_free ((char *) message->arguments[i].word);
    }
  g_free (message->text);
}

void
ihop_message_unref (gpointer message)
{
  if (message)
    g_atomic_rc_box_release_full (message, message_clear);
}

const char *
ihop_message_text (const IhopMessage *message)
{
  return message ? message->text : NULL;
}

char *
ihop_message_translate (const IhopMessage *message, const char *(*translate) (const char *id))
{
  return message ? fill (message, translate (message->id), translate) : NULL;
}

const char *
ihop_message_id (const IhopMessage *message)
{
  return message->id;
}

guint
ihop_message_n_arguments (const IhopMessage *message)
{
  return message->n;
}

const IhopArgument *
ihop_message_argument (const IhopMessage *message, guint n)
{
  g_assert (n < message->n);
  return &message->arguments[n];
}

gboolean
ihop_message_is_word (const IhopMessage *message)
{
  return g_str_equal (message->id, "%s") && message->arguments[0].kind == IHOP_ARGUMENT_WORD;
}

gboolean
ihop_message_says (const IhopMessage *message, const char *id)
{
  if (g_str_equal (message->id, id))
    return TRUE;
  for (guint i = 0; i < message->n; i++)
    if (message->arguments[i].kind == IHOP_ARGUMENT_MESSAGE && ihop_message_says (message->arguments[i].message, id))
      return TRUE;
  return FALSE;
}

static gboolean
argument_equal (const IhopArgument *a, const IhopArgument *b)
{
  if (a->kind != b->kind)
    return FALSE;
  if (a->kind == IHOP_ARGUMENT_MESSAGE)
    return ihop_message_equal (a->message, b->message);
  return a->number == b->number && a->real == b->real && g_strcmp0 (a->word, b->word) == 0;
}

gboolean
ihop_message_equal (const IhopMessage *a, const IhopMessage *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || !g_str_equal (a->id, b->id) || a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!argument_equal (&a->arguments[i], &b->arguments[i]))
      return FALSE;
  return TRUE;
}

IhopMessage *
ihop_message_map (const IhopMessage *message, char *(*word) (const char *word, gpointer data), gpointer data)
{
  g_autofree IhopArgument *arguments = g_memdup2 (message->arguments, message->n * sizeof (IhopArgument));
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (ihop_message_unref);

  for (guint i = 0; i < message->n; i++)
    if (arguments[i].kind == IHOP_ARGUMENT_WORD)
      {
        char *other = word (arguments[i].word, data);
        g_ptr_array_add (words, other);
        arguments[i].word = other ? other : arguments[i].word;
      }
    else if (arguments[i].kind == IHOP_ARGUMENT_MESSAGE)
      {
        arguments[i].message = ihop_message_map (arguments[i].message, word, data);
        g_ptr_array_add (messages, (gpointer) arguments[i].message);
      }
  return ihop_message_from (message->id, message->n, arguments);
}
