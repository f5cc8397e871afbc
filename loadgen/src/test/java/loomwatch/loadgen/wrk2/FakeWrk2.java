package loomwatch.loadgen.wrk2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** wrk2 played by a shell script: the real one is the operator's. */
final class FakeWrk2 {
  private static final String USAGE =
      "[ $1 = -v ] && { echo 'wrk 4.0.0 [epoll] Copyright (C)'; echo '-R, --rate'; exit 1; }\n";

  private FakeWrk2() {}

  /** One that says it is wrk2, and then does that. */
  static Path doing(Path directory, String script) throws IOException {
    return program(directory, USAGE + script);
  }

  /** Any program. */
  static Path program(Path directory, String script) throws IOException {
    Path file = Files.writeString(directory.resolve("wrk2"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  /**
   * Prints what report.lua prints at the end of 13 s.
   *
   * @param errors connect, read, write, status, timeout
   * @param latency pairs of microseconds and a count
   */
  static String report(int requests, String errors, String latency) {
    String[] kinds = errors.split(",");
    return """
    echo '  Thread calibration: mean lat.: 1.070ms, rate sampling interval: 10ms'
    echo LOOMWATCH_BEGIN
    echo '{"durationMicros":13000038,"requests":%d,"connect":%s,"read":%s,"write":%s,\
    "status":%s,"timeout":%s,"latency":[%s]}'
    echo LOOMWATCH_END
    """
        .formatted(requests, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], latency);
  }
}
