package loomwatch.server.handicap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandicapParserTest {
  @Test
  void parse_eachKindAndUnit_isItsSize() {
    assertThat(Handicap.parse("cpu:20us")).isEqualTo(new Handicap.Cpu(20_000));
    assertThat(Handicap.parse("latency:1ms")).isEqualTo(new Handicap.Latency(1_000_000));
    assertThat(Handicap.parse("lock:5ns")).isEqualTo(new Handicap.Lock(5));
    assertThat(Handicap.parse("pin:3ms")).isEqualTo(new Handicap.Pin(3_000_000));
    assertThat(Handicap.parse("gc:2")).isEqualTo(new Handicap.Gc(2));
    assertThat(Handicap.parse("gc:1.5")).isEqualTo(new Handicap.Gc(1.5));
    assertThat(Handicap.parse("collect:20000")).isEqualTo(new Handicap.Collect(20_000));
    assertThat(Handicap.parse("alloc:17B")).isEqualTo(new Handicap.Alloc(17));
    assertThat(Handicap.parse("alloc:2KiB")).isEqualTo(new Handicap.Alloc(2_048));
    assertThat(Handicap.parse("alloc:2KB")).isEqualTo(new Handicap.Alloc(2_000));
    assertThat(Handicap.parse("alloc:64MB")).isEqualTo(new Handicap.Alloc(64_000_000));
    assertThat(Handicap.parse("alloc:1024MiB")).isEqualTo(new Handicap.Alloc(1 << 30));
  }

  @Test
  void parse_percent_isOfAHelloRequest() {
    assertThat(Handicap.parse("cpu:10%"))
        .isEqualTo(new Handicap.Cpu(HandicapParser.HELLO_CPU_NANOS / 10));
    assertThat(Handicap.parse("cpu:2.5%"))
        .isEqualTo(new Handicap.Cpu(HandicapParser.HELLO_CPU_NANOS / 40));
    assertThat(Handicap.parse("alloc:200%"))
        .isEqualTo(new Handicap.Alloc((int) (2 * HandicapParser.HELLO_BYTES)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          cpu cpu: cpu:1 cpu:0ms cpu:-1ms cpu:1.5ms cpu:1KiB cpu:1s cpu:9999999999ns latency:10% lock:10% pin:10% | size of handicap must be a whole number and a unit, such as 1ms or 20us
          alloc alloc:1 alloc:1GB alloc:1ms alloc:9999999999B | size of handicap must be a whole number and a unit, such as 1KiB or 2%
          alloc:1025MiB alloc:999999999KiB | size of handicap must be at most 1024MiB
          cpu:0% cpu:-1% cpu:10001% cpu:NaN% cpu:% alloc:x% | size of handicap must be above 0 % and at most 10000 %
          gc gc:1 gc:0.5 gc:20000 gc:-2 gc:2x | handicap must be gc:FACTOR, above 1 and at most 20, such as gc:2
          '' memory:1ms CPU:1ms :1ms | handicap must be one of [cpu, alloc, latency, lock, pin, tail, leak, retain, gc, collect, background] with a size, such as latency:1ms
          """)
  void parse_badHandicap_saysWhatIsExpected(String texts, String message) {
    for (String text : texts.replace("''", "").split(" ")) {
      assertThatThrownBy(() -> Handicap.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message + ", was '" + text + "'");
    }
  }
}
