package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import loomwatch.loadgen.embedded.Response.ExpectedResponse;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseTest {
  /** The oracle: {@link String#contains}, on texts of two letters, where partial matches abound. */
  @Test
  void right_anyBodyInAnyPieces_agreesWithContains() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      String piece = letters(random, 1 + random.nextInt(6));
      String body = letters(random, random.nextInt(40));

      assertThat(response(new ExpectedAnswer(null, piece), 200, body, random).right())
          .as("seed %d: %s in %s", seed, piece, body)
          .isEqualTo(body.contains(piece));
    }
  }

  @ParameterizedTest
  @CsvSource({
    ", 200, true",
    ", 204, true",
    ", 302, false",
    ", 404, false",
    ", 500, false",
    "302, 302, true",
    "302, 200, false"
  })
  void right_status_isAny2xxOrTheOneExpected(
      @Nullable Integer expected, int status, boolean right) {
    assertThat(response(new ExpectedAnswer(expected, null), status, "x", new Random(1)).right())
        .isEqualTo(right);
  }

  @Test
  void told_wrongResponse_quotesTheBeginningInOneHarmlessLine() {
    String body = "{\n  \"error\":\t\"\u001b[31mno such item\"\n}" + "x".repeat(500);
    Response response = response(new ExpectedAnswer(201, "\"id\""), 500, body, new Random(1));

    assertThat(response.mismatch(User.NOBODY.session()))
        .startsWith(
            "500 where 201 with \"id\" is expected: { \"error\": \"\uFFFD[31mno such item\" }xxx")
        .endsWith("x…")
        .hasSizeLessThan(260);
  }

  @Test
  void told_page_quotesItsTitle() {
    String page =
        "<!doctype html><html lang=\"en\"><head><title>HTTP Status 500 – Internal Server Error"
            + "</title><style type=\"text/css\">body {font-family: Tahoma}</style></head></html>";

    assertThat(
            response(ExpectedAnswer.SUCCESS, 500, page, new Random(1))
                .mismatch(User.NOBODY.session()))
        .isEqualTo("500 where 2xx is expected: HTTP Status 500 – Internal Server Error");
  }

  @Test
  void told_noBody_saysSo() {
    assertThat(
            response(ExpectedAnswer.SUCCESS, 503, "", new Random(1))
                .mismatch(User.NOBODY.session()))
        .isEqualTo("503 where 2xx is expected: (no body)");
  }

  private static Response response(
      ExpectedAnswer expected, int status, String body, Random random) {
    Response response = new Response();
    response.expect(new ExpectedResponse(new Request("GET", Map.of(), null, expected), false));
    response.begin(status);
    ByteBuf in = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
    for (int at = 0; at < in.readableBytes(); ) {
      int size = 1 + random.nextInt(in.readableBytes() - at);
      response.body(in, at, size);
      at += size;
    }
    return response;
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
