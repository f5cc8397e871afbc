package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.w3c.dom.Element;

/** The scripts of docs/other-ci.md, run as those CI servers run them. */
@ResourceLock("cpus")
class OtherCiTest {
  private static final Pattern SH = Pattern.compile("script: '''\n(.*?)'''", Pattern.DOTALL);

  @TempDir Path temporary;
  private Path directory;
  private Path home;
  private Path remote;
  private Shop shop;
  private String base;

  enum Server {
    GITLAB,
    JENKINS
  }

  @BeforeEach
  void pushAChange() throws Exception {
    directory = temporary.toRealPath();
    home = Files.createDirectories(directory.resolve("home"));
    remote = Files.createDirectories(directory.resolve("remote"));
    shop = Shop.in(directory);
    shop.git("remote", "add", "origin", directory.resolve("origin.git").toString());
    Loomwatch.git(directory, "init", "-q", "--bare", directory.resolve("origin.git").toString());
    shop.git("push", "-q", "origin", "main");
    base = Loomwatch.git(shop.folder(), "rev-parse", "HEAD");
    shop.git("checkout", "-q", "-b", "change");
    shop.write("Shop.java", Shop.throwing("1"));
    shop.commit("sell none");
  }

  /** What a verdict is for the job; Groovy, not the shell, tells Jenkins. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 2", "3, 3", "4, 0", "66, 66"})
  void script_exitCodeOfTheVerdict_isTheJobs(int verdict, int job) throws Exception {
    Path stub = Files.writeString(remote.resolve("loomwatch"), "#!/bin/sh\nexit " + verdict + "\n");
    assertThat(stub.toFile().setExecutable(true)).isTrue();
    publish();
    ProcessBuilder shell = new ProcessBuilder();

    assertThat(run(Server.GITLAB, shell, script -> script).exitCode()).isEqualTo(job);
    assertThat(run(Server.JENKINS, shell, script -> script).exitCode()).isEqualTo(verdict);
  }

  @Test
  void page_codesThatWarn_areThoseThatShowNothing() throws Exception {
    Map<?, ?> job = (Map<?, ?>) requireNonNull(gitlab().get("loomwatch"));

    assertThat(requireNonNull(job.get("allow_failure")))
        .isEqualTo(Map.of("exit_codes", List.of(2, 3)));
    assertThat(part("groovy"))
        .containsSubsequence(
            "if (code in [2, 3]) {", "unstable ", "} else if (!(code in [0, 4])) {", "error ");
    assertThat(part("groovy")).contains("junit testResults: '" + junit(job) + "'");
  }

  /** Counts alone are sure on any machine, and quick. */
  @ParameterizedTest
  @EnumSource
  void script_ofAChangeThatThrows_failsWithFileAndReport(Server server) throws Exception {
    ProcessBuilder launcher = LaunchableCheckout.withTheProgram(remote);
    launcher.environment().remove("LOOMWATCH_TOMCAT");
    Files.createSymbolicLink(remote.resolve("gh-pages"), Loomwatch.ROOT.resolve("gh-pages"));
    publish();

    Loomwatch.Ended ended =
        run(server, launcher, script -> script.replace(" compare ", " compare --counts "));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    Map<?, ?> job = (Map<?, ?>) requireNonNull(gitlab().get("loomwatch"));
    Path file = shop.folder().resolve(junit(job));
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    assertThat(suite.getElementsByTagName("failure").getLength()).isEqualTo(2);
    assertThat(suite.getElementsByTagName("failure").item(0).getTextContent())
        .contains("NumberFormatException", "Shop.java");
    assertThat(shop.folder().resolve("loomwatch-report"))
        .isDirectoryContaining("glob:**/report.md")
        .isDirectoryContaining("glob:**/page.html");
  }

  private interface Edit {
    String of(String script);
  }

  private Loomwatch.Ended run(Server server, ProcessBuilder shell, Edit edit) throws Exception {
    String script = edit.of(server == Server.GITLAB ? ofGitlab() : ofJenkins());
    shell.command(
        server == Server.GITLAB
            ? List.of("bash", "-eo", "pipefail", "-c", script)
            : List.of("sh", "-xe", "-c", script));
    Map<String, String> environment = shell.environment();
    environment.put("HOME", home.toString());
    environment.put("CI_MERGE_REQUEST_DIFF_BASE_SHA", base);
    environment.put("CI_COMMIT_SHA", Loomwatch.git(shop.folder(), "rev-parse", "HEAD"));
    environment.put("CHANGE_TARGET", "main");
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "url.file://" + remote + ".insteadOf");
    environment.put("GIT_CONFIG_VALUE_0", "https://github.com/OWNER/loomwatch");
    Path said = directory.resolve("said");
    Process process =
        shell
            .directory(shop.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    int code = process.waitFor();
    return new Loomwatch.Ended(code, "", Files.readString(said));
  }

  private void publish() throws Exception {
    Loomwatch.git(remote, "init", "-q", "-b", "main");
    Loomwatch.commit(remote, "release");
  }

  private static String ofGitlab() throws IOException {
    Map<?, ?> job = (Map<?, ?>) requireNonNull(gitlab().get("loomwatch"));
    List<?> lines = (List<?>) requireNonNull(job.get("script"));
    return String.join("\n", lines.stream().map(Object::toString).toList());
  }

  /** Groovy reads two backslashes in a text as one. */
  private static String ofJenkins() throws IOException {
    Matcher script = SH.matcher(part("groovy"));
    assertThat(script.find()).isTrue();
    return script.group(1).replace("\\\\", "\\");
  }

  private static String junit(Map<?, ?> job) {
    Map<?, ?> artifacts = (Map<?, ?>) requireNonNull(job.get("artifacts"));
    return String.valueOf(((Map<?, ?>) requireNonNull(artifacts.get("reports"))).get("junit"));
  }

  private static Map<?, ?> gitlab() throws IOException {
    return (Map<?, ?>)
        requireNonNull(new Load(LoadSettings.builder().build()).loadFromString(part("yaml")));
  }

  private static String part(String language) throws IOException {
    byte[] page = Files.readAllBytes(Loomwatch.ROOT.resolve("docs/other-ci.md"));
    String text = new String(page, StandardCharsets.UTF_8);
    return text.replaceFirst("(?s).*?```" + language + "\n(.*?)```.*", "$1");
  }
}
