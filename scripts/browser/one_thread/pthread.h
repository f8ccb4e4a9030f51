/* Stands in for POSIX threads where a page has one: none can be had, so that kernel.c does all in the one it runs in. */
typedef int pthread_t;
typedef int pthread_attr_t;

static inline int pthread_attr_init(pthread_attr_t *attributes) { return *attributes = -1; }
static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, unsigned long size) { return *attributes + !size; }
static inline int pthread_attr_destroy(pthread_attr_t *attributes) { return *attributes; }
static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *work(void *), void *argument)
{
    return *thread = *attributes | !work | !argument;
}
static inline int pthread_join(pthread_t thread, void **result) { return thread | !result; }
