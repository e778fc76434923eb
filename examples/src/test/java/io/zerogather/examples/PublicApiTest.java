package io.zerogather.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.zerogather.examples", importOptions = ImportOption.DoNotIncludeTests.class)
class PublicApiTest {
    @ArchTest
    static final ArchRule examplesUseWhatTrainersMayUse = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.zerogather",
                    "io.zerogather.rendezvous",
                    "io.zerogather.settings",
                    "io.zerogather.examples",
                    "java..",
                    "org.jspecify..");
}
