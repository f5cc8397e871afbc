package loomwatch.measure.variants;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.variants.VariantSpec.Library;

/**
 * An artifact whose version a SPEC names.
 *
 * @param key what precedes the version in a SPEC, such as {@code tomcat=} or {@code dep=g:a:}
 */
public record Artifact(String key, String group, String name) {
  static final Artifact TOMCAT =
      new Artifact("tomcat=", "org.apache.tomcat.embed", "tomcat-embed-core");
  static final Artifact BOOT = new Artifact("boot=", Library.BOOT, "spring-boot");

  private static final Pattern FORM = Pattern.compile("([\\w.-]+):([\\w.-]+)");

  /** Reads {@code GROUP:ARTIFACT}; empty if it is none. */
  public static Optional<Artifact> of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new Artifact("dep=" + text + ":", form.group(1), form.group(2)))
        : Optional.empty();
  }
}
