/* expected: the stream is used after it was closed
   The pointer to the closed stream is kept, so the last line goes nowhere. */
typedef struct { int used; } stream;
static stream only;
static stream *fopen(const char *name, const char *mode) { only.used = name && mode; return &only; }
static int fclose(stream *s) { s->used = 0; return 0; }
static int fputs(const char *text, stream *s) { return text && s->used ? 0 : -1; }

static stream *log_stream;

static void log_text(const char *text)
{
    if (!log_stream)
        log_stream = fopen("log", "a");
    if (log_stream)
        fputs(text, log_stream);
}

static void stop_log(void)
{
    if (log_stream)
        fclose(log_stream);
}

int main(void)
{
    log_text("start\n");
    stop_log();
    log_text("stopped\n");
    return 0;
}
