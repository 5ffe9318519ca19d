/* Messages in the user's language, for the window; files and the command line stay English. */
#pragma once
#include "base/message.h"

/* Caller frees. NULL gives NULL. */
char *ihop_message_localize (const IhopMessage *message);
/* The same, to stand by itself: it begins with a capital, unless a word of the program comes first. */
char *ihop_message_sentence (const IhopMessage *message);
/* A sentence of ours without gaps, as a GError has it; other text comes back as it is. */
const char *ihop_phrase_localize (const char *phrase);
