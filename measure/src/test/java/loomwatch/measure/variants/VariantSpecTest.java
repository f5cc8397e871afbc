package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import loomwatch.measure.variants.VariantSpec.Library;
import loomwatch.measure.variants.VariantSpec.SpecException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantSpecTest {
  @Test
  void parse_everyKey_isRead() {
    assertThat(
            VariantSpec.parse(
                "--base",
                "ref=main,tomcat=10.1.59,jdk=21.0.8,flags=-XX:+UseZGC -Xmx1g,fault=cpu:10%"))
        .isEqualTo(
            new VariantSpec(
                "main",
                "10.1.59",
                "21.0.8",
                List.of(),
                List.of("-XX:+UseZGC", "-Xmx1g"),
                "cpu:10%",
                null));
  }

  @Test
  void parse_oneKey_leavesTheOthersToTheDefaultsOfBothVariants() {
    assertThat(VariantSpec.parse("--base", "jdk=25"))
        .isEqualTo(new VariantSpec(null, null, "25", List.of(), List.of(), null, null));
  }

  @Test
  void parse_libraries_areBootAndOthers() {
    assertThat(
            VariantSpec.parse("--head", "boot=3.5.6,dep=com.acme:json:1.2 a:b:2-RC1").libraries())
        .containsExactly(
            Library.boot("3.5.6"),
            new Library("com.acme", "json", "1.2"),
            new Library("a", "b", "2-RC1"));
  }

  @Test
  void textAt_everything_isReadAsTheSame() {
    VariantSpec spec =
        VariantSpec.parse(
            "--head",
            "jdk=25, ref=main,boot=3.5.6,dep=g:a:1 g:b:2,tomcat=11.0.1,flags=-Xmx1g -Xss1m");

    assertThat(VariantSpec.parse("--head", spec.textAt("abc"))).isEqualTo(spec.at("abc"));
  }

  @Test
  void with_versionsOfTheSame_takesTheLater() {
    VariantSpec both =
        VariantSpec.parse("--to", "boot=3.5.6,dep=g:a:1 g:b:2,jdk=21")
            .with(VariantSpec.parse("--to", "dep=g:a:3,jdk=25"));

    assertThat(both.versions()).isEqualTo("jdk=25,boot=3.5.6,dep=g:a:3 g:b:2");
  }

  @Test
  void parse_commasInFlags_endOnlyAtAKey() {
    VariantSpec spec =
        VariantSpec.parse("--head", "flags=-Xlog:gc*,safepoint=info -Da=b,c=d, fault=alloc:1KiB");

    assertThat(spec.flags()).containsExactly("-Xlog:gc*,safepoint=info", "-Da=b,c=d");
    assertThat(spec.fault()).isEqualTo("alloc:1KiB");
  }

  @Test
  void parse_spacesAroundWords_areNoPartOfThem() {
    assertThat(VariantSpec.parse("--head", " ref = main , jdk = 25 "))
        .isEqualTo(new VariantSpec("main", null, "25", List.of(), List.of(), null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"HEAD|HEAD|", ".|.|", " main~3 |main~3|", "v1.2,jdk=25|v1.2|25"})
  void parse_wordWithoutKey_isTheRevision(String spec, String ref, @Nullable String jdk) {
    assertThat(VariantSpec.parse("--base", spec))
        .isEqualTo(new VariantSpec(ref, null, jdk, List.of(), List.of(), null, null));
  }

  @Test
  void parse_milestoneOfTomcat_isAVersion() {
    assertThat(VariantSpec.parse("--head", "tomcat=12.0.0-M1").tomcat()).isEqualTo("12.0.0-M1");
  }

  @Test
  void parse_unknownKey_saysWhereAndWhatWasMeant() {
    assertThatThrownBy(() -> VariantSpec.parse("--head", "ref=main,tomact=10.1.59"))
        .isInstanceOf(SpecException.class)
        .hasMessage(
            """
            --head:10: key must be one of those known, was "tomact"; did you mean 'tomcat'? Known:\
             ref, tomcat, jdk, boot, dep, flags, fault, url
              ref=main,tomact=10.1.59
                       ^
              an example: 'ref=main,tomcat=10.1.59,jdk=25,flags=-XX:+UseZGC\
             -Xmx1g,fault=cpu:10%'\
            """);
  }

  /** What is wrong, at which column, counted from 1. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|1|SPEC must be a revision or key=value pairs, was empty; . is the working tree",
        "main,head|6|key must be one of those known, was \"head\"; known: ref,",
        "main,ref=a|6|ref must be given once, was repeated; keep one of them",
        "--all|1|ref must be a git revision, was \"--all\"",
        "ref|4|ref must have a value, had none; write ref=…",
        "jdk=25,|8|key must be one of those known, was \"\"; known: ref,",
        "jdk,ref=a|4|jdk must have a value, had none; write jdk=…",
        "ref=,jdk=25|5|ref must have a value, was empty; leave the key out for the same in both",
        "jdk=25,ref=|12|ref must have a value, was empty; leave the key out for the same in both",
        "ref=a,jdk=25,ref=b|14|ref must be given once, was repeated; keep one of them",
        "ref=--all|5|ref must be a git revision, was \"--all\"",
        "tomcat=11|8|tomcat must be a whole version such as 10.1.59 or 11.0.27, was \"11\"",
        "tomcat=9.0.121|8|tomcat must be 10.1 or later, was 9.0.121: the server is written for"
            + " Jakarta Servlet 6",
        "fault=cpuu:1%|7|fault must be a known KIND and a SIZE, such as latency:1ms, was"
            + " \"cpuu:1%\"; did you mean 'cpu'? Known: alloc, background, collect, cpu, gc, latency, leak,"
            + " lock, pin, retain, tail",
        "jdk=25,fault=pin:5%|14|size of fault pin must be a time, such as 1ms or 20us, was"
            + " \"pin:5%\"",
        "flags=-Xint -javaagent:a.jar|13|flag must be none that loads an agent, which would be"
            + " measured along with the server, was \"-javaagent:a.jar\"",
      })
  void parse_malformed_saysWhatAndWhere(String spec, int column, String message) {
    assertThatThrownBy(() -> VariantSpec.parse("--base", spec))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("--base:%d: %s".formatted(column, message))
        .hasMessageContaining("\n  %s\n  %s^\n".formatted(spec, " ".repeat(column - 1)));
  }
}
