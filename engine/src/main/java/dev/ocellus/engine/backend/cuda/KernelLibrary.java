package dev.ocellus.engine.backend.cuda;

import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuModuleUnload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcuda.driver.CUmodule;

/**
 * The kernels of this package's {@code .cu} files, compiled for one device at their first use. Each file is compiled once for each
 * set of definitions. Used by one thread at a time.
 */
final class KernelLibrary implements AutoCloseable {
    private static final String COMMON = "common.cuh";

    private final CompileTarget target;
    private final Nvrtc nvrtc;
    private final KernelCache cache;
    private final Launcher launcher;
    private final Map<String, CUmodule> modules = new HashMap<>();

    KernelLibrary(CudaDevice device, CudaLibraries libraries, Path cacheFolder) {
        nvrtc = new Nvrtc(libraries.nvrtc());
        target = nvrtc.target(device.major(), device.minor());
        launcher = new Launcher(libraries.driver());
        cache = new KernelCache(cacheFolder, ".cubin");
    }

    /**
     * A kernel.
     *
     * @param file name of the source, without its ending
     * @param defines preprocessor definitions by name
     */
    LaunchBuilder launch(String file, String kernel, Map<String, String> defines) {
        CUmodule module = modules.computeIfAbsent(file + new TreeMap<>(defines), key -> load(file, defines));
        KernelFunction function = new KernelFunction(file + "." + kernel);
        Driver.check(cuModuleGetFunction(function, module, kernel), "find the kernel " + function.name());
        return new LaunchBuilder(launcher, function);
    }

    private CUmodule load(String file, Map<String, String> defines) {
        String source = resource(COMMON) + "\n#line 1 \"" + file + ".cu\"\n" + resource(file + ".cu");
        List<String> options = new ArrayList<>(List.of("--std=c++17", "-default-device", "--fmad=true"));
        new TreeMap<>(defines).forEach((name, value) -> options.add("-D" + name + "=" + value));
        String key = target.option() + "\n" + String.join("\n", options) + "\n" + nvrtc.version() + "\n" + source;
        byte[] code = cache.get(key, () -> nvrtc.compile(file + ".cu", source, target, options));
        CUmodule module = new CUmodule();
        Driver.check(cuModuleLoadData(module, code), "load the kernels of " + file);
        return module;
    }

    private static String resource(String name) {
        try (InputStream in = KernelLibrary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        modules.values().forEach(module -> cuModuleUnload(module));
        modules.clear();
    }
}
