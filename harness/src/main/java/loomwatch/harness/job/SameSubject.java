package loomwatch.harness.job;

import java.nio.file.Path;
import loomwatch.results.Launch.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/** Whether a stored run is of what is judged, or would be measured, where one stands. */
public final class SameSubject {
  private SameSubject() {}

  /**
   * Requires that it is. A service may be started otherwise by now, or have another name with
   * another folder, but not both.
   *
   * @param run its directory
   * @throws UsageException when it is of another service, or only one of the two is a service
   */
  public static void require(Path run, MeasurementRecord record, Installation installation) {
    Subject head = record.subject(Arm.HEAD);
    String was = head == null ? null : head.service();
    String here = installation.service().map(file -> file.service().identity()).orElse(null);
    if (!isAlike(was, here)) {
      throw new UsageException(
          "%s must be of %s, which is meant here, was of %s; stand in the folder of what it measured, or set LOOMWATCH_SUBJECT to its file"
              .formatted(run, shown(here), shown(was)));
    }
  }

  private static boolean isAlike(@Nullable String was, @Nullable String here) {
    if (was == null || here == null) {
      return was == null && here == null;
    }
    return name(was).equals(name(here)) || start(was).equals(start(here));
  }

  private static String name(String identity) {
    return identity.substring(0, at(identity));
  }

  private static String start(String identity) {
    return identity.substring(at(identity));
  }

  /** Where the name ends. */
  private static int at(String identity) {
    int at = identity.lastIndexOf('@');
    return at < 0 ? identity.length() : at;
  }

  private static String shown(@Nullable String identity) {
    return identity == null ? "the server that ships" : name(identity);
  }
}
