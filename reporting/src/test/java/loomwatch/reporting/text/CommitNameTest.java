package loomwatch.reporting.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitNameTest {
  @Test
  void shortened_hash_isItsBeginning() {
    assertThat(CommitName.shortened("0123456789abcdef0123456789abcdef01234567"))
        .isEqualTo("01234567");
  }

  @Test
  void shortened_otherName_staysUnlessItIsLong() {
    assertThat(CommitName.shortened("release-2026-11-22")).isEqualTo("release-2026-11-22");
    assertThat(CommitName.shortened("x".repeat(119) + "🧵" + "y")).endsWith("x🧵");
  }
}
