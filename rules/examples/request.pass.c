/* A dispatch routine that completes what it handles and queues the rest for later. */
struct request { int code; int status; struct request *next; };
void start_request(struct request *r);
void complete_request(struct request *r);
static void set_request_status(struct request *r, int status) { r->status = status; }

static struct request requests[4];
static struct request *queue;

static void dispatch(struct request *r)
{
    start_request(r);
    switch (r->code) {
    case 0:
        set_request_status(r, 0);
        complete_request(r);
        break;
    case 1:
        r->next = queue;
        queue = r;
        break;
    default:
        set_request_status(r, -22);
        complete_request(r);
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        requests[i].code = i;
        dispatch(&requests[i]);
    }
    while (queue) {
        struct request *r = queue;
        queue = r->next;
        complete_request(r);
    }
    return 0;
}
