package loomwatch.measure.variants;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /** An artifact with a version, as a SPEC names it alone. */
  public record ArtifactVersion(Artifact artifact, String version) {
    private static final Pattern SPEC =
        Pattern.compile("(tomcat=|boot=|dep=([\\w.-]+:[\\w.-]+):)(\\d[\\w.+-]*)");

    /** Reads a SPEC; empty if it is another one. */
    public static Optional<ArtifactVersion> of(String spec) {
      Matcher form = SPEC.matcher(spec);
      if (!form.matches()) {
        return Optional.empty();
      }
      Optional<Artifact> artifact =
          form.group(2) != null
              ? Artifact.of(form.group(2))
              : Stream.of(TOMCAT, BOOT)
                  .filter(each -> each.key().equals(form.group(1)))
                  .findFirst();
      return artifact.map(each -> new ArtifactVersion(each, form.group(3)));
    }
  }
}
