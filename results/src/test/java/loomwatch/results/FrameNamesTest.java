package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.results.Stack.FrameNames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameNamesTest {
  @ParameterizedTest
  @CsvSource({
    "shop.Shop, shop.Shop",
    "shop.Shop$Cart, shop.Shop$Cart",
    "shop.Shop$1, shop.Shop$1",
    "shop.Shop$$Lambda.0x00007f1c4c000400, shop.Shop$$Lambda",
    "shop.Shop$$Lambda/0x00007f1c4c000400.12, shop.Shop$$Lambda",
    "shop.Shop$$Lambda$14, shop.Shop$$Lambda",
    "shop.Hidden+0x00007f1c4c000400, shop.Hidden",
    "shop.Shop$$SpringCGLIB$$0, shop.Shop$$SpringCGLIB",
    "jdk.proxy2.$Proxy12, jdk.proxy.$Proxy",
    "jdk.internal.reflect.GeneratedMethodAccessor7, jdk.internal.reflect.GeneratedMethodAccessor",
  })
  void type_losesWhatIsNumberedFromLaunchToLaunch(String binary, String stable) {
    assertThat(FrameNames.type(binary)).isEqualTo(stable);
  }

  @ParameterizedTest
  @CsvSource({
    "price, price",
    "lambda$main$0, lambda$main",
    "lambda$main$17, lambda$main",
    "main$lambda$0, main$lambda",
    "main$lambda$3$2$lambda$1, main$lambda$lambda",
    "$anonfun$main$1, $anonfun$main",
    "$anonfun$main$2$adapted, $anonfun$main$adapted",
    "access$000, access$000",
    "<init>, <init>",
    "total$2, total$2",
  })
  void method_losesTheNumberOfALambda(String name, String stable) {
    assertThat(FrameNames.method(name)).isEqualTo(stable);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop.Shop$$Lambda",
        "java.lang.invoke.LambdaForm$MH",
        "jdk.internal.reflect.DirectMethodHandleAccessor",
        "java.lang.reflect.Method"
      })
  void isGlue_ofWhatNobodyWrote(String type) {
    assertThat(FrameNames.isGlue(type)).isTrue();
    assertThat(FrameNames.isGlue("shop.Shop")).isFalse();
  }
}
