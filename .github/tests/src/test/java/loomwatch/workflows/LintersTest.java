package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The linters of workflows have nothing to say; what they are told to pass over has its reason. */
class LintersTest {
  @Test
  void actionlint_ofEveryWorkflow_findsNothing() throws Exception {
    Tools.Ended ended =
        Tools.run(Repository.ROOT, Map.of(), "actionlint", "-no-color", "-shellcheck=shellcheck");

    assertThat(ended).isEqualTo(new Tools.Ended(0, ""));
  }

  @Test
  void zizmor_asAuditorOfTheWholeRepository_findsNothing() throws Exception {
    String zizmor =
        "zizmor --offline --persona=auditor --strict-collection --color=never --no-progress .";
    Tools.Ended ended = Tools.run(Repository.ROOT, Map.of(), zizmor);

    assertThat(ended.said()).contains("No findings to report.");
    assertThat(ended.exitCode()).isZero();
  }

  /** That of the runner nobody runs before an operator does, as root. */
  @Test
  void shellcheck_ofEveryScript_findsNothing() throws Exception {
    String shellcheck =
        """
        shellcheck loomwatch .ci/run .ci/test
        container/as-owner container/base-image container/install-docker container/own-daemon
        .github/actions/git-as-bot .github/install .github/runner/next-runner .github/tests/install-tools
        .github/tests/stubs/attest .github/tests/stubs/benchmark .github/tests/stubs/checkout
        .github/tests/stubs/deploy-pages .github/tests/stubs/upload
        .github/tests/stubs/upload-pages .github/tests/stubs/download
        """;

    assertThat(Tools.run(Repository.ROOT, Map.of(), shellcheck)).isEqualTo(new Tools.Ended(0, ""));
  }

  /** Root in a namespace of its own reaches far more of the kernel than a user does. */
  @Test
  void runnersUnit_givesNoPrivilegesAndNoNamespaces() {
    assertThat(Repository.text(Repository.ROOT.resolve(".github/runner/runner.service")).lines())
        .contains("NoNewPrivileges=yes", "CapabilityBoundingSet=", "RestrictNamespaces=yes");
  }
}
