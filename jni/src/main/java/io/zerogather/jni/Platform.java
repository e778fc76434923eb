package io.zerogather.jni;

import java.util.Locale;

/** The folder name of an operating system and processor, as the build's os-maven-plugin spells it. */
final class Platform {
    private Platform() {}

    /** This process's platform, for example {@code linux-x86_64}. */
    static String current() {
        return classifier(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String classifier(String osName, String osArch) {
        return os(bare(osName)) + "-" + arch(bare(osArch));
    }

    private static String os(String name) {
        if (name.startsWith("macosx") || name.startsWith("osx")) {
            return "osx";
        }
        return name.startsWith("windows") ? "windows" : name;
    }

    private static String arch(String name) {
        return switch (name) {
            case "amd64", "x8664", "x64", "em64t" -> "x86_64";
            case "aarch64", "arm64" -> "aarch_64";
            case "ppc64le" -> "ppcle_64";
            case "s390x" -> "s390_64";
            default -> name;
        };
    }

    private static String bare(String value) {
        return value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
