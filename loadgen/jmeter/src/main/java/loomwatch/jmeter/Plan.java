package loomwatch.jmeter;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What one agent is to do, as a line of fields with tabs between.
 *
 * @param url plain GETs of it
 * @param users threads, each with a connection
 * @param rate requests a second; no matter in a closed loop
 * @param duration how long requests are due
 * @param drain how long those that are late may still be sent
 * @param think in a closed loop, between an answer and the next request; negative in an open one
 * @param samples the file that what was seen is written to
 */
record Plan(
    String url,
    int users,
    double rate,
    Duration duration,
    Duration drain,
    Duration think,
    Path samples) {

  static Plan read(String line) {
    String[] fields = line.split("\t", -1);
    return new Plan(
        fields[0],
        Integer.parseInt(fields[1]),
        Double.parseDouble(fields[2]),
        Duration.ofMillis(Long.parseLong(fields[3])),
        Duration.ofMillis(Long.parseLong(fields[4])),
        Duration.ofMillis(Long.parseLong(fields[5])),
        Path.of(fields[6]));
  }
}
