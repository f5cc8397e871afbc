package loomwatch.harness.init.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;
import loomwatch.harness.init.requests.RecordedRequest.HeaderRule;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A description of a service's requests: OpenAPI 3, or Swagger 2, as JSON or YAML. */
public final class OpenApi {
  /** Where services serve their description: those of springdoc, Quarkus and MicroProfile. */
  public static final List<String> SERVED_AT = List.of("/v3/api-docs", "/q/openapi", "/openapi");

  private static final JsonMapper JSON = new JsonMapper();

  /** Schemas may contain themselves. */
  private static final int DEEPEST = 8;

  private final JsonNode root;

  private OpenApi(JsonNode root) {
    this.root = root;
  }

  /** Returns the requests of a description; none if the text is something else. */
  public static List<FoundRequest> requests(String text) {
    try {
      Object read = new Load(LoadSettings.builder().build()).loadFromString(text);
      // As text, since that ends where a node contains itself.
      JsonNode root = JSON.readTree(JSON.writeValueAsString(read));
      return root.path("paths").isObject() && (root.has("openapi") || root.has("swagger"))
          ? new OpenApi(root).requests()
          : List.of();
    } catch (YamlEngineException | JsonProcessingException invalid) {
      return List.of();
    }
  }

  private List<FoundRequest> requests() {
    String base = base();
    List<FoundRequest> requests = new ArrayList<>();
    root.path("paths")
        .properties()
        .forEach(path -> {
          JsonNode item = resolved(path.getValue());
          for (String method : Request.METHODS) {
            JsonNode operation = item.path(method.toLowerCase(Locale.ROOT));
            if (operation.isObject()) {
              requests.add(new Operation(method, item, operation).request(base + path.getKey()));
            }
          }
        });
    return requests;
  }

  /** Returns the path of the first server. */
  private String base() {
    JsonNode server = root.path("servers").path(0);
    String url = server.path("url").asText(root.path("basePath").asText());
    for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
      url =
          url.replace("{" + variable.getKey() + "}", variable.getValue().path("default").asText());
    }
    try {
      return Optional.ofNullable(URI.create(url).getPath()).orElse("");
    } catch (IllegalArgumentException noUrl) {
      return "";
    }
  }

  /** Returns what a reference within the document refers to, and other nodes as they are. */
  private JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    for (int depth = 0; at.has("$ref") && depth < DEEPEST; depth++) {
      String reference = at.path("$ref").asText();
      at = reference.startsWith("#/") ? root.at(reference.substring(1)) : MissingNode.getInstance();
    }
    return at;
  }

  /** Returns the value that an author gave as an example of a parameter or a body. */
  private Optional<JsonNode> example(JsonNode described) {
    JsonNode examples = described.path("examples");
    return Stream.of(
            described.path("example"),
            described.path("x-example"),
            resolved(examples.path(0)),
            resolved(
                    examples.properties().stream()
                        .findFirst()
                        .map(Map.Entry::getValue)
                        .orElse(examples))
                .path("value"))
        .filter(OpenApi::given)
        .findFirst()
        .or(() -> value(described.has("schema") ? described.path("schema") : described, 0));
  }

  /** Returns a value of a schema, if it gives one for all that must be there. */
  private Optional<JsonNode> value(JsonNode reference, int depth) {
    JsonNode schema = resolved(reference);
    if (depth == DEEPEST) {
      return Optional.empty();
    }
    Optional<JsonNode> given =
        Stream.of("example", "default", "const")
            .map(schema::path)
            .filter(OpenApi::given)
            .findFirst()
            .or(() ->
                Stream.of("examples", "enum")
                    .map(name -> schema.path(name).path(0))
                    .filter(OpenApi::given)
                    .findFirst());
    if (given.isPresent()) {
      return given;
    }
    if (schema.has("items")) {
      return value(schema.path("items"), depth + 1).map(JSON.createArrayNode()::add);
    }
    ObjectNode object = JSON.createObjectNode();
    return described(schema) && fill(object, schema, depth)
        ? Optional.of(object)
        : Optional.empty();
  }

  private static boolean described(JsonNode schema) {
    return schema.has("properties") || schema.has("allOf");
  }

  private boolean fill(ObjectNode object, JsonNode schema, int depth) {
    for (JsonNode part : schema.path("allOf")) {
      if (depth == DEEPEST || !fill(object, resolved(part), depth + 1)) {
        return false;
      }
    }
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (resolved(property.getValue()).path("readOnly").asBoolean()) {
        continue;
      }
      boolean needed = required.contains(property.getKey());
      Optional<JsonNode> value = value(property.getValue(), depth + 1);
      if (needed && value.isEmpty()) {
        return false;
      }
      value
          .filter(known -> needed || known.isValueNode())
          .ifPresent(known -> object.set(property.getKey(), known));
    }
    return true;
  }

  private static boolean given(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  /** A method of a path. */
  private final class Operation {
    private final String method;
    private final JsonNode described;
    private final Map<String, JsonNode> parameters = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> lacks = new ArrayList<>();

    /** An operation's parameters win over those of its path. */
    Operation(String method, JsonNode item, JsonNode operation) {
      this.method = method;
      this.described = operation;
      for (JsonNode each : List.of(item, operation)) {
        for (JsonNode reference : each.path("parameters")) {
          JsonNode parameter = resolved(reference);
          parameters.put(
              parameter.path("in").asText() + " " + parameter.path("name").asText(), parameter);
        }
      }
    }

    FoundRequest request(String template) {
      String path = MappedPath.slashed(template);
      StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
      StringJoiner form = new StringJoiner("&").setEmptyValue("");
      Optional<String> body = body();
      for (JsonNode parameter : parameters.values()) {
        String name = parameter.path("name").asText();
        Optional<String> value = example(parameter).map(this::text);
        String in = parameter.path("in").asText();
        if (in.equals("path")) {
          path =
              path.replace(
                  "{" + name + "}", value.map(Values::percentEncoded).orElse("{" + name + "}"));
        } else if (parameter.path("required").asBoolean()) {
          switch (in) {
            case "query" ->
                required("parameter " + name, value).ifPresent(text -> query.add(pair(name, text)));
            case "formData" ->
                required("parameter " + name, value).ifPresent(text -> form.add(pair(name, text)));
            case "header" ->
                required(
                        "header " + name,
                        value.filter(text -> HeaderRule.of(name, text) == HeaderRule.KEPT))
                    .ifPresent(text -> headers.put(name, text));
            case "cookie" -> lacks.add("a value of the cookie " + name);
            default -> {}
          }
        }
      }
      if (form.length() > 0) {
        headers.put("Content-Type", "application/x-www-form-urlencoded");
        body = Optional.of(form.toString());
      }
      List<String> all = new ArrayList<>(new MappedPath(path).lacks());
      all.addAll(lacks);
      if (all.isEmpty() && body.isEmpty() && !method.equals("GET")) {
        all.add(FoundRequest.CONSENT);
      }
      FoundRequest bare = FoundRequest.lacking(method, path + query, all);
      return new FoundRequest(method, bare.path(), headers, body, 1, bare.lacks());
    }

    private Optional<String> required(String what, Optional<String> value) {
      if (value.isEmpty()) {
        lacks.add("a value of the " + what);
      }
      return value;
    }

    private String pair(String name, String value) {
      return Values.percentEncoded(name) + "=" + Values.percentEncoded(value);
    }

    private String text(JsonNode value) {
      return value instanceof ArrayNode list && !list.isEmpty()
          ? text(list.get(0))
          : value.isValueNode() ? value.asText() : value.toString();
    }

    /** Returns the body, as JSON where that is one of the types it may have. */
    private Optional<String> body() {
      JsonNode request = resolved(described.path("requestBody"));
      JsonNode old =
          parameters.values().stream()
              .filter(each -> each.path("in").asText().equals("body"))
              .findFirst()
              .orElse(MissingNode.getInstance());
      if (request.isMissingNode() && old.isMissingNode() || method.equals("GET")) {
        return Optional.empty();
      }
      JsonNode json =
          request.path("content").properties().stream()
              .filter(type -> type.getKey().matches("application/([\\w.+-]*[+])?json.*"))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(old);
      Optional<String> body =
          json.isMissingNode() ? Optional.empty() : example(json).map(JsonNode::toString);
      if (body.isEmpty()) {
        lacks.add("a body");
      } else {
        headers.put("Content-Type", "application/json");
      }
      return body;
    }
  }
}
