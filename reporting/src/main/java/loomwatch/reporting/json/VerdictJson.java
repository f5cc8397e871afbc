package loomwatch.reporting.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.LimitFinding;
import loomwatch.judge.verdict.MethodChange;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.JsonFormat;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.StrictJson;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * The format of {@code verdict.json}: the same verdict gives the same bytes. Its schema is the
 * resource {@code loomwatch/reporting/verdict.schema.json} of this module.
 *
 * <p>An unknown value is null and never omitted, so that a reader need not know which fields are
 * optional. Reading is strict: an unknown or missing field, a number in quotes or a duplicate name
 * is an error.
 */
public final class VerdictJson {
  /** A verdict can always be made again from its record. */
  private static final String REMEDY = "./loomwatch gate makes it again from the record";

  private static final JsonMapper MAPPER =
      StrictJson.WITH_NULLS.rebuild().addModule(new Kinds()).build();

  private static final JsonFormat<StoredVerdict> FORMAT =
      JsonFormat.withNulls(MAPPER, StoredVerdict.class, "verdict", Verdict.SCHEMA, REMEDY);

  private VerdictJson() {}

  public static String write(Verdict verdict) {
    return FORMAT.write(StoredVerdict.of(verdict));
  }

  /**
   * Reads a verdict from a UTF-8 file.
   *
   * @throws RecordException when it cannot be read, is not a verdict, or has a newer schema
   */
  public static Verdict read(Path file) {
    return verdict(FORMAT.read(file), file.toString());
  }

  /**
   * Reads a verdict; {@code source} is how messages name the input, such as its path.
   *
   * @throws RecordException when it is not a verdict, or has a newer schema
   */
  public static Verdict read(String json, String source) {
    return verdict(FORMAT.read(json, source), source);
  }

  private static Verdict verdict(StoredVerdict stored, String source) {
    for (int i = 0; i < stored.metrics().size(); i++) {
      if (!stored.metrics().get(i).fits()) {
        throw new RecordException(
            "%s: metrics[%d] must have fields that go together, had some that do not; %s"
                .formatted(source, i, REMEDY));
      }
    }
    return stored.asVerdict();
  }

  /** The JSON form of a {@link Verdict}. */
  record StoredVerdict(
      int schema,
      Outcome verdict,
      String rule,
      String recordId,
      String fingerprint,
      List<String> invalid,
      List<String> warnings,
      List<StoredLine> metrics,
      Verdict.Inputs inputs,
      @Nullable Compared comparison,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<MethodChange> methods,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Cause> causes) {

    static StoredVerdict of(Verdict verdict) {
      return new StoredVerdict(
          verdict.schema(),
          verdict.verdict(),
          verdict.rule(),
          verdict.recordId(),
          verdict.fingerprint(),
          verdict.invalid(),
          verdict.warnings(),
          verdict.metrics().stream().map(StoredLine::of).toList(),
          verdict.inputs(),
          verdict.comparison(),
          verdict.methods().isEmpty() ? null : verdict.methods(),
          verdict.causes().orElse(null));
    }

    Verdict asVerdict() {
      return new Verdict(
          schema,
          verdict,
          rule,
          recordId,
          fingerprint,
          invalid,
          warnings,
          metrics.stream().map(StoredLine::line).toList(),
          inputs,
          comparison,
          Objects.requireNonNullElse(methods, List.of()),
          Optional.ofNullable(causes));
    }

    /** The JSON form of a {@link MetricVerdict}. */
    record StoredLine(
        String scenario,
        JudgedMode mode,
        Metric metric,
        String unit,
        Direction direction,
        boolean gate,
        @Nullable Double limit,
        @Nullable Double value,
        @Nullable Interval interval,
        int launches,
        @Nullable Outcome verdict,
        String reason,
        @Nullable Finding finding,
        @Nullable String why,
        List<String> doubts,
        @Nullable StoredFound ofLimit,
        @Nullable StoredChange change) {

      static StoredLine of(MetricVerdict line) {
        return new StoredLine(
            line.scenario(),
            line.mode(),
            line.metric(),
            line.unit(),
            line.direction(),
            line.gate(),
            line.limit().isPresent() ? line.limit().getAsDouble() : null,
            line.value(),
            line.interval(),
            line.launches(),
            line.verdict(),
            line.reason(),
            line.ruling() instanceof LimitResult found ? found.finding() : null,
            line.why(),
            line.doubts(),
            line.ofLimit().map(StoredFound::of).orElse(null),
            line.change().map(StoredChange::of).orElse(null));
      }

      /**
       * Returns whether the fields are consistent. {@link MetricVerdict} cannot represent a
       * contradiction, so converting there and back loses it. Reasons are not compared: they follow
       * from findings, and another version may word them differently.
       */
      boolean fits() {
        StoredLine again = of(line());
        return Objects.equals(again.change, change)
            && Objects.equals(again.ofLimit, ofLimit)
            && Objects.equals(again.interval, interval)
            && Objects.equals(again.why, why)
            && again.verdict == verdict
            && again.gate == gate;
      }

      MetricVerdict line() {
        return new MetricVerdict(
            scenario,
            mode,
            metric,
            unit,
            direction,
            limit == null ? OptionalDouble.empty() : OptionalDouble.of(limit),
            measured(),
            launches,
            ruling(),
            doubts,
            Optional.ofNullable(ofLimit).map(StoredFound::found),
            Optional.ofNullable(change).map(StoredChange::change));
      }

      private MeanValue measured() {
        if (value == null) {
          return new MeanValue.Nothing();
        }
        return interval == null ? new MeanValue.Once(value) : new MeanValue.Often(value, interval);
      }

      private Ruling ruling() {
        return finding == null ? new Ruling.Silent(reason) : new LimitResult(finding, gate, why);
      }

      /** The flat JSON form of a {@link Change}, with null for each absent value. */
      record StoredChange(
          @Nullable Double base,
          @Nullable Double head,
          int pairs,
          @Nullable Double effectPercent,
          @Nullable Interval effectInterval,
          @Nullable Double tolerancePercent,
          @Nullable Double pAdjusted,
          @Nullable Double pBetter,
          @Nullable Double mdePercent,
          boolean suspected,
          @Nullable StoredFound found,
          @Nullable Double floorPercent) {

        static StoredChange of(Change change) {
          Optional<Size.Levels> measured =
              change.size() instanceof Size.Levels both ? Optional.of(both) : Optional.empty();
          Optional<Judged> judged = change.judged();
          return new StoredChange(
              measured.map(Size.Levels::base).orElse(null),
              measured.map(Size.Levels::head).orElse(null),
              change.pairs(),
              change.ratio().map(Size.Ratio::percent).orElse(null),
              change.bounded().map(Size.SeveralPairs::interval).orElse(null),
              judged.map(Judged::tolerancePercent).orElse(null),
              worse(change.standing()),
              judged.flatMap(Judged::tested).map(Tested::better).orElse(null),
              boxed(
                  change
                      .bounded()
                      .map(Size.SeveralPairs::mdePercent)
                      .orElse(OptionalDouble.empty())),
              judged.filter(Judged::suspected).isPresent(),
              judged.map(Judged::found).map(StoredFound::of).orElse(null),
              boxed(change.floorPercent()));
        }

        private static @Nullable Double worse(ChangeAssessment standing) {
          return switch (standing) {
            case ChangeAssessment.Untested none -> null;
            case ChangeAssessment.TwoSided(double p) -> p;
            case Judged judged -> judged.tested().map(Tested::worse).orElse(null);
          };
        }

        Change change() {
          return new Change(pairs, size(), standing(), unboxed(floorPercent));
        }

        private Size size() {
          if (base == null || head == null) {
            return new Size.NoPair();
          }
          if (effectPercent == null) {
            return new Size.NoRatio(base, head);
          }
          return effectInterval == null
              ? new Size.OnePair(base, head, effectPercent)
              : new Size.SeveralPairs(
                  base, head, effectPercent, effectInterval, unboxed(mdePercent));
        }

        private ChangeAssessment standing() {
          if (tolerancePercent == null || found == null) {
            return pAdjusted == null
                ? new ChangeAssessment.Untested()
                : new ChangeAssessment.TwoSided(pAdjusted);
          }
          Optional<Tested> tested =
              pAdjusted == null || pBetter == null
                  ? Optional.empty()
                  : Optional.of(new Tested(pAdjusted, pBetter));
          return new Judged(tolerancePercent, tested, found.found(), suspected);
        }

        private static @Nullable Double boxed(OptionalDouble number) {
          return number.isPresent() ? number.getAsDouble() : null;
        }

        private static OptionalDouble unboxed(@Nullable Double number) {
          return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
        }
      }
    }
  }

  /** The JSON form of a {@link LimitResult}, with outcome and reason in addition to the finding. */
  record StoredFound(
      Outcome verdict, boolean gate, String reason, Finding finding, @Nullable String why) {

    static StoredFound of(LimitResult found) {
      return new StoredFound(
          found.verdict(), found.gate(), found.reason(), found.finding(), found.why());
    }

    LimitResult found() {
      return new LimitResult(finding, gate, why);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StoredFound found
          && verdict == found.verdict
          && found().equals(found.found());
    }

    @Override
    public int hashCode() {
      return finding.hashCode();
    }
  }

  /** Gives each record of a sealed type a {@code kind}: its name in lower case with hyphens. */
  private static final class Kinds extends SimpleModule {
    private static final long serialVersionUID = 1;

    Kinds() {
      Stream.of(Finding.class, LimitFinding.Absence.class)
          .forEach(sealed -> {
            setMixInAnnotation(sealed, Kind.class);
            registerSubtypes(
                records(sealed)
                    .map(type -> new NamedType(type, name(type)))
                    .toArray(NamedType[]::new));
          });
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    private interface Kind {}

    private static Stream<Class<?>> records(Class<?> sealed) {
      return sealed.isRecord()
          ? Stream.of(sealed)
          : Stream.of(sealed.getPermittedSubclasses()).flatMap(Kinds::records);
    }

    private static String name(Class<?> type) {
      return type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
  }
}
