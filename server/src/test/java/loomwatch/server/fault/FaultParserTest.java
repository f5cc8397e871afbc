package loomwatch.server.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultParserTest {
  @Test
  void parse_eachKindAndUnit_isItsSize() {
    assertThat(InjectedFault.parse("cpu:20us")).isEqualTo(new InjectedFault.Cpu(20_000));
    assertThat(InjectedFault.parse("latency:1ms")).isEqualTo(new InjectedFault.Latency(1_000_000));
    assertThat(InjectedFault.parse("lock:5ns")).isEqualTo(new InjectedFault.Lock(5));
    assertThat(InjectedFault.parse("pin:3ms")).isEqualTo(new InjectedFault.Pin(3_000_000));
    assertThat(InjectedFault.parse("gc:2")).isEqualTo(new InjectedFault.Gc(2));
    assertThat(InjectedFault.parse("gc:1.5")).isEqualTo(new InjectedFault.Gc(1.5));
    assertThat(InjectedFault.parse("collect:20000")).isEqualTo(new InjectedFault.Collect(20_000));
    assertThat(InjectedFault.parse("alloc:17B")).isEqualTo(new InjectedFault.Alloc(17));
    assertThat(InjectedFault.parse("alloc:2KiB")).isEqualTo(new InjectedFault.Alloc(2_048));
    assertThat(InjectedFault.parse("alloc:2KB")).isEqualTo(new InjectedFault.Alloc(2_000));
    assertThat(InjectedFault.parse("alloc:64MB")).isEqualTo(new InjectedFault.Alloc(64_000_000));
    assertThat(InjectedFault.parse("alloc:1024MiB")).isEqualTo(new InjectedFault.Alloc(1 << 30));
  }

  @Test
  void parse_percent_isOfAHelloRequest() {
    assertThat(InjectedFault.parse("cpu:10%"))
        .isEqualTo(new InjectedFault.Cpu(FaultParser.HELLO_CPU_NANOS / 10));
    assertThat(InjectedFault.parse("cpu:2.5%"))
        .isEqualTo(new InjectedFault.Cpu(FaultParser.HELLO_CPU_NANOS / 40));
    assertThat(InjectedFault.parse("alloc:200%"))
        .isEqualTo(new InjectedFault.Alloc((int) (2 * FaultParser.HELLO_BYTES)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          cpu cpu: cpu:1 cpu:0ms cpu:-1ms cpu:1.5ms cpu:1KiB cpu:1s cpu:9999999999ns latency:10% lock:10% pin:10% | size of fault must be a whole number and a unit, such as 1ms or 20us
          alloc alloc:1 alloc:1GB alloc:1ms alloc:9999999999B | size of fault must be a whole number and a unit, such as 1KiB or 2%
          alloc:1025MiB alloc:999999999KiB | size of fault must be at most 1024MiB
          cpu:0% cpu:-1% cpu:10001% cpu:NaN% cpu:% alloc:x% | size of fault must be above 0 % and at most 10000 %
          gc gc:1 gc:0.5 gc:20000 gc:-2 gc:2x | fault must be gc:FACTOR, above 1 and at most 20, such as gc:2
          '' memory:1ms CPU:1ms :1ms | fault must be one of [cpu, alloc, latency, lock, pin, tail, leak, retain, gc, collect, background] with a size, such as latency:1ms
          """)
  void parse_badFault_saysWhatIsExpected(String texts, String message) {
    for (String text : texts.replace("''", "").split(" ")) {
      assertThatThrownBy(() -> InjectedFault.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message + ", was '" + text + "'");
    }
  }
}
