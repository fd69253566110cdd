package florin.books.file;

import florin.books.file.CsvReader.Row;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQuery;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fields of a row by the names of their columns.
 *
 * @param columns the places of the columns
 * @param values how numbers and times are written
 */
record MappedRow(Row row, Map<String, Integer> columns, ValueFormat values) {
  private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,15}(\\.[0-9]{1,6})?");
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,15}");

  /** The largest amount, with space for sums. */
  private static final long MAX_MINOR = 999_999_999_999_999L;

  private static final TemporalQuery<ZonedDateTime> ZONED = ZonedDateTime::from;
  private static final TemporalQuery<LocalDateTime> LOCAL = LocalDateTime::from;
  private static final TemporalQuery<LocalDate> DAY = LocalDate::from;

  private static final DateTimeFormatter SPACED =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.US)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter ZONE = DateTimeFormatter.ofPattern("z", Locale.US);

  String text(String column) {
    return row.fields().get(columns.getOrDefault(column, 0)).strip();
  }

  String required(String column) throws SettlementFileException {
    String text = text(column);
    if (text.isEmpty()) {
      throw fault("%s is empty.".formatted(column));
    }
    return text;
  }

  Optional<String> find(Optional<String> column) {
    return column.map(this::text).filter(text -> !text.isEmpty());
  }

  /** Returns the texts of columns that have any, with a separator. */
  String joined(List<String> names, String separator) {
    return String.join(
        separator, names.stream().map(this::text).filter(text -> !text.isEmpty()).toList());
  }

  Currency currency(String column) throws SettlementFileException {
    return Currency.find(required(column).toLowerCase(Locale.ROOT))
        .orElseThrow(() -> fault("%s is no active currency of ISO 4217.".formatted(column)));
  }

  /** Returns the sum of columns in minor units; empty fields count as zero. */
  long sum(List<String> terms, Currency currency, boolean isMinor) throws SettlementFileException {
    long sum = 0;
    for (String term : terms) {
      boolean isSubtracted = term.startsWith("-");
      String column = isSubtracted ? term.substring(1) : term;
      if (!text(column).isEmpty()) {
        long amount = amount(column, currency, isMinor);
        sum += isSubtracted ? -amount : amount;
      }
    }
    return sum;
  }

  boolean hasAny(List<String> terms) {
    return terms.stream()
        .map(term -> term.startsWith("-") ? term.substring(1) : term)
        .anyMatch(column -> !text(column).isEmpty());
  }

  private long amount(String column, Currency currency, boolean isMinor)
      throws SettlementFileException {
    String text = values.number(text(column));
    if (!(isMinor ? WHOLE : DECIMAL).matcher(text).matches()) {
      throw fault(
          isMinor
              ? "%s must be a whole number.".formatted(column)
              : "%s must be a number such as 10%s00.".formatted(column, values.decimal()));
    }
    BigDecimal minor = new BigDecimal(text).movePointRight(isMinor ? 0 : currency.exponent());
    if (minor.stripTrailingZeros().scale() > 0) {
      throw fault("%s has more decimals than its currency.".formatted(column));
    }
    if (minor.abs().compareTo(BigDecimal.valueOf(MAX_MINOR)) > 0) {
      throw fault("%s is too large.".formatted(column));
    }
    return minor.longValueExact();
  }

  /**
   * Reads a time or a day. Its zone is the one in the text, else that of the column, else the fixed
   * one.
   */
  Instant time(String column, Optional<String> zone) throws SettlementFileException {
    String text = required(column);
    DateTimeFormatter form = values.dates().orElseGet(() -> standard(text));
    try {
      return switch (form.parseBest(text, ZONED, LOCAL, DAY)) {
        case ZonedDateTime zoned -> instant(zoned, form, text);
        case LocalDateTime local -> instant(local, find(zone));
        case TemporalAccessor day -> instant(LocalDate.from(day).atStartOfDay(), find(zone));
      };
    } catch (DateTimeException _) {
      if (values.dates().isPresent()) {
        throw fault("%s must be a time as date_format describes it.".formatted(column));
      }
      throw fault("%s must be a time such as 2026-11-28 10:30:00.".formatted(column));
    }
  }

  private static DateTimeFormatter standard(String text) {
    return text.contains("T")
        ? DateTimeFormatter.ISO_DATE_TIME
        : text.contains(" ") ? SPACED : DateTimeFormatter.ISO_LOCAL_DATE;
  }

  private Instant instant(LocalDateTime local, Optional<String> zone) {
    return zone.isPresent()
        ? instant(local.atZone(ZONE.parse(zone.get(), ZoneId::from)), ZONE, zone.get())
        : local.atZone(values.zone()).toInstant();
  }

  /** In the hour that occurs twice, the name of the zone decides, such as CEST or CET. */
  private static Instant instant(ZonedDateTime time, DateTimeFormatter form, String text) {
    return Stream.of(time.withEarlierOffsetAtOverlap(), time.withLaterOffsetAtOverlap())
        .filter(it -> it.format(form).equals(text))
        .findFirst()
        .orElse(time)
        .toInstant();
  }

  /** Returns the first column that has an id of Florin. */
  Optional<Id> subject(List<String> names) {
    return names.stream()
        .map(this::text)
        .flatMap(text ->
            Stream.<Id.Kind<? extends Id>>of(AttemptId.KIND, PaymentId.KIND, RefundId.KIND)
                .flatMap(kind -> kind.parse(text).<Id>map(id -> id).stream()))
        .findFirst();
  }

  SettlementFileException fault(String message) {
    return new SettlementFileException(row.line(), message);
  }
}
