package loomwatch.harness.init.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLStreamException;
import loomwatch.results.JsonFormat;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.BadFileException.Problem;

/**
 * Makes a scenario of a file of another tool.
 *
 * @param kind of the file, in words
 * @param load what was taken over; has at least one request
 */
public record RequestImport(String kind, ImportedLoad load) {
  /** What can be read, in words. */
  public static final String KINDS =
      "a HAR file, a script of k6 or Gatling, a plan of JMeter, an access log, an .http file or an"
          + " OpenAPI file";

  private static final String NAME = "imported";

  /** Used where a file does not say its rate; low enough for most services. */
  private static final int USUAL_RATE = 10;

  private static final int MOST_BYTES = 64 << 20;
  private static final Pattern HAR =
      Pattern.compile("\\A\\s*\\{[\\s\\S]{0,1000}\"log\"\\s*:\\s*\\{");
  private static final Pattern JMETER = Pattern.compile("<jmeterTestPlan\\b");
  private static final Pattern HTTP =
      Pattern.compile("(?m)^(###|(GET|POST|PUT|PATCH|DELETE)\\s+(https?://|/|\\{\\{))");

  /**
   * Reads a file, whose kind its content says.
   *
   * @return empty if it is of no kind that is known
   * @throws BadFileException if it is damaged, or has no request that can be sent as it is
   */
  public static Optional<RequestImport> read(Path file) {
    String text = text(file);
    Optional<RequestImport> made = read(file.toString(), text);
    made.filter(each -> each.load().requests().isEmpty())
        .ifPresent(none -> {
          throw bad(
              file.toString(),
              1,
              1,
              none.kind() + " must have a request that can be sent as it is, had none",
              none.load().leftOut().isEmpty()
                  ? "Name one that has requests."
                  : "Left out: " + String.join("; ", none.load().leftOut()));
        });
    return made;
  }

  static Optional<RequestImport> read(String name, String text) {
    if (HAR.matcher(text).find()) {
      return Optional.of(new RequestImport("HAR file", HarFile.read(json(name, text))));
    }
    if (JMETER.matcher(text).find()) {
      return Optional.of(new RequestImport("JMeter plan", jmeter(name, text)));
    }
    if (K6Script.KIND.matcher(text).find()) {
      return Optional.of(new RequestImport("k6 script", K6Script.read(text)));
    }
    if (GatlingSimulation.KIND.matcher(text).find()) {
      return Optional.of(new RequestImport("Gatling simulation", GatlingSimulation.read(text)));
    }
    if (AccessLog.is(text)) {
      return Optional.of(new RequestImport("access log", AccessLog.read(text)));
    }
    ImportedLoad.Collector found = new ImportedLoad.Collector();
    if (HTTP.matcher(text).find()) {
      HttpFile.requests(text, Map.of()).forEach(found::add);
      return Optional.of(new RequestImport(".http file", found.load()));
    }
    List<FoundRequest> described = OpenApi.requests(text);
    described.forEach(request ->
        found.add(
            new RecordedRequest(
                request.method() + " " + request.path(),
                request.method(),
                request.complete() ? request.path() : request.path().replaceAll("(?=\\{)", "\\$"),
                request.headers(),
                request.body())));
    return described.isEmpty()
        ? Optional.empty()
        : Optional.of(new RequestImport("OpenAPI file", found.load()));
  }

  /** Returns the entry of {@code scenarios}, named {@code imported}. */
  public String scenario() {
    String text = new ScenarioText(NAME, load.rate().orElse(USUAL_RATE), load.requests()).text();
    return load.rate().isPresent()
        ? text
        : text.replaceFirst("(?m)^(    rate: \\d+|  %s: \\{.*})$".formatted(NAME), "$1 # a guess");
  }

  /** Returns lines that say what was taken over, and what was not. */
  public List<String> report() {
    return Stream.concat(
            Stream.of(
                "took %d %s from the %s"
                    .formatted(
                        load.requests().size(),
                        load.requests().size() == 1 ? "request" : "requests",
                        kind)),
            load.leftOut().stream().map(left -> "left out, " + left))
        .toList();
  }

  private static JsonNode json(String name, String text) {
    try {
      return new JsonMapper().readTree(text);
    } catch (JsonProcessingException damaged) {
      throw bad(
          name,
          damaged.getLocation().getLineNr(),
          damaged.getLocation().getColumnNr(),
          "HAR file must be JSON, was not: " + JsonFormat.firstLine(damaged),
          "Record and export it again.");
    }
  }

  private static ImportedLoad jmeter(String name, String text) {
    try {
      return JmeterPlan.read(text);
    } catch (XMLStreamException damaged) {
      throw bad(
          name,
          damaged.getLocation().getLineNumber(),
          damaged.getLocation().getColumnNumber(),
          "JMeter plan must be XML, was not: "
              + String.valueOf(damaged.getMessage()).replaceFirst("(?s).*Message: ", ""),
          "Save it again in JMeter.");
    }
  }

  private static String text(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES);
      boolean packed = bytes.length > 2 && bytes[0] == 0x1F && bytes[1] == (byte) 0x8B;
      if (!packed) {
        return new String(bytes, StandardCharsets.UTF_8);
      }
      try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        return new String(unpacked.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw bad(
          file.toString(),
          1,
          1,
          "file must be readable, was not: " + e.getClass().getSimpleName(),
          "Name " + KINDS + ".");
    }
  }

  private static BadFileException bad(
      String file, int line, int column, String message, String advice) {
    return new BadFileException(
        List.of(
            new Problem(
                new Position(file, Math.max(1, line), Math.max(1, column)), message, "", advice)));
  }

  /** Reads the requests that a browser recorded, as an HTTP archive (HAR). */
  private static final class HarFile {
    private HarFile() {}

    static ImportedLoad read(JsonNode root) {
      ImportedLoad.Collector found = new ImportedLoad.Collector();
      int number = 0;
      for (JsonNode entry : root.path("log").path("entries")) {
        number++;
        String place = "entry " + number;
        JsonNode request = entry.path("request");
        int status = entry.path("response").path("status").asInt();
        if (status >= 300 && status != 304) {
          found.leave(place, "requests that were answered with " + status);
          continue;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonNode header : request.path("headers")) {
          headers.put(header.path("name").asText(), header.path("value").asText());
        }
        JsonNode body = request.path("postData").path("text");
        found.add(
            new RecordedRequest(
                place,
                request.path("method").asText(),
                request.path("url").asText(),
                headers,
                Optional.of(body.asText()).filter(text -> !text.isEmpty())));
      }
      return found.load();
    }
  }
}
