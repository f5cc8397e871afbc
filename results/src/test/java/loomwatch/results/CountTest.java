package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          select o1_0.id, o1_0.address, o1_0.city from owners o1_0 where o1_0.id=? | select … from owners o1_0 where o1_0.id=?
          SELECT o1_0.id, o1_0.address, o1_0.city FROM owners | SELECT … FROM owners
          # The first of several: a subquery belongs to what is asked.
          select a.id, a.name, a.address, a.city from a where a.id in (select b.id from b) | select … from a where a.id in (select b.id from b)
          select count(*) from owners | select count(*) from owners
          update owners set name = ? where id in (select id from other) | update owners set name = ? where id in (select id from other)
          java.lang.IllegalStateException | java.lang.IllegalStateException
          """)
  void shown_of_leavesColumnsOut(String of, String shown) {
    assertThat(Count.shown(of)).isEqualTo(shown);
  }

  @Test
  void shown_of_isOfAHundredCharacters() {
    assertThat(Count.shown("x".repeat(100))).isEqualTo("x".repeat(100));
    assertThat(Count.shown("x".repeat(101))).isEqualTo("x".repeat(100) + "…");
  }

  @ParameterizedTest
  @CsvSource({
    "12, 12",
    "0.1, 0.1",
    "0, 0",
    "100, 100",
    "1.005, 1",
    "2.345678, 2.35",
    "0.333333, 0.33",
    "0.004, 0.004",
    "0.00123, 0.0012",
    "-0.004, -0.004"
  })
  void shown_perRequest_hasTwoDecimalsAndIsZeroOnlyIfItIs(double perRequest, String shown) {
    assertThat(Count.shown(perRequest)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "LATENCY_P99, 1, 1, 1, metric",
    "SQL_STATEMENTS, 0, 1, 1, of",
    "SQL_STATEMENTS, 1002, 1, 1, of",
    "SQL_STATEMENTS, 1, 0, 1, times",
    "SQL_STATEMENTS, 1, 1, 0, requests",
  })
  void count_beyondItsLimits_isRefused(
      Metric metric, int characters, long times, long requests, String part) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Count(metric, null, "x".repeat(characters), times, requests))
        .withMessageStartingWith(part + " must be ");
  }

  @Test
  void count_longestStatementCutShort_isTaken() {
    assertThat(new Count(Metric.SQL_STATEMENTS, null, "x".repeat(1_001), 1, 1).of()).hasSize(1_001);
  }
}
