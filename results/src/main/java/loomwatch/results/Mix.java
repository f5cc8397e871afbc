package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.RequestPlaceholder.Source;
import org.jspecify.annotations.Nullable;

/**
 * Requests of several kinds, interleaved by weight, or the steps of a {@link Session}.
 *
 * @param values for placeholders of {@link Source#CSV}; null for none
 * @param session of each connection; null for connections that keep nothing
 */
public record Mix(
    List<MixedRequest> requests,
    @Nullable Values values,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Session session) {

  public Mix {
    requests = List.copyOf(requests);
    Require.check(!requests.isEmpty(), "requests", "at least one", "none");
  }

  /** Creates a mix without a session. */
  public Mix(List<MixedRequest> requests, @Nullable Values values) {
    this(requests, values, null);
  }

  /** Returns a mix of one request; null is a plain GET. */
  public static Mix of(String path, @Nullable Request request) {
    return new Mix(List.of(new MixedRequest(path, request, 1)), null);
  }

  /** Reports whether it has only plain GETs of one path. */
  public boolean plain() {
    return requests.size() == 1
        && values == null
        && session == null
        && requests.getFirst().sent().equals(Request.GET)
        && variables().findAny().isEmpty();
  }

  /** Returns the names of the variables of the environment that it uses, each once. */
  public Stream<String> variables() {
    return Stream.concat(
            session == null ? Stream.of() : session.login().stream(), requests.stream())
        .flatMap(MixedRequest::placeholders)
        .filter(each -> each.source() == Source.ENV)
        .map(RequestPlaceholder::name)
        .distinct();
  }

  Mix redacted() {
    return new Mix(
        requests.stream().map(MixedRequest::redacted).toList(),
        values == null ? null : values.redacted(),
        session == null ? null : session.redacted());
  }

  /**
   * Formats it, such as {@code 9 × /items, 1 × POST /orders}; without weight if only one, and steps
   * as {@code POST /carts → DELETE /carts/{session.cart}}.
   */
  public String shown() {
    if (session != null && session.inOrder()) {
      return requests.stream().map(MixedRequest::shown).collect(Collectors.joining(" → "));
    }
    return requests.size() == 1
        ? requests.getFirst().shown()
        : requests.stream()
            .map(each -> each.weight() + " × " + each.shown())
            .collect(Collectors.joining(", "));
  }

  /**
   * One of the requests of a {@link Mix}.
   *
   * @param request what is sent to the path; null for a plain GET
   * @param weight how often it is sent per request of weight 1; from 1 to 1,000
   */
  public record MixedRequest(String path, @Nullable Request request, int weight) {
    public static final int MOST = 1_000;

    /** The beginning of a path that an earlier answer told, as in its header Location. */
    public static final String TAKEN = "{session.";

    public MixedRequest {
      Require.check(
          path.startsWith("/") || path.startsWith(TAKEN),
          "path",
          "one that starts with /",
          Require.quoted(path));
      Require.atLeast("weight", 1, weight);
      Require.check(weight <= MOST, "weight", "at most " + MOST, weight);
    }

    public Request sent() {
      return request == null ? Request.GET : request;
    }

    /** Returns the placeholders in its path, headers and body. */
    public Stream<RequestPlaceholder> placeholders() {
      return Stream.of(
              Stream.of(path), sent().headers().values().stream(), Stream.ofNullable(sent().body()))
          .flatMap(texts -> texts)
          .flatMap(RequestPlaceholder::in);
    }

    MixedRequest redacted() {
      return new MixedRequest(
          Request.withoutValues(path), request == null ? null : request.redacted(), weight);
    }

    public String shown() {
      return sent().shown(Request.withoutValues(path));
    }
  }

  /**
   * A table of values for requests. Each request uses one row; the requests of a login share one,
   * and so do the steps of a pass.
   *
   * @param columns unique names; at least one
   * @param rows at least one, each with a value for every column
   */
  public record Values(List<String> columns, List<List<String>> rows) {
    public Values {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
      int width = columns.size();
      Require.check(width > 0, "columns", "at least one", "none");
      Require.check(
          new HashSet<>(columns).size() == width, "columns", "named each otherwise", columns);
      Require.check(!rows.isEmpty(), "rows", "at least one", "none");
      for (List<String> row : rows) {
        Require.check(row.size() == width, "row", "of " + width + " values", row.size());
      }
    }

    Values redacted() {
      return new Values(columns, List.of(Collections.nCopies(columns.size(), Request.REDACTED)));
    }

    public String at(int row, String column) {
      return rows.get(row).get(columns.indexOf(column));
    }

    /** Percent-encodes all but unreserved characters, for a path or query (RFC 3986, 2.3). */
    public static String percentEncoded(String value) {
      StringBuilder encoded = new StringBuilder();
      for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
        boolean unreserved =
            each > 0 && (Character.isLetterOrDigit(each) || "-._~".indexOf(each) >= 0);
        encoded.append(unreserved ? (char) each : "%%%02X".formatted(each & 0xFF));
      }
      return encoded.toString();
    }
  }
}
