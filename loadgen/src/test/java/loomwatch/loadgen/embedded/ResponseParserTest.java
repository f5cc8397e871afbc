package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResponseParserTest {
  private static final String OK = "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello";

  @Test
  void advance_contentLength_endsWithTheBody() {
    ByteBuf in = ascii(OK + "HTTP/1.1 503");
    Response response = new Response();
    ResponseParser parser = new ResponseParser(response);

    assertThat(parser.advance(in)).isTrue();
    assertThat(response.status()).isEqualTo(200);
    assertThat(in.readableBytes()).isEqualTo("HTTP/1.1 503".length());
    assertThat(response.received()).isEqualTo(OK.length());
  }

  @Test
  void advance_earlyHints_arePassedOver() {
    Response response = new Response();
    ByteBuf in = ascii("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + OK);

    assertThat(new ResponseParser(response).advance(in)).isTrue();
    assertThat(response.status()).isEqualTo(200);
    assertThat(in.isReadable()).isFalse();
  }

  @Test
  void advance_chunksInTwoReads_areCountedWithTheirFrames() {
    String head = "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n";
    Response response = new Response();
    ResponseParser parser = new ResponseParser(response);

    assertThat(parser.advance(ascii(head + "5;x=1\r\nhel"))).isFalse();
    assertThat(parser.advance(ascii("lo\r\n0\r\n\r\n"))).isTrue();
    assertThat(response.received())
        .isEqualTo(head.length() + "5;x=1\r\nhello\r\n0\r\n\r\n".length());

    response.expect(Response.ExpectedResponse.SUCCESS);
    assertThat(response.received()).isZero();
  }

  @Test
  void advance_closingOrNotModified_isToldAndHasNoBody() {
    ResponseParser parser = new ResponseParser(new Response());
    parser.advance(ascii("HTTP/1.1 503 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
    assertThat(parser.closing()).isTrue();

    ByteBuf notModified = ascii("HTTP/1.1 304 \r\nContent-Length: 10\r\n\r\n");
    assertThat(new ResponseParser(new Response()).advance(notModified)).isTrue();
  }

  /** What ends with its connection would count as answered, whole or not, with its headers. */
  @Test
  void advance_whatIsNoWholeResponse_isRefused() {
    refused("SSH-2.0-OpenSSH\r\n", "not a status line: SSH-2.0-OpenSSH");
    refused("x".repeat(9_000), "a line of more than 8192 bytes");
    refused("HTTP/1.1 200 \r\nConnection: close\r\n\r\nbody", "neither Content-Length nor chunked");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> new ResponseParser(new Response()).advance(ascii(text)))
        .hasMessage(message);
  }

  /** The oracle: Netty's own decoder, on random responses cut at random places. */
  @Test
  void advance_anyResponsesInAnyPieces_agreesWithNettysDecoder() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      StringBuilder wire = new StringBuilder();
      for (int i = 0; i < 1 + random.nextInt(5); i++) {
        wire.append(someResponse(random));
      }
      byte[] bytes = wire.toString().getBytes(StandardCharsets.US_ASCII);

      assertThat(ours(bytes, random)).as("seed %d", seed).isEqualTo(nettys(bytes));
    }
  }

  private static String someResponse(Random random) {
    int status = List.of(200, 201, 404, 503).get(random.nextInt(4));
    String body = "b".repeat(random.nextInt(300));
    String head = "HTTP/1.1 " + status + " Reason\r\nX-Any: a: b\r\n";
    return random.nextBoolean()
        ? head + "content-length: " + body.length() + "\r\n\r\n" + body
        : head + "Transfer-Encoding: chunked\r\n\r\n" + chunks(body, random) + "0\r\n\r\n";
  }

  private static String chunks(String body, Random random) {
    StringBuilder chunks = new StringBuilder();
    for (int at = 0; at < body.length(); ) {
      int size = 1 + random.nextInt(body.length() - at);
      chunks.append(Integer.toHexString(size)).append(random.nextBoolean() ? ";x=1" : "");
      chunks.append("\r\n").append(body, at, at + size).append("\r\n");
      at += size;
    }
    return chunks.toString();
  }

  private static List<Integer> ours(byte[] bytes, Random random) {
    List<Integer> statuses = new ArrayList<>();
    Response response = new Response();
    ResponseParser parser = new ResponseParser(response);
    ByteBuf in = Unpooled.buffer();
    for (int at = 0; at < bytes.length; ) {
      int size = 1 + random.nextInt(bytes.length - at);
      in.writeBytes(bytes, at, size);
      at += size;
      while (parser.advance(in)) {
        statuses.add(response.status());
      }
    }
    return statuses;
  }

  private static List<Integer> nettys(byte[] bytes) {
    EmbeddedChannel channel =
        new EmbeddedChannel(new HttpResponseDecoder(), new HttpObjectAggregator(1 << 20));
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    List<Integer> statuses = new ArrayList<>();
    for (FullHttpResponse next = channel.readInbound();
        next != null;
        next = channel.readInbound()) {
      statuses.add(next.status().code());
      next.release();
    }
    channel.finishAndReleaseAll();
    return statuses;
  }

  private static ByteBuf ascii(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }
}
