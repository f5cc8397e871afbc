package loomwatch.harness.notify;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import loomwatch.harness.notify.HttpSender.NotSentException;

/**
 * The secrets that {@code notify.yaml} names: variables of the environment, or lines {@code
 * NAME=value} of the one variable that a workflow hands over. No message shows a value.
 */
public record Secrets(Map<String, String> environment) {
  static final String ALL = "LOOMWATCH_NOTIFY";

  /** Encrypted, or on this machine. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(https://[A-Za-z0-9.-]+|http://(127\\.0\\.0\\.1|localhost|\\[::1]))(:\\d{1,5})?"
              + "(/[A-Za-z0-9._~:/?@!$&'()*+,;=%-]*)?");

  private static final Pattern WORD = Pattern.compile("[\\x21-\\x7e]+");

  public Secrets {
    environment = Map.copyOf(environment);
  }

  /** Returns a token or key, which fits a request's header. */
  String word(String name) throws NotSentException {
    return checked(name, find(name), WORD, "one word of ASCII");
  }

  /** Returns an address, whose path may be the secret. */
  String address(String name) throws NotSentException {
    return checked(name, find(name), ADDRESS, "an https address");
  }

  /** Returns the root of Slack's methods, which is another one for governments. */
  String slack() throws NotSentException {
    String api = environment.getOrDefault("SLACK_API_URL", "https://slack.com/api");
    return checked("SLACK_API_URL", api, ADDRESS, "an https address");
  }

  static boolean isAddress(String value) {
    return ADDRESS.matcher(value).matches();
  }

  private static String checked(String name, String value, Pattern form, String rule)
      throws NotSentException {
    if (!form.matcher(value).matches()) {
      throw NotSentException.refused(name + " must be " + rule + ", was something else");
    }
    return value;
  }

  private String find(String name) throws NotSentException {
    return Optional.ofNullable(environment.get(name))
        .or(() ->
            environment
                .getOrDefault(ALL, "")
                .lines()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst())
        .filter(value -> !value.isEmpty())
        .orElseThrow(() ->
            NotSentException.refused(
                "%s must be set, as a variable or a line of %s, was not".formatted(name, ALL)));
  }

  @Override
  public String toString() {
    return "secrets";
  }
}
