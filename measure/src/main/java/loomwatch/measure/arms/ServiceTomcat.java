package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import loomwatch.measure.subject.ServiceSpec;

/** The Tomcat within the jar or WAR that a service is started from. */
final class ServiceTomcat {
  /** For a service that has none, or not where we look. */
  static final String NONE = "none";

  private static final Pattern CORE =
      Pattern.compile("(?:BOOT-INF|WEB-INF)/lib/tomcat-embed-core-(.+)\\.jar");

  private ServiceTomcat() {}

  /** Its version, by the name of the jar; {@value #NONE} otherwise. */
  static String version(ServiceSpec service) throws IOException {
    List<String> words = service.start();
    int option = words.indexOf("-jar");
    if (option < 0 || option + 1 >= words.size()) {
      return NONE;
    }
    Path jar = service.directory().resolve(words.get(option + 1));
    if (!Files.isRegularFile(jar)) {
      return NONE;
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(entry -> CORE.matcher(entry.getName()))
          .filter(Matcher::matches)
          .map(matcher -> matcher.group(1))
          .findFirst()
          .orElse(NONE);
    } catch (java.util.zip.ZipException noJar) {
      return NONE;
    }
  }
}
