package florin.dashboard;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.Format;
import florin.http.Query;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.report.SearchTerm;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which payments somebody wants to see, as it stands in the address of the list: one box to search
 * by, and filters.
 *
 * @param form with what is wrong with it
 */
record PaymentQuery(Form form, SearchTerm term, PaymentFilter filter) {
  static final String SEARCH = "q";
  static final List<String> FIELDS = List.of(SEARCH, "status", "currency", "from", "until");

  private static final int FIRST_YEAR = 1970;
  private static final int LAST_YEAR = 9998;

  private static final Format<Status> STATUS =
      Format.choice(List.of(Status.values()), Status::text);
  private static final Format<Currency> CURRENCY =
      Format.text(
          ErrorCode.CURRENCY_UNSUPPORTED,
          "must be a currency's three letters, such as usd",
          Currency.get("usd"),
          text -> Currency.find(text.toLowerCase(Locale.ROOT)));
  private static final Format<LocalDate> DATE =
      Format.text("must be a date, such as 2026-11-21", LocalDate.EPOCH, PaymentQuery::date);

  static PaymentQuery read(Query query) {
    var values = new LinkedHashMap<String, String>();
    FIELDS.forEach(name -> query.value(name).ifPresent(value -> values.put(name, value.strip())));
    Form form = Form.of(values);
    Optional<Status> status = form.optional("status", STATUS);
    Optional<Currency> currency = form.optional("currency", CURRENCY);
    Optional<Instant> from = form.optional("from", DATE).map(PaymentQuery::begin);
    Optional<Instant> until = form.optional("until", DATE).map(day -> begin(day.plusDays(1)));
    SearchTerm term = SearchTerm.parse(form.text(SEARCH));
    if (term instanceof SearchTerm.Unreadable) {
      form.wrong(
          SEARCH,
          "Payments are not searched by this. Try an id, the card's last four digits, an amount such as 12.34 usd, an e-mail address, or metadata such as order:1001.");
    }
    return new PaymentQuery(
        form,
        term,
        new PaymentFilter(
            Optional.empty(),
            status,
            currency,
            Optional.empty(),
            Bounds.NONE,
            new IdTime.Span(from, until),
            Map.of()));
  }

  boolean isAny() {
    return FIELDS.stream().anyMatch(name -> !form.text(name).isEmpty());
  }

  /** What is asked for, for the audit log. */
  String words() {
    String asked =
        FIELDS.stream()
            .filter(name -> !form.text(name).isEmpty())
            .map(name -> name + " " + form.text(name))
            .collect(Collectors.joining(", "));
    return asked.isEmpty() ? "all of them" : asked;
  }

  private static Optional<LocalDate> date(String text) {
    try {
      LocalDate date = LocalDate.parse(text);
      return date.getYear() >= FIRST_YEAR && date.getYear() <= LAST_YEAR
          ? Optional.of(date)
          : Optional.empty();
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static Instant begin(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
