/* Three transfers of different sizes. */
static unsigned long next = 4096;
static unsigned long dma_map(void *buffer, long size) { unsigned long a = next; next += size; return buffer ? a : 0; }
void dma_unmap(unsigned long address, long size);
void dma_start(unsigned long address);

static char buffer[256];

int main(void)
{
    for (long size = 64; size <= 256; size *= 2) {
        unsigned long address = dma_map(buffer, size);
        if (address) {
            dma_start(address);
            dma_unmap(address, size);
        }
    }
    return 0;
}
