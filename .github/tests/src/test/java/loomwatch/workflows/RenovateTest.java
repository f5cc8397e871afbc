package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Renovate is run by nobody here; its rules must at least be about the versions there are. */
class RenovateTest {
  private static final Pattern LINE = Pattern.compile("(\\d+\\.\\d+\\.)\\d+");

  @ParameterizedTest
  @ValueSource(strings = {"tomcat.version", "tomcat.other.version"})
  void renovate_eachLineOfTomcat_staysOnItsLine(String property) throws Exception {
    String version = version(property);

    List<JsonNode> rules =
        StreamSupport.stream(
                new ObjectMapper()
                    .readTree(Repository.text(Repository.ROOT.resolve("renovate.json")))
                    .path("packageRules")
                    .spliterator(),
                false)
            .filter(rule -> pattern(rule, "matchCurrentValue").matcher(version).find())
            .toList();

    assertThat(rules).hasSize(1);
    assertThat(about(rules.getFirst())).as("package").isTrue();
    Pattern allowed = pattern(rules.getFirst(), "allowedVersions");
    assertThat(LINE.matcher(version).replaceFirst("$1999")).matches(allowed);
    assertThat(version(other(property))).doesNotMatch(allowed);
  }

  private static boolean about(JsonNode rule) {
    return Pattern.compile(between(rule.path("matchPackageNames").path(0).asText()))
        .matcher("org.apache.tomcat.embed:tomcat-embed-core")
        .find();
  }

  private static String other(String property) {
    return property.equals("tomcat.version") ? "tomcat.other.version" : "tomcat.version";
  }

  private static String version(String property) {
    Matcher matcher =
        Pattern.compile("<" + Pattern.quote(property) + ">([^<]+)<")
            .matcher(Repository.text(Repository.ROOT.resolve("pom.xml")));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  /** Renovate's regular expressions stand between slashes; what has none matches nothing. */
  private static Pattern pattern(JsonNode rule, String name) {
    return Pattern.compile(between(rule.path(name).asText("/(?!)/")));
  }

  private static String between(String slashes) {
    return slashes.substring(1, slashes.length() - 1);
  }
}
