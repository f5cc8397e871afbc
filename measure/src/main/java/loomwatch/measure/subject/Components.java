package loomwatch.measure.subject;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which libraries belong to a service's toolchain, by the names of their artifacts; {@code *} in
 * one stands for any characters. A bump of one of them is a change of the toolchain, of any other
 * one of the code.
 *
 * @param names in the order of the file
 */
public record Components(List<String> names) {
  /**
   * What serves requests and talks to databases, one artifact of each family. Not every library:
   * where bots update some of eighty each day, no two days would be of one toolchain.
   */
  public static final Components USUAL =
      new Components(
          List.of(
              ("tomcat-embed-core jetty-server undertow-core netty-common spring-boot "
                      + "spring-core spring-data-commons spring-security-core quarkus-core "
                      + "vertx-core micronaut-core helidon-webserver dropwizard-core jersey-server "
                      + "hibernate-core jackson-databind HikariCP postgresql mysql-connector-j "
                      + "mariadb-java-client ojdbc* mssql-jdbc h2 mongodb-driver-core lettuce-core "
                      + "jedis kafka-clients")
                  .split(" ", -1)));

  public Components {
    names = List.copyOf(names);
  }

  /**
   * The name under which a jar counts, if it does. Quarkus writes the group before the artifact,
   * with a dot between them.
   *
   * @param artifact a jar's name without version and ending
   */
  public Optional<String> find(String artifact) {
    return Stream.iterate(
            artifact, name -> !name.isEmpty(), name -> name.substring(name.indexOf('.') + 1))
        .limit(1 + artifact.chars().filter(c -> c == '.').count())
        .filter(name -> names.stream().anyMatch(pattern -> matches(pattern, name)))
        .findFirst();
  }

  private static boolean matches(String pattern, String name) {
    return Pattern.matches(
        Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        name);
  }
}
