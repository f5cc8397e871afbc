package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import loomwatch.measure.variants.VariantSpec.FaultSyntax;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSyntaxTest {
  /** By path: the harness may not depend on the server, so the two can only be compared here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cpu:10%",
        "cpu:0.5%",
        "cpu:0%",
        "cpu:10000%",
        "cpu:10001%",
        "cpu:20us",
        "cpu:20",
        "cpu",
        "cpu:",
        "cpu:1KiB",
        "cpu:-1%",
        "alloc:2%",
        "alloc:1KiB",
        "alloc:1024MiB",
        "alloc:1025MiB",
        "alloc:1048577KiB",
        "alloc:999999999B",
        "alloc:1ms",
        "alloc:0B",
        "latency:1ms",
        "latency:1s",
        "latency:1%",
        "latency:1234567890ns",
        "lock:5us",
        "lock:05us",
        "pin:100ns",
        "pin:1.5ms",
        "leak:1KiB",
        "leak:32",
        "leak:1%",
        "retain:64MiB",
        "retain:64MB",
        "retain:64KB",
        "retain:1073MB",
        "retain:1074MB",
        "retain:64GB",
        "retain:1025MiB",
        "tail:1%:20ms",
        "tail:0%:20ms",
        "tail:101%:20ms",
        "tail:1%",
        "tail:20ms",
        "tail:1%:20ms:1ms",
        "gc:2",
        "gc:1.5",
        "gc:1",
        "gc:0",
        "gc:20",
        "gc:20.5",
        "gc:21",
        "gc:20000",
        "gc:1e1",
        "gc:1%",
        "collect:20000",
        "collect:0",
        "collect:1234567890",
        "collect:1%",
        "background:1%",
        "background:100%",
        "background:101%",
        "background:1ms",
        "CPU:10%",
        ":1ms",
        "",
        "latency: 1ms",
        "latency:1ms:2ms"
      })
  void refusal_anyText_isTheServersToo(String text) throws Exception {
    assertThat(FaultSyntax.refusal(text).isPresent()).isEqualTo(refusedByServer(text));
  }

  private static boolean refusedByServer(String text) throws Exception {
    URL[] classes = {Path.of("../server/target/classes").toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes)) {
      Method parse =
          loader.loadClass("loomwatch.server.fault.InjectedFault").getMethod("parse", String.class);
      parse.invoke(null, text);
      return false;
    } catch (InvocationTargetException e) {
      assertThat(e.getCause()).isInstanceOf(IllegalArgumentException.class);
      return true;
    }
  }
}
