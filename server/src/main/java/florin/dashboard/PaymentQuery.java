package florin.dashboard;

import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.http.Form;
import florin.http.Format;
import florin.http.Query;
import florin.instrument.Instrument;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentTraits;
import florin.report.PaymentSearch.Sought;
import florin.report.SearchTerm;
import florin.vault.Brand;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The search of the list of payments, from its address: one text field, and filters.
 *
 * @param form the fields with their errors
 * @param sought the criteria without those of the need, which require a lookup
 * @param created the filter by creation date
 */
record PaymentQuery(
    Form form,
    Sought sought,
    Optional<PaymentNeed> need,
    DateFilter created,
    List<FilterChip> chips) {
  static final String SEARCH = "q";
  static final String STATUS = "status";

  static final String BRAND = "brand";
  static final String TYPE = "method_type";
  static final String CONNECTOR = "connector";
  static final String REASON = "reason";

  /** The purpose of the list: `refund` to choose the payment to refund. */
  static final String PURPOSE = "for";

  private static final String CURRENCY = "currency";
  private static final String LAST4 = "last4";
  private static final String CUSTOMER = "customer";
  private static final String KEY = "metadata_key";
  private static final String VALUE = "metadata_value";

  private static final int MAX_KEY = 40;
  private static final int MAX_VALUE = 500;

  /** The chips in display order, with the fields of each. */
  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put(STATUS, List.of(STATUS));
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put("amount", List.of(AmountFilter.FROM, AmountFilter.TO, CURRENCY));
    CHIPS.put("method", List.of(BRAND, LAST4, TYPE));
    CHIPS.put(REASON, List.of(REASON));
    CHIPS.put(CONNECTOR, List.of(CONNECTOR));
    CHIPS.put(CUSTOMER, List.of(CUSTOMER));
    CHIPS.put("metadata", List.of(KEY, VALUE));
    CHIPS.put(PaymentNeed.FIELD, List.of(PaymentNeed.FIELD));
  }

  /** The fields that filter the list. */
  static final List<String> FIELDS =
      Stream.concat(Stream.of(SEARCH), CHIPS.values().stream().flatMap(List::stream)).toList();

  /** The parameters of the list's address. */
  static final List<String> KEPT = Stream.concat(FIELDS.stream(), Stream.of(PURPOSE)).toList();

  private static final Format<Status> STATUS_FORMAT =
      Format.choice(List.of(Status.values()), Status::text);
  private static final Format<Instrument.Type> TYPE_FORMAT =
      Format.choice(List.of(Instrument.Type.values()), Instrument.Type::text);
  private static final Format<PaymentNeed> NEED_FORMAT =
      Format.choice(List.of(PaymentNeed.values()), PaymentNeed::text);
  private static final Format<String> BRAND_FORMAT =
      oneOf(
          "must be a card brand, such as visa",
          Stream.concat(
              Stream.of(Brand.values()).map(Brand::text),
              Stream.of(Instrument.Type.values()).map(Instrument.Type::text)));
  private static final Format<String> REASON_FORMAT =
      oneOf(
          "must be a decline or failure code, such as do_not_honor",
          Stream.concat(
              Stream.of(DeclineCode.values()).map(DeclineCode::text),
              Stream.of(ErrorCode.values()).map(ErrorCode::text)));
  private static final Format<String> CONNECTOR_FORMAT =
      Format.text(
          "must be a connector's ID",
          "",
          text -> Optional.of(text).filter(id -> id.matches("[a-z0-9_]{1,60}")));
  private static final Format<Currency> CURRENCY_FORMAT =
      Format.text(
          ErrorCode.CURRENCY_UNSUPPORTED,
          "must be a three-letter currency code, such as usd",
          Currency.get("usd"),
          text -> Currency.find(text.toLowerCase(Locale.ROOT)));
  private static final Format<String> LAST4_FORMAT =
      Format.text(
          "must be the last four digits",
          "",
          text -> Optional.of(text).filter(digits -> digits.matches("[0-9]{4}")));
  private static final Format<CustomerId> CUSTOMER_FORMAT =
      Format.text(
          "must be a customer's ID, such as cus_01h455vb4pex5vsknk084sn02q",
          new CustomerId(new UUID(0, 0)),
          CustomerId.KIND::parse);

  /**
   * Reads the search.
   *
   * @param zone the time zone of the days
   */
  static PaymentQuery read(Query query, ZoneId zone, Instant now) {
    Form form = ListForm.read(query, KEPT);
    Optional<Instrument.Type> type = form.optional(TYPE, TYPE_FORMAT);
    Optional<String> reason = form.optional(REASON, REASON_FORMAT);
    var traits =
        new PaymentTraits(
            form.optional(BRAND, BRAND_FORMAT),
            type.filter(_ -> form.error(TYPE).isEmpty()),
            form.optional(CONNECTOR, CONNECTOR_FORMAT),
            reason,
            false,
            Optional.empty());
    Optional<Status> status =
        form.optional(STATUS, STATUS_FORMAT).or(() -> reason.map(_ -> Status.FAILED));
    DateFilter created = DateFilter.read(form, zone, now);
    Optional<Currency> currency = form.optional(CURRENCY, CURRENCY_FORMAT);
    AmountFilter amounts =
        AmountFilter.read(form, form.error(CURRENCY).isPresent() ? Optional.empty() : currency);
    Optional<String> last4 = form.optional(LAST4, LAST4_FORMAT);
    Optional<CustomerId> customer =
        form.optional(CUSTOMER, CUSTOMER_FORMAT).filter(_ -> form.error(CUSTOMER).isEmpty());
    Map<String, String> metadata = metadata(form);
    var filters = new ArrayList<PaymentFilter>();
    for (AmountFilter.Search search : amounts.searches()) {
      filters.add(
          new PaymentFilter(
              customer,
              status,
              search.currencies(),
              last4,
              Optional.empty(),
              search.bounds(),
              created.span(),
              metadata));
    }
    Optional<PaymentNeed> need =
        form.optional(PaymentNeed.FIELD, NEED_FORMAT)
            .filter(_ -> form.error(PaymentNeed.FIELD).isEmpty());
    return new PaymentQuery(
        form,
        new Sought(term(form), filters, traits),
        need,
        created,
        chips(form, created, amounts, metadata));
  }

  private static Format<String> oneOf(String wrong, Stream<String> codes) {
    Set<String> known = codes.collect(Collectors.toUnmodifiableSet());
    return Format.text(wrong, "", text -> Optional.of(text).filter(known::contains));
  }

  private static SearchTerm term(Form form) {
    SearchTerm term = SearchTerm.parse(form.text(SEARCH));
    if (term instanceof SearchTerm.Unreadable) {
      form.wrong(
          SEARCH,
          "Search by ID, order number, last four digits, amount (12.34 usd), email address, transfer reference or metadata (order:1001).");
    }
    return term;
  }

  /** Returns the metadata filter, which needs both a key and a value. */
  private static Map<String, String> metadata(Form form) {
    Optional<String> key = form.optional(KEY, Format.line(MAX_KEY));
    Optional<String> value = form.optional(VALUE, Format.line(MAX_VALUE));
    if (key.isPresent() && value.isEmpty()) {
      form.wrong(VALUE, "Enter a value for this key.");
    }
    if (value.isPresent() && key.isEmpty()) {
      form.wrong(KEY, "Enter a key for this value.");
    }
    return key.isPresent() && value.isPresent() ? Map.of(key.get(), value.get()) : Map.of();
  }

  private static List<FilterChip> chips(
      Form form, DateFilter created, AmountFilter amounts, Map<String, String> metadata) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put(STATUS, Pill.of(form.text(STATUS)).words());
    words.put("date", created.words());
    words.put("amount", joined(amounts.words(), CodeText.upper(form.text(CURRENCY))));
    words.put("method", method(form));
    words.put(REASON, reason(form));
    words.put(CONNECTOR, ListForm.shortened(form.text(CONNECTOR)));
    form.optional(PaymentNeed.FIELD, NEED_FORMAT)
        .ifPresent(need -> words.put(PaymentNeed.FIELD, need.words()));
    words.put(CUSTOMER, ListForm.shortened(form.text(CUSTOMER)));
    metadata.forEach((key, value) -> words.put("metadata", key + ": " + value));
    return FilterChip.of(form, CHIPS, words);
  }

  private static String method(Form form) {
    return joined(
        PaymentChoices.brand(form.text(BRAND)),
        form.text(LAST4).isEmpty() ? "" : "•••• " + form.text(LAST4),
        CodeText.of(form.text(TYPE)));
  }

  private static String joined(String... words) {
    return Stream.of(words).filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
  }

  private static String reason(Form form) {
    return form.text(REASON).isEmpty() ? "" : DeclineText.brief(form.text(REASON));
  }

  /** Returns this search, limited to these payments. */
  PaymentQuery among(Set<UUID> ids) {
    PaymentTraits it = sought.traits();
    return with(
        new PaymentTraits(
            it.brand(), it.type(), it.connector(), it.reason(), false, Optional.of(ids)));
  }

  PaymentQuery disputed() {
    PaymentTraits it = sought.traits();
    return with(
        new PaymentTraits(
            it.brand(), it.type(), it.connector(), it.reason(), true, Optional.empty()));
  }

  private PaymentQuery with(PaymentTraits traits) {
    return new PaymentQuery(
        form, new Sought(sought.term(), sought.filters(), traits), need, created, chips);
  }

  /** Returns whether only status and days filter the list, so that the tabs can count. */
  boolean isCountable() {
    return isEmptyBut(
        STATUS, DateFilter.PRESET, DateFilter.FROM, DateFilter.UNTIL, DateFilter.ZONE);
  }

  /** Returns whether only a status filters the list, so that events announce its new lines. */
  boolean isWholeStatus() {
    return isEmptyBut(STATUS);
  }

  private boolean isEmptyBut(String... names) {
    List<String> free = List.of(names);
    return ListForm.isEmpty(form, FIELDS.stream().filter(name -> !free.contains(name)).toList());
  }

  /** Returns whether the list is shown to choose the payment to refund. */
  boolean isToRefund() {
    return form.text(PURPOSE).equals("refund");
  }
}
