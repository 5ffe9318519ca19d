#include "project/localize.h"
#include "project/phrase.h"
#include <glib/gi18n-lib.h>

const char *
ihop_phrase_localize (const char *phrase)
{
  return *phrase ? g_dgettext (GETTEXT_PACKAGE, phrase) : phrase;
}

/* Words that are still finished sentences. */
static char *
localize_word (const char *word, gpointer data)
{
  return ihop_phrase (word);
}

char *
ihop_message_localize (const IhopMessage *message)
{
  if (message == NULL)
    return NULL;
  g_autoptr (IhopMessage) known = ihop_message_map (message, localize_word, NULL);
  g_autofree char *said = ihop_message_translate (known, ihop_phrase_localize);
  return ihop_phrase (said);
}
