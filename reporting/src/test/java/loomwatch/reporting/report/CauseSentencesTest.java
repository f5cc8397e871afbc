package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CauseSentencesTest {
  private static final String FILE = "src/main/java/shop/Json.java";

  @Test
  void of_oneCause_saysWhatWhereAndHowMuchOfIt() {
    assertThat(CauseSentences.of(List.of(Explanations.cause("shop.Json.write"))))
        .containsExactly(
            "+2.50 µs of CPU a request (hello, platform): Json.write under Shop.list explains 82 %"
                + " [74–90], at Json.java:42, which the change touches.");
  }

  @Test
  void of_benchmark_isOfAnOperationAndWithoutAMode() {
    assertThat(CauseSentences.of(List.of(Explanations.benchmark("shop.Json.write"))))
        .containsExactly(
            "+2.50 µs an operation (shop.JsonBench.write:n=10): Json.write under Shop.list explains"
                + " 82 % [74–90], at Json.java:42, which the change touches.");
  }

  @Test
  void of_profilesTooFewForAShare_saysSo() {
    assertThat(CauseSentences.of(List.of(Explanations.withoutShare("shop.Json.write"))))
        .containsExactly(
            "+2.50 µs of CPU a request beside the profilers (hello, platform): Json.write under Shop.list grew, by a share"
                + " of the change that the profiles do not tell, at Json.java:42, which the change"
                + " touches.");
  }

  @Test
  void of_classOfAnUpgrade_saysBetweenWhichVersionsItChanged() {
    assertThat(
            CauseSentences.of(
                List.of(Explanations.upgraded("shop.Json.write", "11.0.22", "11.0.25"))))
        .singleElement()
        .asString()
        .endsWith("at Json.java:42, whose class changed between 11.0.22 and 11.0.25.");
  }

  @Test
  void of_slowRequestsThatMetACollection_namesNoFile() {
    assertThat(CauseSentences.of(List.of(Explanations.tail("collection: G1 Evacuation Pause"))))
        .containsExactly(
            "+12.0 ms in each of the slowest hundredth of requests (hello, platform): collection:"
                + " G1 Evacuation Pause explains 93 % [88–97].");
  }

  @Test
  void of_classesThatStay_areOneSentence() {
    assertThat(
            CauseSentences.of(
                List.of(
                    Explanations.live("byte[]", 4 << 20, 84 << 20),
                    Explanations.live("java.nio.DirectByteBuffer", 0, 238 << 10))))
        .containsExactly(
            "on the heap after the load (hello, virtual): +80.0 MiB of byte[], +238 KiB of"
                + " DirectByteBuffer.");
  }

  @Test
  void of_bothModes_areOneSentence() {
    assertThat(
            CauseSentences.of(
                List.of(
                    Explanations.cause("shop.Json.write", FILE, Mode.VIRTUAL),
                    Explanations.cause("shop.Json.write", FILE, Mode.PLATFORM))))
        .containsExactly(
            "+2.50 µs of CPU a request (hello, virtual): Json.write under Shop.list explains 82 %"
                + " [74–90], at Json.java:42, which the change touches; platform: +2.50 µs, 82 %"
                + " [74–90].");
  }

  @Test
  void of_countThatGrew_saysOfWhatAndWhereOnceForBothModes() {
    assertThat(
            CauseSentences.of(
                List.of(
                    Explanations.counted(Comparisons.STATEMENT, Mode.PLATFORM),
                    Explanations.counted(Comparisons.STATEMENT, Mode.VIRTUAL))))
        .containsExactly(
            "+5 SQL statements per request (hello, platform and virtual): select … from pets p1_0"
                + " where p1_0.owner_id = ?, by Shop.list under Pages.show, at Shop.java:117, which"
                + " the change touches.");
  }

  @Test
  void of_countOfOneRequestOfAMix_namesIt() {
    assertThat(
            CauseSentences.of(
                List.of(Explanations.counted("POST /pets", "select 1", Mode.VIRTUAL))))
        .containsExactly(
            "+5 SQL statements per request (hello, virtual): POST /pets: select 1, by Shop.list"
                + " under Pages.show, at Shop.java:117, which the change touches.");
  }

  @Test
  void of_manyCauses_areThree() {
    assertThat(
            CauseSentences.of(
                List.of(
                    Explanations.cause("a.A.a"),
                    Explanations.cause("b.B.b"),
                    Explanations.cause("c.C.c"),
                    Explanations.cause("d.D.d"))))
        .hasSize(3);
  }

  @Test
  void of_none_saysSo() {
    assertThat(CauseSentences.of(List.of()))
        .singleElement()
        .asString()
        .startsWith("no method is shown to be the cause");
  }

  @ParameterizedTest
  @CsvSource({
    "org.apache.tomcat.util.buf.MessageBytes.toBytes, MessageBytes.toBytes",
    "shop.Shop$Cart.add, Shop$Cart.add",
    "shop.Shop.lambda$main, Shop.main (a lambda)",
    "shop.ShopKt.main$lambda, ShopKt.main (a lambda)",
    "shop.Shop.$anonfun$main, Shop.main (a lambda)",
    "Shop.main, Shop.main",
    "main, main",
  })
  void shortly_leavesThePackageOut(String method, String shown) {
    assertThat(CauseSentences.shortly(method)).isEqualTo(shown);
  }
}
