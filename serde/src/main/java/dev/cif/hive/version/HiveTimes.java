package dev.cif.hive.version;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.serde2.io.DateWritableV2;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;

/**
 * Java objects that Hive's inspectors have for dates and for timestamps without a zone: classes of
 * Hive's own, or {@code java.sql}'s before Hive 3. Thread-safe.
 */
public abstract class HiveTimes {
  /** Objects of the Hive of this process. */
  public static final HiveTimes OF_HIVE = HiveFeatures.IS_3 ? new OfHive3() : new OfHive2();

  private HiveTimes() {}

  /** Returns the object of a day, counted from 1970-01-01. */
  public abstract Object date(int epochDay);

  /** Returns the day of an object, counted from 1970-01-01. */
  public abstract long epochDay(Object date);

  /** Returns the day of a value that the inspector describes, counted from 1970-01-01. */
  public long epochDay(Object value, PrimitiveObjectInspector inspector) {
    return epochDay(inspector.getPrimitiveJavaObject(value));
  }

  /** Returns the object of a local time, as seconds from 1970-01-01 00:00:00 and nanoseconds. */
  public abstract Object timestamp(long seconds, int nanos);

  /** Returns the seconds of an object, from 1970-01-01 00:00:00 in local time. */
  public abstract long seconds(Object timestamp);

  /** Returns the nanoseconds of an object, from 0 to 999,999,999. */
  public abstract int nanos(Object timestamp);

  private static final class OfHive3 extends HiveTimes {
    @Override
    public Object date(int epochDay) {
      return Date.ofEpochDay(epochDay);
    }

    @Override
    public long epochDay(Object date) {
      return ((Date) date).toEpochDay();
    }

    @Override
    public long epochDay(Object value, PrimitiveObjectInspector inspector) {
      return inspector.preferWritable()
              && inspector.getPrimitiveWritableObject(value) instanceof DateWritableV2 days
          ? days.getDays()
          : super.epochDay(value, inspector);
    }

    @Override
    public Object timestamp(long seconds, int nanos) {
      return Timestamp.ofEpochSecond(seconds, nanos);
    }

    @Override
    public long seconds(Object timestamp) {
      return ((Timestamp) timestamp).toEpochSecond();
    }

    @Override
    public int nanos(Object timestamp) {
      return ((Timestamp) timestamp).getNanos();
    }
  }

  /**
   * Objects in the process's zone, by the calendar that changes in 1582. A date keeps its year,
   * month and day, and a time what a clock showed. A time that the zone's clocks skip becomes a
   * later one.
   */
  private static final class OfHive2 extends HiveTimes {
    /** 1582-10-16 in UTC. In no zone a later moment is a day of the older calendar. */
    private static final long OLDER_CALENDAR = -12_219_206_400_000L;

    private static LocalDateTime local(java.sql.Timestamp time) {
      return time.getTime() < OLDER_CALENDAR ? oldLocal(time) : time.toLocalDateTime();
    }

    /** Java's own conversion takes years BC for years AD. */
    private static LocalDateTime oldLocal(java.util.Date time) {
      Calendar calendar = new GregorianCalendar();
      calendar.setTime(time);
      int year = calendar.get(Calendar.YEAR);
      boolean isBc = calendar.get(Calendar.ERA) == GregorianCalendar.BC;
      // The older calendar has days more, such as 1500-02-29.
      return LocalDate.of(isBc ? 1 - year : year, calendar.get(Calendar.MONTH) + 1, 1)
          .plusDays(calendar.get(Calendar.DAY_OF_MONTH) - 1)
          .atTime(
              calendar.get(Calendar.HOUR_OF_DAY),
              calendar.get(Calendar.MINUTE),
              calendar.get(Calendar.SECOND));
    }

    @Override
    public Object date(int epochDay) {
      return java.sql.Date.valueOf(LocalDate.ofEpochDay(epochDay));
    }

    @Override
    public long epochDay(Object date) {
      java.sql.Date day = (java.sql.Date) date;
      LocalDate local =
          day.getTime() < OLDER_CALENDAR ? oldLocal(day).toLocalDate() : day.toLocalDate();
      return local.toEpochDay();
    }

    @Override
    public Object timestamp(long seconds, int nanos) {
      return java.sql.Timestamp.valueOf(
          LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC));
    }

    @Override
    public long seconds(Object timestamp) {
      return local((java.sql.Timestamp) timestamp).toEpochSecond(ZoneOffset.UTC);
    }

    @Override
    public int nanos(Object timestamp) {
      return ((java.sql.Timestamp) timestamp).getNanos();
    }
  }
}
