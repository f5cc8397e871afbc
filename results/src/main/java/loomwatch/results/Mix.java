package loomwatch.results;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requests of several kinds, interleaved by weight.
 *
 * @param values for {@link Values#PLACEHOLDER} in them; null for none
 */
public record Mix(List<MixedRequest> requests, @Nullable Values values) {

  public Mix {
    requests = List.copyOf(requests);
    Require.check(!requests.isEmpty(), "requests", "at least one", "none");
  }

  /** Returns a mix of one request; null is a plain GET. */
  public static Mix of(String path, @Nullable Request request) {
    return new Mix(List.of(new MixedRequest(path, request, 1)), null);
  }

  /** Reports whether it has only plain GETs of one path. */
  public boolean plain() {
    return requests.size() == 1 && values == null && requests.getFirst().sent().equals(Request.GET);
  }

  Mix redacted() {
    return new Mix(
        requests.stream().map(MixedRequest::redacted).toList(),
        values == null ? null : values.redacted());
  }

  /** Formats it, such as {@code 9 × /items, 1 × POST /orders}; without weight if only one. */
  public String shown() {
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

    public MixedRequest {
      Require.check(path.startsWith("/"), "path", "one that starts with /", Require.quoted(path));
      Require.atLeast("weight", 1, weight);
      Require.check(weight <= MOST, "weight", "at most " + MOST, weight);
    }

    public Request sent() {
      return request == null ? Request.GET : request;
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
   * A table of values for requests. Each request uses one row, whose values replace <code>
   * {csv.column}</code>.
   *
   * @param columns unique names; at least one
   * @param rows at least one, each with a value for every column
   */
  public record Values(List<String> columns, List<List<String>> rows) {
    /** The placeholder of a value; its group is the column. */
    public static final Pattern PLACEHOLDER = Pattern.compile("\\{csv\\.([A-Za-z0-9_-]+)}");

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

    public String fill(String text, int row) {
      return fill(text, row, UnaryOperator.identity());
    }

    /** Fills a path and query, percent-encoding the values. */
    public String fillPath(String path, int row) {
      return fill(path, row, Values::percentEncoded);
    }

    private String fill(String text, int row, UnaryOperator<String> written) {
      return PLACEHOLDER
          .matcher(text)
          .replaceAll(found -> Matcher.quoteReplacement(written.apply(at(row, found.group(1)))));
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
