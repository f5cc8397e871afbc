package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;

/** Texts that are no record at all, with the whole message. */
class RecordSyntaxTest {
  private static final String GOOD = StoredRecord.of(Examples.record()).text();
  private static final String RESTORE = "; restore the file, or measure again";

  @Test
  void read_empty_saysSo() {
    refused("", "x.json: record must be a JSON object, was empty" + RESTORE);
  }

  @Test
  void read_notJson_saysSo() {
    refused(
        "hello",
        "x.json:1:1: record must be JSON, was not: Unrecognized token 'hello': was "
            + "expecting (JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or "
            + "token 'null', 'true' or 'false')"
            + RESTORE);
  }

  @Test
  void read_html_saysSo() {
    refused(
        "<!DOCTYPE html>",
        "x.json:1:1: record must be JSON, was not: Unexpected character ('<' (code "
            + "60)): expected a valid value (JSON String, Number (or "
            + "'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' or 'false')"
            + RESTORE);
  }

  @Test
  void read_list_saysSo() {
    refused("[]", "x.json:1:1: record must be a JSON object, was a list" + RESTORE);
  }

  @Test
  void read_truncated_saysWhere() {
    refused(
        GOOD.substring(0, GOOD.indexOf("\"kernel\"") + 3),
        "x.json:12:8: record must be complete, was cut off here" + RESTORE);
  }

  @Test
  void read_truncatedBetweenFields_saysWhere() {
    refused(
        GOOD.substring(0, GOOD.length() - 3),
        "x.json:1094:4: record must be complete, was cut off here" + RESTORE);
  }

  @Test
  void read_twoRecords_saysWhere() {
    refused(
        GOOD + GOOD,
        "x.json:1096:1: record must be one JSON object, was followed by an object" + RESTORE);
  }

  @Test
  void read_schemaMissing_saysSo() {
    refused(
        "{}",
        "x.json: schema must be at most 1, was missing: this is no record of " + "Loomwatch's");
  }

  @Test
  void read_schemaOfText_saysSo() {
    refused(
        edited("\"schema\" : 1", "\"schema\" : \"1\""),
        "x.json:2:14: schema must be a whole number, was \"1\"" + RESTORE);
  }

  @Test
  void read_newerSchema_saysToUpdate() {
    refused(
        "{\"schema\" : 99999999999, \"future\" : []}",
        "x.json:1:13: schema must be at most 1, was 99999999999: a newer Loomwatch "
            + "wrote it; update this one");
  }

  @Test
  void read_schemaZero_saysSo() {
    refused(
        edited("\"schema\" : 1", "\"schema\" : 0"),
        "x.json:2:14: schema must be at least 1, was 0" + RESTORE);
  }

  @Test
  void read_controlCharacters_areShownAsText() {
    refused(
        "{\"schema\" : \"\\u001b[31m\\n::error::\"}",
        "x.json:1:13: schema must be a whole number, was \"\uFFFD[31m ::error::\"" + RESTORE);
  }

  @Test
  void read_longText_isShortened() {
    refused(
        "{\"schema\" : \"" + "x".repeat(1000) + "\"}",
        "x.json:1:13: schema must be a whole number, was "
            + "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\""
            + RESTORE);
  }

  @Test
  void read_fieldTwice_saysSo() {
    refused(
        edited("\"cores\" : 4,", "\"cores\" : 4, \"cores\" : 5,"),
        "x.json:10:25: record must be JSON, was not: Duplicate field 'cores'" + RESTORE);
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

  private static void refused(String json, String message) {
    assertThatThrownBy(() -> StoredRecord.read(json, "x.json").record())
        .isInstanceOf(RecordException.class)
        .hasMessage(message);
  }
}
