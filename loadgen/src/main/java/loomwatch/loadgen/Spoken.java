package loomwatch.loadgen;

import loomwatch.results.Scenario.Protocol;

/**
 * What is spoken with a server.
 *
 * @param certificates which of them it may show, where it shows one
 */
public record Spoken(Protocol protocol, Certificates certificates) {
  /** HTTP/1.1. */
  public static final Spoken PLAIN = new Spoken(Protocol.HTTP, Certificates.TRUSTED);

  /** Which certificates of a server are taken. */
  public enum Certificates {
    /** Those that the JDK trusts, for the server's address. */
    TRUSTED,
    /** Whatever it is: a service on one's own machine signs for itself. */
    ANY
  }
}
