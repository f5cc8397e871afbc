package loomwatch.harness.notify;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.notify.HttpSender.NotSentException;
import loomwatch.harness.notify.Notices.Notice;
import loomwatch.harness.notify.Receiver.Event;
import loomwatch.reporting.publish.Issue;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one message for each issue at each receiver: new while somebody should act, changed in
 * place where the receiver can, and closed once. What was not sent is sent by the next run.
 */
public final class Notifier {
  private final Notices notices;
  private final Delivery delivery;
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  public Notifier(Notices notices, Delivery delivery) {
    this.notices = notices;
    this.delivery = delivery;
  }

  /**
   * Options for all messages.
   *
   * @param sender null to print what would be sent
   * @param service folder of one of several services; empty for the only one
   * @param occasion identifies what was judged, such as the history's head
   * @param link of messages whose issue has none, or null
   */
  public record Delivery(
      @Nullable HttpSender sender,
      Secrets secrets,
      String service,
      String occasion,
      @Nullable String link,
      PrintStream out,
      PrintStream err) {}

  private record Due(Message message, @Nullable Notice sent) {}

  /**
   * Sends every receiver what is due, also if another one failed.
   *
   * @param gone returns the last text for the issue of a key; empty to leave it open
   * @return exit code of the worst failure
   */
  public int send(
      List<Receiver> receivers, List<Issue> issues, Function<String, Optional<Issue>> gone)
      throws InterruptedException {
    List<Issue> all = new ArrayList<>(issues);
    notices.keys().forEach(key -> gone.apply(key).ifPresent(all::add));
    int worst = ExitCode.PASS;
    boolean quiet = true;
    for (Receiver receiver : receivers) {
      List<Due> due = all.stream().flatMap(issue -> due(receiver, issue).stream()).toList();
      quiet &= due.isEmpty();
      worst = Math.max(worst, send(receiver, due));
    }
    if (quiet) {
      delivery.out().println("nothing to send");
    }
    return worst;
  }

  private Optional<Due> due(Receiver receiver, Issue issue) {
    Notice sent = notices.of(receiver.name(), issue.key());
    Event event = Event.of(issue);
    if (sent == null) {
      return event != Event.CLOSED && receiver.events().contains(event)
          ? Optional.of(new Due(message(receiver, issue, event.label(), issue.title()), null))
          : Optional.empty();
    }
    if (event == Event.CLOSED) {
      return Optional.of(new Due(message(receiver, issue, event.label(), sent.title()), sent));
    }
    Message message = message(receiver, issue, Message.UPDATED, issue.title());
    return receiver.edits() && !message.digest().equals(sent.digest())
        ? Optional.of(new Due(message, sent))
        : Optional.empty();
  }

  private Message message(Receiver receiver, Issue issue, String event, String title) {
    List<String> lines = new ArrayList<>(issue.lines());
    Notice sent = notices.of(receiver.name(), issue.key());
    if (sent != null && !receiver.edits()) {
      lines.addFirst("This ends the message of " + sent.at() + ".");
    }
    String what = String.join("\n", event, title, String.join("\n", lines), delivery.occasion());
    return new Message(
        event,
        issue.key(),
        delivery.service(),
        title,
        lines,
        issue.link() == null ? delivery.link() : issue.link(),
        Sha256.hex(receiver.name() + "\n" + delivery.service() + issue.key() + "\n" + what)
            .substring(0, 32),
        now);
  }

  /** Goes on after a message that is refused for itself, so that it holds up no other. */
  private int send(Receiver receiver, List<Due> due) throws InterruptedException {
    int worst = ExitCode.PASS;
    for (int i = 0; i < due.size(); i++) {
      try {
        send(receiver, due.get(i));
      } catch (NotSentException e) {
        int waiting = e.isOfThisMessage() ? 1 : due.size() - i;
        delivery
            .err()
            .printf(
                "loomwatch: %s: %s; the next run sends %s%n",
                receiver.name(),
                e.getMessage(),
                waiting == 1 ? "its message" : "its " + waiting + " messages");
        worst = Math.max(worst, e.isBusy() ? ExitCode.TRY_LATER : ExitCode.REFUSED);
        i += waiting - 1;
      }
    }
    return worst;
  }

  private void send(Receiver receiver, Due due) throws NotSentException, InterruptedException {
    Message message = due.message();
    Notice sent = due.sent();
    HttpSender sender = delivery.sender();
    boolean closed = message.event().equals(Event.CLOSED.label());
    boolean wanted = !closed || receiver.events().contains(Event.CLOSED);
    String line = "%s: %s: %s".formatted(receiver.name(), message.event(), message.title());
    if (sender == null) {
      if (wanted) {
        delivery.out().println("would send " + line);
        message.lines().forEach(text -> delivery.out().println("  " + text));
      }
      return;
    }
    String id = "";
    if (wanted) {
      String known = sent == null || !receiver.edits() ? null : sent.id();
      id = new Chat(receiver, delivery.secrets(), sender).send(message, known);
      delivery.out().println(line);
    }
    Instant at = sent == null ? now : sent.at();
    notices.put(
        receiver.name(),
        message.key(),
        closed ? null : new Notice(id, at, message.title(), message.digest()));
  }
}
