package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.program.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lets independent calls run side by side: which of a few streams each call goes to, and which calls of other streams it must wait for.
 * A call depends on an earlier one if one of them writes what the other reads or writes, places in memory counted, so that sharing an
 * arena stays safe. Calls are assigned in order to the stream on which they could start first. Immutable.
 *
 * @param streams stream of each call
 * @param waits calls of other streams that each call waits for
 */
record StreamPlan(int[] streams, List<List<Integer>> waits) {
    /** Assumed cost of starting a kernel, in nanoseconds. */
    private static final double START = 2500;
    /** Assumed bytes that a kernel moves in a nanosecond. */
    private static final double RATE = 2500;

    private record Access(List<Region> reads, List<Region> writes) {
        static Access of(Call call) {
            List<Region> writes = Stream.concat(
                            call.outputs().stream(),
                            call.node().op().mutates().stream().map(call::input))
                    .map(Region::of)
                    .toList();
            return new Access(call.inputs().stream().map(Region::of).toList(), writes);
        }

        boolean before(Access later) {
            return meet(writes, later.reads) || meet(writes, later.writes) || meet(reads, later.writes);
        }

        private static boolean meet(List<Region> some, List<Region> others) {
            for (Region region : some) {
                for (Region other : others) {
                    if (region.overlaps(other)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** Plans calls for {@code count} streams. */
    static StreamPlan of(Call[] calls, int count) {
        int[] streams = new int[calls.length];
        List<List<Integer>> waits = new ArrayList<>();
        List<Access> accesses = new ArrayList<>();
        double[] end = new double[calls.length];
        double[] free = new double[count];
        int[][] waited = new int[count][count];
        for (int s = 0; s < count; s++) {
            Arrays.fill(waited[s], -1);
        }
        for (int i = 0; i < calls.length; i++) {
            Access access = Access.of(calls[i]);
            List<Integer> needs = new ArrayList<>();
            double ready = 0;
            int latest = -1;
            for (int j = 0; j < i; j++) {
                if (accesses.get(j).before(access)) {
                    needs.add(j);
                    if (end[j] >= ready) {
                        ready = end[j];
                        latest = j;
                    }
                }
            }
            accesses.add(access);
            int stream = latest < 0 ? 0 : streams[latest];
            for (int s = 0; s < count; s++) {
                if (Math.max(free[s], ready) < Math.max(free[stream], ready)) {
                    stream = s;
                }
            }
            streams[i] = stream;
            List<Integer> foreign = new ArrayList<>();
            for (int s = 0; s < count; s++) {
                int newest = -1;
                for (int need : needs) {
                    if (streams[need] == s) {
                        newest = Math.max(newest, need);
                    }
                }
                if (s != stream && newest > waited[stream][s]) {
                    waited[stream][s] = newest;
                    foreign.add(newest);
                }
            }
            waits.add(foreign);
            end[i] = Math.max(free[stream], ready)
                    + START
                    + calls[i].node().cost().bytes() / RATE;
            free[stream] = end[i];
        }
        return new StreamPlan(streams, waits);
    }

    /** Number of streams that have calls. */
    int count() {
        int most = 0;
        for (int stream : streams) {
            most = Math.max(most, stream + 1);
        }
        return most;
    }
}
