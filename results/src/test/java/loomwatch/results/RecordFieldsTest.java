package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;

/** Every way a field of a record can be wrong, with the whole message. */
class RecordFieldsTest {
  private static final String GOOD = StoredRecord.of(Examples.record()).text();
  static final String RESTORE = "; restore the file, or measure again";
  private static final String UPDATE =
      "; update this Loomwatch if a newer one wrote it, else restore the file, or measure again";

  @Test
  void read_unknownField_listsTheKnown() {
    refused(
        edited("\"cores\" : 4,", "\"cores\" : 4, \"coolness\" : 3,"),
        "x.json:19:4: host.coolness must not be there: schema 1 has no such field; "
            + "those here are cores, cpuModel, generatorCores, governor, idleStates, kernel, "
            + "memoryBytes, serverCores, smt, turbo");
  }

  @Test
  void read_fieldMissing_namesIt() {
    refused(
        edited("\"cores\" : 4,", ""),
        "x.json:19:3: host.cores must be given, was missing" + RESTORE);
  }

  @Test
  void read_textMissing_namesIt() {
    refused(
        edited("\"governor\" : \"powersave\",", ""),
        "x.json:19:3: host.governor must be given, was missing" + RESTORE);
  }

  @Test
  void read_fieldOfTopMissing_namesIt() {
    refused(
        edited("\"profile\" : \"quick\",", ""),
        "x.json:1095:1: profile must be given, was missing" + RESTORE);
  }

  @Test
  void read_nullText_saysSo() {
    refused(
        edited("\"governor\" : \"powersave\"", "\"governor\" : null"),
        "x.json:13:18: host.governor must have a value or be left out, was null" + RESTORE);
  }

  @Test
  void read_nullNumber_saysSo() {
    refused(
        edited("\"cores\" : 4", "\"cores\" : null"),
        "x.json:10:15: host.cores must have a value or be left out, was null" + RESTORE);
  }

  @Test
  void read_nullInList_saysSo() {
    refused(
        edited("\"-Xms512m\"", "null"),
        "x.json:27:22: subjects.base.jvmFlags[0] must have a value or be left out, was null"
            + RESTORE);
  }

  @Test
  void read_numberInQuotes_saysSo() {
    refused(
        edited("\"cores\" : 4", "\"cores\" : \"4\""),
        "x.json:10:15: host.cores must be a whole number, was \"4\"" + RESTORE);
  }

  @Test
  void read_fractionForWhole_saysSo() {
    refused(
        edited("\"cores\" : 4", "\"cores\" : 4.5"),
        "x.json:10:15: host.cores must be a whole number, was 4.5" + RESTORE);
  }

  @Test
  void read_tooLargeForInt_saysSo() {
    refused(
        edited("\"cores\" : 4", "\"cores\" : 4000000000"),
        "x.json:10:25: host.cores must be a smaller whole number, was 4000000000: "
            + "it does not fit int"
            + RESTORE);
  }

  @Test
  void read_numberForText_saysSo() {
    refused(
        edited("\"kernel\" : \"6.8.0-45-generic\"", "\"kernel\" : 6.8"),
        "x.json:12:16: host.kernel must be text, was 6.8" + RESTORE);
  }

  @Test
  void read_textForBoolean_saysSo() {
    refused(
        edited("\"dirty\" : true", "\"dirty\" : \"true\""),
        "x.json:31:17: subjects.code.dirty must be true or false, was \"true\"" + RESTORE);
  }

  @Test
  void read_objectForList_saysSo() {
    refused(
        edited("\"jvmFlags\" : [ ", "\"jvmFlags\" : {}, \"jvmFlagz\" : [ "),
        "x.json:27:20: subjects.base.jvmFlags must be a list, was an object" + RESTORE);
  }

  @Test
  void read_textForObject_saysSo() {
    refused(
        edited("\"warmUp\" : {", "\"warmUp\" : \"\", \"w\" : {"),
        "x.json:87:16: launches[0].warmUp must be an object, was \"\"" + RESTORE);
  }

  @Test
  void read_secondArmUnknown_saysSo() {
    refused(
        edited("\"arm\" : \"base\"", "\"arm\" : \"tail\""),
        "x.json:1095:1: record: arm of each launch must be among the subjects, was tail" + RESTORE);
  }

  @Test
  void read_hostileId_saysSo() {
    refused(
        edited("20261121T045600Z-3f9c2a", "../../etc/passwd"),
        "x.json:1095:1: record: id must be 1 to 100 letters, digits, dots, hyphens "
            + "and underscores, the first a letter or digit, was \"../../etc/passwd\""
            + RESTORE);
  }

  @Test
  void read_listForHost_saysSo() {
    refused(
        edited("\"host\" : {", "\"host\" : [], \"hosts\" : {"),
        "x.json:8:12: host must be an object, was a list" + RESTORE);
  }

  @Test
  void read_epochForInstant_saysSo() {
    refused(
        edited("\"2026-11-21T04:56:00.123456Z\"", "1795236960"),
        "x.json:4:17: createdAt must be an instant in UTC such as "
            + "2026-11-21T04:56:00Z, was 1795236960"
            + RESTORE);
  }

  @Test
  void read_localTime_saysSo() {
    refused(
        edited("\"2026-11-21T04:56:00.123456Z\"", "\"2026-11-21T04:56:00+01:00\""),
        "x.json:4:17: createdAt must be an instant in UTC such as "
            + "2026-11-21T04:56:00Z, was \"2026-11-21T04:56:00+01:00\""
            + RESTORE);
  }

  /** It could not be kept: the records of a month lie in a folder of its name. */
  @Test
  void read_yearOfFiveDigits_saysSo() {
    refused(
        edited("\"2026-11-21T04:56:00.123456Z\"", "\"+12345-11-21T04:56:00Z\""),
        "x.json:1095:1: record: createdAt must be of a year from 0000 to 9999, was +12345-11-21T04:56:00Z"
            + RESTORE);
  }

  @Test
  void read_unknownMode_listsTheKnown() {
    refused(
        edited("\"mode\" : \"platform\"", "\"mode\" : \"green\""),
        "x.json:78:14: launches[0].mode must be one of platform, virtual, was "
            + "\"green\""
            + UPDATE);
  }

  @Test
  void read_modeOfNumber_listsTheKnown() {
    refused(
        edited("\"mode\" : \"platform\"", "\"mode\" : 0"),
        "x.json:78:14: launches[0].mode must be one of platform, virtual, was 0" + UPDATE);
  }

  @Test
  void read_unknownMetric_listsTheKnown() {
    refused(
        edited("\"metric\" : \"latency-p50\"", "\"metric\" : \"latency-p42\""),
        "x.json:231:18: launches[0].samples[0].metric must be one of latency-p50, "
            + "latency-p75, latency-p90, latency-p95, latency-p99, latency-p99.9, latency-max, "
            + "latency-tail, slow-share, service-time-p50, service-time-p99, cpu-per-request, "
            + "cpu-per-request-total, cpu-at-rest, allocated-per-request, gc-pause-total, "
            + "gc-pause-max, collector-cpu-per-request, promoted-per-request, pinned, "
            + "context-switches-per-request, "
            + "live-set, retained-per-request, platform-threads-at-rest, platform-threads-after-load, "
            + "thread-reserved-at-rest, thread-reserved-after-load, thread-committed-at-rest, "
            + "thread-committed-after-load, committed-at-rest, committed-after-load, "
            + "native-memory-after-load, file-descriptors-after-load, "
            + "rss-at-rest, rss-after-load, failed-requests, reopened-connections, capacity, time-to-ready, time-per-operation, "
            + "allocated-per-operation, stolen, control, was \"latency-p42\""
            + UPDATE);
  }

  @Test
  void read_unitOfAnotherMetric_saysSo() {
    refused(
        edited("\"unit\" : \"B/request\"", "\"unit\" : \"s\""),
        "x.json:250:5: launches[0].samples[3]: unit must be B/request for "
            + "allocated-per-request, was s"
            + RESTORE);
  }

  @Test
  void read_damagedHistogram_saysSo() {
    refused(
        edited("\"latency\" : \"HISTF", "\"latency\" : \"HISTX"),
        "x.json:119:19: launches[0].load.latency: histogram must be a compressed V2 "
            + "HdrHistogram in base64, was damaged: its header is another's"
            + RESTORE);
  }

  @Test
  void read_histogramOfNumber_saysSo() {
    refused(
        edited("\"latency\" : \"", "\"latency\" : 5, \"late\" : \""),
        "x.json:119:19: launches[0].load.latency must be text, was 5" + RESTORE);
  }

  @Test
  void read_emptyTextForMode_saysSo() {
    refused(
        edited("\"mode\" : \"platform\"", "\"mode\" : \"\""),
        "x.json:78:14: launches[0].mode must be one of platform, virtual, was \"\"" + UPDATE);
  }

  static String edited(String old, String replacement) {
    assertThat(GOOD).contains(old);
    int at = GOOD.indexOf(old);
    return GOOD.substring(0, at) + replacement + GOOD.substring(at + old.length());
  }

  static void refused(String json, String message) {
    assertThatThrownBy(() -> StoredRecord.read(json, "x.json").record())
        .isInstanceOf(RecordException.class)
        .hasMessage(message);
  }
}
