package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tag that becomes a release; packing in earnest is tried in harness' ReleaseTest. */
class ReleaseTest extends OnFakeGitHub {
  private static final String PACK =
      """
      #!/bin/sh
      case "$1" in
        test) exit ;;
        package) ;;
        *) exit 64 ;;
      esac
      mkdir -p target/packing/loomwatch target/release
      printf 'version=%s\\n' "$2" > target/packing/loomwatch/release
      printf '#!/bin/sh\\necho "loomwatch %s (commit %s)"\\n' "$2" "$(git rev-parse HEAD)" \\
        > target/packing/loomwatch/loomwatch
      chmod +x target/packing/loomwatch/loomwatch
      tar -czf target/release/loomwatch.tar.gz -C target/packing loomwatch
      cp .github/install target/release/install.sh
      cd target/release && sha256sum loomwatch.tar.gz > loomwatch.tar.gz.sha256
      """;

  @BeforeEach
  void begin() throws Exception {
    world.write("loomwatch", PACK);
    world.write(".github/install", Repository.text(Repository.ROOT.resolve(".github/install")));
    world.script(
        "gh",
        "#!/bin/sh\n[ $1 = release ] || exit 1\nprintf '%s\\n' \"$*\" >> "
            + world.directory.resolve("asked")
            + "\n");
  }

  @Test
  void release_ofATagOnMain_publishesTheAttestedArchive() throws Exception {
    String commit = world.commit("be released");
    world.push();

    Act.Run run = tag(commit, "v1.2.0");

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(Files.readString(world.directory.resolve("asked")).strip())
        .isEqualTo(
            "release create v1.2.0 loomwatch.tar.gz loomwatch.tar.gz.sha256 install.sh --repo acme/shop"
                + " --verify-tag --prerelease=false --generate-notes");
    Path archive = world.artifacts().resolve("release/loomwatch.tar.gz");
    assertThat(world.tell(world.directory, "sha256sum", archive.toString()))
        .startsWith(Files.readString(world.directory.resolve("attested")).strip());
  }

  @Test
  void release_ofACandidate_isNoNewestRelease() throws Exception {
    String commit = world.commit("be tried");
    world.push();

    tag(commit, "v1.2.0-rc.1");

    assertThat(world.directory.resolve("asked")).content().contains("--prerelease=true");
  }

  @Test
  void release_ofWhatWasNotMerged_isRefused() throws Exception {
    world.commit("be merged");
    world.push();
    String commit = world.commit("be never");

    Act.Run run = tag(commit, "v1.2.0");

    assertThat(run.failed()).as(run.said()).containsExactly("Require that it was merged");
    assertThat(world.directory.resolve("asked")).doesNotExist();
  }

  private Act.Run tag(String commit, String name) throws Exception {
    world.tell(world.work(), "git", "tag", name, commit);
    world.tell(world.work(), "git", "push", "--quiet", "origin", name);
    world.tell(world.work(), "git", "checkout", "--quiet", name);
    return act.run(
        "release.yml",
        "push",
        """
        {"ref": "refs/tags/%s",
         "repository": {"full_name": "acme/shop", "default_branch": "main"}}
        """
            .formatted(name));
  }
}
