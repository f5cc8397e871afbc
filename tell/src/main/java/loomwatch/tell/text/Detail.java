package loomwatch.tell.text;

/** How much is shown. */
public enum Detail {
  /** The metrics people look for and those whose limit does not hold for certain. */
  KEY,
  /** Every metric. */
  ALL
}
