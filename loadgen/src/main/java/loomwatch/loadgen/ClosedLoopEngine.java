package loomwatch.loadgen;

import java.time.Duration;
import loomwatch.results.LoadResult;

/**
 * An engine that loads in a closed loop: each connection is a user who asks, waits for the answer,
 * thinks, and asks again. So do the tools of most articles. What it hides: while a server stands
 * still nobody asks, so the time that others would have waited is in no figure (coordinated
 * omission). Never to be compared with open-loop figures.
 *
 * @param engine that can; the embedded one
 * @param think between an answer and the next request
 */
public record ClosedLoopEngine(LoadEngine engine, Duration think) implements LoadEngine {

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public Duration unmeasured(int connections) {
    return engine.unmeasured(connections);
  }

  @Override
  public LoadResult run(LoadPlan plan) throws InterruptedException {
    return engine.run(plan.closed(think));
  }

  @Override
  public void hangUp() throws InterruptedException {
    engine.hangUp();
  }

  @Override
  public void close() {
    engine.close();
  }
}
