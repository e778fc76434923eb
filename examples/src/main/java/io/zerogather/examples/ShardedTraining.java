package io.zerogather.examples;

import io.zerogather.Router;
import io.zerogather.RouterStatus;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import java.time.Duration;
import java.util.Locale;

/**
 * Trains a small network in the manner of ZeRO-3 on every rank of a job, and prints the loss of each step. A gather moves
 * bytes and nothing else, so the losses are equal to the last bit whichever way the gathers take.
 */
public final class ShardedTraining {
    private static final Duration JOIN_TIME = Duration.ofMinutes(1);

    private ShardedTraining() {}

    /**
     * Runs one rank; torchrun's variables say which.
     *
     * @param args number of steps, 30 if left out
     * @throws InterruptedException if the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        int steps = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        TorchrunEnvironment place = TorchrunEnvironment.of(System.getenv());
        try (Rendezvous rendezvous = place.open(Deadline.after(JOIN_TIME));
                Router router = Router.builder()
                        .rendezvous(rendezvous)
                        .localRank(place.localRank())
                        .open()) {
            Trainer trainer = new Trainer(router);
            for (int step = 1; step <= steps; step++) {
                float loss = trainer.step(step);
                if (place.rank() == 0) {
                    print(step, loss);
                }
            }
            if (place.rank() == 0) {
                printRoutes(router.status());
            }
        }
    }

    /** Also prints the bits, for a comparison that rounding cannot blur. */
    private static void print(int step, float loss) {
        System.out.println(String.format(
                Locale.ROOT, "step %3d | loss %.6f | bits %08x", step, loss, Float.floatToRawIntBits(loss)));
    }

    private static void printRoutes(RouterStatus status) {
        String backend = status.fastPathActive() ? "SDMA (" + status.engine() + ")" : status.fallback();
        System.out.println("backend " + backend + " | gathers by route " + status.gathers());
    }
}
