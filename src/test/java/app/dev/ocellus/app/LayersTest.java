package dev.ocellus.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The layers of the studio: views know view models, view models know services, and never the other way round. */
class LayersTest {
    private static final JavaClasses STUDIO = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.ocellus.app");

    @Test
    void servicesKnowNeitherViewModelsNorViews() {
        noClasses()
                .that()
                .resideInAPackage("..app.services..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..app.viewmodels..", "..app.views..", "..app.shell..")
                .allowEmptyShould(true)
                .check(STUDIO);
    }

    @Test
    void viewModelsKnowNoView() {
        noClasses()
                .that()
                .resideInAPackage("..app.viewmodels..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..app.views..", "..app.shell..")
                .allowEmptyShould(true)
                .check(STUDIO);
    }
}
