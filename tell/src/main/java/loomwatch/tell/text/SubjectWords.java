package loomwatch.tell.text;

import loomwatch.results.Subject;

/** What was measured, in a few words. */
public final class SubjectWords {
  /** Of a service without Tomcat, or that is no JVM, in a record. */
  private static final String NONE = "none";

  private SubjectWords() {}

  /** Such as {@code shop with Tomcat 10.1.55 on JDK 25}; without the name for what ships. */
  public static String of(Subject subject) {
    String tomcat = subject.tomcat().equals(NONE) ? "" : "Tomcat " + subject.tomcat();
    String service = subject.service() == null ? "" : subject.service().replaceFirst("@.*", "");
    String between = tomcat.isEmpty() || service.isEmpty() ? "" : " with ";
    String jdk = subject.jdk().equals(NONE) ? "" : " on JDK " + subject.jdk();
    return service + between + tomcat + jdk;
  }
}
