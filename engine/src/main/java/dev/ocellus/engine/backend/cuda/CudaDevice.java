package dev.ocellus.engine.backend.cuda;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/**
 * A GPU as the driver describes it.
 *
 * @param ordinal number among the machine's GPUs
 * @param major first digit of the compute capability
 * @param minor second digit of the compute capability
 * @param multiprocessors number of units that run blocks side by side
 * @param memoryBytes size of the device's memory
 * @param driverVersion newest CUDA version that the driver serves, as in 13000 for 13.0
 */
public record CudaDevice(
        int ordinal, String name, int major, int minor, int multiprocessors, long memoryBytes, int driverVersion) {

    /** Reads what the driver says; the driver must have been initialised. */
    static CudaDevice of(int ordinal) {
        CUdevice device = handle(ordinal);
        byte[] name = new byte[256];
        Driver.check(JCudaDriver.cuDeviceGetName(name, name.length, device), "tell its name");
        long[] memory = new long[1];
        Driver.check(JCudaDriver.cuDeviceTotalMem(memory, device), "tell its memory");
        int[] driver = new int[1];
        Driver.check(JCudaDriver.cuDriverGetVersion(driver), "tell its driver's version");
        int length = 0;
        while (length < name.length && name[length] != 0) {
            length++;
        }
        return new CudaDevice(
                ordinal,
                new String(name, 0, length, StandardCharsets.UTF_8),
                attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                memory[0],
                driver[0]);
    }

    /** Number of GPUs that the driver sees. */
    static int count() {
        int[] count = new int[1];
        Driver.check(JCudaDriver.cuDeviceGetCount(count), "count GPUs");
        return count[0];
    }

    static CUdevice handle(int ordinal) {
        CUdevice device = new CUdevice();
        Driver.check(JCudaDriver.cuDeviceGet(device, ordinal), "be found as number " + ordinal);
        return device;
    }

    private static int attribute(CUdevice device, int attribute) {
        int[] value = new int[1];
        Driver.check(JCudaDriver.cuDeviceGetAttribute(value, attribute, device), "tell attribute " + attribute);
        return value[0];
    }

    /** The device in words. */
    public String description() {
        return String.format(
                Locale.ROOT,
                "%s, compute capability %d.%d, %.0f GiB",
                name,
                major,
                minor,
                memoryBytes / (double) (1L << 30));
    }

    /** Whether the tensor cores take bfloat16. */
    boolean bfloat16() {
        return major >= 8;
    }
}
