package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.measure.variants.VariantSpec.Library;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionOverridesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Spring Boot: a parent, a list of dependencies by a property, Gradle's plugin, a
        // catalogue.
        "pom.xml|*|<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version></parent></project>|<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>2</version></parent></project>",
        "pom.xml|*|<properties><b>1</b></properties><dependency><groupId>g</groupId><artifactId>x</artifactId><version>${b}</version></dependency>|<properties><b>2</b></properties><dependency><groupId>g</groupId><artifactId>x</artifactId><version>${b}</version></dependency>",
        "pom.xml|*|<plugin><groupId>g</groupId><artifactId>x</artifactId></plugin><dependency><groupId>g</groupId><artifactId>x</artifactId><version>1</version></dependency>|<plugin><groupId>g</groupId><artifactId>x</artifactId></plugin><dependency><groupId>g</groupId><artifactId>x</artifactId><version>2</version></dependency>",
        "build.gradle|*|id 'g' version '1'|id 'g' version \"2\"",
        "build.gradle.kts|*|id(\"g\") version \"1\"|id(\"g\") version \"2\"",
        "libs.versions.toml|*|p = { id = \"g\", version = \"1\" }|p = { id = \"g\", version = \"2\" }",
        // A library: its own version, one that is managed, one with exclusions, one of another
        // group.
        "pom.xml|a|<dependency><groupId>g</groupId><artifactId>a</artifactId></dependency>|<dependency><groupId>g</groupId><artifactId>a</artifactId><version>2</version></dependency>",
        "pom.xml|a|<dependency><groupId>h</groupId><artifactId>x</artifactId><version>1</version><exclusions><exclusion><groupId>g</groupId><artifactId>a</artifactId></exclusion></exclusions></dependency></project>|<dependency><groupId>h</groupId><artifactId>x</artifactId><version>1</version><exclusions><exclusion><groupId>g</groupId><artifactId>a</artifactId></exclusion></exclusions></dependency><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>2</version></dependency></dependencies></dependencyManagement></project>",
        "pom.xml|a|<dependencyManagement><dependencies></dependencies></dependencyManagement></project>|<dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>2</version></dependency></dependencies></dependencyManagement></project>",
        "pom.xml|a|<plugin><groupId>h</groupId><artifactId>x</artifactId><version>1</version><configuration><exclude><groupId>g</groupId><artifactId>a</artifactId></exclude></configuration></plugin><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency>|<plugin><groupId>h</groupId><artifactId>x</artifactId><version>1</version><configuration><exclude><groupId>g</groupId><artifactId>a</artifactId></exclude></configuration></plugin><dependency><groupId>g</groupId><artifactId>a</artifactId><version>2</version></dependency>",
        "pom.xml|a|<dependency><groupId>g</groupId><!-- <version>3</version> --><artifactId>a</artifactId><version>1</version></dependency>|<dependency><groupId>g</groupId><!-- <version>3</version> --><artifactId>a</artifactId><version>2</version></dependency>",
        "libs.versions.toml|a|a = '1' a = { module = \"g:a\", version.ref = \"a\" }|a = '2' a = { module = \"g:a\", version.ref = \"a\" }",
        "build.gradle|a|implementation 'g:a:1'|implementation 'g:a:2'",
        "build.gradle|a|implementation 'g:a'|implementation 'g:a:2'",
        "build.gradle|a|ext.v = '1'; implementation \"g:a:${v}\"|ext.v = '2'; implementation \"g:a:${v}\"",
        "libs.versions.toml|a|a = { module = \"g:a\", version.ref = \"v\" }; v = \"1\"|a = { module = \"g:a\", version.ref = \"v\" }; v = \"2\"",
      })
  void apply_library_hasTheVersion(String file, String artifact, String text, String edited)
      throws Exception {
    Path build = Files.writeString(folder.resolve(file), text);

    new VersionOverrides(List.of(new Library("g", artifact, "2")), null).apply(folder);

    assertThat(Files.readString(build).strip()).isEqualTo(edited);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "pom.xml|<groupId>org.springframework.boot</groupId><properties><x/></properties>|<properties><tomcat.version>2</tomcat.version><x/>",
        "pom.xml|<groupId>org.springframework.boot</groupId><tomcat.version>1</tomcat.version>|<tomcat.version>2</tomcat.version>",
        "pom.xml|<groupId>org.springframework.boot</groupId></project>|<properties><tomcat.version>2</tomcat.version></properties></project>",
        "build.gradle|id 'org.springframework.boot'|ext['tomcat.version'] = '2'",
        "build.gradle|id 'org.springframework.boot'; ext['tomcat.version'] = '1'|; ext['tomcat.version'] = '2'",
      })
  void apply_tomcat_isThePropertyOfSpringBoot(String file, String text, String edited)
      throws Exception {
    Path build = Files.writeString(folder.resolve(file), text);

    new VersionOverrides(List.of(), "2").apply(folder);

    assertThat(Files.readString(build)).contains(edited).doesNotContain("1");
  }

  @Test
  void requireBuilt_anotherVersion_isRefused() {
    VersionOverrides overrides = new VersionOverrides(List.of(Library.boot("3.5.6")), "11.0.1");

    overrides.requireBuilt(Map.of());
    overrides.requireBuilt(Map.of("spring-boot", "3.5.6", "tomcat-embed-core", "11.0.1"));
    assertThatThrownBy(() -> overrides.requireBuilt(Map.of("spring-boot", "3.5.5")))
        .hasMessageStartingWith("spring-boot must be 3.5.6 in what is built, was 3.5.5; ");
    assertThatThrownBy(() -> overrides.requireBuilt(Map.of("spring-boot", "3.5.6")))
        .hasMessageStartingWith(
            "tomcat-embed-core must be 11.0.1 in what is built, is not there; ");
  }

  @Test
  void apply_namedNowhere_isRefused() throws Exception {
    Files.writeString(folder.resolve("build.gradle"), "implementation 'g:other:1'");

    assertThatThrownBy(
            () -> new VersionOverrides(List.of(new Library("g", "a", "2")), null).apply(folder))
        .isInstanceOf(VariantException.class)
        .hasMessageStartingWith("g:a 2 must be named in a pom.xml, ");
    assertThatThrownBy(() -> new VersionOverrides(List.of(), "2").apply(folder))
        .hasMessageContaining("no build file of")
        .hasMessageContaining("names Spring Boot");
  }
}
