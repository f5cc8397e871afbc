package loomwatch.benchmarks;

import java.nio.file.Path;

/** Where the records are that Loomwatch's figures of itself rest on. */
final class CampaignRecords {
  /** The campaign of docs/results.md, in the checkout. */
  static final Path USUAL = Path.of("docs/campaign/quick-embedded-e6414968d07a");

  private CampaignRecords() {}
}
