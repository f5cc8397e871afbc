package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.publish.UntrustedRun.Known;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run is an untrusted contributor's until it has been read. */
final class UntrustedRunTest {
  static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";
  static final String BASE = "5f0e3b7a9d1c42e8b6a7305f4c9d8e1b2a3f4c5d";
  private static final Set<String> NAMES = Set.of("hello", "sleep-50-over", "jmh-create-batch");
  static final Known KNOWN =
      new Known(
          StoredRuns.run().record().scenarios(),
          Set.of("jmh-create-batch"),
          Set.of("quick", "full"),
          Set.of("embedded", "wrk2"));
  static final Thresholds THRESHOLDS =
      ThresholdsReader.read(
          Path.of("src/test/resources/loomwatch/reporting/report/comparison-thresholds.yaml"),
          NAMES);

  @TempDir Path directory;

  @Test
  void read_ordinaryRun_isJudgedByOurThresholds() throws IOException {
    write(json());

    assertThat(read().verdict().verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void read_verdictThatSaysOtherwise_isNotAsked() throws IOException {
    write(json());
    Files.writeString(directory.resolve("verdict.json"), "{\"verdict\":\"pass\"}");

    assertThat(read().verdict().verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$(touch /tmp/pwned)",
        "`id`; rm -rf ~",
        "<img src=x onerror=alert(1)>",
        "[click](javascript:alert(1))",
        "../../etc/passwd",
        "hello\\n::set-output name=x::y",
        "hellо"
      })
  void read_scenarioNamedByAStranger_isRefusedInOneLine(String name) throws IOException {
    write(json().replace("\"hello\"", "\"" + name + "\""));

    assertThatThrownBy(this::read)
        .isInstanceOf(RecordException.class)
        .message()
        .startsWith(
            file() + ": scenario must be one of hello, jmh-create-batch, sleep-50-over, was \"")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "\"quick\", \"mine\", 'profile must be one of full, quick, was \"mine\"'",
    "\"embedded\", \"ab\", 'generator must be one of embedded, wrk2, was \"ab\"'"
  })
  void read_otherUnknownName_isRefused(String was, String is, String message) throws IOException {
    write(json().replace(was, is));

    assertThatThrownBy(this::read).hasMessage(file() + ": " + message);
  }

  @ParameterizedTest
  @CsvSource({
    "'a.b.C$D.m:size=10,json={\"a\": [1]}', true",
    "a.b.C.m:x\\nx, false",
    "<img src=x>.m, false"
  })
  void read_benchmarkOfATeams_isKnownByTheFormOfItsName(String name, boolean taken)
      throws IOException {
    Known known = new Known(KNOWN.scenarios(), Set.of("jmh"), KNOWN.profiles(), KNOWN.generators());
    ObjectNode record = (ObjectNode) new JsonMapper().readTree(json());
    ObjectNode fork = ((ObjectNode) record.at("/launches/3")).deepCopy();
    fork.put("scenario", name.replace("\\n", "\n"))
        .put("order", 99)
        .remove(List.of("load", "phases"));
    fork.putArray("windows");
    ObjectNode time = fork.putArray("samples").addObject();
    time.put("metric", "time-per-operation").put("value", 1e-6).put("unit", "s/op");
    time.putArray("doubts");
    ((ArrayNode) record.path("launches")).add(fork);
    write(record.toString());

    ThrowingCallable read = () -> UntrustedRun.read(directory, known, THRESHOLDS);

    if (taken) {
      assertThatCode(read).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(read).hasMessageContaining("scenario of each launch must be one of");
    }
  }

  /** It opens fifty connections one after the other, and so offers 245 requests less. */
  @ParameterizedTest
  @CsvSource({"10755, true", "10000, false"})
  void read_loadOfWrk2_isWhatWrk2CanOffer(long offered, boolean taken) throws IOException {
    ObjectNode record = (ObjectNode) new JsonMapper().readTree(json());
    ObjectNode load = (ObjectNode) record.at("/launches/3/load");
    load.put("generator", "wrk2").put("offered", offered).put("completed", offered);
    write(record.toString());

    if (taken) {
      assertThat(read().record().launches()).isNotEmpty();
    } else {
      assertThatThrownBy(this::read).hasMessageContaining("offered of each launch of hello");
    }
  }

  /** At a request a second every server passes. */
  @Test
  void read_otherLoadAskedFor_isRefused() throws IOException {
    write(json().replace("\"requestsPerSecond\" : 2000.0", "\"requestsPerSecond\" : 1.0"));

    assertThatThrownBy(this::read)
        .isInstanceOf(RecordException.class)
        .hasMessage(
            file()
                + ": scenario hello must be 2000.0 requests/s over 50 connections of \"/hello\", 200"
                + " threads, saturated [], was 1.0 requests/s over 50 connections of \"/hello\", 200"
                + " threads, saturated []");
  }

  @ParameterizedTest
  @CsvSource({
    "requestsPerSecond, 1, 'load of each launch of hello must be 2000.0 requests/s over 50"
        + " connections, was 1.0 requests/s over 50 connections'",
    "connections, 7, 'load of each launch of hello must be 2000.0 requests/s over 50 connections,"
        + " was 2000.0 requests/s over 7 connections'",
    "offered, 6, 'offered of each launch of hello must be rate × duration, 11000.0, was 6'"
  })
  void read_otherLoadMeasured_isRefused(String field, String is, String message)
      throws IOException {
    ObjectNode record = (ObjectNode) new JsonMapper().readTree(json());
    ((ObjectNode) record.at("/launches/3/load")).set(field, new JsonMapper().readTree(is));
    write(record.toString());

    assertThatThrownBy(this::read)
        .isInstanceOf(RecordException.class)
        .hasMessage(file() + ": " + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2099-01-01T00:00:00Z", "2019-12-31T23:59:59Z"})
  void read_timeThatCannotBe_isRefused(String time) throws IOException {
    write(of(time));

    assertThatThrownBy(this::read)
        .isInstanceOf(RecordException.class)
        .hasMessage(
            file() + ": createdAt must be from 2020-01-01T00:00:00Z up to now, was " + time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e999", "\"17\"", "null"})
  void read_sampleThatIsNoFiniteNumber_isRefused(String value) throws IOException {
    write(json().replaceFirst("\"value\" : [-0-9.E]+", "\"value\" : " + value));

    assertThatThrownBy(this::read)
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("launches[0].samples[0]");
  }

  @Test
  void read_finiteNumbersWhoseSumIsNot_isRefused() throws IOException {
    write(json().replaceAll("\"value\" : [-0-9.E]+", "\"value\" : 1.7E308"));

    assertThatThrownBy(this::read).isInstanceOf(RecordException.class);
  }

  @Test
  void read_moreBytesThanAnyRun_isRefusedBeforeItIsParsed() throws IOException {
    write(" ".repeat(UntrustedRun.MOST_BYTES + 1));

    assertThatThrownBy(this::read)
        .hasMessage(file() + " must have at most 16777216 bytes, had more; it is not published");
  }

  @Test
  void read_deepNesting_isRefused() throws IOException {
    write("{\"schema\" : 1, \"launches\" : " + "[".repeat(1_000_000));

    assertThatThrownBy(this::read).isInstanceOf(RecordException.class);
  }

  @Test
  void read_moreLaunchesThanAnyRun_isRefused() throws IOException {
    ObjectNode record =
        (ObjectNode)
            new JsonMapper().readTree(StoredRecord.of(StoredRuns.discarded().record()).text());
    JsonNode discarded = record.at("/launches/0");
    record.putArray("launches").addAll(Collections.nCopies(5_001, discarded));
    write(record.toString());

    assertThatThrownBy(this::read).hasMessage(file() + ": launches must be at most 5000, was 5001");
  }

  @Test
  void read_linkToAnotherFile_isNotFollowed() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), json());
    Files.createSymbolicLink(file(), secret);

    assertThatThrownBy(this::read).hasMessage(file() + " must be a file, was something else");
  }

  @Test
  void read_noRecord_isRefused() {
    assertThatThrownBy(this::read).hasMessage(file() + " must be a file, was missing");
  }

  @Test
  void read_otherEncoding_isRefused() throws IOException {
    Files.write(file(), json().getBytes(StandardCharsets.UTF_16));

    assertThatThrownBy(this::read).hasMessage(file() + " must be UTF-8, was not");
  }

  @Test
  void read_newerSchema_isRefused() throws IOException {
    write(json().replaceFirst("\"schema\" : 1", "\"schema\" : 2"));

    assertThatThrownBy(this::read).hasMessageContaining("schema must be at most 1, was 2");
  }

  /** Pages and comments show it. */
  @ParameterizedTest
  @CsvSource({"select a, true", "'select\\u0007a', false", "'a\\n::error::b', false"})
  void read_whatWasCounted_isOneLine(String of, boolean taken) throws IOException {
    ObjectNode record = (ObjectNode) new JsonMapper().readTree(json());
    ((ObjectNode) record.at("/launches/3"))
        .set(
            "counts",
            new JsonMapper()
                .readTree(
                    "[{\"metric\":\"sql-statements\",\"of\":\"%s\",\"times\":6,\"requests\":2}]"
                        .formatted(of)));
    write(record.toString());

    if (taken) {
      assertThat(read().record().launches().get(3).counts()).hasSize(1);
    } else {
      assertThatThrownBy(this::read)
          .isInstanceOf(RecordException.class)
          .hasMessageStartingWith(
              file()
                  + ": of of each count must be of 1 to 1,001 characters, none of control, was ");
    }
  }

  private Path file() {
    return directory.resolve("record.json");
  }

  private void write(String text) throws IOException {
    Files.writeString(file(), text);
  }

  private JudgedRun read() {
    return UntrustedRun.read(directory, KNOWN, THRESHOLDS);
  }

  private static String json() {
    return of(Instant.now().toString());
  }

  private static String of(String time) {
    return of(StoredRuns.regressed(), time);
  }

  static String of(StoredRuns run, String time) {
    return StoredRecord.of(run.record())
        .text()
        .replaceFirst("\"createdAt\" : \"[^\"]+\"", "\"createdAt\" : \"" + time + "\"");
  }
}
