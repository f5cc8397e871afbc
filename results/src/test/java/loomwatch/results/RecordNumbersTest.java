package loomwatch.results;

import static loomwatch.results.RecordFieldsTest.RESTORE;
import static loomwatch.results.RecordFieldsTest.edited;
import static loomwatch.results.RecordFieldsTest.refused;

import org.junit.jupiter.api.Test;

/** Numbers that no measurement gives, with the whole message. */
class RecordNumbersTest {
  @Test
  void read_nanValue_saysSo() {
    refused(
        edited("\"value\" : 3084.0", "\"value\" : NaN"),
        "x.json:233:5: launches[0].samples[3]: allocated-per-request must be a "
            + "finite number, was NaN: missing stays missing"
            + RESTORE);
  }

  @Test
  void read_nanInQuotes_saysSo() {
    refused(
        edited("\"value\" : 3084.0", "\"value\" : \"NaN\""),
        "x.json:233:5: launches[0].samples[3]: allocated-per-request must be a "
            + "finite number, was NaN: missing stays missing"
            + RESTORE);
  }

  @Test
  void read_infiniteValue_saysSo() {
    refused(
        edited("\"value\" : 3084.0", "\"value\" : 1e999"),
        "x.json:233:5: launches[0].samples[3]: allocated-per-request must be a "
            + "finite number, was Infinity: missing stays missing"
            + RESTORE);
  }

  @Test
  void read_valueThatIsNoMeasurement_saysSo() {
    refused(
        edited("\"value\" : 3084.0", "\"value\" : 1.7E308"),
        "x.json:233:5: launches[0].samples[3]: allocated-per-request must be 0 or from 1e-15 to"
            + " 1e15 in size, was 1.7E308"
            + RESTORE);
    refused(
        edited("\"value\" : 3084.0", "\"value\" : 4.9E-324"),
        "x.json:233:5: launches[0].samples[3]: allocated-per-request must be 0 or from 1e-15 to"
            + " 1e15 in size, was 4.9E-324"
            + RESTORE);
  }

  @Test
  void read_countThatCannotBeAdded_saysSo() {
    refused(
        edited("\"read\" : 0", "\"read\" : 9223372036854775807"),
        "x.json:99:7: launches[0].load.errors: read must be at most 1e15, was 9223372036854775807"
            + RESTORE);
  }

  @Test
  void read_rateThatIsNone_saysSo() {
    refused(
        edited("\"requestsPerSecond\" : 3000.0", "\"requestsPerSecond\" : 1E300"),
        "x.json:48:3: scenarios[0]: requestsPerSecond must be 0 or from 1e-15 to 1e15 in size, was"
            + " 1.0E300"
            + RESTORE);
  }

  @Test
  void read_negativeCount_saysSo() {
    refused(
        edited("\"connections\" : 50", "\"connections\" : -50"),
        "x.json:48:3: scenarios[0]: connections must be at least 1, was -50" + RESTORE);
  }
}
