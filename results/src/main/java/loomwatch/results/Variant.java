package loomwatch.results;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The measured variant: code revision × Tomcat version × JDK × JVM flags.
 *
 * @param revision the git commit, or {@code unknown} outside a repository
 * @param dirty whether the working tree differed from it
 * @param jdk the {@code java.runtime.version} of the server's JVM; {@code none} for a program that
 *     is no JVM, as is {@code jdkVendor}
 * @param jdkVendor its {@code java.vendor.version} or vendor
 * @param fault an injected fault as {@code KIND:SIZE}, or null
 * @param service the name of a team's service, {@code @}, and a digest of how it is started; null
 *     for the demo server
 * @param components versions of the rest of the service's runtime, by name; null for none, and in
 *     earlier records
 */
public record Variant(
    String revision,
    boolean dirty,
    String tomcat,
    String jdk,
    String jdkVendor,
    List<String> jvmFlags,
    @Nullable String fault,
    @Nullable String service,
    @Nullable Map<String, String> components) {

  public Variant {
    Require.text("revision", revision);
    Require.text("tomcat", tomcat);
    Require.text("jdk", jdk);
    Require.text("jdkVendor", jdkVendor);
    if (fault != null) {
      Require.text("fault", fault);
    }
    if (service != null) {
      Require.text("service", service);
    }
    jvmFlags = List.copyOf(jvmFlags);
    if (components != null) {
      components.forEach((name, version) -> Require.text("version of " + name, version));
      components =
          components.isEmpty() ? null : Collections.unmodifiableMap(new TreeMap<>(components));
    }
  }

  public Map<String, String> versions() {
    return components == null ? Map.of() : components;
  }
}
