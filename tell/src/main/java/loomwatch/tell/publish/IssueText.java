package loomwatch.tell.publish;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;

/**
 * What an issue says.
 *
 * @param lead one line of Markdown of our own: where, and whether still
 * @param findings a line each, not yet escaped
 * @param causes of them, a sentence each, not yet escaped
 * @param fold what is folded away is called
 * @param folded Markdown of our own
 */
record IssueText(
    String lead, List<String> findings, List<String> causes, String fold, String folded) {
  /** GitHub's limit is 65,536 characters. */
  private static final int ROOM = 65_000;

  private static final int MOST_FINDINGS = 12;
  private static final int LONGEST_TITLE = 120;
  private static final int LONGEST_LINE = 500;

  private static final String WHAT_TO_DO =
      "Label `"
          + Labels.ACKNOWLEDGED
          + "` says that somebody is at it: once closed, the issue stays closed until the level"
          + " returns. Label `"
          + Labels.ACCEPTED
          + "` closes the issue for good; for site, feed and badge a line in `accepted.yaml` accepts"
          + " a change. Otherwise Loomwatch keeps the issue up to date and closes it when the level"
          + " returns.";

  IssueText {
    findings = List.copyOf(findings);
    causes = List.copyOf(causes);
  }

  Issue of(String key, Issue.State state, String title) {
    List<String> lines = new ArrayList<>();
    lines.add(Marker.issue(key, ServiceFolder.ROOT));
    lines.add(lead);
    lines.add("");
    findings.stream()
        .limit(MOST_FINDINGS)
        .map(finding -> "- " + escape(Clipped.to(LONGEST_LINE, finding)))
        .forEach(lines::add);
    if (findings.size() > MOST_FINDINGS) {
      lines.add("- and " + (findings.size() - MOST_FINDINGS) + " more");
    }
    causes.stream()
        .map(cause -> "- " + escape(Clipped.to(LONGEST_LINE, cause)))
        .forEach(lines::add);
    lines.add("");
    lines.add(WHAT_TO_DO);
    lines.add("");
    lines.add("<details><summary>" + fold + "</summary>");
    lines.add("");
    lines.add(folded);
    lines.add("</details>");
    return new Issue(
        key,
        state,
        Clipped.to(LONGEST_TITLE, title),
        Fitted.to(ROOM, String.join("\n", lines) + "\n"));
  }
}
