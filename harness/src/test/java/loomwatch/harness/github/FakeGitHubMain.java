package loomwatch.harness.github;

import java.io.IOException;

/**
 * A {@link FakeGitHub} as a process: prints its URL as one line, then serves until its standard
 * input ends or it is killed. Arguments: {@code OWNER/NAME} and any number of {@code PR=SHA}.
 */
public final class FakeGitHubMain {
  private FakeGitHubMain() {}

  public static void main(String[] args) throws IOException {
    try (FakeGitHub fake = FakeGitHub.start(args[0])) {
      for (int i = 1; i < args.length; i++) {
        String[] pull = args[i].split("=", 2);
        fake.repository().pull(Integer.parseInt(pull[0]), pull[1]);
      }
      System.out.println(fake.url());
      while (System.in.read() >= 0) {
        // Whoever started it holds the other end, and closes it by ending.
      }
    }
  }
}
