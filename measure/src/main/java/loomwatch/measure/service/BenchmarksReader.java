package loomwatch.measure.service;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loomwatch.measure.service.ServiceFile.BenchmarkSpec;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** Reads {@code benchmarks}. */
final class BenchmarksReader {
  private static final List<String> KEYS = YamlMapping.keys("build jar include params");
  private static final String JAR =
      "Write the jar that the build leaves, such as jar: target/benchmarks.jar.";
  private static final String INCLUDE =
      "List regular expressions such as include: [Parser, \"Writer[.]short\"], or leave it out for"
          + " all.";
  private static final String PARAMS =
      "Write values by name, such as params: {size: [10, 1000]}, or leave it out for the"
          + " benchmarks' own.";
  private static final Pattern PARAM = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$.]*");
  private static final Pattern VALUE = Pattern.compile("[^,\\p{Cntrl}]*");

  private BenchmarksReader() {}

  static BenchmarkSpec read(YamlNode node) {
    YamlMapping benchmarks = node.mapping(KEYS);
    return new BenchmarkSpec(
        benchmarks.optional("build", ServiceReader::build),
        benchmarks.required("jar", JAR, ServiceReader.path(JAR)).orElse(""),
        benchmarks.optional("include", List.of(), BenchmarksReader::include),
        benchmarks.optional("params", Map.of(), BenchmarksReader::params));
  }

  private static List<String> include(YamlNode node) {
    String rule = "must be a list of at least one";
    List<YamlNode> list = node.list("include", rule, INCLUDE);
    node.require(!list.isEmpty(), rule, INCLUDE);
    return YamlNode.each(list, each -> Ready.expression(each, INCLUDE));
  }

  private static Map<String, List<String>> params(YamlNode node) {
    Map<String, List<String>> params = new TreeMap<>();
    for (YamlMapping.Entry entry : node.entries("param", PARAMS)) {
      if (!PARAM.matcher(entry.name()).matches()) {
        entry
            .key()
            .problem(
                "param must be the name of a field, was " + YamlNode.quoted(entry.name()), PARAMS);
      }
      entry
          .value()
          .read(BenchmarksReader::values)
          .ifPresent(values -> params.put(entry.name(), values));
    }
    return params;
  }

  private static List<String> values(YamlNode node) {
    String rule = "must be a value, or a list of at least one";
    List<YamlNode> list = node.isScalar() ? List.of(node) : node.list("param", rule, PARAMS);
    node.require(!list.isEmpty(), rule, PARAMS);
    return YamlNode.each(
        list,
        each -> {
          each.require(each.isScalar() && !each.isNull(), rule, PARAMS);
          return each.matching(
              VALUE, "must have no comma", "Leave it to @Param: JMH takes no comma in a value.");
        });
  }
}
