package florin.dashboard.books;

import florin.books.Books;
import florin.books.MonthReport.Period;
import florin.core.TimeZones;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The month of a report, with the months to choose from.
 *
 * @param form the form in which the month is chosen
 * @param words the month, for headings
 * @param zone the place of its time zone
 */
public record ReportMonth(Form form, List<SelectOption> months, String words, String zone) {
  private static final DateTimeFormatter WORDS =
      DateTimeFormatter.ofPattern("MMMM yyyy", Locale.UK);

  /** The months that the form offers. */
  private static final int OFFERED = 24;

  public ReportMonth {
    months = List.copyOf(months);
  }

  /** Returns the requested month, and otherwise the present one of the reporting time zone. */
  static YearMonth read(DashboardRequest visit, Books books, Instant now) {
    return find(visit.query().value("month").orElse(""))
        .orElseGet(() -> YearMonth.from(now.atZone(books.reports.zone(visit.realm()))));
  }

  static Optional<YearMonth> find(String text) {
    try {
      return Optional.of(YearMonth.parse(text))
          .filter(month -> month.getYear() >= 2000 && month.getYear() < 3000);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  static ReportMonth of(Period period, Instant now) {
    YearMonth chosen = period.month();
    ZoneId zone = period.zone();
    List<YearMonth> recent =
        Stream.iterate(YearMonth.from(now.atZone(zone)), month -> month.minusMonths(1))
            .limit(OFFERED)
            .toList();
    return new ReportMonth(
        Form.of(Map.of("month", chosen.toString())),
        Stream.concat(recent.stream(), Stream.of(chosen).filter(it -> !recent.contains(it)))
            .map(month -> new SelectOption(month.toString(), words(month)))
            .toList(),
        words(chosen),
        TimeZones.place(zone));
  }

  static String words(YearMonth month) {
    return WORDS.format(month);
  }
}
