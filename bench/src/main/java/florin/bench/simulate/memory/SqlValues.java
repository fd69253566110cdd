package florin.bench.simulate.memory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stored values and the SQL operations on them. Integers are Long, times are Instant, arrays are
 * List, and JSON is text.
 */
final class SqlValues {
  private static final long NANOS_PER_MICRO = 1_000;

  private SqlValues() {}

  /** Converts a parameter to its stored form. */
  static @Nullable Object kept(@Nullable Object value) {
    return switch (value) {
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case OffsetDateTime time -> micros(time.toInstant());
      case Instant time -> micros(time);
      case Object[] array -> Arrays.stream(array).map(SqlValues::kept).toList();
      case Optional<?> optional -> kept(optional.orElse(null));
      case null, default -> value;
    };
  }

  /** Rounds to microseconds, as PostgreSQL does. */
  private static Instant micros(Instant time) {
    if (time.equals(Instant.MIN)) {
      return time;
    }
    long nanos = time.getNano() + NANOS_PER_MICRO / 2;
    return Instant.ofEpochSecond(time.getEpochSecond(), nanos / NANOS_PER_MICRO * NANOS_PER_MICRO);
  }

  static int compare(Object one, Object other) {
    return switch (one) {
      case Long number -> number.compareTo((Long) other);
      case String text -> text.compareTo((String) other);
      case Instant time -> time.compareTo((Instant) other);
      case Boolean truth -> truth.compareTo((Boolean) other);
      case UUID id -> compare(id, (UUID) other);
      default -> throw new IllegalStateException("not compared: " + one.getClass());
    };
  }

  /** Compares UUIDs byte by byte, as PostgreSQL does. */
  private static int compare(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }

  static Object plus(Object one, Object other) {
    return switch (one) {
      case Long number -> number + (Long) other;
      case Instant time -> time.plus((Duration) other);
      default -> throw new IllegalStateException("not added: " + one.getClass());
    };
  }

  static Object minus(Object one, Object other) {
    return switch (one) {
      case Long number -> number - (Long) other;
      case Instant time -> time.minus((Duration) other);
      default -> throw new IllegalStateException("not subtracted: " + one.getClass());
    };
  }

  static boolean overlap(Object one, Object other) {
    return ((List<?>) one).stream().anyMatch(((List<?>) other)::contains);
  }

  /** Converts a text to a type. */
  static @Nullable Object cast(@Nullable Object value, String type) {
    if (!(value instanceof String text)) {
      return value;
    }
    return switch (type) {
      case "uuid" -> UUID.fromString(text);
      case "bigint", "integer", "smallint" -> Long.valueOf(text);
      case "timestamptz" -> time(text);
      case "interval" -> interval(text);
      default -> text;
    };
  }

  private static Instant time(String text) {
    return switch (text) {
      case "-infinity" -> Instant.MIN;
      case "epoch" -> Instant.EPOCH;
      default -> OffsetDateTime.parse(text).toInstant();
    };
  }

  static Duration interval(String text) {
    String[] parts = text.split(" ");
    long count = Long.parseLong(parts[0]);
    return switch (parts[1]) {
      case "ms" -> Duration.ofMillis(count);
      case "second", "seconds" -> Duration.ofSeconds(count);
      case "day", "days" -> Duration.ofDays(count);
      default -> throw new IllegalStateException("not an interval: " + text);
    };
  }

  /** Implements the function `delivery_id` of the migrations. */
  static UUID deliveryId(UUID event, UUID endpoint) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5")
              .digest((event.toString() + endpoint).getBytes(StandardCharsets.US_ASCII));
      String tail = HexFormat.of().formatHex(digest).substring(0, 16);
      return UUID.fromString(
          event.toString().substring(0, 19) + tail.substring(0, 4) + "-" + tail.substring(4));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
