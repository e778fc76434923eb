package io.zerogather.rccl;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import io.zerogather.tck.GuardedBuffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A rank in a process of its own: gathers until it is told to stop or a gather fails, and says on stdout what happened. */
final class RankMain {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private RankMain() {}

    /** Arguments: elements per gather, and {@code stepping} to wait for a line of stdin before each gather. */
    public static void main(String[] args) throws Exception {
        int elements = Integer.parseInt(args[0]);
        boolean stepping = args.length > 1;
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Rendezvous store = TorchrunEnvironment.of(System.getenv()).open(Deadline.after(Duration.ofMinutes(1)));
                GlooRank rank = GlooRank.open(store, GlooRank.settings(TIMEOUT));
                GuardedBuffer output = GuardedBuffer.of(elements * store.worldSize());
                GuardedBuffer input = GuardedBuffer.of(elements)) {
            say("open");
            try {
                for (long call = 1; !stepping || commands.readLine() != null; call++) {
                    rank.submit(call, output.buffer(), input.buffer(), elements, DataType.UINT8)
                            .await();
                    if (stepping || call == 3) {
                        say("gathered " + call);
                    }
                }
            } catch (AllGatherException e) {
                say("failed " + e.category() + " " + e.getMessage());
                System.exit(0); // closing the store would wait for the rank that was killed
            }
        }
    }

    private static void say(String line) throws IOException {
        System.out.println(line);
        System.out.flush();
    }
}
