package loomwatch.measure.launch;

import com.github.dockerjava.api.command.InspectImageResponse;
import java.util.List;
import loomwatch.measure.subject.Need.Image;
import loomwatch.measure.subject.SubjectException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/** The Docker daemon of this machine, by Testcontainers. */
public final class Docker {
  private Docker() {}

  /**
   * Makes sure there is one.
   *
   * @param need what it is wanted for, for the message
   * @throws SubjectException when none answers; says what can be done instead
   */
  static void require(String need, Image image) {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new SubjectException(
          "the need %s must have a Docker daemon for its image %s, none answers here; start one or set DOCKER_HOST, or write start: with a program of this machine in place of image:"
              .formatted(need, image.name()));
    }
  }

  /**
   * Which image a name stands for today: the name and its digest; it is pulled where it is not
   * here.
   *
   * @param need what it is wanted for, for messages
   * @throws SubjectException when there is no daemon, or no such image
   */
  public static String version(String need, Image image) {
    require(need, image);
    try {
      String name = new RemoteDockerImage(DockerImageName.parse(image.name())).get();
      InspectImageResponse found = DockerClientFactory.lazyClient().inspectImageCmd(name).exec();
      List<String> digests = found.getRepoDigests();
      // One that was built here and never pushed has an id alone.
      String digest =
          digests == null || digests.isEmpty()
              ? String.valueOf(found.getId())
              : digests.getFirst().replaceFirst(".*@", "");
      String plain = image.name().replaceFirst("@.*", "");
      return plain + "@" + digest;
    } catch (RuntimeException e) {
      // Of whatever kind: Testcontainers wraps what the daemon, the registry and it itself say.
      throw new SubjectException(
          "the need %s must have an image that can be pulled, %s could not: %s; correct image:, or pull it by hand to see why"
              .formatted(need, image.name(), reason(e)));
    }
  }

  /** What it began with. */
  static String reason(Throwable failure) {
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return String.valueOf(first.getMessage()).strip();
  }
}
