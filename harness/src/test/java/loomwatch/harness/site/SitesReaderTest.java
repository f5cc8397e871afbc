package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import loomwatch.reporting.site.SitePages.BoardSite;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SitesReaderTest {
  @Test
  void parse_relativeAndAbsolute_isRead() {
    assertThat(
            SitesReader.parse(
                "sites.json",
                """
                {
                \t"schema": 1,
                \t"sites": [
                \t\t{"address": "https://acme.github.io/shop", "name": "Shop"},
                \t\t{"address": "https://acme.github.io/cart/"},
                \t\t{"address": "../mail/"}
                \t]
                }
                """))
        .containsExactly(
            new BoardSite("https://acme.github.io/shop/", "Shop"),
            new BoardSite("https://acme.github.io/cart/", "acme.github.io/cart"),
            new BoardSite("../mail/", "../mail"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example/",
        "https://acme.github.io; script-src *",
        "https://me:secret@acme.github.io/",
        "https://acme.github.io/?q",
        "a b",
        ""
      })
  void parse_noPlainHttpAddress_isRefused(String address) {
    assertThatThrownBy(() ->
            SitesReader.parse(
                "sites.json", "{\"schema\": 1, \"sites\": [{\"address\": \"" + address + "\"}]}"))
        .isInstanceOf(BadFileException.class)
        .hasMessageStartingWith("sites.json:1:37: address must be a site's http address, was ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schema\": 1}|1:1: sites must be given, was missing",
        "{\"schema\": 1, \"sites\": []}|1:24: sites must name one at least, was an empty list",
        "{\"schema\": 2, \"sites\": [{\"address\": \"a\"}]}|1:12: schema must be 1, was \"2\"",
        "{\"schema\": 1, \"sites\": [{\"name\": \"a\"}]}|1:25: address must be given, was missing",
        "{\"schema\": 1, \"sites\": [{\"address\": \"b\", \"url\": \"a\"}]}|1:42: key must be one of address, name,",
        "{\"schema\": 1, \"sites\": [{\"address\": \"a\"}, {\"address\": \"a/\"}]}|1:43: site must be given"
            + " once, a/ twice",
        "{\"schema\": 1, \"sites\": [{\"address\"}|"
      })
  void parse_whatIsWrong_isToldWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> SitesReader.parse("sites.json", text))
        .isInstanceOf(BadFileException.class)
        .hasMessageStartingWith("sites.json:" + (message == null ? "1:" : message));
  }
}
