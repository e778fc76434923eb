package io.zerogather.harness.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom, over all modules: this one is the only one that sees them all. */
@AnalyzeClasses(packages = "io.zerogather", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBordersTest {
    private static final String NATIVE = "io.zerogather.jni..";
    private static final String GPU = "io.zerogather.gpu..";
    private static final String FAST_PATH = "io.zerogather.sdma..";
    private static final String FALLBACK = "io.zerogather.rccl..";
    private static final String COMMAND = "io.zerogather.harness..";

    @ArchTest
    static final ArchRule onlyAdaptersUseNativeCode = noClasses()
            .that()
            .resideOutsideOfPackages(NATIVE, GPU, FAST_PATH, FALLBACK)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(NATIVE);

    @ArchTest
    static final ArchRule nativeCodeStandsAlone = noClasses()
            .that()
            .resideInAPackage(NATIVE)
            .should()
            .dependOnClassesThat(
                    new OurClasses("outside io.zerogather.jni", type -> !type.equals("io.zerogather.jni")));

    @ArchTest
    static final ArchRule gpuRuntimesAreKnownByTheirPortOnly = noClasses()
            .that()
            .resideOutsideOfPackage(GPU)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(GPU);

    @ArchTest
    static final ArchRule fastPathDoesNotKnowFallback = noClasses()
            .that()
            .resideInAPackage(FAST_PATH)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FALLBACK, COMMAND);

    @ArchTest
    static final ArchRule fallbackDoesNotKnowFastPath = noClasses()
            .that()
            .resideInAPackage(FALLBACK)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FAST_PATH, COMMAND);

    @ArchTest
    static final ArchRule commandUsesWhatModulesExport = noClasses()
            .that()
            .resideInAPackage(COMMAND)
            .should()
            .dependOnClassesThat(new OurClasses("in a package that its module keeps to itself", new HiddenPackages()));
}
