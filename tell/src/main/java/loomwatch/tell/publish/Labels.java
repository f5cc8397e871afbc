package loomwatch.tell.publish;

/** The labels of our issues: one is ours, two are people's answers. */
public final class Labels {
  /** On every issue of ours; we find them by it. */
  public static final String LOOMWATCH = "loomwatch";

  /** Somebody is at it: once closed, the issue stays closed until the level returns. */
  public static final String ACKNOWLEDGED = "loomwatch-acknowledged";

  /** The issue is closed for good. */
  public static final String ACCEPTED = "loomwatch-accepted";

  private Labels() {}
}
