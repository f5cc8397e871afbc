package loomwatch.jmeter;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.timers.Timer;
import us.abstracta.jmeter.javadsl.core.timers.BaseTimer;

/**
 * Decides when each user sends. In an open loop, an agent's k-th request is due k ÷ rate after its
 * start, whichever user sends it, and a late one is sent at once. JMeter's own timers skip requests
 * that were due while all users waited, or round the rate to milliseconds.
 */
public final class Pace extends AbstractTestElement
    implements Timer, TestStateListener, NoThreadClone {
  private static final long serialVersionUID = 1;

  /** Time to start all users. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final double NANOS = 1e9;

  private transient AtomicLong next;
  private transient long startNanos;

  static final class Element extends BaseTimer {
    private final Generator.Plan plan;

    Element(Generator.Plan plan) {
      super("pace", null);
      this.plan = plan;
    }

    @Override
    protected Pace buildTestElement() {
      Pace pace = new Pace();
      pace.setProperty("rate", Double.toString(plan.rate()));
      pace.setProperty("duration", plan.duration().toNanos());
      pace.setProperty("drain", plan.drain().toNanos());
      pace.setProperty("think", plan.think().toMillis());
      return pace;
    }
  }

  @Override
  public long delay() {
    long think = getPropertyAsLong("think");
    return think < 0 ? untilDue() : thinking(think);
  }

  private long untilDue() {
    long number = next.getAndIncrement();
    double rate = Double.parseDouble(getPropertyAsString("rate"));
    long duration = getPropertyAsLong("duration");
    long now = System.nanoTime();
    if (number >= Math.round(rate * duration / NANOS)
        || now - startNanos > duration + getPropertyAsLong("drain")) {
      end();
      return 0;
    }
    await(startNanos + Math.round(number / rate * NANOS));
    return 0;
  }

  private long thinking(long think) {
    if (System.nanoTime() - startNanos > getPropertyAsLong("duration")) {
      end();
      return 0;
    }
    await(startNanos);
    return JMeterContextService.getContext().getPreviousResult() == null ? 0 : think;
  }

  /** Waits precisely; JMeter only sleeps whole milliseconds. */
  private static void await(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  /** Stops the calling thread before it sends its request. */
  private static void end() {
    JMeterContext context = JMeterContextService.getContext();
    context.getThread().stop();
  }

  @Override
  public void testStarted() {
    next = new AtomicLong();
    startNanos = System.nanoTime() + LEAD_NANOS;
  }

  @Override
  public void testStarted(String host) {
    testStarted();
  }

  @Override
  public void testEnded() {}

  @Override
  public void testEnded(String host) {}
}
