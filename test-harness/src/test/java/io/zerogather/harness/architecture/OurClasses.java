package io.zerogather.harness.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.function.Predicate;

/** Our classes in packages of some kind. */
final class OurClasses extends DescribedPredicate<JavaClass> {
    private final Predicate<String> packages;

    OurClasses(String kind, Predicate<String> packages) {
        super("our classes " + kind);
        this.packages = packages;
    }

    @Override
    public boolean test(JavaClass type) {
        String name = type.getPackageName();
        return (name + ".").startsWith("io.zerogather.") && packages.test(name);
    }
}
