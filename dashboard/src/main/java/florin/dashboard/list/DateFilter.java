package florin.dashboard.list;

import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.Format;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The filter of a list by days in the time zone of the account's reports. It is a name such as
 * `last_7_days`, whose meaning changes daily, or a range of days, both included.
 *
 * @param words for the chip; empty for any day
 */
public record DateFilter(IdTime.Span span, String words) {
  public static final String PRESET = "date";
  public static final String FROM = "from";
  public static final String UNTIL = "until";

  private static final String CUSTOM = "custom";
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.UK);
  private static final DateFilter ANY = new DateFilter(IdTime.Span.ALWAYS, "");

  private static final Format<LocalDate> DATE = Format.date();

  /** Days relative to today. */
  private enum Preset {
    TODAY("Today") {
      @Override
      Days of(LocalDate today) {
        return new Days(today, today);
      }
    },
    YESTERDAY("Yesterday") {
      @Override
      Days of(LocalDate today) {
        return new Days(today.minusDays(1), today.minusDays(1));
      }
    },
    LAST_7_DAYS("Last 7 days") {
      @Override
      Days of(LocalDate today) {
        return new Days(today.minusDays(6), today);
      }
    },
    THIS_MONTH("This month") {
      @Override
      Days of(LocalDate today) {
        return new Days(today.withDayOfMonth(1), today);
      }
    },
    LAST_MONTH("Last month") {
      @Override
      Days of(LocalDate today) {
        LocalDate first = today.withDayOfMonth(1);
        return new Days(first.minusMonths(1), first.minusDays(1));
      }
    };

    private final String words;

    Preset(String words) {
      this.words = words;
    }

    abstract Days of(LocalDate today);

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The filter as lists declare it. */
  public static final ListFilter FILTER =
      new ListFilter(
          "date",
          "Date",
          List.of(
              ListField.choice(
                  PRESET, "Days", "Any", options(), Format.line(20), Function.identity()),
              ListField.text(FROM, "From", DATE, "", "", 10),
              ListField.text(UNTIL, "Until", DATE, "", "", 10)));

  private record Days(LocalDate first, LocalDate last) {
    IdTime.Span in(ZoneId zone) {
      return new IdTime.Span(
          Optional.of(begin(first, zone)), Optional.of(begin(last.plusDays(1), zone)));
    }
  }

  private static List<SelectOption> options() {
    return Stream.concat(
            Arrays.stream(Preset.values())
                .map(preset -> new SelectOption(preset.text(), preset.words)),
            Stream.of(new SelectOption(CUSTOM, "From – until")))
        .toList();
  }

  /** Reads the filter of a list. Its words name the place if the viewer's own zone is another. */
  public static DateFilter of(ListRequest request, Instant now) {
    DateFilter filter = read(request.form(), TimeText.reportZone(), now);
    request.describe(
        FILTER,
        filter.words.isEmpty() || TimeText.reportZone().equals(TimeText.zone())
            ? filter.words
            : filter.words + " in " + TimeText.reportPlace());
    return filter;
  }

  /**
   * Reads the filter, and records errors in the form. Two days without a name are a custom range.
   */
  static DateFilter read(Form form, ZoneId zone, Instant now) {
    String name = form.text(PRESET);
    if (name.isEmpty() || name.equals(CUSTOM)) {
      return custom(form, zone);
    }
    Optional<Preset> preset =
        Arrays.stream(Preset.values()).filter(known -> known.text().equals(name)).findFirst();
    if (preset.isEmpty()) {
      form.wrong(PRESET, "Choose one of the ranges.");
      return ANY;
    }
    LocalDate today = now.atZone(zone).toLocalDate();
    return new DateFilter(preset.get().of(today).in(zone), preset.get().words);
  }

  private static DateFilter custom(Form form, ZoneId zone) {
    Optional<LocalDate> from = form.optional(FROM, DATE);
    Optional<LocalDate> until = form.optional(UNTIL, DATE);
    if (form.error(FROM).isPresent() || form.error(UNTIL).isPresent()) {
      return ANY;
    }
    if (from.isPresent() && until.isPresent() && until.get().isBefore(from.get())) {
      form.wrong(UNTIL, "Must not be before the first day.");
      return ANY;
    }
    return new DateFilter(
        new IdTime.Span(
            from.map(day -> begin(day, zone)), until.map(day -> begin(day.plusDays(1), zone))),
        words(from, until));
  }

  private static String words(Optional<LocalDate> from, Optional<LocalDate> until) {
    if (from.isPresent() && until.isPresent()) {
      return from.equals(until)
          ? DAY.format(from.get())
          : DAY.format(from.get()) + " – " + DAY.format(until.get());
    }
    return from.map(day -> "from " + DAY.format(day))
        .or(() -> until.map(day -> "until " + DAY.format(day)))
        .orElse("");
  }

  private static Instant begin(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant();
  }
}
