package loomwatch.harness.init.requests;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import loomwatch.harness.init.requests.ImportedLoad.Unsupported;
import loomwatch.results.Mix.Values;

/** Reads the requests of a test plan of JMeter. */
final class JmeterPlan {
  private static final Pattern PROPERTY =
      Pattern.compile("\\$\\{__P(?:roperty)?\\([^,()]*,([^,()]*)\\)}");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
  private static final int DEEPEST = 200;

  /** What is named as left out, by what an element's name ends with. */
  private static final List<Unsupported> LEFT =
      List.of(
          new Unsupported("CSVDataSet", "data files: name one by csv"),
          new Unsupported("CounterConfig", "counters, of which the first value is sent"),
          new Unsupported(".*Timer", "think times, as requests are sent at a rate"),
          new Unsupported(".*Assertion", "checks: write expect for what is right"),
          new Unsupported(".*(Extractor|PostProcessor)", "values taken from answers"),
          new Unsupported("(Auth|Cookie)Manager", "log-ins and cookies"),
          new Unsupported(
              "(If|While|Loop|ForEach|Switch|Random|Throughput)Controller",
              "conditions and loops: each request is taken once"),
          new Unsupported("(JSR223|BeanShell)(?!.*(Assertion|Timer|PostProcessor)).*", "scripts"),
          new Unsupported(".*ThreadGroup", "users, as requests are sent at a rate"));

  private final Map<String, String> variables = new HashMap<>();
  private final ImportedLoad.Collector found = new ImportedLoad.Collector();

  private JmeterPlan() {}

  static ImportedLoad read(String text) throws XMLStreamException {
    Element root = Element.read(text);
    JmeterPlan plan = new JmeterPlan();
    plan.define(root);
    for (Element tree : root.children()) {
      plan.read(tree, Map.of());
    }
    return plan.found.load();
  }

  private void define(Element element) {
    if (element.attribute("elementType").equals("Argument")) {
      variables.put(element.property("Argument.name"), element.property("Argument.value"));
    }
    if (element.name().equals("CounterConfig")) {
      variables.put(
          element.property("CounterConfig.name"), element.property("CounterConfig.start"));
    }
    element.children().forEach(this::define);
  }

  /** Reads a level of the tree, where each element is followed by those below it. */
  private void read(Element tree, Map<String, String> above) {
    Map<String, String> headers = new LinkedHashMap<>(above);
    headers.putAll(headers(tree));
    for (int at = 0; at < tree.children().size(); at++) {
      Element element = tree.children().get(at);
      boolean followed =
          at + 1 < tree.children().size() && tree.children().get(at + 1).name().equals("hashTree");
      Optional<Element> below =
          followed ? Optional.of(tree.children().get(at + 1)) : Optional.empty();
      if (element.attribute("enabled").equals("false")) {
        at += followed ? 1 : 0;
        continue;
      }
      if (element.name().equals("hashTree")) {
        read(element, headers);
      } else if (element.name().equals("HTTPSamplerProxy")) {
        Map<String, String> own = new LinkedHashMap<>(headers);
        below.ifPresent(inner -> own.putAll(headers(inner)));
        found.add(request(element, own));
      } else {
        leave(element);
      }
    }
  }

  private void leave(Element element) {
    String rate = filled(element.property("throughput"));
    if (element.name().equals("ConstantThroughputTimer") && rate.matches("[\\d.]+")) {
      found.rate(Double.parseDouble(rate) / 60);
      return;
    }
    LEFT.forEach(unsupported -> {
      if (unsupported.pattern().matcher(element.name()).matches()) {
        found.leave("line " + element.line(), unsupported.what());
      }
    });
  }

  private Map<String, String> headers(Element tree) {
    Map<String, String> headers = new LinkedHashMap<>();
    tree.children().stream()
        .filter(each ->
            each.name().equals("HeaderManager") && !each.attribute("enabled").equals("false"))
        .flatMap(Element::below)
        .filter(each -> each.attribute("elementType").equals("Header"))
        .forEach(header ->
            headers.put(
                filled(header.property("Header.name")), filled(header.property("Header.value"))));
    return headers;
  }

  private RecordedRequest request(Element sampler, Map<String, String> headers) {
    String method = filled(sampler.property("HTTPSampler.method"));
    String path = filled(sampler.property("HTTPSampler.path"));
    String domain = filled(sampler.property("HTTPSampler.domain"));
    String url =
        domain.isEmpty() || path.contains("://")
            ? path
            : "http://" + domain + MappedPath.slashed(path);
    List<Element> arguments =
        sampler
            .below()
            .filter(each -> each.attribute("elementType").equals("HTTPArgument"))
            .toList();
    boolean raw = sampler.property("HTTPSampler.postBodyRaw").equals("true");
    StringJoiner fields = new StringJoiner(raw ? "" : "&");
    for (Element argument : arguments) {
      String value = filled(argument.property("Argument.value"));
      boolean encoded =
          argument.property("HTTPArgument.always_encode").equals("true") && !value.contains("${");
      fields.add(
          raw
              ? value
              : argument.property("Argument.name")
                  + "="
                  + (encoded ? Values.percentEncoded(value) : value));
    }
    boolean get = method.isEmpty() || method.equals("GET");
    if (!raw && !get && fields.length() > 0) {
      headers.putIfAbsent("Content-Type", "application/x-www-form-urlencoded");
    }
    return new RecordedRequest(
        "line " + sampler.line(),
        get ? "GET" : method,
        get && fields.length() > 0 ? url + (url.contains("?") ? "&" : "?") + fields : url,
        headers,
        Optional.of(fields.toString()).filter(text -> !get && !text.isEmpty()));
  }

  private String filled(String text) {
    String defaults =
        PROPERTY.matcher(text).replaceAll(found -> Matcher.quoteReplacement(found.group(1)));
    String filled =
        VARIABLE
            .matcher(defaults)
            .replaceAll(found ->
                Matcher.quoteReplacement(variables.getOrDefault(found.group(1), found.group())));
    return PROPERTY.matcher(filled).replaceAll(found -> Matcher.quoteReplacement(found.group(1)));
  }

  /** An element, and the line at which it begins. */
  private record Element(
      String name,
      Map<String, String> attributes,
      int line,
      List<Element> children,
      StringBuilder text) {

    static Element read(String xml) throws XMLStreamException {
      XMLStreamReader reader = WebXml.reader(xml);
      Element root = new Element("", Map.of(), 1, new ArrayList<>(), new StringBuilder());
      Deque<Element> open = new ArrayDeque<>(List.of(root));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamReader.START_ELEMENT -> {
            if (open.size() > DEEPEST) {
              throw new XMLStreamException(
                  "nested more than " + DEEPEST + " deep", reader.getLocation());
            }
            Map<String, String> attributes = new HashMap<>();
            for (int at = 0; at < reader.getAttributeCount(); at++) {
              attributes.put(reader.getAttributeLocalName(at), reader.getAttributeValue(at));
            }
            Element element =
                new Element(
                    reader.getLocalName(),
                    attributes,
                    reader.getLocation().getLineNumber(),
                    new ArrayList<>(),
                    new StringBuilder());
            open.getFirst().children().add(element);
            open.push(element);
          }
          case XMLStreamReader.END_ELEMENT -> open.pop();
          case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA ->
              open.getFirst().text().append(reader.getText());
          default -> {}
        }
      }
      return root;
    }

    String attribute(String named) {
      return attributes.getOrDefault(named, "");
    }

    /** Returns the text of the property with a name; empty if there is none. */
    String property(String named) {
      return children.stream()
          .filter(each -> each.attribute("name").equals(named))
          .findFirst()
          .map(each -> each.text().toString().strip())
          .orElse("");
    }

    /** Returns all elements within this one. */
    Stream<Element> below() {
      return children.stream().flatMap(each -> Stream.concat(Stream.of(each), each.below()));
    }
  }
}
