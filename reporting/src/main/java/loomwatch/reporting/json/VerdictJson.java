package loomwatch.reporting.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
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
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * {@code verdict.json}: same verdict, same bytes. Its schema is {@code
 * loomwatch/reporting/verdict.schema.json} among this module's resources.
 *
 * <p>What is unknown is null and never left out, so that whoever reads it need not know what might
 * be missing. Reading is strict, like the record's: an unknown field, a missing one, a number in
 * quotes or a name given twice is an error and not a guess.
 */
public final class VerdictJson {
  /** A verdict is never precious: the record it was made from is. */
  private static final String REMEDY = "./loomwatch gate makes it again from the record";

  private static final JsonFormat<StoredVerdict> FORMAT =
      JsonFormat.withNulls(Kinds.MAPPER, StoredVerdict.class, "verdict", Verdict.SCHEMA, REMEDY);

  private VerdictJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(Verdict verdict) {
    return FORMAT.write(StoredVerdict.of(verdict));
  }

  /**
   * Reads a verdict from a UTF-8 file.
   *
   * @throws RecordException when it cannot be read, is no verdict, or of a newer schema
   */
  public static Verdict read(Path file) {
    return verdict(FORMAT.read(file), file.toString());
  }

  /**
   * Reads a verdict.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no verdict, or of a newer schema
   */
  public static Verdict read(String json, String source) {
    return verdict(FORMAT.read(json, source), source);
  }

  private static Verdict verdict(StoredVerdict stored, String source) {
    try {
      return stored.asVerdict();
    } catch (Misfit e) {
      throw new RecordException(source + ": " + e.getMessage() + "; " + REMEDY);
    }
  }

  /** A {@link Verdict} as {@code verdict.json} has it. */
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
      @Nullable StoredComparison comparison,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Cause> causes) {

    /** A {@link Compared} as the file has it. */
    record StoredComparison(
        String base,
        String head,
        boolean sameService,
        int rounds,
        @Nullable Double alpha,
        List<String> leftOut) {}

    static StoredVerdict of(Verdict verdict) {
      Optional<Compared> compared = Optional.ofNullable(verdict.comparison());
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
          compared.map(StoredVerdict::comparison).orElse(null),
          verdict.causes().orElse(null));
    }

    private static StoredComparison comparison(Compared compared) {
      return new StoredComparison(
          compared.base(),
          compared.head(),
          compared.sameService(),
          compared.rounds(),
          compared.alpha(),
          compared.leftOut());
    }

    /**
     * The verdict.
     *
     * @throws Misfit when fields of a change do not go together
     */
    Verdict asVerdict() {
      return new Verdict(
          schema,
          verdict,
          rule,
          recordId,
          fingerprint,
          invalid,
          warnings,
          lines(),
          inputs,
          comparison == null ? null : compared(comparison),
          Optional.ofNullable(causes));
    }

    private Compared compared(StoredComparison stored) {
      return new Compared(
          stored.base(),
          stored.head(),
          stored.sameService(),
          stored.rounds(),
          stored.alpha(),
          stored.leftOut());
    }

    private List<MetricVerdict> lines() {
      List<MetricVerdict> lines = new ArrayList<>();
      for (StoredLine stored : metrics) {
        try {
          lines.add(stored.line());
        } catch (Misfit e) {
          throw new Misfit("metrics[" + lines.size() + "]" + e.getMessage());
        }
      }
      return lines;
    }

    /** A {@link MetricVerdict} as {@code verdict.json} has it. */
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
       * The line.
       *
       * @throws Misfit when fields do not go together
       */
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
          Misfit.unless(interval == null, " must have no interval without value");
          return new MeanValue.Nothing();
        }
        return interval == null ? new MeanValue.Once(value) : new MeanValue.Often(value, interval);
      }

      private Ruling ruling() {
        Misfit.unless(
            verdict == (finding == null ? null : finding.outcome()),
            " must have the verdict that follows from its finding");
        if (finding == null) {
          Misfit.unless(!gate && why == null, " must neither gate nor have a why without verdict");
          return new Ruling.Silent(reason);
        }
        return new LimitResult(finding, gate, why);
      }

      /** A {@link Change} as {@code verdict.json} has it: flat, with null for what it has not. */
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

        /**
         * The change.
         *
         * @throws Misfit when its fields do not go together
         */
        Change change() {
          Size size = size();
          return new Change(pairs, size, standing(size), unboxed(floorPercent));
        }

        private Size size() {
          if (base == null || head == null) {
            require(base == null && head == null, "have both base and head, or neither");
            require(effectPercent == null, "have no effectPercent without base and head");
          }
          if (effectPercent == null || effectInterval == null) {
            require(effectInterval == null, "have no effectInterval without effectPercent");
            require(mdePercent == null, "have no mdePercent without effectInterval");
          }
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

        private ChangeAssessment standing(Size size) {
          if (tolerancePercent == null || found == null) {
            require(
                tolerancePercent == null && found == null && pBetter == null && !suspected,
                "have no found or pBetter without tolerancePercent, and a found with it");
            return pAdjusted == null
                ? new ChangeAssessment.Untested()
                : new ChangeAssessment.TwoSided(pAdjusted);
          }
          Optional<Tested> tested =
              pAdjusted == null || pBetter == null
                  ? Optional.empty()
                  : Optional.of(new Tested(pAdjusted, pBetter));
          boolean whole = tested.isPresent() || pAdjusted == null && pBetter == null;
          require(
              whole && tested.isPresent() == size instanceof Size.SeveralPairs,
              "have pAdjusted and pBetter where it has effectInterval, and neither elsewhere");
          return new Judged(tolerancePercent, tested, found.found(), suspected);
        }

        private static void require(boolean fits, String rule) {
          Misfit.unless(fits, ".change must " + rule);
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

  /**
   * A {@link LimitResult} as {@code verdict.json} has it, with its outcome and its words beside the
   * facts.
   */
  record StoredFound(
      Outcome verdict, boolean gate, String reason, Finding finding, @Nullable String why) {

    static StoredFound of(LimitResult found) {
      return new StoredFound(
          found.verdict(), found.gate(), found.reason(), found.finding(), found.why());
    }

    /**
     * What was found.
     *
     * @throws Misfit when the outcome is not that of the finding
     */
    LimitResult found() {
      Misfit.unless(
          verdict == finding.outcome(),
          ".found must have the verdict that follows from its finding");
      return new LimitResult(finding, gate, why);
    }
  }

  /** Fields that do not go together, each by itself as it should be. */
  static final class Misfit extends RuntimeException {
    private static final long serialVersionUID = 1;

    Misfit(String message) {
      super(message);
    }

    /**
     * Refuses it.
     *
     * @param rule of a line, such as {@code .change must have both base and head, or neither}
     */
    static void unless(boolean fits, String rule) {
      if (!fits) {
        throw new Misfit(rule);
      }
    }
  }
}
