package io.zerogather.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.harness.launch.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ZerogatherCommandTest {
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine command =
            ZerogatherCommand.commandLine().setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));

    @Test
    void tellsItsVersion() {
        assertThat(command.execute("--version")).isEqualTo(ExitStatus.OK);
        assertThat(output.toString()).startsWith("zerogather ");
    }

    @Test
    void explainsEverySubcommand() {
        assertThat(command.execute("--help")).isEqualTo(ExitStatus.OK);
        assertThat(output.toString()).contains("test", "bench");
        for (String name : new String[] {"test", "bench"}) {
            assertThat(command.execute(name, "--help")).isEqualTo(ExitStatus.OK);
            assertThat(output.toString()).contains("Usage: zerogather " + name, "--ranks", "Exit codes:", "Examples:");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                              | Missing required subcommand",
                "test                                            | pass --ranks N",
                "bench                                           | torchrun",
                "test --ranks -1                                 | --ranks is -1",
                "test --ranks 2 --timeout 0                      | --timeout is 0",
                "test --ranks 2 --rank-env 2:A=b                 | only ranks 0 to 1",
                "test --ranks 2 --rank-env A=b                   | RANK:NAME=VALUE",
                "test --ranks 2 --dtypes float31                 | 'float31'",
                "test --ranks 2 --partition-sz 0                 | --partition-sz is 0",
                "test --ranks 2 --iterations 0                   | --iterations is 0",
                "bench --ranks 2 -b 1M -e 1K                     | the sizes must grow",
                "bench --ranks 2 -f 1                            | the sizes must grow",
                "bench --ranks 2 -b many                         | 'many'",
                "bench --ranks 2 --batches 0                     | --batches is 0",
                "bench --ranks 2 --dtype complex64               | 'complex64'",
                "test --ranks 1025                               | --ranks is 1025: give 1 to 1024",
                "test --ranks 2 --gather-timeout 0               | --gather-timeout is 0",
                "bench --ranks 2 --gather-timeout -5             | --gather-timeout is -5",
                "test --ranks 2 --master-port 70000              | --master-port is 70000: give 1 to 65535",
                "test --ranks 2 --master-port -1                 | --master-port is -1",
                "test --ranks 2 --dtypes ,                       | --dtypes names no element type",
                "bench --ranks 2 --shard-bytes 4,0               | --shard-bytes has a 0",
                "bench --ranks 2 --ratio-floor -1                | --ratio-floor is -1.0",
                "bench --ranks 2 --ratio-floor NaN               | --ratio-floor is NaN",
                "test --no-such-option                           | --no-such-option"
            })
    void refusesWhatItCannotDo(String line, String hint) {
        String[] arguments = line.isBlank() ? new String[0] : line.strip().split(" +");

        assertThat(command.execute(arguments)).isEqualTo(ExitStatus.USAGE);
        assertThat(errors.toString()).contains(hint.strip()).contains("--help");
        assertThat(output.toString()).isEmpty();
    }
}
