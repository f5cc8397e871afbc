package loomwatch.results;

/**
 * What a metric is called.
 *
 * @param heading over a chart or in the first column of a page: {@code thread memory reserved after
 *     load}
 * @param name as a noun in a sentence, which may be shorter: {@code thread memory reserved}
 * @param column over a narrow column of numbers: {@code threads' memory}
 * @param change how a sentence says that it changed
 */
public record Wording(String heading, String name, String column, Change change) {

  /**
   * {@code answers 3 % slower at p99}: a verb, the size, the word for more or for less, the rest.
   *
   * @param verb what the server does
   * @param more of a value that grew
   * @param less of one that fell
   * @param rest what follows; may be empty
   */
  public record Change(String verb, String more, String less, String rest) {
    /** The clause. */
    public String of(String size, boolean grew) {
      return (verb + " " + size + " " + (grew ? more : less) + " " + rest).strip();
    }
  }

  /** Of a metric that is called the same everywhere. */
  static Wording of(String heading) {
    return new Wording(heading, heading, heading, new Change("has", "higher", "lower", heading));
  }

  /** Of a percentile of the latency: whoever reads {@code p99} knows of what. */
  static Wording ofLatency(String percentile) {
    return of("latency " + percentile)
        .named(percentile, percentile)
        .changing("answers", "slower", "faster", "at " + percentile);
  }

  /** With a name for sentences, and one for narrow columns. */
  Wording named(String sentence, String narrow) {
    return new Wording(heading, sentence, narrow, change);
  }

  /** With a clause of its own. */
  Wording changing(String verb, String more, String less, String rest) {
    return new Wording(heading, name, column, new Change(verb, more, less, rest));
  }
}
