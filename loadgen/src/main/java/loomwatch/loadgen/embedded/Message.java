package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.MixedRequest;
import loomwatch.results.Request;
import loomwatch.results.Values;
import org.jspecify.annotations.Nullable;

/** A request as it goes over the wire in HTTP/1.1, and which answer to it is right. */
final class Message {
  private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final String shown;
  private final Wanted wanted;
  private final Template line;
  private final Template head;
  private final @Nullable Template body;
  private final @Nullable ByteBuf whole;

  private Message(URI target, MixedRequest request, @Nullable Values values) {
    Request sent = request.sent();
    this.shown = request.shown();
    this.wanted = new Wanted(sent.expected());
    this.line = new Template(sent.method() + " " + request.path(), values, Values::percentEncoded);
    StringBuilder rest = new StringBuilder(" HTTP/1.1\r\nHost: " + target.getRawAuthority());
    sent.headers().forEach((name, value) -> rest.append("\r\n" + name + ": " + value));
    UnaryOperator<String> asItIs = UnaryOperator.identity();
    this.head = new Template(rest.toString(), values, asItIs);
    this.body = sent.body() == null ? null : new Template(sent.body(), values, asItIs);
    this.whole = takesRow() ? null : kept();
  }

  /** Those of a plan, in the order of its mix. */
  static List<Message> of(LoadPlan plan) {
    return plan.mix().requests().stream()
        .map(request -> new Message(plan.target(), request, plan.mix().values()))
        .toList();
  }

  /** On the heap: it lives as long as anyone who sends it, and then the collector has it. */
  private ByteBuf kept() {
    return Unpooled.unreleasableBuffer(written(0, Unpooled.buffer(length(0))));
  }

  /** For people: {@code POST /orders}. */
  String shown() {
    return shown;
  }

  Wanted wanted() {
    return wanted;
  }

  /** Whether it is another one with each row. */
  boolean takesRow() {
    return !(line.constant() && head.constant() && (body == null || body.constant()));
  }

  /** All of it, to be released by whoever sends it. */
  ByteBuf bytes(int row, ByteBufAllocator allocator) {
    return whole != null ? whole.retainedDuplicate() : written(row, allocator.buffer(length(row)));
  }

  private int length(int row) {
    int content = body == null ? 0 : LENGTH.length + 16 + body.length(row);
    return line.length(row) + head.length(row) + content + END.length;
  }

  private ByteBuf written(int row, ByteBuf out) {
    line.write(row, out);
    head.write(row, out);
    if (body != null) {
      out.writeByte('\r').writeByte('\n').writeBytes(LENGTH);
      out.writeCharSequence(Integer.toString(body.length(row)), StandardCharsets.US_ASCII);
    }
    out.writeBytes(END);
    if (body != null) {
      body.write(row, out);
    }
    return out;
  }
}
