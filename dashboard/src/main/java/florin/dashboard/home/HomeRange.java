package florin.dashboard.home;

import florin.core.Currency;
import florin.http.Form;
import florin.http.Format;
import florin.http.Query;
import florin.report.Days;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The days of the home page, from its address: a number of days until today, or a first and a last
 * day.
 *
 * @param form the dates as they were typed, with their errors
 * @param days the shown days; the default if the form has errors
 * @param preset one of {@link #PRESETS}; 0 for a range of dates
 * @param currency the requested currency
 */
public record HomeRange(Form form, Days days, int preset, Optional<Currency> currency) {
  public static final List<Integer> PRESETS = List.of(7, 28, 90);

  private static final int USUAL = 28;
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.UK);
  private static final DateTimeFormatter DAY_OF_YEAR =
      DateTimeFormatter.ofPattern("d MMM yyyy", Locale.UK);

  private static final Format<LocalDate> DATE = Format.date();

  /**
   * Reads the range.
   *
   * @param today the last day that can be chosen
   */
  static HomeRange read(Query query, LocalDate today, ZoneId zone) {
    var typed = new HashMap<String, String>();
    for (String name : List.of("from", "until")) {
      query
          .value(name)
          .filter(value -> !value.isBlank())
          .ifPresent(v -> typed.put(name, v.strip()));
    }
    Form form = Form.of(typed);
    Optional<Currency> currency =
        query.value("currency").flatMap(code -> Currency.find(code.toLowerCase(Locale.ROOT)));
    if (!typed.isEmpty()) {
      Optional<Days> chosen = chosen(form, today, zone);
      if (chosen.isPresent()) {
        return new HomeRange(form, chosen.get(), 0, currency);
      }
    }
    int preset =
        PRESETS.stream()
            .filter(days -> query.value("days").equals(Optional.of(days.toString())))
            .findFirst()
            .orElse(USUAL);
    return new HomeRange(form, Days.until(today, preset, zone), preset, currency);
  }

  private static Optional<Days> chosen(Form form, LocalDate today, ZoneId zone) {
    LocalDate first = form.required("from", DATE);
    LocalDate last = form.optional("until", DATE).orElse(today);
    if (form.isGood() && last.isAfter(today)) {
      form.wrong("until", "Must be today or earlier.");
    }
    if (form.isGood() && first.isAfter(last)) {
      form.wrong("from", "Must not be after the last day.");
    }
    if (form.isGood() && ChronoUnit.DAYS.between(first, last) >= Days.MOST) {
      form.wrong("from", "Choose at most " + Days.MOST + " days.");
    }
    return form.isGood() ? Optional.of(new Days(first, last, zone)) : Optional.empty();
  }

  /** Returns the path of the same days in another currency. */
  public String path(Currency other) {
    return HomePage.PATH
        + "?"
        + (preset > 0 ? "days=" + preset : "from=" + days.first() + "&until=" + days.last())
        + "&currency="
        + other.code();
  }

  /** Returns the compared days in words; empty if today is the only day. */
  public String comparison(LocalDate today) {
    if (!days.last().equals(today)) {
      return ", compared with " + words(days.before());
    }
    return days.count() == 1
        ? ""
        : ". Changes exclude today: %s compared with %s"
            .formatted(words(days.withoutLast()), words(days.before().withoutLast()));
  }

  public static String words(Days days) {
    return days.count() == 1
        ? DAY_OF_YEAR.format(days.first())
        : (days.first().getYear() == days.last().getYear() ? DAY : DAY_OF_YEAR).format(days.first())
            + " – "
            + DAY_OF_YEAR.format(days.last());
  }

  static String words(LocalDate day) {
    return DAY.format(day);
  }
}
