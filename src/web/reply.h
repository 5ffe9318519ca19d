/* Answers. Each carries the headers that keep a browser from doing with it what was not meant. */
#pragma once
#include "web/web.h"

/* Takes text (NULL-terminated). type: "text/html; charset=utf-8". */
void ihop_web_reply_text (IhopWebRequest *request, guint status, const char *type, char *text);
/* A page that is the same until something is done: with an ETag, to be asked for again. Takes text. */
void ihop_web_reply_page (IhopWebRequest *request, char *text);
/* Bytes that live as long as the program (resources): may be cached, with an ETag. */
void ihop_web_reply_asset (IhopWebRequest *request, const char *type, GBytes *bytes);
/* A file, with an ETag; 404 if it is not there. download: the name to save it under, or NULL to show it. */
void ihop_web_reply_file (IhopWebRequest *request, const char *path, const char *type,
                          const char *download);
/* 303: "look there". place is one of our paths. */
void ihop_web_reply_see_other (IhopWebRequest *request, const char *place);
/* A sentence with its status: JSON for the API, a page for people. */
void ihop_web_reply_error (IhopWebRequest *request, guint status, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* A stream: the reader is asked for more until it gives -1; see MHD_ContentReaderCallback. */
void ihop_web_reply_stream (IhopWebRequest *request, const char *type, MHD_ContentReaderCallback reader,
                            gpointer data, MHD_ContentReaderFreeCallback end);
/* 201 with Location. Takes text. */
void ihop_web_reply_created (IhopWebRequest *request, const char *place, char *text);
/* "2026-10-20 10:00 UTC"; caller frees. */
char *ihop_web_time_text (gint64 seconds);
