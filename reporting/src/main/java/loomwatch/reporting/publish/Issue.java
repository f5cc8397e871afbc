package loomwatch.reporting.publish;

import java.util.List;
import java.util.function.IntFunction;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Text;

/**
 * One change that people should know of, as an issue on GitHub shows it.
 *
 * @param key the same whenever the same change is seen; lower case letters, digits, dots, slashes
 *     and hyphens
 * @param state whether somebody should look
 * @param title one plain line
 * @param body Markdown that begins with the hidden marker
 */
public record Issue(String key, State state, String title, String body) {
  /** What is known of a change. Of what cannot be told no issue is made at all. */
  public enum State {
    /** It is there: somebody should look. */
    BROKEN,
    /** The level has returned: an open issue about it can be closed. */
    RETURNED,
    /** It is there and a reviewed file takes it as it is: an open issue can be closed. */
    ACCEPTED
  }

  public Issue {
    if (!key.matches(Marker.KEY)) {
      throw new IllegalArgumentException(
          "key must be 1 to 151 lower case letters, digits, dots, slashes and hyphens, was "
              + Clipped.quoted(key));
    }
  }

  /** The same about that service of several. */
  public Issue about(ServiceFolder service) {
    String marker = Marker.issue(key, ServiceFolder.ROOT);
    return new Issue(
        key,
        state,
        service.prefix() + title,
        Marker.issue(key, service) + body.substring(marker.length()));
  }

  /**
   * What an issue says.
   *
   * @param lead where, and whether still
   * @param findings a line each
   * @param causes of them, a sentence each
   * @param fold what is folded away is called
   * @param folded Markdown, for so many bytes
   */
  record IssueText(
      Text lead,
      List<String> findings,
      List<String> causes,
      String fold,
      IntFunction<String> folded) {
    /**
     * GitHub's limit is 65,536 characters; all but what is folded away has at most a fourth of it.
     */
    private static final int ROOM_OF_FOLDED = 48_000;

    private static final int MOST_FINDINGS = 12;
    private static final int LONGEST_TITLE = 120;
    private static final int LONGEST_LINE = 300;

    private static final Text WHAT_TO_DO =
        Text.of("Label ")
            .and(Text.code(Labels.ACKNOWLEDGED))
            .and(
                " says that somebody is working on it: once closed, the issue stays closed until the level"
                    + " returns. Label ")
            .and(Text.code(Labels.ACCEPTED))
            .and(" closes the issue for good; for site, feed and badge a line in ")
            .and(Text.code("accepted.yaml"))
            .and(
                " accepts a change. Otherwise Loomwatch keeps the issue up to date and closes it when"
                    + " the level returns.");

    IssueText {
      findings = List.copyOf(findings);
      causes = List.copyOf(causes);
    }

    Issue of(String key, Issue.State state, String title) {
      Document document = new Document();
      Section section = document.section("what was found").text(lead);
      findings.stream()
          .limit(MOST_FINDINGS)
          .forEach(finding -> section.item(Clipped.to(LONGEST_LINE, finding)));
      if (findings.size() > MOST_FINDINGS) {
        section.item("and " + (findings.size() - MOST_FINDINGS) + " more");
      }
      causes.forEach(cause -> section.item(Clipped.to(LONGEST_LINE, cause)));
      section.text(WHAT_TO_DO);
      return new Issue(
          key,
          state,
          Clipped.to(LONGEST_TITLE, title),
          Marker.issue(key, ServiceFolder.ROOT)
              + "\n"
              + Markdown.render(document)
              + Markdown.folded(fold, folded.apply(ROOM_OF_FOLDED)));
    }
  }

  /** The labels of our issues: one is ours, two are people's answers. */
  public static final class Labels {
    /** On every issue of ours; we find them by it. */
    public static final String LOOMWATCH = "loomwatch";

    /** Somebody is at it: once closed, the issue stays closed until the level returns. */
    public static final String ACKNOWLEDGED = "loomwatch-acknowledged";

    /** The issue is closed for good. */
    public static final String ACCEPTED = "loomwatch-accepted";

    private Labels() {}
  }
}
