package dev.cif.cli.command;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a span of time, such as 0, 90s, 30m, 36h, 7d. */
final class Age implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9}) *([SMHD])|0");

  @Override
  public Duration convert(String text) {
    Matcher found = TEXT.matcher(text.trim().toUpperCase(Locale.ROOT));
    if (!found.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is no span of time: 0, or a number of s, m, h or d, such as 36h or 7d");
    }
    if (found.group(1) == null) {
      return Duration.ZERO;
    }
    long number = Long.parseLong(found.group(1));
    return switch (found.group(2)) {
      case "S" -> Duration.ofSeconds(number);
      case "M" -> Duration.ofMinutes(number);
      case "H" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
