package loomwatch.results;

import static loomwatch.results.Refusals.RESTORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way in which a text can be no record, or a field be wrong, with the whole message. */
class RecordFaultsTest {
  private static final String GOOD = StoredRecord.of(Examples.record()).text();
  private static final String UPDATE =
      "; update this Loomwatch if a newer one wrote it, else restore the file, or measure again";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | : record must be a JSON object, was empty{restore}
          hello | :1:1: record must be JSON, was not: Unrecognized token 'hello': was expecting (JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' or 'false'){restore}
          <!DOCTYPE html> | :1:1: record must be JSON, was not: Unexpected character ('<' (code 60)): expected a valid value (JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' or 'false'){restore}
          [] | :1:1: record must be a JSON object, was a list{restore}
          {} | : schema must be at most 1, was missing: this is no record of Loomwatch's
          {"schema" : 99999999999, "future" : []} | :1:13: schema must be at most 1, was 99999999999: a newer Loomwatch wrote it; update this one
          {"schema" : "\\u001b[31m\\n::error::"} | :1:13: schema must be a whole number, was "\uFFFD[31m ::error::"{restore}
          """)
  void read_anotherText_isRefused(String json, String message) {
    assertRefused(json, message);
  }

  @Test
  void read_cutOffLongOrTwice_saysWhere() {
    assertRefused(
        GOOD.substring(0, GOOD.indexOf("\"kernel\"") + 3),
        ":12:8: record must be complete, was cut off here{restore}");
    assertRefused(
        GOOD.substring(0, GOOD.length() - 3),
        ":711:4: record must be complete, was cut off here{restore}");
    assertRefused(
        GOOD + GOOD, ":713:1: record must be one JSON object, was followed by an object{restore}");
    assertRefused(
        "{\"schema\" : \"" + "x".repeat(1000) + "\"}",
        ":1:13: schema must be a whole number, was \"" + "x".repeat(60) + "…\"{restore}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "schema" : 1 | "schema" : "1" | :2:14: schema must be a whole number, was "1"{restore}
          "schema" : 1 | "schema" : 0 | :2:14: schema must be at least 1, was 0{restore}
          "cores" : 4, | "cores" : 4, "cores" : 5, | :10:25: record must be JSON, was not: Duplicate field 'cores'{restore}
          "cores" : 4, | "cores" : 4, "coolness" : 3, | :19:4: host.coolness must not be there: schema 1 has no such field; those here are cores, cpuModel, generatorCores, governor, idleStates, kernel, memoryBytes, serverCores, smt, turbo
          "cores" : 4, | `` | :19:3: host.cores must be given, was missing{restore}
          "governor" : "powersave", | `` | :19:3: host.governor must be given, was missing{restore}
          "profile" : "quick", | `` | :712:1: profile must be given, was missing{restore}
          "governor" : "powersave" | "governor" : null | :13:18: host.governor must have a value or be left out, was null{restore}
          "cores" : 4 | "cores" : null | :10:15: host.cores must have a value or be left out, was null{restore}
          "-Xms512m" | null | :27:22: variants.base.jvmFlags[0] must have a value or be left out, was null{restore}
          "cores" : 4 | "cores" : "4" | :10:15: host.cores must be a whole number, was "4"{restore}
          "cores" : 4 | "cores" : 4.5 | :10:15: host.cores must be a whole number, was 4.5{restore}
          "cores" : 4 | "cores" : 4000000000 | :10:25: host.cores must be a smaller whole number, was 4000000000: it does not fit int{restore}
          "kernel" : "6.8.0-45-generic" | "kernel" : 6.8 | :12:16: host.kernel must be text, was 6.8{restore}
          "dirty" : true | "dirty" : "true" | :31:17: variants.head.dirty must be true or false, was "true"{restore}
          "jvmFlags" : [ | "jvmFlags" : {}, "jvmFlagz" : [ | :27:20: variants.base.jvmFlags must be a list, was an object{restore}
          "warmUp" : { | "warmUp" : "", "w" : { | :70:16: launches[0].warmUp must be an object, was ""{restore}
          "variant" : "base" | "variant" : "tail" | :712:1: record: variant of each launch must be among the variants, was tail{restore}
          20261121T045600Z-3f9c2a | ../../etc/passwd | :712:1: record: id must be 1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit, was "../../etc/passwd"{restore}
          "host" : { | "host" : [], "hosts" : { | :8:12: host must be an object, was a list{restore}
          "2026-11-21T04:56:00.123456Z" | 1795236960 | :4:17: createdAt must be an instant in UTC such as 2026-11-21T04:56:00Z, was 1795236960{restore}
          "2026-11-21T04:56:00.123456Z" | "2026-11-21T04:56:00+01:00" | :4:17: createdAt must be an instant in UTC such as 2026-11-21T04:56:00Z, was "2026-11-21T04:56:00+01:00"{restore}
          "2026-11-21T04:56:00.123456Z" | "+12345-11-21T04:56:00Z" | :712:1: record: createdAt must be of a year from 0000 to 9999, was +12345-11-21T04:56:00Z{restore}
          "mode" : "platform" | "mode" : "green" | :61:14: launches[0].mode must be one of platform, virtual, was "green"{update}
          "mode" : "platform" | "mode" : 0 | :61:14: launches[0].mode must be one of platform, virtual, was 0{update}
          "mode" : "platform" | "mode" : "" | :61:14: launches[0].mode must be one of platform, virtual, was ""{update}
          "metric" : "latency-p50" | "metric" : "latency-p42" | :214:18: launches[0].samples[0].metric must be one of {metrics}, was "latency-p42"{update}
          "unit" : "B/request" | "unit" : "s" | :233:5: launches[0].samples[3]: unit must be B/request for allocated-per-request, was s{restore}
          "latency" : "HISTF | "latency" : "HISTX | :102:19: launches[0].load.latency: histogram must be a compressed V2 HdrHistogram in base64, was damaged: its header is another's{restore}
          "latency" : " | "latency" : 5, "late" : " | :102:19: launches[0].load.latency must be text, was 5{restore}
          "value" : 3084.0 | "value" : NaN | :233:5: launches[0].samples[3]: allocated-per-request must be a finite number, was NaN: missing stays missing{restore}
          "value" : 3084.0 | "value" : "NaN" | :233:5: launches[0].samples[3]: allocated-per-request must be a finite number, was NaN: missing stays missing{restore}
          "value" : 3084.0 | "value" : 1e999 | :233:5: launches[0].samples[3]: allocated-per-request must be a finite number, was Infinity: missing stays missing{restore}
          "value" : 3084.0 | "value" : 1.7E308 | :233:5: launches[0].samples[3]: allocated-per-request must be 0 or from 1e-15 to 1e15 in size, was 1.7E308{restore}
          "value" : 3084.0 | "value" : 4.9E-324 | :233:5: launches[0].samples[3]: allocated-per-request must be 0 or from 1e-15 to 1e15 in size, was 4.9E-324{restore}
          "read" : 0 | "read" : 9223372036854775807 | :99:7: launches[0].load.errors: read must be at most 1e15, was 9223372036854775807{restore}
          "requestsPerSecond" : 3000.0 | "requestsPerSecond" : 1E300 | :48:3: scenarios[0]: requestsPerSecond must be 0 or from 1e-15 to 1e15 in size, was 1.0E300{restore}
          "connections" : 50 | "connections" : -50 | :48:3: scenarios[0]: connections must be at least 1, was -50{restore}
          """)
  void read_fieldThatIsWrong_saysWhereWhyAndWhatToDo(String old, String now, String message) {
    assertThat(GOOD).contains(old);
    int at = GOOD.indexOf(old);
    assertRefused(GOOD.substring(0, at) + now + GOOD.substring(at + old.length()), message);
  }

  @Test
  void read_truncatedAnywhere_saysSo() {
    for (int length = 1; length < GOOD.length() - 2; length += 23) {
      String json = GOOD.substring(0, length);
      assertThatThrownBy(() -> StoredRecord.read(json, "x.json").record())
          .isInstanceOf(RecordException.class)
          .hasMessageEndingWith("record must be complete, was cut off here" + RESTORE);
    }
  }

  private static void assertRefused(String json, String message) {
    String whole =
        ("x.json" + message)
            .replace("{restore}", RESTORE)
            .replace("{update}", UPDATE)
            .replace("{metrics}", String.join(", ", Metric.labels()));
    Refusals.assertRefused(() -> StoredRecord.read(json, "x.json"), whole);
  }
}
