package dev.ocellus.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/** The layers of the studio: views know view models, view models know services, and never the other way round. */
class LayersTest {
    private static final String ROOT = "dev.ocellus.app";

    private static final String TESTS =
            LayersTest.class.getProtectionDomain().getCodeSource().getLocation().toString();

    private static final ImportOption PRODUCTION = location -> !location.contains(TESTS);

    private static final JavaClasses STUDIO =
            new ClassFileImporter().withImportOption(PRODUCTION).importPackages(ROOT);

    @Test
    void servicesKnowNeitherViewModelsNorViews() {
        neverKnows("services", "viewmodels", "views", "shell", "controls", "charts", "commands");
    }

    @Test
    void servicesAndViewModelsOpenNoWindow() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".services..", ROOT + ".viewmodels..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javafx.scene..", "javafx.stage..", "org.controlsfx..", "atlantafx..")
                .check(STUDIO);
    }

    @Test
    void viewModelsKnowNoView() {
        neverKnows("viewmodels", "views", "shell", "controls");
    }

    @Test
    void chartsAndControlsKnowNoFeature() {
        neverKnows("charts", "views", "viewmodels", "services", "shell");
        neverKnows("controls", "views", "viewmodels", "services", "shell");
    }

    @Test
    void viewsKnowNoShell() {
        neverKnows("views", "shell");
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(STUDIO);
    }

    @Test
    void onlyServicesMakeThreads() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".services..")
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
                .check(STUDIO);
    }

    @Test
    void nothingIsWrittenToTheConsole() {
        noClasses().should(ACCESS_STANDARD_STREAMS).check(STUDIO);
    }

    private static void neverKnows(String layer, String... others) {
        String[] packages = new String[others.length];
        for (int i = 0; i < others.length; i++) {
            packages[i] = ROOT + "." + others[i] + "..";
        }
        noClasses()
                .that()
                .resideInAPackage(ROOT + "." + layer + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages)
                .allowEmptyShould(true)
                .check(STUDIO);
    }
}
