/* The JSON API: handlers of routes.c, and what the pages share with them. */
#pragma once
#include "web/job_view.h"

void ihop_web_get_openapi (IhopWebRequest *request);
void ihop_web_get_transforms (IhopWebRequest *request);
void ihop_web_get_gpus (IhopWebRequest *request);
void ihop_web_post_job (IhopWebRequest *request);
void ihop_web_get_job (IhopWebRequest *request);
void ihop_web_post_cancel (IhopWebRequest *request);
void ihop_web_delete_job (IhopWebRequest *request);
void ihop_web_get_result (IhopWebRequest *request);
void ihop_web_get_archive (IhopWebRequest *request);
void ihop_web_get_file (IhopWebRequest *request);
void ihop_web_get_health (IhopWebRequest *request);
void ihop_web_get_metrics (IhopWebRequest *request);

/* From what was uploaded: checked, put into the queue. The new id, or NULL: the answer is given. Caller
 * frees. steps: of char *, instead of those that were sent; or NULL. */
char *ihop_web_job_make (IhopWebRequest *request, const char *from, const GPtrArray *steps);
/* A job that waits or runs has failed then, and nobody works at it; of one that is over nothing changes. FALSE:
 * its worker does not end. */
gboolean ihop_web_job_cancel (IhopWeb *web, const IhopJob *job);
/* FALSE: the answer is given. */
gboolean ihop_web_job_delete (IhopWebRequest *request, const IhopJob *job);
