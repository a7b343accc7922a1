/* A log that is opened when it is first needed and closed when done. Streams are modelled here, to keep it small. */
typedef struct { int used; } stream;
static stream streams[2];
static stream *fopen(const char *name, const char *mode)
{
    for (int i = 0; i < 2; i++)
        if (!streams[i].used && name && mode) {
            streams[i].used = 1;
            return &streams[i];
        }
    return 0;
}
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

int main(void)
{
    log_text("start\n");
    log_text("stop\n");
    if (log_stream)
        fclose(log_stream);
    return 0;
}
