package io.zerogather.tck;

/** An event of {@link FakeDeviceRuntime}: the mark that was recorded last. */
final class FakeEvent {
    private volatile Mark mark = Mark.reached();

    Mark record() {
        Mark next = new Mark();
        mark = next;
        return next;
    }

    Mark mark() {
        return mark;
    }

    /** One place in a stream. */
    static final class Mark {
        private volatile long nanos;
        private volatile boolean reached;

        static Mark reached() {
            Mark mark = new Mark();
            mark.reach();
            return mark;
        }

        void reach() {
            nanos = System.nanoTime();
            reached = true;
        }

        boolean isReached() {
            return reached;
        }

        long nanos() {
            return nanos;
        }
    }
}
