package loomwatch.harness.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 90s}, {@code 15m} or {@code 2h}. */
final class BudgetConverter implements ITypeConverter<Duration> {
  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,4})([smh])");

  @Override
  public Duration convert(String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      throw new TypeConversionException(
          "must be a number of seconds, minutes or hours such as 90s, 15m or 2h, was '"
              + text
              + "'");
    }
    long number = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
