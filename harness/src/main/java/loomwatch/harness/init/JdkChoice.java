package loomwatch.harness.init;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;

/** Chooses the JDK that a service is built and started with. */
final class JdkChoice {
  private final boolean given;
  private final Draft draft;
  private final Consumer<String> said;

  /**
   * Creates the choice.
   *
   * @param given whether the service file names a JDK
   */
  JdkChoice(boolean given, Draft draft, Consumer<String> said) {
    this.given = given;
    this.draft = draft;
    this.said = said;
  }

  /** Returns the JDK of the build if it is on this machine and new enough. */
  Optional<String> jdk(Optional<String> asked) throws IOException {
    if (given) {
      return Optional.empty();
    }
    int newest = Runtime.version().feature();
    if (asked.isEmpty() || asked.get().equals(Integer.toString(newest))) {
      draft.set("jdk", Integer.toString(newest));
      return Optional.empty();
    }
    String why;
    if (Integer.parseInt(asked.get()) < ServiceSpec.VIRTUAL_THREADS_JDK) {
      why = "has no virtual threads";
    } else {
      try {
        Jdks.ofThisMachine().find(asked.get());
        draft.set("jdk", asked.get());
        said.accept(
            "builds and starts it with JDK %s, which its build is for".formatted(asked.get()));
        return asked;
      } catch (VariantException notHere) {
        why = "is not on this machine";
      }
    }
    draft.set(
        "jdk",
        "%d # the build is for Java %s, which %s; write the one of production"
            .formatted(newest, asked.get(), why));
    said.accept(
        "its build is for Java %s, which %s: JDK %d is used".formatted(asked.get(), why, newest));
    return Optional.empty();
  }

  /** Returns the JDK that the build is for, if it is here and too old for virtual threads. */
  Optional<String> olderJdk(Project project) throws IOException {
    Optional<String> asked =
        project
            .sources()
            .java()
            .filter(version -> !given && !project.deployed())
            .filter(version -> Integer.parseInt(version) >= ServiceSpec.OLDEST_JDK)
            .filter(version -> Integer.parseInt(version) < ServiceSpec.VIRTUAL_THREADS_JDK);
    try {
      if (asked.isPresent()) {
        Jdks.ofThisMachine().find(asked.get());
      }
      return asked;
    } catch (VariantException notHere) {
      return Optional.empty();
    }
  }
}
