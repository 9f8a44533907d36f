package dev.ocellus.engine.backend.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibrarySearchTest {
    private static final int ANY = Integer.MAX_VALUE;

    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();

    private List<String> candidates(boolean windows, LibraryKind kind, int newestCuda) {
        return new LibrarySearch(windows, environment, root, root.resolve("home/ada"))
                .candidates(kind, newestCuda).stream()
                        .map(candidate -> candidate
                                .replace(root + java.io.File.separator, "")
                                .replace('\\', '/'))
                        .toList();
    }

    private void file(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "not a library");
    }

    private void variable(String name, String folder) {
        environment.put(name, root.resolve(folder).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "usr/local/cuda/lib64/libnvrtc.so.13",
        "usr/local/cuda-13.0/lib64/libnvrtc.so.13",
        "usr/lib/x86_64-linux-gnu/libnvrtc.so.12",
        "usr/lib/wsl/lib/libnvrtc.so.12",
        "home/ada/.local/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
        "home/ada/.local/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
        "usr/lib/python3/dist-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
        "usr/local/lib/python3.12/dist-packages/nvidia/cu13/lib/libnvrtc.so.13",
        "home/ada/.pyenv/versions/3.12.1/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
    })
    void eachUsualPlaceOnLinuxIsLookedInto(String path) throws IOException {
        file(path);
        assertTrue(candidates(false, LibraryKind.NVRTC, ANY).contains(path));
    }

    @ParameterizedTest
    @CsvSource({
        "NVRTC, Program Files/NVIDIA GPU Computing Toolkit/CUDA/v13.0/bin/x64/nvrtc64_130_0.dll",
        "NVRTC, Program Files/NVIDIA GPU Computing Toolkit/CUDA/v12.8/bin/nvrtc64_120_0.dll",
        "CUDNN, Program Files/NVIDIA/CUDNN/v9.14/bin/12.9/cudnn64_9.dll",
        "CUDNN, Program Files/NVIDIA/CUDNN/v9.14/bin/13.0/x64/cudnn64_9.dll",
        "DRIVER, Windows/System32/nvcuda.dll",
        "NVML, Windows/System32/nvml.dll",
        "CUDNN, home/ada/AppData/Local/Programs/Python/Python312/Lib/site-packages/nvidia/cudnn/bin/cudnn64_9.dll",
        "CUDNN, home/ada/AppData/Roaming/Python/Python312/site-packages/nvidia/cudnn/bin/cudnn64_9.dll",
        "NVRTC, home/ada/AppData/Local/Programs/Python/Python312/Lib/site-packages/nvidia/cu13/bin/x86_64/nvrtc64_130_0.dll",
    })
    void eachUsualPlaceOnWindowsIsLookedInto(LibraryKind kind, String path) throws IOException {
        file(path);
        assertTrue(candidates(true, kind, ANY).contains(path));
    }

    @ParameterizedTest
    @CsvSource({
        "LD_LIBRARY_PATH, opt/a, opt/a/libcudnn.so.9",
        "CUDA_PATH, opt/toolkit, opt/toolkit/lib64/libcudnn.so.9",
        "CUDA_HOME, opt/toolkit, opt/toolkit/lib/libcudnn.so.9",
        "CUDNN_PATH, opt/cudnn, opt/cudnn/lib/libcudnn.so.9",
        "VIRTUAL_ENV, opt/venv, opt/venv/lib/python3.12/site-packages/nvidia/cudnn/lib/libcudnn.so.9",
        "CONDA_PREFIX, opt/conda, opt/conda/lib/libcudnn.so.9",
    })
    void whatTheEnvironmentNamesComesBeforeAllElse(String name, String folder, String path) throws IOException {
        file(path);
        file("usr/local/cuda/lib64/libcudnn.so.9");
        variable(name, folder);
        assertEquals(
                List.of(path, "libcudnn.so.9", "usr/local/cuda/lib64/libcudnn.so.9"),
                candidates(false, LibraryKind.CUDNN, ANY));
    }

    @Test
    void theDriverIsFirstLeftToTheSystemsLoader() throws IOException {
        file("opt/stubs/libcuda.so.1");
        variable("LD_LIBRARY_PATH", "opt/stubs");
        assertEquals(List.of("libcuda.so.1", "opt/stubs/libcuda.so.1"), candidates(false, LibraryKind.DRIVER, ANY));
    }

    @Test
    void newerVersionsComeFirst() throws IOException {
        file("usr/local/cuda-12.9/lib64/libnvrtc.so.12");
        file("usr/local/cuda-12.10/lib64/libnvrtc.so.12");
        file("usr/local/cuda-13.0/lib64/libnvrtc.so.13");
        assertEquals(
                List.of(
                        "libnvrtc.so.13",
                        "libnvrtc.so.12",
                        "usr/local/cuda-13.0/lib64/libnvrtc.so.13",
                        "usr/local/cuda-12.10/lib64/libnvrtc.so.12",
                        "usr/local/cuda-12.9/lib64/libnvrtc.so.12"),
                candidates(false, LibraryKind.NVRTC, ANY));
    }

    @Test
    void whatIsTooNewForTheDriverIsLeftOut() throws IOException {
        file("usr/local/cuda-13.0/lib64/libnvrtc.so.13");
        file("usr/local/cuda-12.8/lib64/libnvrtc.so.12");
        assertEquals(
                List.of("libnvrtc.so.12", "usr/local/cuda-12.8/lib64/libnvrtc.so.12"),
                candidates(false, LibraryKind.NVRTC, 12));
    }

    @Test
    void namesWithAVersionInsideAreFoundByPattern() throws IOException {
        file("cuda/bin/cupti64_2025.1.1.dll");
        file("cuda/bin/cupti64_2025.3.0.dll");
        file("cuda/bin/other.dll");
        variable("CUDA_PATH", "cuda");
        List<String> found = candidates(true, LibraryKind.CUPTI, 13);
        assertEquals(List.of("cuda/bin/cupti64_2025.3.0.dll", "cuda/bin/cupti64_2025.1.1.dll"), found);
    }

    @Test
    void aVariableThatIsNoPathIsPassedOver() throws IOException {
        file("b/libcudnn.so.9");
        environment.put("LD_LIBRARY_PATH", ":\0:" + root.resolve("none") + ":" + root.resolve("b"));
        assertEquals(List.of("b/libcudnn.so.9", "libcudnn.so.9"), candidates(false, LibraryKind.CUDNN, ANY));
    }

    @Test
    void aFileThatCannotBeLoadedIsNamedWithItsCure() throws IOException {
        file("opt/a/cudnn64_9.dll");
        environment.put("PATH", root.resolve("opt/a").toString());
        LibrarySearch search = new LibrarySearch(true, environment, root, root);
        StudioException fault =
                assertThrows(StudioException.class, () -> NativeLibrary.load(LibraryKind.CUDNN, search, ANY));
        assertEquals("cuDNN 9 cannot be loaded (" + root.resolve("opt/a/cudnn64_9.dll") + ").", fault.getMessage());
        assertTrue(fault.cure().contains("nvidia-cudnn-cu13"), fault.cure());
    }

    @Test
    void aNameThatTheLoaderDoesNotKnowIsNotAFile() {
        LibrarySearch search = new LibrarySearch(true, environment, root, root);
        StudioException fault =
                assertThrows(StudioException.class, () -> NativeLibrary.load(LibraryKind.NVRTC, search, 12));
        assertEquals("NVRTC was not found (nvrtc64_120_0.dll).", fault.getMessage());
    }

    @Test
    void withoutAnyLibraryEachIsReportedWithItsCure() {
        GpuReport report = GpuReport.of(new LibrarySearch(true, environment, root, root));
        assertFalse(report.usable());
        assertFalse(report.hasDriver());
        assertEquals(List.of(), report.devices());
        assertEquals("CUDA driver was not found (nvcuda.dll).", report.obstacle());
        assertEquals(LibraryKind.values().length, report.libraries().size());
        for (GpuReport.Library library : report.libraries()) {
            assertTrue(library.problem().startsWith(library.name() + " was not found ("), library.problem());
            assertFalse(library.cure().isEmpty(), library.name());
        }
    }
}
