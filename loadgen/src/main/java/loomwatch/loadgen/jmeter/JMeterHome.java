package loomwatch.loadgen.jmeter;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where JMeter and what drives it are built.
 *
 * @param target the folder that the build leaves its jars in
 * @param jdk home of the JDK it runs on
 */
public record JMeterHome(Path target, Path jdk) {
  /** The line that an agent says when load can be asked of it. */
  public static final String READY = "ready";

  private static final String GENERATOR = "loomwatch.jmeter.Generator";
  private static final String AGENT = "loomwatch.jmeter.Agent";

  /**
   * The command of a remote engine.
   *
   * @param address of this machine that it listens at
   * @param port its registry's
   * @param scratch a directory for what JMeter leaves
   */
  public List<String> agent(String address, int port, Path scratch) {
    List<String> command = new ArrayList<>(java(address, scratch));
    command.addAll(List.of(AGENT, Integer.toString(port)));
    return command;
  }

  /**
   * The command of whoever has JMeter run plans.
   *
   * @param agents as host:port; none where it makes the load itself
   */
  List<String> generator(String address, List<String> agents, Path scratch) {
    List<String> command = new ArrayList<>(java(address, scratch));
    command.add(GENERATOR);
    command.addAll(agents);
    return command;
  }

  /** JMeter binds its ports to that address alone, and notes preferences of the user's. */
  private List<String> java(String address, Path scratch) {
    return List.of(
        jdk.resolve("bin/java").toString(),
        "-Xmx1g",
        "-Djava.awt.headless=true",
        "-Djava.rmi.server.hostname=" + address,
        "-Djava.util.prefs.userRoot=" + scratch,
        "-Djava.io.tmpdir=" + scratch,
        "-cp",
        target.resolve("jmeter.jar") + ":" + target.resolve("lib") + "/*");
  }
}
