package dev.ocellus.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.TagFilter.includeTags;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The group {@code gpu} is left out where this test runs; so the build says how much that is. */
class GpuGroupTest {

    @Test
    void theBuildSaysHowManyTestsOfTheGroupWereNotRun() {
        LauncherDiscoveryRequest group = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectPackage(GpuGroupTest.class.getPackageName()))
                .filters(includeTags("gpu"))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true") // finds Uncalled
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(group, listener);
        TestExecutionSummary summary = listener.getSummary();
        assertEquals(
                List.of(),
                summary.getFailures().stream()
                        .map(failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
                        .toList());
        assertTrue(summary.getTestsSucceededCount() > 0);
        assertEquals(summary.getTestsFoundCount(), summary.getTestsSucceededCount());
        System.out.printf(
                "GPU tests not run: %d (engine/gpu-check runs them on a machine with an NVIDIA GPU)%n",
                summary.getTestsFoundCount());
    }
}
