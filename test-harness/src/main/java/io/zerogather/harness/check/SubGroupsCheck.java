package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.Group;
import io.zerogather.Work;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.VerifiedGather;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Two halves at the same time, then the outermost ranks in reverse order, with gathers of WORLD between them. */
final class SubGroupsCheck implements Check {
    private static final GatherShape SHAPE = GatherShape.of(DataType.BFLOAT16, 33_001);
    private static final int ROUNDS = 3;

    @Override
    public String name() {
        return "groups";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        int size = context.world().size();
        int middle = (size + 1) / 2;
        Group low = context.router().newGroup(ranks(0, middle));
        Group high = middle < size ? context.router().newGroup(ranks(middle, size)) : low;
        Group outermost = size > 1 ? context.router().newGroup(List.of(size - 1, 0)) : low;
        Group half = context.rank() < middle ? low : high;
        for (int round = 0; round < ROUNDS; round++) {
            runRound(context, half, outermost);
        }
    }

    private static void runRound(CheckContext context, Group half, Group outermost) throws InterruptedException {
        List<VerifiedGather> gathers = new ArrayList<>();
        gathers.add(context.gather(half, SHAPE, "-half", "-half"));
        gathers.add(context.gather(context.world(), SHAPE, "-world", "-world"));
        if (outermost.rank() >= 0) {
            gathers.add(context.gather(outermost, SHAPE.atPlace(), "-outermost", ""));
        } else {
            context.skip();
        }
        gathers.forEach(VerifiedGather::fill);
        List<Work> works = gathers.stream().map(VerifiedGather::submit).toList();
        for (Work work : works) {
            work.await();
        }
        gathers.forEach(context::verify);
    }

    private static List<Integer> ranks(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
