/* What is still to be done when a thread ends. */

void (*__maymust_at_thread_end)(void);
