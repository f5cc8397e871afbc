package loomwatch.harness.site;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import loomwatch.reporting.site.SitePages.BoardSite;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/**
 * Reads {@code sites.json}, the sites of a page over several, and reports every problem at once.
 * JSON is read as YAML, which it is a part of, for the places of problems.
 *
 * <pre>
 * {"schema": 1, "sites": [{"address": "https://acme.github.io/shop/", "name": "Shop"}]}
 * </pre>
 */
public final class SitesReader {
  private static final String ADVICE =
      "Write it such as https://acme.github.io/shop/, or relative to the page such as ../shop/.";

  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          List.of("schema", "sites"), "its schema and sites", "./loomwatch site --help shows one.");

  private SitesReader() {}

  /**
   * Reads the file.
   *
   * @throws BadFileException if it cannot be read or is invalid
   */
  public static List<BoardSite> read(Path file) {
    return parse(
        file.toString(), YamlFile.text(file, "Write one; ./loomwatch site --help shows one."));
  }

  static List<BoardSite> parse(String name, String text) {
    Set<String> addresses = new HashSet<>();
    return FORMAT.read(
        name,
        text,
        file ->
            file.required(
                    "sites",
                    "Name a site at least.",
                    node -> {
                      List<YamlNode> sites =
                          node.list("site", "must be a list", "Put them in [ ].");
                      node.require(!sites.isEmpty(), "must name one at least", "Name the first.");
                      return YamlNode.each(sites, each -> site(each, addresses));
                    })
                .orElse(List.of()));
  }

  private static BoardSite site(YamlNode node, Set<String> addresses) {
    YamlMapping entry = node.mapping(List.of("address", "name"));
    BoardSite site =
        BoardSite.at(
            entry
                .required(
                    "address",
                    ADVICE,
                    value ->
                        value.matching(BoardSite.ADDRESS, "must be a site's http address", ADVICE))
                .orElse("./"));
    node.require(
        addresses.add(site.address()),
        "must be given once, " + site.address() + " twice",
        "Remove one.");
    return entry
        .optional("name", value -> value.text("Leave it out to show the address."))
        .map(called -> new BoardSite(site.address(), called))
        .orElse(site);
  }
}
