package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangedMethodsTest {
  private static final String CART =
      """
      package shop;
      import java.util.List;
      import java.util.function.IntUnaryOperator;
      public class Cart {
        private final int[] prices;
        public Cart(int[] prices) { this.prices = prices; }
        public int total() { int sum = 0; for (int each : prices) { sum += each; } return sum; }
        public long discounted(int percent) {
          IntUnaryOperator less = price -> price - price * percent / 100;
          return List.of(1, 2).stream().mapToInt(each -> less.applyAsInt(each)).sum();
        }
        public Runnable later() { return new Runnable() { public void run() { total(); } }; }
        static class Item { int price() { return 1; } }
      }
      """;

  private static final int MOST = 10;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sum += each                    | sum += each + 0 * each       | shop.Cart.total()I",
        "price * percent / 100          | price * percent / 50         | shop.Cart.discounted(I)J",
        "int price() { return 1; }      | int price() { return 2; }    | shop.Cart$Item.price()I",
        "int sum = 0;                   | int cents = 0, sum = cents;  | shop.Cart.total()I",
      })
  void between_oneBodyChanged_isThatMethod(String before, String after, String changed)
      throws Exception {
    assertThat(between(CART, CART.replace(before, after))).containsExactly(changed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "each)                  | each /* of them */)",
        "int percent)           | int percent  )",
        "class Cart {           | class Cart {\n\n",
        "price ->               | cents ->",
        "this.prices = prices;  | this.prices = prices.clone();",
        "total(); }             | total(); total(); }",
        "static class Item      | int added() { return total(); } static class Item",
      })
  void between_noBodyOfAMethodBothHave_isNone(String before, String after) throws Exception {
    String other =
        CART.replace(before, after)
            .replace(
                "price - price", after.startsWith("cents") ? "cents - cents" : "price - price");

    assertThat(between(CART, other)).isEmpty();
  }

  /** The compiler numbers lambdas, so those that follow have other names, and the same code. */
  @Test
  void between_lambdaInsertedBeforeOthers_isTheMethodItIsIn() throws Exception {
    String other =
        CART.replace(
                "public Runnable later",
                "public Runnable first() { return () -> total(); } public Runnable later")
            .replace(
                "public int total",
                "public Runnable zeroth() { return () -> later(); } public int total");

    assertThat(between(CART, other)).isEmpty();
    assertThat(between(CART, other.replace("/ 100", "/ 50")))
        .containsExactly("shop.Cart.discounted(I)J");
  }

  /** A record would refuse its name. */
  @Test
  void between_longestSignature_isLeftOut() throws Exception {
    StringBuilder parameters = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      parameters.append("String p").append(i).append(", ");
    }
    String with = "public int copy(" + parameters + "int last) { return last; } public int total";

    String before = CART.replace("public int total", with);
    assertThat(between(before, before.replace("return last;", "return last + 1;"))).isEmpty();
  }

  @Test
  void between_moreThanWanted_isCutShort() throws Exception {
    String base = CART.replace("sum += each", "sum -= each");
    Path other = classes("other", base.replace("price() { return 1; }", "price() { return 2; }"));

    assertThat(
            ChangedMethods.between(
                ShippedServer.of(classes("base", CART).toString()),
                ShippedServer.of(other.toString()),
                0))
        .hasSize(1);
  }

  @Test
  void between_classesInAJarWithinTheStartedJar_areCompared() throws Exception {
    Path base = boot("a", CART);
    Path head = boot("b", CART.replace("sum += each", "sum -= each"));

    assertThat(ChangedMethods.between(started(base), started(head), MOST))
        .containsExactly("other.Cart.total()I", "shop.Cart.total()I");
    assertThat(ChangedMethods.between(started(base), started(base), MOST)).isEmpty();
  }

  @Test
  void between_nothingThatIsAJar_isNone() throws Exception {
    Path text = Files.writeString(directory.resolve("text.jar"), "no jar");

    assertThat(ChangedMethods.between(started(text), started(classes("a", CART)), MOST)).isEmpty();
    assertThat(
            ChangedMethods.between(started(directory.resolve("absent.jar")), started(text), MOST))
        .isEmpty();
  }

  private List<String> between(String base, String head) throws IOException {
    return ChangedMethods.between(
        ShippedServer.of(classes("base", base).toString()),
        ShippedServer.of(classes("head", head).toString()),
        MOST);
  }

  private static ServiceSpec started(Path jar) {
    return ShippedServer.of("gone.jar").plus(List.of("-jar", jar.toString()));
  }

  /** Compiles a class into a new folder. */
  private Path classes(String name, String source) throws IOException {
    Path folder = Files.createTempDirectory(directory, name);
    Path file = Files.writeString(folder.resolve("Cart.java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", folder.toString(), file.toString());
    assertThat(failed).isZero();
    Files.delete(file);
    return folder;
  }

  /** Returns a jar as Spring Boot writes it, with one class of its own and one of a library. */
  private Path boot(String name, String source) throws IOException {
    Path library = directory.resolve(name + "-library.jar");
    write(library, "", classes(name, source.replace("shop;", "other;")));
    Path jar = directory.resolve(name + ".jar");
    write(jar, "BOOT-INF/classes/", classes(name, source));
    Path all = directory.resolve(name + "-all.jar");
    try (OutputStream file = Files.newOutputStream(all);
        ZipOutputStream zip = new ZipOutputStream(file, StandardCharsets.UTF_8)) {
      zip.putNextEntry(new ZipEntry("BOOT-INF/lib/library.jar"));
      zip.write(Files.readAllBytes(library));
      zip.putNextEntry(new ZipEntry("BOOT-INF/lib/shop.jar"));
      zip.write(Files.readAllBytes(jar));
    }
    return all;
  }

  private static void write(Path jar, String prefix, Path folder) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file, StandardCharsets.UTF_8);
        Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new ZipEntry(prefix + folder.relativize(each)));
        zip.write(Files.readAllBytes(each));
      }
    }
  }
}
