/* Stands in the place of libx264 and libx265, which are under the GPL, beside an FFmpeg under the LGPL.
 *
 * Nothing in Easel encodes H.264 or H.265. FFmpeg's libavcodec is linked against both encoders, so a
 * library with their names has to be there; this one lets every attempt to open one of them fail.
 * What x265's table of functions holds, FFmpeg calls by position: each entry does nothing.
 */
static long nothing(void) { return 0; }
static long refused(void) { return -1; }

typedef long (*function)(void);
#define EIGHT nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing
static const function table[64] = {EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT};

const void *x265_api_get_216(int depth) { return depth ? 0 : table; }

const char *const x264_levels[1] = {0};
long x264_param_default_preset(void) { return refused(); }
long x264_param_parse(void) { return refused(); }
long x264_param_apply_profile(void) { return refused(); }
long x264_encoder_encode(void) { return refused(); }
long x264_encoder_headers(void) { return refused(); }
long x264_encoder_reconfig(void) { return refused(); }
void *x264_encoder_open_165(void) { return 0; }
long x264_encoder_delayed_frames(void) { return nothing(); }
long x264_encoder_maximum_delayed_frames(void) { return nothing(); }
void x264_encoder_close(void) {}
void x264_param_apply_fastfirstpass(void) {}
void x264_param_cleanup(void) {}
void x264_param_default(void) {}
void x264_picture_init(void) {}
