package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.Variables;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final Values VALUES =
      new Values(List.of("id", "n"), List.of(List.of("a/b ü", "1"), List.of("c", "22")));

  @Test
  void bytes_plainGet_isLineAndHost() {
    assertThat(text(Mix.of("/a?b=c", null), 0))
        .isEqualTo("GET /a?b=c HTTP/1.1\r\nHost: h:81\r\n\r\n");
  }

  @Test
  void bytes_withoutBody_tellTheLengthWhereTheMethodHasContent() {
    for (String method : Request.METHODS) {
      Mix mix = Mix.of("/", new Request(method, Map.of(), null, null));

      assertThat(text(mix, 0))
          .isEqualTo(
              method
                  + " / HTTP/1.1\r\nHost: h:81\r\n"
                  + (method.startsWith("P") ? "Content-Length: 0\r\n" : "")
                  + "\r\n");
    }
  }

  @Test
  void bytes_valuesInEveryPlace_areWrittenAsThePlaceWants() {
    Request request =
        new Request("POST", Map.of("X-N", "n{csv.n}"), "{\"id\": \"{csv.id}\", {csv.n}}", null);
    Mix mix = new Mix(List.of(new MixedRequest("/i/{csv.id}?n={csv.n}", request, 1)), VALUES);

    assertThat(text(mix, 0))
        .isEqualTo(
            """
            POST /i/a%2Fb%20%C3%BC?n=1 HTTP/1.1\r
            Host: h:81\r
            X-N: n1\r
            Content-Length: 19\r
            \r
            {"id": "a/b ü", 1}\
            """);
    assertThat(text(mix, 1)).contains("/i/c?n=22 ").endsWith("\r\n\r\n{\"id\": \"c\", 22}");
  }

  @Test
  void bytes_bracesThatAreNoColumns_stay() {
    Request request = new Request("PUT", Map.of(), "{csv} {id} {csv.n}", null);
    Mix mix = new Mix(List.of(new MixedRequest("/", request, 1)), null);

    assertThat(text(mix, 0)).endsWith("\r\n\r\n{csv} {id} {csv.n}");
  }

  private static String text(Mix mix, int row) {
    URI target = URI.create("http://h:81/");
    LoadPlan plan =
        new LoadPlan(
            target,
            ConnectionSpec.PLAIN,
            mix,
            0,
            1,
            1,
            Duration.ofSeconds(1),
            LoadPlan.Overload.FAULT,
            null);
    Message message = Message.of(plan, mix.requests(), Variables.NONE).getFirst();
    ByteBuf bytes = message.bytes(row, User.NOBODY.session(), UnpooledByteBufAllocator.DEFAULT);
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.release();
    return text;
  }
}
