package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a text can be no record, or a field be wrong, with the whole message. */
class RecordFaultsTest {
  private static final String GOOD = StoredRecord.of(Examples.record()).text();
  private static final String RESTORE = "; restore the file, or measure again";
  private static final String UPDATE =
      "; update this Loomwatch if a newer one wrote it, else restore the file, or measure again";

  static List<Arguments> faults() {
    return List.of(
        arguments("empty", "", "x.json: record must be a JSON object, was empty" + RESTORE),
        arguments(
            "not json",
            "hello",
            "x.json:1:1: record must be JSON, was not: Unrecognized token 'hello': was expecting (JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' or 'false')"
                + RESTORE),
        arguments(
            "html",
            "<!DOCTYPE html>",
            "x.json:1:1: record must be JSON, was not: Unexpected character ('<' (code 60)): expected a valid value (JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' or 'false')"
                + RESTORE),
        arguments("list", "[]", "x.json:1:1: record must be a JSON object, was a list" + RESTORE),
        arguments(
            "truncated",
            GOOD.substring(0, GOOD.indexOf("\"kernel\"") + 3),
            "x.json:12:8: record must be complete, was cut off here" + RESTORE),
        arguments(
            "truncated between fields",
            GOOD.substring(0, GOOD.length() - 3),
            "x.json:711:4: record must be complete, was cut off here" + RESTORE),
        arguments(
            "two records",
            GOOD + GOOD,
            "x.json:713:1: record must be one JSON object, was followed by an object" + RESTORE),
        arguments(
            "schema missing",
            "{}",
            "x.json: schema must be at most 1, was missing: this is no record of " + "Loomwatch's"),
        arguments(
            "schema of text",
            edited("\"schema\" : 1", "\"schema\" : \"1\""),
            "x.json:2:14: schema must be a whole number, was \"1\"" + RESTORE),
        arguments(
            "newer schema",
            "{\"schema\" : 99999999999, \"future\" : []}",
            "x.json:1:13: schema must be at most 1, was 99999999999: a newer Loomwatch wrote it; update this one"),
        arguments(
            "schema zero",
            edited("\"schema\" : 1", "\"schema\" : 0"),
            "x.json:2:14: schema must be at least 1, was 0" + RESTORE),
        arguments(
            "control characters are shown as text",
            "{\"schema\" : \"\\u001b[31m\\n::error::\"}",
            "x.json:1:13: schema must be a whole number, was \"\uFFFD[31m ::error::\"" + RESTORE),
        arguments(
            "long text is shortened",
            "{\"schema\" : \"" + "x".repeat(1000) + "\"}",
            "x.json:1:13: schema must be a whole number, was \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\""
                + RESTORE),
        arguments(
            "field twice",
            edited("\"cores\" : 4,", "\"cores\" : 4, \"cores\" : 5,"),
            "x.json:10:25: record must be JSON, was not: Duplicate field 'cores'" + RESTORE),
        arguments(
            "unknown field",
            edited("\"cores\" : 4,", "\"cores\" : 4, \"coolness\" : 3,"),
            "x.json:19:4: host.coolness must not be there: schema 1 has no such field; those here are cores, cpuModel, generatorCores, governor, idleStates, kernel, memoryBytes, serverCores, smt, turbo"),
        arguments(
            "field missing",
            edited("\"cores\" : 4,", ""),
            "x.json:19:3: host.cores must be given, was missing" + RESTORE),
        arguments(
            "text missing",
            edited("\"governor\" : \"powersave\",", ""),
            "x.json:19:3: host.governor must be given, was missing" + RESTORE),
        arguments(
            "field of top missing",
            edited("\"profile\" : \"quick\",", ""),
            "x.json:712:1: profile must be given, was missing" + RESTORE),
        arguments(
            "null text",
            edited("\"governor\" : \"powersave\"", "\"governor\" : null"),
            "x.json:13:18: host.governor must have a value or be left out, was null" + RESTORE),
        arguments(
            "null number",
            edited("\"cores\" : 4", "\"cores\" : null"),
            "x.json:10:15: host.cores must have a value or be left out, was null" + RESTORE),
        arguments(
            "null in list",
            edited("\"-Xms512m\"", "null"),
            "x.json:27:22: subjects.base.jvmFlags[0] must have a value or be left out, was null"
                + RESTORE),
        arguments(
            "number in quotes",
            edited("\"cores\" : 4", "\"cores\" : \"4\""),
            "x.json:10:15: host.cores must be a whole number, was \"4\"" + RESTORE),
        arguments(
            "fraction for whole",
            edited("\"cores\" : 4", "\"cores\" : 4.5"),
            "x.json:10:15: host.cores must be a whole number, was 4.5" + RESTORE),
        arguments(
            "too large for int",
            edited("\"cores\" : 4", "\"cores\" : 4000000000"),
            "x.json:10:25: host.cores must be a smaller whole number, was 4000000000: it does not fit int"
                + RESTORE),
        arguments(
            "number for text",
            edited("\"kernel\" : \"6.8.0-45-generic\"", "\"kernel\" : 6.8"),
            "x.json:12:16: host.kernel must be text, was 6.8" + RESTORE),
        arguments(
            "text for boolean",
            edited("\"dirty\" : true", "\"dirty\" : \"true\""),
            "x.json:31:17: subjects.head.dirty must be true or false, was \"true\"" + RESTORE),
        arguments(
            "object for list",
            edited("\"jvmFlags\" : [ ", "\"jvmFlags\" : {}, \"jvmFlagz\" : [ "),
            "x.json:27:20: subjects.base.jvmFlags must be a list, was an object" + RESTORE),
        arguments(
            "text for object",
            edited("\"warmUp\" : {", "\"warmUp\" : \"\", \"w\" : {"),
            "x.json:70:16: launches[0].warmUp must be an object, was \"\"" + RESTORE),
        arguments(
            "second arm unknown",
            edited("\"arm\" : \"base\"", "\"arm\" : \"tail\""),
            "x.json:712:1: record: arm of each launch must be among the subjects, was tail"
                + RESTORE),
        arguments(
            "hostile id",
            edited("20261121T045600Z-3f9c2a", "../../etc/passwd"),
            "x.json:712:1: record: id must be 1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit, was \"../../etc/passwd\""
                + RESTORE),
        arguments(
            "list for host",
            edited("\"host\" : {", "\"host\" : [], \"hosts\" : {"),
            "x.json:8:12: host must be an object, was a list" + RESTORE),
        arguments(
            "epoch for instant",
            edited("\"2026-11-21T04:56:00.123456Z\"", "1795236960"),
            "x.json:4:17: createdAt must be an instant in UTC such as 2026-11-21T04:56:00Z, was 1795236960"
                + RESTORE),
        arguments(
            "local time",
            edited("\"2026-11-21T04:56:00.123456Z\"", "\"2026-11-21T04:56:00+01:00\""),
            "x.json:4:17: createdAt must be an instant in UTC such as 2026-11-21T04:56:00Z, was \"2026-11-21T04:56:00+01:00\""
                + RESTORE),
        // It could not be kept: the records of a month lie in a folder of its name.
        arguments(
            "year of five digits",
            edited("\"2026-11-21T04:56:00.123456Z\"", "\"+12345-11-21T04:56:00Z\""),
            "x.json:712:1: record: createdAt must be of a year from 0000 to 9999, was +12345-11-21T04:56:00Z"
                + RESTORE),
        arguments(
            "unknown mode",
            edited("\"mode\" : \"platform\"", "\"mode\" : \"green\""),
            "x.json:61:14: launches[0].mode must be one of platform, virtual, was \"green\""
                + UPDATE),
        arguments(
            "mode of number",
            edited("\"mode\" : \"platform\"", "\"mode\" : 0"),
            "x.json:61:14: launches[0].mode must be one of platform, virtual, was 0" + UPDATE),
        arguments(
            "unknown metric",
            edited("\"metric\" : \"latency-p50\"", "\"metric\" : \"latency-p42\""),
            "x.json:214:18: launches[0].samples[0].metric must be one of latency-p50, latency-p75, latency-p90, latency-p95, latency-p99, latency-p99.9, latency-max, latency-tail, slow-share, service-time-p50, service-time-p99, cpu-per-request, cpu-per-request-total, cpu-at-rest, allocated-per-request, gc-pause-total, gc-pause-max, collector-cpu-per-request, promoted-per-request, pinned, context-switches-per-request, live-set, retained-per-request, platform-threads-at-rest, platform-threads-after-load, thread-reserved-at-rest, thread-reserved-after-load, thread-committed-at-rest, thread-committed-after-load, committed-at-rest, committed-after-load, native-memory-after-load, file-descriptors-after-load, rss-at-rest, rss-after-load, failed-requests, reopened-connections, capacity, time-to-ready, time-per-operation, allocated-per-operation, stolen, control, was \"latency-p42\""
                + UPDATE),
        arguments(
            "unit of another metric",
            edited("\"unit\" : \"B/request\"", "\"unit\" : \"s\""),
            "x.json:233:5: launches[0].samples[3]: unit must be B/request for allocated-per-request, was s"
                + RESTORE),
        arguments(
            "damaged histogram",
            edited("\"latency\" : \"HISTF", "\"latency\" : \"HISTX"),
            "x.json:102:19: launches[0].load.latency: histogram must be a compressed V2 HdrHistogram in base64, was damaged: its header is another's"
                + RESTORE),
        arguments(
            "histogram of number",
            edited("\"latency\" : \"", "\"latency\" : 5, \"late\" : \""),
            "x.json:102:19: launches[0].load.latency must be text, was 5" + RESTORE),
        arguments(
            "empty text for mode",
            edited("\"mode\" : \"platform\"", "\"mode\" : \"\""),
            "x.json:61:14: launches[0].mode must be one of platform, virtual, was \"\"" + UPDATE),
        arguments(
            "nan value",
            edited("\"value\" : 3084.0", "\"value\" : NaN"),
            "x.json:233:5: launches[0].samples[3]: allocated-per-request must be a finite number, was NaN: missing stays missing"
                + RESTORE),
        arguments(
            "nan in quotes",
            edited("\"value\" : 3084.0", "\"value\" : \"NaN\""),
            "x.json:233:5: launches[0].samples[3]: allocated-per-request must be a finite number, was NaN: missing stays missing"
                + RESTORE),
        arguments(
            "infinite value",
            edited("\"value\" : 3084.0", "\"value\" : 1e999"),
            "x.json:233:5: launches[0].samples[3]: allocated-per-request must be a finite number, was Infinity: missing stays missing"
                + RESTORE),
        arguments(
            "value that is no measurement",
            edited("\"value\" : 3084.0", "\"value\" : 1.7E308"),
            "x.json:233:5: launches[0].samples[3]: allocated-per-request must be 0 or from 1e-15 to 1e15 in size, was 1.7E308"
                + RESTORE),
        arguments(
            "value that is no measurement",
            edited("\"value\" : 3084.0", "\"value\" : 4.9E-324"),
            "x.json:233:5: launches[0].samples[3]: allocated-per-request must be 0 or from 1e-15 to 1e15 in size, was 4.9E-324"
                + RESTORE),
        arguments(
            "count that cannot be added",
            edited("\"read\" : 0", "\"read\" : 9223372036854775807"),
            "x.json:99:7: launches[0].load.errors: read must be at most 1e15, was 9223372036854775807"
                + RESTORE),
        arguments(
            "rate that is none",
            edited("\"requestsPerSecond\" : 3000.0", "\"requestsPerSecond\" : 1E300"),
            "x.json:48:3: scenarios[0]: requestsPerSecond must be 0 or from 1e-15 to 1e15 in size, was 1.0E300"
                + RESTORE),
        arguments(
            "negative count",
            edited("\"connections\" : 50", "\"connections\" : -50"),
            "x.json:48:3: scenarios[0]: connections must be at least 1, was -50" + RESTORE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void read_whatIsNoRecord_saysWhereWhyAndWhatToDo(String what, String json, String message) {
    assertThatThrownBy(() -> StoredRecord.read(json, "x.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(message);
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

  private static String edited(String old, String replacement) {
    assertThat(GOOD).contains(old);
    int at = GOOD.indexOf(old);
    return GOOD.substring(0, at) + replacement + GOOD.substring(at + old.length());
  }
}
