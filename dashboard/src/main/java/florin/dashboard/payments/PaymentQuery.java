package florin.dashboard.payments;

import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.dashboard.list.AmountFilter;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListFilter;
import florin.dashboard.list.ListForm;
import florin.dashboard.list.ListRequest;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.SelectOption;
import florin.http.Format;
import florin.instrument.Instrument;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentTraits;
import florin.report.PaymentSearch.Sought;
import florin.report.SearchTerm;
import florin.vault.Brand;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The search of the list of payments: one text field, and filters.
 *
 * @param sought the criteria without those of the need, which require a lookup
 * @param need the reason why a person must act
 * @param created the filter by creation date
 */
public record PaymentQuery(Sought sought, Optional<PaymentNeed> need, DateFilter created) {
  /** The statuses, with the most requested first. */
  static final List<String> STATUSES =
      Stream.concat(
              Stream.of(
                      Status.SUCCEEDED,
                      Status.REQUIRES_CAPTURE,
                      Status.REQUIRES_ACTION,
                      Status.PROCESSING,
                      Status.FAILED,
                      Status.CANCELED)
                  .map(Status::text),
              Stream.of(PaymentTraits.DISPUTED_STATUS))
          .toList();

  static final ListField<String> STATUS =
      ListField.choice(
          "status",
          "Status",
          "Any",
          STATUSES,
          Function.identity(),
          status -> Pill.of(status).words());
  static final ListField<String> CONNECTOR =
      ListField.choice(
          "connector",
          "Connector",
          "Any",
          List.of(),
          Format.text(
              "must be a connector's ID",
              "",
              text -> Optional.of(text).filter(id -> id.matches("[a-z0-9_]{1,60}"))),
          ListForm::shortened);

  private static final ListField<String> BRAND =
      ListField.choice(
          "brand",
          "Brand",
          "Any",
          Stream.of(Brand.values())
              .map(brand -> new SelectOption(brand.text(), brand(brand.text())))
              .toList(),
          oneOf(
              "must be a card brand, such as visa",
              Stream.concat(
                  Stream.of(Brand.values()).map(Brand::text),
                  Stream.of(Instrument.Type.values()).map(Instrument.Type::text))),
          PaymentQuery::brand);
  private static final ListField<String> LAST4 =
      ListField.text(
              "last4",
              "Last four digits",
              Format.text(
                  "must be the last four digits",
                  "",
                  text -> Optional.of(text).filter(digits -> digits.matches("[0-9]{4}"))),
              "4242",
              "",
              4)
          .saying(digits -> "•••• " + digits);
  private static final ListField<Instrument.Type> TYPE =
      ListField.choice(
          "method_type", "Type", "Any", List.of(Instrument.Type.values()), Instrument.Type::text);
  private static final ListField<String> REASON =
      ListField.choice(
          "reason",
          "Why it failed",
          "Any",
          DeclineText.codes().stream()
              .map(code -> new SelectOption(code, DeclineText.brief(code)))
              .sorted(Comparator.comparing(SelectOption::words))
              .toList(),
          oneOf(
              "must be a decline or failure code, such as do_not_honor",
              Stream.concat(
                  Stream.of(DeclineCode.values()).map(DeclineCode::text),
                  Stream.of(ErrorCode.values()).map(ErrorCode::text))),
          DeclineText::brief);
  static final ListField<Currency> CURRENCY =
      ListField.choice(
          "currency",
          "Currency",
          "Any",
          List.of(),
          Format.text(
              ErrorCode.CURRENCY_UNSUPPORTED,
              "must be a three-letter currency code, such as usd",
              Currency.get("usd"),
              text -> Currency.find(text.toLowerCase(Locale.ROOT))),
          CodeText::upper);
  private static final ListField<CustomerId> CUSTOMER =
      ListField.id(
          "customer",
          "Customer's id",
          CustomerId.KIND,
          "a customer's",
          "To find a name or email, use the search");
  private static final ListField<String> KEY =
      ListField.text("metadata_key", "Key", Format.line(40), "order", "", 40);
  private static final ListField<String> VALUE =
      ListField.text("metadata_value", "Value", Format.line(500), "1001", "", 500);
  private static final ListField<PaymentNeed> NEED =
      ListField.choice(
          PaymentNeed.FIELD,
          "Needs attention",
          "All",
          List.of(PaymentNeed.values()),
          PaymentNeed::text,
          PaymentNeed::words);

  private static final ListFilter AMOUNT =
      new ListFilter(
          "amount",
          "Amount",
          List.of(
              AmountFilter.FROM_FIELD,
              AmountFilter.TO_FIELD.hinting("Use the same value twice for an exact amount"),
              CURRENCY));
  private static final ListFilter METADATA =
      new ListFilter("metadata", "Metadata", List.of(KEY, VALUE));

  static final List<ListFilter> FILTERS =
      List.of(
          STATUS.alone(),
          DateFilter.FILTER,
          AMOUNT,
          new ListFilter("method", "Method", List.of(BRAND, LAST4, TYPE)),
          REASON.alone("Failure"),
          CONNECTOR.alone(),
          CUSTOMER.alone("Customer"),
          METADATA,
          NEED.alone("Attention"));

  /** Reads the search. */
  static PaymentQuery read(ListRequest request, Instant now) {
    Optional<String> reason = request.get(REASON);
    var traits =
        new PaymentTraits(
            request.get(BRAND),
            request.get(TYPE),
            request.get(CONNECTOR),
            reason,
            request.get(STATUS).filter(PaymentTraits.DISPUTED_STATUS::equals).isPresent(),
            Optional.empty());
    Optional<Status> status = status(request.get(STATUS)).or(() -> reason.map(_ -> Status.FAILED));
    DateFilter created = DateFilter.of(request, now);
    AmountFilter amounts = AmountFilter.read(request.form(), request.get(CURRENCY));
    request.describe(
        AMOUNT, (amounts.words() + " " + CodeText.upper(request.text(CURRENCY))).strip());
    Optional<String> last4 = request.get(LAST4);
    Optional<CustomerId> customer = request.get(CUSTOMER);
    Map<String, String> metadata = metadata(request);
    List<PaymentFilter> filters =
        amounts.searches().stream()
            .map(search ->
                new PaymentFilter(
                    customer,
                    status,
                    search.currencies(),
                    last4,
                    Optional.empty(),
                    search.bounds(),
                    created.span(),
                    metadata))
            .toList();
    return new PaymentQuery(new Sought(term(request), filters, traits), request.get(NEED), created);
  }

  private static Format<String> oneOf(String wrong, Stream<String> codes) {
    Set<String> known = codes.collect(Collectors.toUnmodifiableSet());
    return Format.text(wrong, "", text -> Optional.of(text).filter(known::contains));
  }

  private static SearchTerm term(ListRequest request) {
    SearchTerm term = SearchTerm.parse(request.search());
    if (term instanceof SearchTerm.Unreadable) {
      request.wrong(
          "Search by ID, order number, last four digits, amount (12.34 usd), email address, transfer reference or metadata (order:1001), or by several of them (4242 12.34). Descriptions are not searched.");
    }
    return term;
  }

  /** Returns the metadata filter, which needs both a key and a value. */
  private static Map<String, String> metadata(ListRequest request) {
    Optional<String> key = request.get(KEY);
    Optional<String> value = request.get(VALUE);
    if (key.isPresent() && value.isEmpty()) {
      request.form().wrong(VALUE.name(), "Enter a value for this key.");
    }
    if (value.isPresent() && key.isEmpty()) {
      request.form().wrong(KEY.name(), "Enter a key for this value.");
    }
    if (key.isEmpty() || value.isEmpty()) {
      return Map.of();
    }
    request.describe(METADATA, key.get() + ": " + value.get());
    return Map.of(key.get(), value.get());
  }

  /** Returns the label of a card brand, or of a payment method type. */
  public static String brand(String code) {
    return switch (code) {
      case "amex" -> "American Express";
      case "diners" -> "Diners Club";
      case "jcb" -> "JCB";
      case "unionpay" -> "UnionPay";
      case "rupay" -> "RuPay";
      case "unknown" -> "Unknown brand";
      default -> CodeText.of(code);
    };
  }

  /** Returns the status of the payments themselves; empty for a tab of all or of disputes. */
  static Optional<Status> status(Optional<String> text) {
    return text.filter(it -> !it.equals(PaymentTraits.DISPUTED_STATUS)).map(Status::of);
  }

  /** Returns the criteria, limited to these payments. */
  Sought among(Set<UUID> ids) {
    PaymentTraits it = sought.traits();
    return new Sought(
        sought.term(),
        sought.filters(),
        new PaymentTraits(
            it.brand(), it.type(), it.connector(), it.reason(), it.isDisputed(), Optional.of(ids)));
  }
}
