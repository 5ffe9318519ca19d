#include "project/localize.h"
#include <glib/gi18n-lib.h>

const char *
ihop_phrase_localize (const char *phrase)
{
  return *phrase ? g_dgettext (GETTEXT_PACKAGE, phrase) : phrase;
}

char *
ihop_message_localize (const IhopMessage *message)
{
  return ihop_message_translate (message, ihop_phrase_localize);
}

char *
ihop_message_sentence (const IhopMessage *message)
{
  g_autofree char *text = ihop_message_localize (message);

  if (text == NULL || ihop_message_is_word (message) || *ihop_phrase_localize (ihop_message_id (message)) == '%')
    return g_steal_pointer (&text);
  GString *sentence = g_string_new (NULL);
  g_string_append_unichar (sentence, g_unichar_toupper (g_utf8_get_char (text)));
  g_string_append (sentence, g_utf8_next_char (text));
  return g_string_free (sentence, FALSE);
}
