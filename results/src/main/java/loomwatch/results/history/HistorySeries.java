package loomwatch.results.history;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.util.List;
import loomwatch.results.Direction;
import loomwatch.results.Require;

/**
 * What one run says of one series.
 *
 * @param scenario as in {@link SeriesName}
 * @param mode as in {@link SeriesName}
 * @param metric as in {@link SeriesName}
 * @param unit of the values: the metric's base unit, {@code ratio}, or an import's own
 * @param direction which way it gets better
 * @param values one for each valid launch, or block where two modes are compared, in the order
 *     measured; 0 or from 1e-100 to 1e100 in size, at least one: what could not be measured is left
 *     out
 */
@JsonDeserialize(using = SeriesReader.class)
public record HistorySeries(
    String scenario,
    String mode,
    String metric,
    String unit,
    Direction direction,
    List<Double> values) {

  /** The mode of series that Loomwatch did not measure. */
  public static final String IMPORTED = "imported";

  /** The mode of virtual ÷ platform. */
  public static final String CONTRAST = "contrast";

  public HistorySeries {
    Require.text("scenario", scenario);
    Require.text("mode", mode);
    Require.text("metric", metric);
    values = List.copyOf(values);
    Require.check(!values.isEmpty(), "values", "at least one", "none");
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw Require.fault("values", "finite numbers", value);
      }
      if (!isValue(value)) {
        throw Require.fault("values", "0 or from 1e-100 to 1e100 in size", value);
      }
    }
  }

  /** Whether it may be a value; of these, an import's too, squares and ratios are finite. */
  static boolean isValue(double number) {
    return number == 0 || Math.abs(number) >= 1e-100 && Math.abs(number) <= 1e100;
  }

  /** What stays the same from run to run. */
  @JsonIgnore
  public SeriesName name() {
    return new SeriesName(scenario, mode, metric);
  }
}
