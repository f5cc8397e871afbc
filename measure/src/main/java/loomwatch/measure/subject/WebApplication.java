package loomwatch.measure.subject;

import java.util.List;

/**
 * A web application that is deployed in the embedded Tomcat of Loomwatch.
 *
 * @param path of the WAR or the folder, from the folder of the subject file
 * @param tomcat its line, one of {@link #LINES}
 */
public record WebApplication(String path, String tomcat) {
  /** The newest first. */
  public static final List<String> LINES = List.of("11", "10.1");

  /** Stands for the class path of the server that deploys it. */
  public static final String CLASS_PATH = "tomcat-class-path";

  /** How it is started, in either mode. */
  public List<String> start() {
    return List.of(
        "java",
        "-cp",
        "{" + CLASS_PATH + "}",
        "loomwatch.server.Main",
        "--war",
        path,
        "--mode",
        "{mode}",
        "--port",
        "{port}",
        "--max-threads",
        "{threads}",
        "--max-connections",
        "{connections}",
        "--accept-count",
        "{connections}");
  }
}
