package florin.dashboard;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.Format;
import florin.http.Query;
import florin.payment.PaymentFilter;
import florin.payment.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which payments somebody wants to see, as it stands in the address of the list: one box to search
 * by, which is what it looks like, and filters.
 *
 * @param form with what is wrong with it
 * @param one the payment whose id was searched for: then there is no list
 */
record PaymentQuery(Form form, PaymentFilter filter, Optional<PaymentId> one) {
  private static final List<String> FIELDS = List.of("q", "status", "currency", "from", "until");
  private static final int MAX_LENGTH = 600;

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

  private static final Pattern LAST4 = Pattern.compile("[0-9]{4}");
  private static final Pattern METADATA = Pattern.compile("([^:]{1,40}):(.{1,500})");
  private static final Pattern AMOUNT =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,3})?)(?: ?([A-Za-z]{3}))?");

  static PaymentQuery read(Query query) {
    var values = new LinkedHashMap<String, String>();
    FIELDS.forEach(name ->
        query
            .value(name)
            .map(String::strip)
            .filter(value -> !value.isEmpty())
            .ifPresent(value -> values.put(name, value)));
    Form form = Form.of(values);
    Optional<Status> status = form.optional("status", STATUS);
    Optional<Currency> currency = form.optional("currency", CURRENCY);
    Optional<Instant> from = form.optional("from", DATE).map(PaymentQuery::begin);
    Optional<Instant> until = form.optional("until", DATE).map(date -> begin(date.plusDays(1)));
    var filter =
        new PaymentFilter(
            Optional.empty(),
            status,
            currency,
            Optional.empty(),
            Bounds.NONE,
            new IdTime.Span(from, until),
            Map.of());
    return form.isGood()
        ? searched(form, filter)
        : new PaymentQuery(form, filter, Optional.empty());
  }

  boolean isAny() {
    return FIELDS.stream().anyMatch(name -> !form.text(name).isEmpty());
  }

  /** The same question, to be asked of another page of the list. */
  ListPath path(String path) {
    var asked = new ListPath(path);
    for (String name : FIELDS) {
      asked = asked.with(name, form.text(name));
    }
    return asked;
  }

  private static PaymentQuery searched(Form form, PaymentFilter filter) {
    String typed = form.text("q");
    Matcher metadata = METADATA.matcher(typed);
    Matcher amount = AMOUNT.matcher(typed);
    Optional<PaymentId> one = PaymentId.KIND.parse(typed);
    Optional<CustomerId> customer = CustomerId.KIND.parse(typed);
    if (one.isPresent() || typed.isEmpty()) {
      return new PaymentQuery(form, filter, one);
    }
    Optional<PaymentFilter> found = Optional.empty();
    if (typed.length() > MAX_LENGTH) {
      found = Optional.empty();
    } else if (customer.isPresent()) {
      found = Optional.of(with(filter, customer, Optional.empty(), Map.of()));
    } else if (LAST4.matcher(typed).matches()) {
      found = Optional.of(with(filter, Optional.empty(), Optional.of(typed), Map.of()));
    } else if (metadata.matches()) {
      found =
          Optional.of(
              with(
                  filter,
                  Optional.empty(),
                  Optional.empty(),
                  Map.of(metadata.group(1).strip(), metadata.group(2).strip())));
    } else if (amount.matches()) {
      found = amount(filter, amount.group(1), Optional.ofNullable(amount.group(2)));
    }
    if (found.isEmpty()) {
      form.wrong(
          "q",
          "Payments are not searched by this. Try an id, the card's last four digits, an amount such as 12.34 usd, or metadata such as order:1001.");
    }
    return new PaymentQuery(form, found.orElse(filter), Optional.empty());
  }

  private static Optional<PaymentFilter> amount(
      PaymentFilter filter, String number, Optional<String> code) {
    Optional<Currency> typed = code.flatMap(c -> Currency.find(c.toLowerCase(Locale.ROOT)));
    if (code.isPresent() && typed.isEmpty()) {
      return Optional.empty();
    }
    Optional<Currency> currency = typed.or(filter::currency);
    return AmountFormat.parse(number, currency.orElse(Currency.get("usd")))
        .map(Money::minor)
        .map(minor ->
            new PaymentFilter(
                filter.customer(),
                filter.status(),
                currency,
                filter.last4(),
                Bounds.exactly(minor),
                filter.created(),
                filter.metadata()));
  }

  private static PaymentFilter with(
      PaymentFilter filter,
      Optional<CustomerId> customer,
      Optional<String> last4,
      Map<String, String> metadata) {
    return new PaymentFilter(
        customer,
        filter.status(),
        filter.currency(),
        last4,
        filter.amount(),
        filter.created(),
        metadata);
  }

  private static Optional<LocalDate> date(String text) {
    try {
      LocalDate date = LocalDate.parse(text);
      return date.getYear() >= 1970 && date.getYear() <= 9998
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
