package io.zerogather.spi;

/**
 * What a GPU runtime says about one of its devices.
 *
 * @param index the runtime's number of the device in this process, 0-based
 * @param name the vendor's name
 * @param busId PCI address, for example {@code 0000:1b:00.0}: equal for two ranks of one host only if they see one device
 * @param architecture for example {@code sm_90} or {@code gfx942}
 * @param memoryBytes memory of the device
 */
public record DeviceInfo(int index, String name, String busId, String architecture, long memoryBytes) {}
