#include "project/localize.h"
#include "project/phrase.h"
#include <glib/gi18n-lib.h>

static const char *
look_up (const char *id)
{
  return *id ? g_dgettext (GETTEXT_PACKAGE, id) : id;
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
  g_autofree char *said = ihop_message_translate (known, look_up);
  return ihop_phrase (said);
}
