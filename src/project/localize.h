/* Messages in the user's language, for the window; files and the command line stay English. */
#pragma once
#include "base/message.h"

/* Caller frees. NULL gives NULL. */
char *ihop_message_localize (const IhopMessage *message);
