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
