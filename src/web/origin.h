/* Who is asked, and who asks: names that are ours, pages of other sites. */
#pragma once
#include "web/web.h"

/* The request means one thing, and means us. FALSE: the answer is given. */
gboolean ihop_web_origin_check (IhopWebRequest *request);
/* A page of somebody else may make a browser send a form to us: it would work on its owner's account. */
gboolean ihop_web_is_cross_site (const IhopWebRequest *request);
