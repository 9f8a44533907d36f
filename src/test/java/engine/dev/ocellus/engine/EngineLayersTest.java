package dev.ocellus.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The package graph of the engine, and the few things that only one package may do. */
class EngineLayersTest {
    private static final String ROOT = "dev.ocellus.engine";

    /** What each package may know, besides itself and the root package. {@code train} and {@code cli} may know all below them. */
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("tensor", List.of()),
            Map.entry("graph", List.of("tensor")),
            Map.entry("ops", List.of("graph", "tensor")),
            Map.entry("program", List.of("ops", "graph", "tensor")),
            Map.entry("backend", List.of("program", "ops", "graph", "tensor")),
            Map.entry("nn", List.of("ops", "graph", "tensor")),
            Map.entry("run", List.of()),
            Map.entry("weights", List.of("tensor", "run")),
            Map.entry("eval", List.of()),
            Map.entry("data", List.of("run")),
            Map.entry("models", List.of("nn", "ops", "graph", "tensor", "weights", "run", "eval")),
            Map.entry("profile", List.of("program", "graph", "tensor")),
            Map.entry(
                    "train",
                    List.of(
                            "tensor", "graph", "ops", "program", "backend", "nn", "run", "weights", "eval", "data",
                            "models", "profile")),
            Map.entry(
                    "parity",
                    List.of(
                            "tensor", "graph", "ops", "program", "backend", "nn", "run", "weights", "eval", "data",
                            "models", "profile", "train")),
            Map.entry(
                    "cli",
                    List.of(
                            "tensor", "graph", "ops", "program", "backend", "nn", "run", "weights", "eval", "data",
                            "models", "profile", "train", "parity")));

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .importUrl(
                    StudioException.class.getProtectionDomain().getCodeSource().getLocation());

    @TestFactory
    Stream<DynamicTest> eachPackageKnowsOnlyWhatLiesBelowIt() {
        return MAY_KNOW.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> {
                    String[] allowed = Stream.concat(Stream.of(rule.getKey()), rule.getValue().stream())
                            .map(name -> ROOT + "." + name + "..")
                            .toArray(String[]::new);
                    noClasses()
                            .that()
                            .resideInAPackage(ROOT + "." + rule.getKey() + "..")
                            .should()
                            .dependOnClassesThat(resideInAPackage(ROOT + ".*..").and(resideOutsideOfPackages(allowed)))
                            .allowEmptyShould(true)
                            .check(ENGINE);
                }));
    }

    @Test
    void everyPackageHasItsPlaceInTheGraph() {
        Set<String> unplaced = ENGINE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ROOT + "."))
                .map(name -> name.substring(ROOT.length() + 1).split("\\.", 2)[0])
                .filter(name -> !MAY_KNOW.containsKey(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(unplaced.isEmpty(), () -> "packages without a rule: " + unplaced);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(ENGINE);
    }

    @Test
    void theRootPackageDependsOnNothing() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".*..")
                .check(ENGINE);
    }

    @Test
    void noWindowToolkitReachesTheEngine() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "javafx..",
                        "com.sun.javafx..",
                        "java.awt..",
                        "javax.swing..",
                        "dev.ocellus.app..",
                        "dev.ocellus.resources..")
                .check(ENGINE);
    }

    @Test
    void eachForeignLibraryHasOneHome() {
        onlyKnownIn("jcuda..", ROOT + ".backend.cuda..");
        onlyKnownIn("org.bytedeco.openblas..", ROOT + ".backend.cpu..");
        onlyKnownIn("org.bytedeco.opencv..", ROOT + ".data..");
    }

    private static void onlyKnownIn(String library, String home) {
        noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(ENGINE);
    }

    @Test
    void onlyTheTrainerMakesThreads() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".train..")
                .should()
                .callConstructor(Thread.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .callConstructor(Thread.class, String.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class, String.class)
                .orShould()
                .callMethod(Thread.class, "ofPlatform")
                .orShould()
                .callMethod(Thread.class, "ofVirtual")
                .orShould()
                .callMethod(Thread.class, "startVirtualThread", Runnable.class)
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Executors.class, ThreadPoolExecutor.class, ForkJoinPool.class)
                .check(ENGINE);
    }

    @Test
    void onlyTheCommandLineWritesToTheConsole() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .should(ACCESS_STANDARD_STREAMS)
                .check(ENGINE);
    }
}
