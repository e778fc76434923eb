package io.zerogather.harness.launch;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a rank: this process's own, down to the flags of its virtual machine. */
final class RankCommandLine {
    private RankCommandLine() {}

    /**
     * Builds it.
     *
     * @param mainClass the command
     * @param arguments the command's arguments; a rank knows by a property that it need not launch again
     * @return program and arguments
     */
    static List<String> of(Class<?> mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-D" + LauncherLink.LAUNCHED_PROPERTY + "=true");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }
}
