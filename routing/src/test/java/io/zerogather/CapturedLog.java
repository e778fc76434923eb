package io.zerogather;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** What is logged while a test has it open. */
final class CapturedLog implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    CapturedLog() {
        System.setErr(new PrintStream(bytes, true, UTF_8));
    }

    List<String> lines() {
        return bytes.toString(UTF_8).lines().toList();
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(bytes.toString(UTF_8));
    }
}
