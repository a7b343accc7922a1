/* What is still to be done when a thread ends. */

typedef void (*__maymust_thread_end_function)(void);

__maymust_thread_end_function __maymust_at_thread_end;
