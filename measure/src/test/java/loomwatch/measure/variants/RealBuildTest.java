package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This repository's own last commit, through Maven, with another Tomcat. */
class RealBuildTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path directory;

  @Test
  void build_thisRepositoryWithTomcat101_startsAServerOfTomcat101() throws Exception {
    List<String> progress = new ArrayList<>();
    VariantSpec base = VariantSpec.parse("--base", "ref=HEAD,tomcat=10.1.59");
    VariantSpec head = VariantSpec.parse("--head", "ref=HEAD,tomcat=10.1.59,flags=-Xmx64m");
    try (Children children = new Children()) {
      BuiltVariants variants =
          Variants.ofShipped(ROOT, directory, children, progress::add).build(base, head);

      assertThat(progress).hasSize(3).last().asString().contains("was built before");
      assertThat(variants.base().suite().classPath()).contains("/jmh-core-");
      assertThat(variants.base().tomcat()).isEqualTo("10.1.59");
      try (LaunchedServer server =
          new ServerLauncher(children, told -> {}).start(options(variants.head()), directory)) {
        assertThat(Files.readString(directory.resolve("server.log"))).contains(" tomcat=10.1.59 ");
      }
    }
  }

  private static ServerOptions options(BuiltVariant variant) {
    return new ServerOptions(
        variant.service(),
        Mode.VIRTUAL,
        variant.jdk().home(),
        JvmFlags.with(JvmFlags.forServer(1, "64m"), variant.extraJvmFlags()),
        List.of(),
        10,
        100);
  }
}
