package loomwatch.reporting.site;

import java.net.URI;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A site on the page over several.
 *
 * @param address relative to that page or absolute, of the form {@link #ADDRESS}, ending in a slash
 * @param name shown for it
 */
public record BoardSite(String address, String name) {
  /** Characters without a meaning in HTML or a content security policy, and no other scheme. */
  public static final Pattern ADDRESS =
      Pattern.compile("https?://[\\w.-]+(:[0-9]{1,5})?(/[\\w.~/-]*)?|(?!//)[\\w.~/-]+");

  public BoardSite {
    address = address.endsWith("/") ? address : address + "/";
  }

  /** Creates a site that is called by its address. */
  public static BoardSite at(String address) {
    return new BoardSite(address, address.replaceFirst("^https?://", "").replaceFirst("/+$", ""));
  }

  /** Returns scheme, host and port; empty for a relative address. */
  Stream<String> origin() {
    return address.startsWith("http")
        ? Stream.of(URI.create(address).resolve("/").toString().replaceFirst("/$", ""))
        : Stream.empty();
  }
}
