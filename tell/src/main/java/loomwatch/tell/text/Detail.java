package loomwatch.tell.text;

/** How much is shown. */
public enum Detail {
  /** What answers the question, on one screen. */
  KEY,
  /** Every metric. */
  ALL
}
