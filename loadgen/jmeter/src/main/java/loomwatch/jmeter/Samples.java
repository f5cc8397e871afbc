package loomwatch.jmeter;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.Remoteable;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.AbstractTestElement;
import us.abstracta.jmeter.javadsl.core.listeners.BaseListener;

/** Collects samples in the controlling JVM, to which agents send them in batches. */
public final class Samples extends AbstractTestElement
    implements SampleListener, Remoteable, NoThreadClone {
  private static final long serialVersionUID = 1;

  /** Samples of the current run; static, because JMeter clones its elements. */
  private static final Queue<String> KEPT = new ConcurrentLinkedQueue<>();

  static final class Element extends BaseListener {
    Element() {
      super("samples", null);
    }

    @Override
    protected Samples buildTestElement() {
      return new Samples();
    }
  }

  static void forget() {
    KEPT.clear();
  }

  /** Writes one line per sample: thread, start and duration in milliseconds, code. */
  static void write(Path file) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file)) {
      for (String line : KEPT) {
        writer.write(line);
      }
    }
  }

  @Override
  public void sampleOccurred(SampleEvent event) {
    SampleResult result = event.getResult();
    KEPT.add(
        "%s\t%d\t%d\t%s\n"
            .formatted(
                result.getThreadName(),
                result.getStartTime(),
                result.getTime(),
                result.getResponseCode().replaceAll("\\s+", " ")));
  }

  @Override
  public void sampleStarted(SampleEvent event) {}

  @Override
  public void sampleStopped(SampleEvent event) {}
}
