package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.measure.variants.BuildCache.BuiltTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuiltTreeTest {
  @TempDir Path temporary;

  private Path place;
  private BuiltTree tree;

  @BeforeEach
  void begin() throws IOException {
    place = temporary.resolve("0a1b");
    tree = new BuiltTree(place);
    write("target/shop.jar", "classes");
    write("loomwatch.yaml", "schema: 1");
  }

  @Test
  void isWhole_onlyOnceItIsComplete() throws IOException {
    assertThat(tree.isWhole()).isFalse();

    tree.complete();
    assertThat(tree.isWhole()).isTrue();

    tree.clear();
    assertThat(tree.isWhole()).isFalse();
    assertThat(place).doesNotExist();
  }

  /** By a version that did not say what was built. */
  @Test
  void isWhole_withAMarkThatSaysNothing_isNot() throws IOException {
    Files.createFile(temporary.resolve("0a1b.built"));

    assertThat(tree.isWhole()).isFalse();
  }

  /** As a database that the build made, and that orders came into. */
  @Test
  void isWhole_afterAServerChangedWhatWasBuilt_isNot() throws IOException {
    tree.complete();
    write(".gradle/file.lock", "held");
    assertThat(tree.isWhole()).isTrue();

    write("target/shop.jar", "classes and orders");
    assertThat(tree.isWhole()).isFalse();
  }

  @Test
  void isWhole_withAFileTheServerRemoved_isNot() throws IOException {
    tree.complete();
    Files.delete(place.resolve("loomwatch.yaml"));

    assertThat(tree.isWhole()).isFalse();
  }

  @Test
  void restore_afterAServerRanInIt_leavesWhatWasBuilt() throws IOException {
    tree.complete();
    write("data/orders.mv.db", "a thousand orders");
    write("target/server.log", "started");
    Files.createSymbolicLink(place.resolve("latest"), Path.of("nowhere"));

    tree.restore();

    assertThat(files()).containsExactly("loomwatch.yaml", "target", "target/shop.jar");
    assertThat(tree.isWhole()).isTrue();
  }

  private void write(String file, String text) throws IOException {
    Path path = place.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      return all.filter(path -> !path.equals(place))
          .map(path -> place.relativize(path).toString())
          .sorted()
          .toList();
    }
  }
}
