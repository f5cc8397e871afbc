package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import loomwatch.measure.host.ProcessTree.ProcessFacts.Switches;
import loomwatch.measure.host.ProcessTree.ProcessFacts;
import org.junit.jupiter.api.Test;

class ProcessFactsTest {
  @Test
  void since_threadThatLived_countsTheDifference() {
    assertThat(new Switches(Map.of("1", 15L)).since(new Switches(Map.of("1", 10L)))).isEqualTo(5);
  }

  @Test
  void since_threadBornMeanwhile_countsWhole() {
    assertThat(new Switches(Map.of("1", 10L, "2", 7L)).since(new Switches(Map.of("1", 10L))))
        .isEqualTo(7);
  }

  @Test
  void since_threadGone_takesItsLastOnesAlong() {
    assertThat(new Switches(Map.of("1", 11L)).since(new Switches(Map.of("1", 10L, "2", 99L))))
        .isEqualTo(1);
  }

  @Test
  void since_idUsedAgain_countsTheNewThreadWhole() {
    assertThat(new Switches(Map.of("1", 3L)).since(new Switches(Map.of("1", 10L)))).isEqualTo(3);
  }

  @Test
  void threads_childOfOneThread_isOne() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    try {
      assertThat(ProcessFacts.threads(child.pid())).isEqualTo(1);
      assertThat(ProcessFacts.switches(child.pid()).byThread())
          .containsOnlyKeys(Long.toString(child.pid()));
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void descriptors_childWithOneFileMore_areOneMore() throws Exception {
    Process three = new ProcessBuilder("cat").start();
    Process four = new ProcessBuilder("sh", "-c", "exec cat 9</dev/null").start();
    try (var input = four.outputWriter();
        var output = four.inputReader()) {
      answer(input, output);

      assertThat(ProcessFacts.descriptors(four.pid()))
          .isEqualTo(ProcessFacts.descriptors(three.pid()) + 1);
    } finally {
      three.destroyForcibly();
      four.destroyForcibly();
    }
  }

  /** cat waits for each line, which takes at least one switch, and answers it. */
  @Test
  void switches_childThatAnswersLines_grow() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    try (var input = child.outputWriter();
        var output = child.inputReader()) {
      answer(input, output);
      Switches before = ProcessFacts.switches(child.pid());

      for (int line = 0; line < 50; line++) {
        answer(input, output);
      }

      assertThat(ProcessFacts.switches(child.pid()).since(before)).isGreaterThanOrEqualTo(25);
    } finally {
      child.destroyForcibly();
    }
  }

  private static void answer(java.io.Writer input, java.io.BufferedReader output)
      throws IOException {
    input.write("x\n");
    input.flush();
    assertThat(output.readLine()).isEqualTo("x");
  }

  @Test
  void residentBytes_child_isBetweenAPageAndAllMemory() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    try {
      assertThat(ProcessFacts.residentBytes(child.pid())).isBetween(4_096L, 1L << 30);
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void facts_processGone_fail() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    String message = "process " + gone.pid() + " is gone";

    assertThatThrownBy(() -> ProcessFacts.residentBytes(gone.pid()))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> ProcessFacts.threads(gone.pid())).hasMessage(message);
    assertThatThrownBy(() -> ProcessFacts.switches(gone.pid())).hasMessage(message);
  }

  /** Threads that end while they are looked at must not break the look. */
  @Test
  void switches_whileThreadsComeAndGo_areRead() throws Exception {
    Thread churn =
        Thread.ofPlatform()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.ofPlatform().start(() -> {});
              }
            });
    try {
      for (int look = 0; look < 200; look++) {
        assertThat(ProcessFacts.switches(ProcessHandle.current().pid()).byThread()).isNotEmpty();
      }
    } finally {
      churn.interrupt();
      churn.join();
    }
  }
}
