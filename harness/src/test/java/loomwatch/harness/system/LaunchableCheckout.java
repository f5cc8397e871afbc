package loomwatch.harness.system;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The launcher in a checkout of next to nothing, with a script in Maven's place. */
final class LaunchableCheckout {
  private LaunchableCheckout() {}

  /** A start of the launcher. */
  static ProcessBuilder at(Path checkout, String maven, String... arguments) throws IOException {
    Path launcher = copy("loomwatch", checkout);
    copy(".ci/test", checkout);
    for (String file :
        List.of("pom.xml", ".mvn/maven.config", "server/pom.xml", "server/src/main/A")) {
      Files.createDirectories(checkout.resolve(file).getParent());
      Files.writeString(checkout.resolve(file), "");
    }
    Path bin = Files.createDirectories(checkout.resolve("bin"));
    Path script = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\n" + maven + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));

    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(Loomwatch.heedingInterrupts(command));
    builder.environment().put("LOOMWATCH_JDK", System.getProperty("java.home"));
    builder.environment().put("LOOMWATCH_TOMCAT", "10.1.59");
    builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    return builder;
  }

  private static Path copy(String file, Path checkout) throws IOException {
    Path copy = checkout.resolve(file);
    Files.createDirectories(copy.getParent());
    return Files.copy(
        Loomwatch.ROOT.resolve(file),
        copy,
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** A start of the launcher and, after a build that does nothing, of the real program. */
  static ProcessBuilder withTheProgram(Path checkout, String... arguments) throws IOException {
    Path app = Files.createDirectories(checkout.resolve("harness/target/app"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    // Directories end with a slash in a URI when they are there.
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    try (OutputStream file = Files.newOutputStream(app.resolve("program.jar"))) {
      new JarOutputStream(file, manifest).close();
    }
    return at(checkout, "exit 0", arguments);
  }

  /** A start of the launcher which, after such a build, starts a script in the program's place. */
  static ProcessBuilder withAProgram(Path checkout, String script) throws IOException {
    Path home = FakeJdk.at(checkout.resolve("jdk"), "99.0.1", script + "\n");
    Files.createSymbolicLink(home.resolve("bin/javac"), Path.of("java"));
    ProcessBuilder builder = at(checkout, "exit 0", "doctor");
    builder.environment().put("LOOMWATCH_JDK", home.toString());
    return builder;
  }
}
