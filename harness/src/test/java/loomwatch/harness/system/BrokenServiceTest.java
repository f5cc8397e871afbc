package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a service that cannot be measured, and before anything is. */
@Execution(ExecutionMode.CONCURRENT)
class BrokenServiceTest {
  @TempDir Path directory;
  private Shop shop;

  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    shop.servedByPython();
    shop.commit("serve by Python");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "python3 -m py_compile serve.py|javac None.java|the build of shop (javac None.java) must end with 0",
        "{log: ^selling}|{log: ^never, within: 2 s}|the platform server was not ready within 2 s and"
            + " was killed: it has not written a line that matches ^never",
        "{log: ^selling}|/nothing|404 instead of 200",
        "get: /items|get: /nothing|scenario items must be answered with 2xx, /nothing was with 404",
        "serve.py {port}|nowhere.py {port}|exited with 2 at start",
      })
  void run_badService_exits66AndSaysWhatItDid(String right, String wrong, String message)
      throws Exception {
    shop.write(
        "loomwatch.yaml",
        Shop.PYTHON_FILE
            .replace(right, wrong)
            .replace("ready: /nothing", "ready: {path: /nothing, within: 8 s}"));

    Loomwatch.Ended run = shop.call("run", "--profile", "trial");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }

  /** Base is as it was: the first round ends when head alone is broken. */
  @Test
  void compare_headThatDoesNotStart_exits66InTheFirstRound() throws Exception {
    shop.write("serve.py", Shop.PYTHON.replace("print(\"selling\", flush=True)", "sys.exit(7)"));
    shop.commit("close");
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare =
        shop.call(
            "compare",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--profile",
            "trial",
            "--out",
            out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(66);
    assertThat(compare.err()).contains("head: the platform server exited with 7 at start");
    assertThat(out.resolve("record.json")).doesNotExist();
  }

  @Test
  void calibrate_ownServiceWithAFault_isRefused() throws Exception {
    Loomwatch.Ended calibrate = shop.call("calibrate", "--profile", "trial", "--fault", "cpu:10%");

    assertThat(calibrate.exitCode()).isEqualTo(64);
    assertThat(calibrate.err())
        .contains("--fault is a fault put into the server that ships; shop has none to put in");
  }

  @Test
  void doctor_brokenService_exits66WithItsOutput() throws Exception {
    shop.write("serve.py", Shop.PYTHON.replace("print(\"selling\", flush=True)", "sys.exit(7)"));

    Loomwatch.Ended doctor = shop.call("doctor", "--json");

    JsonNode found = new ObjectMapper().readTree(doctor.out());
    assertThat(found.path("fit").asBoolean(true)).isFalse();
    JsonNode service = found.path("findings").get(found.path("findings").size() - 1);
    assertThat(service.path("check").asText()).isEqualTo("service");
    assertThat(service.path("status").asText()).isEqualTo("problem");
    assertThat(service.path("fix").asText()).contains("exited with 7 at start");
    assertThat(doctor.exitCode()).as(doctor.out()).isIn(66, 3);
  }

  /** Nothing is built for a comparison that could not end in time. */
  @Test
  void compare_budgetOfTheFileIsTooSmall_exits64() throws Exception {
    shop.write("loomwatch.yaml", Shop.PYTHON_FILE + "budget: 1 min\n");

    Loomwatch.Ended compare =
        shop.call("compare", "--base", "main", "--head", ".", "--profile", "full");

    assertThat(compare.err())
        .startsWith("loomwatch: budget 1m is too small for one interim analysis: 3 rounds of ");
    assertThat(compare.exitCode()).isEqualTo(64);
  }

  @Test
  void run_badFile_exits65WithItsPlace() throws Exception {
    shop.write("loomwatch.yaml", Shop.PYTHON_FILE.replace("rate: 50", "rats: 50"));

    Loomwatch.Ended run = shop.call("run", "--profile", "trial");

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.err()).contains("loomwatch.yaml:8:").contains("Did you mean rate?");
  }
}
