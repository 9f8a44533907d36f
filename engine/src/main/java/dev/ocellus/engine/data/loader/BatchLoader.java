package dev.ocellus.engine.data.loader;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.augment.AugmentSettings;
import dev.ocellus.engine.data.augment.BoxList;
import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.augment.PlainSamples;
import dev.ocellus.engine.data.augment.SampleMaker;
import dev.ocellus.engine.data.augment.TrainingSamples;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the batches of all epochs ahead of time, on threads that live as long as the loader.
 *
 * <p>The threads take one sample at a time, in order, and write it into its place in a ring of batches whose memory is
 * allocated once. A batch is handed out when its samples are complete, in order, whichever thread was faster; while the
 * ring is full, the threads wait. They work on across the end of an epoch.
 *
 * <p>One thread asks for batches; {@link #close} may be called by any. Memory is freed by {@code close}.
 */
public final class BatchLoader implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(BatchLoader.class.getName());
    private static final long CANCELLATION_MILLIS = 50;
    private static final long CLOSE_MILLIS = 10_000;

    private final Split split;
    private final LoaderPlan plan;
    private final Supplier<SampleMaker> makers;
    private final SampleOrder order;
    private final Arena arena = Arena.ofShared();
    private final Batch[] ring;
    private final List<Thread> threads = new ArrayList<>();
    private final Object lock = new Object();
    private final long end;
    private long ticket;
    private long held;
    private boolean holding;
    private boolean closed;
    private @Nullable Throwable failure;
    private long waitedNanos;
    private long boxesLeftOut;

    private BatchLoader(
            Split split, LoaderPlan plan, int workers, ThreadFactory factory, Supplier<SampleMaker> makers) {
        this.split = split;
        this.plan = plan;
        this.makers = makers;
        this.order = new SampleOrder(plan);
        this.held = (long) plan.firstEpoch() * plan.batchesPerEpoch() + plan.firstBatch();
        this.ticket = held * plan.batchSize();
        this.end = (long) plan.epochs() * plan.batchesPerEpoch() * plan.batchSize();
        this.ring = new Batch[2 + Math.ceilDiv(workers, plan.batchSize())];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new Batch(plan, arena);
        }
        for (int i = 0; i < workers; i++) {
            threads.add(factory.newThread(this::work));
        }
        threads.forEach(Thread::start);
    }

    /**
     * Starts a loader of augmented samples.
     *
     * @param workers number of threads
     * @param factory makes the threads
     */
    public static BatchLoader training(
            Split split, AugmentSettings settings, LoaderPlan plan, int workers, ThreadFactory factory) {
        return new BatchLoader(
                split,
                plan,
                workers,
                factory,
                () -> new TrainingSamples(
                        split.replacing(plan.inputWidth(), plan.inputHeight()), settings, plan.mosaicEpochs()));
    }

    /** Starts a loader of unchanged, letterboxed samples. */
    public static BatchLoader validation(Split split, LoaderPlan plan, int workers, ThreadFactory factory) {
        return new BatchLoader(
                split,
                plan,
                workers,
                factory,
                () -> new PlainSamples(split.exact(plan.inputWidth(), plan.inputHeight())));
    }

    /** What it makes. */
    public LoaderPlan plan() {
        return plan;
    }

    /**
     * Gives back the batch before, waits for the next one and hands it out.
     *
     * @throws CancellationException if a stop is asked for, or the thread is interrupted, while it waits
     * @throws StudioException if no image can be read
     * @throws NoSuchElementException after the last epoch
     */
    public Batch next(Cancellation cancellation) {
        long start = System.nanoTime();
        synchronized (lock) {
            checkOpen();
            if (holding) {
                held++;
                holding = false;
                lock.notifyAll();
            }
            if (held * plan.batchSize() >= end) {
                throw new NoSuchElementException("all " + plan.epochs() + " epochs are over");
            }
            Batch batch = ring[(int) (held % ring.length)];
            try {
                while (!batch.holds(held)) {
                    checkWorking();
                    cancellation.check();
                    lock.wait(CANCELLATION_MILLIS);
                    checkOpen();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted").initCause(e);
            }
            holding = true;
            boxesLeftOut += batch.boxesLeftOut();
            long waited = System.nanoTime() - start;
            waitedNanos += waited;
            return batch.waited(waited);
        }
    }

    /** Nanoseconds that {@link #next} has waited in all. */
    public long waitedNanos() {
        synchronized (lock) {
            return waitedNanos;
        }
    }

    /** Boxes of the batches handed out that found no row in the targets. */
    public long boxesLeftOut() {
        synchronized (lock) {
            return boxesLeftOut;
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the loader is closed");
        }
    }

    private void checkWorking() {
        if (failure instanceof StudioException fault) {
            throw fault;
        }
        if (failure != null) {
            throw new IllegalStateException("a loader thread has failed", failure);
        }
    }

    /** One sample to be made: its place in a batch, and what it is made from. */
    private record Task(Batch batch, int place, int sample, int epoch, long seed) {}

    private void work() {
        try (SampleMaker maker = makers.get()) {
            BoxList boxes = new BoxList();
            for (Task task = take(); task != null; task = take()) {
                make(task, maker, boxes);
                complete(task);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** The next sample to be made; null when there is none any more. */
    private @Nullable Task take() throws InterruptedException {
        synchronized (lock) {
            while (!closed && failure == null && ticket < end && ticket / plan.batchSize() >= held + ring.length) {
                lock.wait();
            }
            if (closed || failure != null || ticket == end) {
                return null;
            }
            long number = ticket / plan.batchSize();
            int place = (int) (ticket++ % plan.batchSize());
            int epoch = (int) (number / plan.batchesPerEpoch());
            int index = (int) (number % plan.batchesPerEpoch());
            Batch batch = ring[(int) (number % ring.length)];
            if (place == 0) {
                batch.begin(number, epoch, index);
            }
            int position = index * plan.batchSize() + place;
            boolean padding = position >= plan.samples();
            return new Task(
                    batch, place, padding ? -1 : order.picture(epoch, position), epoch, order.seed(epoch, position));
        }
    }

    private void make(Task task, SampleMaker maker, BoxList boxes) {
        boxes.clear();
        @Nullable Letterbox letterbox = null;
        if (task.sample < 0) {
            task.batch.image(task.place).pixels().fill((byte) Letterbox.PAD);
        } else {
            letterbox = maker.make(task.sample, task.epoch, task.seed, task.batch.image(task.place), boxes);
        }
        task.batch.put(task.place, task.sample, letterbox, boxes);
        if (boxes.size() > plan.maxTargets()) {
            split.leftOut(task.sample, boxes.size(), plan.maxTargets());
        }
    }

    private void complete(Task task) {
        synchronized (lock) {
            if (task.batch.completed()) {
                lock.notifyAll();
            }
        }
    }

    private void fail(Throwable e) {
        synchronized (lock) {
            if (!closed && failure == null) {
                failure = e;
                lock.notifyAll();
            }
        }
    }

    /** Ends the threads and frees the memory of the batches. Returns within seconds even if a thread hangs. */
    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            lock.notifyAll();
        }
        threads.forEach(Thread::interrupt);
        if (ended()) {
            arena.close();
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A loader thread does not end, perhaps because a disk does not answer; its memory stays in use.");
        }
    }

    private boolean ended() {
        long deadline = System.nanoTime() + CLOSE_MILLIS * 1_000_000;
        boolean interrupted = false;
        boolean ended = true;
        for (Thread thread : threads) {
            while (thread.isAlive() && System.nanoTime() < deadline) {
                try {
                    thread.join(100);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            ended &= !thread.isAlive();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return ended;
    }
}
