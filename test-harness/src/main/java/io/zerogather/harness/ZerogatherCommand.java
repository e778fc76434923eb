package io.zerogather.harness;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the {@code zerogather} command. */
@Command(name = "zerogather", mixinStandardHelpOptions = true)
public final class ZerogatherCommand implements Runnable {
    private ZerogatherCommand() {}

    /**
     * Runs the command and ends the process with its status.
     *
     * @param args subcommand and options
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ZerogatherCommand()).execute(args));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
