package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What studies found, drawn. */
class StudiesBrowserTest extends SiteInBrowser {

  @Test
  void page_ofStudies_tellsEachClaimAsText() throws Exception {
    open("#studies");

    assertThat(text("#nav a[aria-current]")).isEqualTo("Studies");
    assertThat(text(".claims li")).contains("holds", SeededStudy.JOKE, "published was 0.55 (E0)");
    assertThat(count(".claims .badge.pass")).isEqualTo(3);
    assertThat(count(".claims .badge.regressed")).isEqualTo(3);
    assertThat(count(".claims .badge.inconclusive")).isEqualTo(3);
    assertThat(count("main img")).isZero();
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void picture_overNumbers_hasACurveOfEachMode() throws Exception {
    open("#studies?study=curves");

    assertThat(count(".study")).isEqualTo(1);
    assertThat(count(".study .line.platform[d*=L], .study .line.virtual[d*=L]")).isEqualTo(2);
    assertThat(text("summary")).isEqualTo("Table and data");
  }

  @Test
  void picture_ofNames_hasAnIntervalOfEachCell() throws Exception {
    open("#studies?study=names&metric=cpu-per-request");

    assertThat(count(".cells tbody tr")).isEqualTo(6);
    assertThat(text(".cells tbody td")).startsWith("50.0");
  }

  @Test
  void map_overTwoFactors_tellsWhereVirtualThreadsAreAhead() throws Exception {
    open("#studies?study=map");

    assertThat(count(".ratios tbody tr")).isEqualTo(2);
    assertThat(count(".ratios td.ahead.step2")).isEqualTo(6);
    assertThat(text(".ratios td")).isEqualTo("▼ × 0.500");
    assertThat(count(".ratios")).isEqualTo(1);
  }

  @Test
  void claim_keptBefore_showsWhatItCameToEachTime() throws Exception {
    open("#studies?study=curves");

    assertThat(count(".claims .trail")).isEqualTo(2);
    assertThat(count(".trail .band[d*=L]")).isEqualTo(1);
    assertThat(text(".claims li .past"))
        .isEqualTo("5 times since 2026-10-21: from 0.501 to 0.600.");
  }

  @Test
  void site_withoutStudies_doesNotNameThem() throws Exception {
    tab.open(site.historyAddress());

    assertThat(text("#nav")).doesNotContain("Studies");
  }

  private String text(String selector) {
    return tab.evaluate("document.querySelector('%s').textContent".formatted(selector)).asText();
  }

  private int count(String selector) {
    return tab.evaluate("document.querySelectorAll('%s').length".formatted(selector)).asInt();
  }
}
