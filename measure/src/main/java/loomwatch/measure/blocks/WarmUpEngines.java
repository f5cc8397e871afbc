package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadEngine.ClosedLoopEngine;
import loomwatch.measure.launch.LaunchFailure;

/** Engines that warm servers side by side, none of which is recorded. Thread-safe. */
public final class WarmUpEngines implements AutoCloseable {
  private final List<LoadEngine> all;

  /** The last one given back is lent first: one that is never needed is never started. */
  private final BlockingDeque<LoadEngine> idle;

  /**
   * A pool of them.
   *
   * @param engines at least one; each loads one server at a time
   */
  public WarmUpEngines(List<LoadEngine> engines) {
    this.all = List.copyOf(engines);
    this.idle = new LinkedBlockingDeque<>(all);
  }

  /**
   * What is done with one of them.
   *
   * @param <T> what comes of it
   */
  interface Use<T> {
    /** Does it. */
    T with(LoadEngine engine) throws LaunchFailure, InterruptedException;
  }

  /**
   * Waits for one that is idle, and has it back afterwards. Its connections end then: idle ones
   * would be memory and descriptors of the server, and closing them later work of its.
   */
  <T> T lend(Use<T> use) throws LaunchFailure, InterruptedException {
    LoadEngine engine = idle.take();
    try {
      T done = use.with(engine);
      engine.hangUp();
      return done;
    } finally {
      idle.addFirst(engine);
    }
  }

  /** The same with load in a closed loop. */
  WarmUpEngines closed(Duration think) {
    return new WarmUpEngines(
        all.stream().<LoadEngine>map(engine -> new ClosedLoopEngine(engine, think)).toList());
  }

  @Override
  public void close() {
    all.forEach(LoadEngine::close);
  }
}
