// A Vulkan layer that fails one call of a driver, told by two environment variables:
// MOTZKIN_FAULT=NAME:NUMBER:CODE names the function, which of its calls fails, from 1 on, and the
// VkResult that it answers then. MOTZKIN_FAULT_CALLS names a file, to which the process writes at its
// end how often it called each function, and whether the fault came about.
//
// A device that is lost once stays so: after an answer of VK_ERROR_DEVICE_LOST, every function that
// may answer that does. The few structures that a layer needs are declared here, so that no header of
// Vulkan has to be installed.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Handle;
typedef void (*Function)(void);
typedef Function (*Lookup)(void *, const char *);

enum { LINK_INFO = 0, LOADER_INSTANCE = 47, LOADER_DEVICE = 48, INITIALIZATION_FAILED = -3, DEVICE_LOST = -4 };

// VkLayerInstanceLink and VkLayerDeviceLink.
struct link {
    struct link *next;
    Lookup instance_lookup;
    Lookup device_lookup;
};

// VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo.
struct loader_info {
    int32_t type;
    struct loader_info *next;
    int32_t function;
    struct link *link;
};

// NAME, its parameters, its arguments, whether a lost device makes it fail.
#define CREATE(X, NAME) X(NAME, (void *d, const void *i, const void *a, void *o), (d, i, a, o), 0)
#define FUNCTIONS(X)                                                                                   \
    CREATE(X, vkAllocateMemory)                                                                        \
    CREATE(X, vkCreateBuffer)                                                                          \
    CREATE(X, vkCreateCommandPool)                                                                     \
    CREATE(X, vkCreateDescriptorPool)                                                                  \
    CREATE(X, vkCreateDescriptorSetLayout)                                                             \
    CREATE(X, vkCreateFence)                                                                           \
    CREATE(X, vkCreatePipelineLayout)                                                                  \
    CREATE(X, vkCreateQueryPool)                                                                       \
    CREATE(X, vkCreateSemaphore)                                                                       \
    CREATE(X, vkCreateShaderModule)                                                                    \
    X(vkAllocateCommandBuffers, (void *d, const void *i, void *o), (d, i, o), 0)                       \
    X(vkAllocateDescriptorSets, (void *d, const void *i, void *o), (d, i, o), 0)                       \
    X(vkBeginCommandBuffer, (void *c, const void *i), (c, i), 0)                                       \
    X(vkBindBufferMemory, (void *d, Handle b, Handle m, uint64_t o), (d, b, m, o), 0)                  \
    X(vkCreateComputePipelines, (void *d, Handle c, uint32_t n, const void *i, const void *a, void *o), \
        (d, c, n, i, a, o), 0)                                                                         \
    X(vkEndCommandBuffer, (void *c), (c), 0)                                                           \
    X(vkMapMemory, (void *d, Handle m, uint64_t o, uint64_t s, uint32_t f, void **p), (d, m, o, s, f, p), 0) \
    X(vkResetCommandPool, (void *d, Handle p, uint32_t f), (d, p, f), 0)                               \
    X(vkResetFences, (void *d, uint32_t n, const Handle *f), (d, n, f), 0)                             \
    X(vkFlushMappedMemoryRanges, (void *d, uint32_t n, const void *r), (d, n, r), 0)                   \
    X(vkInvalidateMappedMemoryRanges, (void *d, uint32_t n, const void *r), (d, n, r), 0)              \
    X(vkDeviceWaitIdle, (void *d), (d), 1)                                                             \
    X(vkGetFenceStatus, (void *d, Handle f), (d, f), 1)                                                \
    X(vkGetSemaphoreCounterValue, (void *d, Handle s, uint64_t *v), (d, s, v), 1)                      \
    X(vkGetSemaphoreCounterValueKHR, (void *d, Handle s, uint64_t *v), (d, s, v), 1)                   \
    X(vkQueueSubmit, (void *q, uint32_t n, const void *s, Handle f), (q, n, s, f), 1)                  \
    X(vkQueueWaitIdle, (void *q), (q), 1)                                                              \
    X(vkWaitForFences, (void *d, uint32_t n, const Handle *f, uint32_t a, uint64_t t), (d, n, f, a, t), 1) \
    X(vkWaitSemaphores, (void *d, const void *i, uint64_t t), (d, i, t), 1)                            \
    X(vkWaitSemaphoresKHR, (void *d, const void *i, uint64_t t), (d, i, t), 1)

#define NUMBER(NAME, PARAMETERS, ARGUMENTS, LOSABLE) NUMBER_##NAME,
enum { FUNCTIONS(NUMBER) NUMBER_vkCreateDevice, COUNT };

#define TEXT(NAME, PARAMETERS, ARGUMENTS, LOSABLE) #NAME,
static const char *const names[COUNT] = { FUNCTIONS(TEXT) "vkCreateDevice" };

static atomic_uint calls[COUNT];
static atomic_int injected, lost;
static int32_t fault_function = -1, fault_code;
static uint32_t fault_call;
static void *instance, *device;
static Lookup next_instance_lookup, next_device_lookup;

__attribute__((constructor)) static void read_fault(void) {
    const char *text = getenv("MOTZKIN_FAULT");
    char name[64];
    if (!text || sscanf(text, "%63[^:]:%u:%d", name, &fault_call, &fault_code) != 3)
        return;
    for (int number = 0; number < COUNT; number++)
        if (!strcmp(name, names[number]))
            fault_function = number;
}

__attribute__((destructor)) static void write_calls(void) {
    const char *path = getenv("MOTZKIN_FAULT_CALLS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    for (int number = 0; number < COUNT; number++)
        fprintf(file, "%s %u\n", names[number], calls[number]);
    fprintf(file, "injected %d\n", injected);
    fclose(file);
}

static int32_t fault(int number, int losable) {
    uint32_t call = ++calls[number];
    if (number == fault_function && call == fault_call) {
        // What runs ends first: nothing runs on a lost device, and who cannot wait may destroy.
        int32_t (*wait)(void *) = NULL;
        if (device)
            wait = (int32_t(*)(void *))next_device_lookup(device, "vkDeviceWaitIdle");
        if (wait)
            wait(device);
        injected = 1;
        lost = fault_code == DEVICE_LOST;
        return fault_code;
    }
    return losable && lost ? DEVICE_LOST : 0;
}

#define FAULTY(NAME, PARAMETERS, ARGUMENTS, LOSABLE)             \
    static int32_t(*next_##NAME) PARAMETERS;                     \
    static int32_t faulty_##NAME PARAMETERS {                    \
        int32_t code = fault(NUMBER_##NAME, LOSABLE);            \
        return code ? code : next_##NAME ARGUMENTS;              \
    }
FUNCTIONS(FAULTY)

static struct loader_info *loader_info(const void *info, int32_t type) {
    struct loader_info *found = ((struct loader_info *)info)->next;
    while (found && (found->type != type || found->function != LINK_INFO))
        found = found->next;
    return found;
}

static int32_t create_instance(const void *info, const void *allocator, void **made) {
    struct loader_info *loader = loader_info(info, LOADER_INSTANCE);
    if (!loader)
        return INITIALIZATION_FAILED;
    next_instance_lookup = loader->link->instance_lookup;
    loader->link = loader->link->next;
    int32_t (*next)(const void *, const void *, void **) =
        (int32_t(*)(const void *, const void *, void **))next_instance_lookup(NULL, "vkCreateInstance");
    int32_t code = next(info, allocator, made);
    if (!code)
        instance = *made;
    return code;
}

static int32_t create_device(void *adapter, const void *info, const void *allocator, void **made) {
    struct loader_info *loader = loader_info(info, LOADER_DEVICE);
    if (!loader)
        return INITIALIZATION_FAILED;
    Lookup lookup = loader->link->instance_lookup;
    next_device_lookup = loader->link->device_lookup;
    loader->link = loader->link->next;
    int32_t code = fault(NUMBER_vkCreateDevice, 0);
    if (code)
        return code;
    int32_t (*next)(void *, const void *, const void *, void **) =
        (int32_t(*)(void *, const void *, const void *, void **))lookup(instance, "vkCreateDevice");
    code = next(adapter, info, allocator, made);
    device = code ? NULL : *made;
    return code;
}

static void (*next_destroy_device)(void *, const void *);
static void destroy_device(void *gone, const void *allocator) {
    if (gone == device)
        device = NULL;
    next_destroy_device(gone, allocator);
}

Function motzkin_device_lookup(void *of, const char *name) {
    if (!strcmp(name, "vkGetDeviceProcAddr"))
        return (Function)motzkin_device_lookup;
    Function next = next_device_lookup ? next_device_lookup(of, name) : NULL;
    if (next && !strcmp(name, "vkDestroyDevice")) {
        next_destroy_device = (void (*)(void *, const void *))next;
        return (Function)destroy_device;
    }
#define FIND(NAME, PARAMETERS, ARGUMENTS, LOSABLE)               \
    if (next && !strcmp(name, #NAME)) {                          \
        next_##NAME = (int32_t(*) PARAMETERS)next;               \
        return (Function)faulty_##NAME;                          \
    }
    FUNCTIONS(FIND)
    return next;
}

Function motzkin_instance_lookup(void *of, const char *name) {
    if (!strcmp(name, "vkGetInstanceProcAddr"))
        return (Function)motzkin_instance_lookup;
    if (!strcmp(name, "vkCreateInstance"))
        return (Function)create_instance;
    if (!strcmp(name, "vkCreateDevice"))
        return (Function)create_device;
    if (!strcmp(name, "vkGetDeviceProcAddr"))
        return (Function)motzkin_device_lookup;
    return next_instance_lookup ? next_instance_lookup(of, name) : NULL;
}
