package io.zerogather.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.zerogather.Router;
import io.zerogather.spi.Availability;
import io.zerogather.spi.BufferAddressing;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.util.Set;

@AnalyzeClasses(packages = "io.zerogather", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBordersTest {
    /** The public types that the router is made for; the rest of the API is values that everything else is made of. */
    private static final Set<String> ROUTER_API = Set.of("Router", "RouterBuilder", "RouterStatus", "Group");

    /** What values need of the service interfaces: addresses of direct buffers, and GPUs. */
    private static final Set<String> VALUE_PORTS = Set.of(
            Availability.class.getName(),
            BufferAddressing.class.getName(),
            DeviceInfo.class.getName(),
            DeviceRuntime.class.getName());

    /** What values are made of, beside the public types. */
    private static final Set<String> VALUE_PARTS = Set.of(
            "ActionFailure",
            "BufferAddresses",
            "CompletedWork",
            "DeviceAction",
            "DeviceCopies",
            "DeviceMonitor",
            "DeviceOrder",
            "DevicePolling",
            "DeviceWord",
            "DeviceWords",
            "LoadedServices");

    @ArchTest
    static final ArchRule knowsNoBackendAndNoNativeCode = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.zerogather.jni..", "io.zerogather.sdma..", "io.zerogather.rccl..", "io.zerogather.harness..");

    @ArchTest
    static final ArchRule hasNoNativeMethods = noMethods().should().haveModifier(JavaModifier.NATIVE);

    @ArchTest
    static final ArchRule partsKnowNothingOfTheRouter = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.zerogather.settings",
                    "io.zerogather.agreement",
                    "io.zerogather.rendezvous",
                    "io.zerogather.route",
                    "io.zerogather.metrics",
                    "io.zerogather.spi")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Router.class);

    @ArchTest
    static final ArchRule hasNoCycles =
            slices().assignedFrom(new Parts()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule rendezvousStandsAlone = noClasses()
            .that()
            .resideInAPackage("io.zerogather.rendezvous")
            .should()
            .dependOnClassesThat(new OtherPartsOfOurs("io.zerogather.rendezvous"));

    @ArchTest
    static final ArchRule settingsStandAlone = noClasses()
            .that()
            .resideInAPackage("io.zerogather.settings")
            .should()
            .dependOnClassesThat(new OtherPartsOfOurs("io.zerogather.settings"));

    @ArchTest
    static final ArchRule metricsStayInOnePlace = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.zerogather.settings",
                    "io.zerogather.agreement",
                    "io.zerogather.rendezvous",
                    "io.zerogather.spi")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.micrometer..");

    @ArchTest
    static final ArchRule apiIsFinal = classes()
            .that()
            .resideInAPackage("io.zerogather")
            .and()
            .arePublic()
            .and()
            .areNotInterfaces()
            .and()
            .doNotHaveFullyQualifiedName("io.zerogather.HostTask")
            .should()
            .haveModifier(JavaModifier.FINAL);

    /** Values, the router, and one part per package. */
    private static final class Parts implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (VALUE_PORTS.contains(type.getName())) {
                return SliceIdentifier.of("values");
            }
            if (!type.getPackageName().equals("io.zerogather")) {
                return type.getPackageName().startsWith("io.zerogather.")
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }
            return SliceIdentifier.of(isValue(type) ? "values" : "router");
        }

        @Override
        public String getDescription() {
            return "values, the router, and one part per package";
        }

        private static boolean isValue(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            String name = outermost.getSimpleName();
            boolean isPublic = outermost.getModifiers().contains(JavaModifier.PUBLIC);
            return (isPublic && !ROUTER_API.contains(name)) || VALUE_PARTS.contains(name);
        }
    }

    /** Our classes outside one package. */
    private static final class OtherPartsOfOurs extends DescribedPredicate<JavaClass> {
        private final String own;

        OtherPartsOfOurs(String own) {
            super("our classes outside " + own);
            this.own = own;
        }

        @Override
        public boolean test(JavaClass type) {
            return type.getPackageName().startsWith("io.zerogather")
                    && !type.getPackageName().equals(own);
        }
    }
}
