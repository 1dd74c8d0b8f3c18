package dev.cif.cli.command;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a number of bytes, such as 4096, 64K, 512MB, 1.5GiB; a K is 1,024 bytes. */
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern TEXT =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?) *([KMGT]?)(I?B)?");
  private static final String UNITS = "KMGT";

  @Override
  public Long convert(String text) {
    Matcher found = TEXT.matcher(text.trim().toUpperCase(Locale.ROOT));
    if (found.matches()) {
      int unit = found.group(2).isEmpty() ? 0 : 1 + UNITS.indexOf(found.group(2));
      BigDecimal factor = BigDecimal.valueOf(1L << (10 * unit));
      BigDecimal bytes = new BigDecimal(found.group(1)).multiply(factor);
      boolean fits = bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
      if (fits && bytes.longValue() > 0) {
        return bytes.longValue();
      }
    }
    throw new TypeConversionException(
        "'" + text + "' is no size: 1 byte or more, such as 4096, 64KB, 512MB or 1GB");
  }
}
