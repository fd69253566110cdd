package florin.connector.stripe;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.AuthorizeRequest.PageContent.PageLine;
import florin.connector.OperationRef;
import florin.connector.remote.RemoteRequest;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * All requests that the connector can send. A test checks each against Stripe's OpenAPI document.
 */
final class StripeRequests {
  /** The metadata field with Florin's reference. */
  static final String REFERENCE = "florin";

  /** The metadata field with the reference of a charge without a page, which pages don't have. */
  static final String CHARGE_REFERENCE = "florin_charge";

  /** The metadata field of a PaymentIntent with the reference of the requested capture. */
  static final String CAPTURE_REFERENCE = "florin_capture";

  /** The size of a list's page, which is Stripe's largest. */
  static final int PAGE = 100;

  /**
   * How long a page is valid. Stripe requires 30 minutes to 24 hours. Florin's own wait for a payer
   * is an hour and ends the page by a call. So this limit applies only if Florin is not running.
   */
  static final Duration PAGE_LASTS = Duration.ofMinutes(65);

  /** The name of a payment without a description, because Stripe requires a name. */
  private static final String NAMELESS = "Payment";

  /**
   * The most characters of a name, below Stripe's limit. A longer text is cut, so that no sale
   * fails because of it.
   */
  private static final int MAX_NAME = 250;

  private static final int MAX_DESCRIPTION = 1000;

  /** The most lines that Stripe accepts on one page. */
  private static final int MAX_ITEMS = 100;

  /**
   * The email addresses that are sent. For an address that Stripe does not accept, it rejects the
   * whole page.
   */
  private static final Pattern EMAIL =
      Pattern.compile(
          "(?=.{6,254}$)(?=[^@]{1,64}@)[A-Za-z0-9_%+-]+(\\.[A-Za-z0-9_%+-]+)*@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}");

  private static final int MAX_SUFFIX = 22;
  private static final Pattern NOT_IN_SUFFIX = Pattern.compile("[^ -~]|[<>\\\\'\"*]");

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_]{1,255}");
  static final String SESSIONS = "/v1/checkout/sessions";
  private static final String INTENTS = "/v1/payment_intents/";
  private static final String CHARGES_LATER = "/v1/payment_intents";
  private static final String METHODS = "/v1/payment_methods/";
  private static final String WITH_CHARGE = "latest_charge.refunds";
  private static final String REFUNDS = "/v1/refunds";
  private static final String ENDPOINTS = "/v1/webhook_endpoints";

  private StripeRequests() {}

  /**
   * Returns the request that creates a session. It is equal for the same authorization whenever it
   * is sent, so that it can be sent again under its key.
   *
   * @param amount in Stripe's format
   * @param methods the payment methods that the page offers
   */
  static RemoteRequest create(AuthorizeRequest request, long amount, List<String> methods) {
    OperationRef reference = request.reference();
    Optional<String> said = request.statementDescriptor();
    return create(
        new StripePage(
            reference.toString(),
            items(request, amount),
            request.amount().currency().code(),
            methods,
            request.page().language(),
            description(request),
            email(request),
            methods.contains("card") ? said.flatMap(StripeRequests::suffix) : Optional.empty(),
            request.capture(),
            request.page().saves(),
            new PageEnd(back(request), Optional.of(ends(reference)))));
  }

  /**
   * Returns the request that creates a session in which the payer saves a card, and pays nothing.
   * It is equal for the same setup whenever it is sent.
   */
  static RemoteRequest setUp(AuthorizeRequest request) {
    String reference = request.reference().toString();
    String back = back(request).toString();
    return StripeForm.post(
        SESSIONS,
        StripeForm.EMPTY
            .with("mode", "setup")
            .with("client_reference_id", reference)
            .with("locale", request.page().language().orElse("auto"))
            .with("customer_email", email(request))
            .with("customer_creation", "always")
            .with("setup_intent_data[description]", description(request))
            .with("setup_intent_data[metadata][" + REFERENCE + "]", reference)
            .with("metadata[" + REFERENCE + "]", reference)
            .with("success_url", back)
            .with("cancel_url", back)
            .with("expires_at", ends(request.reference()).getEpochSecond())
            .with("payment_method_types[0]", StripePages.CARD),
        reference + ":create");
  }

  private static URI back(AuthorizeRequest request) {
    return request
        .returnUrl()
        .orElseThrow(() -> new IllegalArgumentException("a payer must come back somewhere"));
  }

  private static Instant ends(OperationRef reference) {
    return reference.id().made().plus(PAGE_LASTS);
  }

  private static Optional<String> description(AuthorizeRequest request) {
    return request.page().description().flatMap(text -> cut(text, MAX_DESCRIPTION));
  }

  private static Optional<String> email(AuthorizeRequest request) {
    return request.page().email().filter(it -> EMAIL.matcher(it).matches());
  }

  /**
   * Returns the lines of the page, which add up to the amount. If the given lines don't, there is
   * one line.
   */
  private static List<StripeItem> items(AuthorizeRequest request, long amount) {
    List<StripeItem> items =
        request.page().lines().stream()
            .filter(line -> line.price().currency().equals(request.amount().currency()))
            .flatMap(line ->
                StripeMoney.write(line.price()).stream()
                    .mapToObj(price -> new StripeItem(name(line), price, line.quantity())))
            .toList();
    boolean areWhole =
        items.size() <= MAX_ITEMS
            && items.stream()
                .map(StripeItem::total)
                .reduce(BigInteger.ZERO, BigInteger::add)
                .equals(BigInteger.valueOf(amount));
    String name =
        request
            .page()
            .description()
            .or(request::statementDescriptor)
            .flatMap(text -> cut(text, MAX_NAME))
            .orElse(NAMELESS);
    return areWhole ? items : List.of(new StripeItem(name, amount, 1));
  }

  private static String name(PageLine line) {
    return cut(line.name(), MAX_NAME).orElse(NAMELESS);
  }

  /**
   * One line of the page.
   *
   * @param amount of one piece, in Stripe's format
   */
  record StripeItem(String name, long amount, int quantity) {
    private BigInteger total() {
      return BigInteger.valueOf(amount).multiply(BigInteger.valueOf(quantity));
    }
  }

  /**
   * The content of a page.
   *
   * @param reference Florin's reference
   * @param items the lines of the purchase
   * @param language of the page; if it is empty, the payer's browser decides
   * @param description of the purchase, for the merchant's Stripe dashboard and Stripe's receipt
   * @param email the address with which the page is prefilled
   * @param suffix the text on the cardholder's statement
   * @param saves whether Stripe saves the payment method for charges without the payer
   */
  record StripePage(
      String reference,
      List<StripeItem> items,
      String currency,
      List<String> methods,
      Optional<String> language,
      Optional<String> description,
      Optional<String> email,
      Optional<String> suffix,
      Capture capture,
      boolean saves,
      PageEnd end) {
    StripePage {
      items = List.copyOf(items);
      methods = List.copyOf(methods);
    }
  }

  /**
   * The end of a page.
   *
   * @param back the URL to which the payer goes from the page
   * @param expires when the page expires; if it is empty, after a day
   */
  record PageEnd(URI back, Optional<Instant> expires) {}

  static RemoteRequest create(StripePage page) {
    String capture = page.capture() == Capture.MANUAL ? "manual" : "automatic";
    StripeForm form =
        StripeForm.EMPTY
            .with("mode", "payment")
            .with("client_reference_id", page.reference())
            .with("locale", page.language().orElse("auto"))
            .with("customer_email", page.email())
            .with("customer_creation", Optional.of("always").filter(_ -> page.saves()))
            .with("payment_intent_data[capture_method]", capture)
            .with(
                "payment_intent_data[setup_future_usage]",
                Optional.of("off_session").filter(_ -> page.saves()))
            .with("payment_intent_data[description]", page.description())
            .with("payment_intent_data[metadata][" + REFERENCE + "]", page.reference())
            .with("payment_intent_data[statement_descriptor_suffix]", page.suffix())
            .with("metadata[" + REFERENCE + "]", page.reference())
            .with("success_url", page.end().back().toString())
            .with("cancel_url", page.end().back().toString())
            .with("expires_at", page.end().expires().map(it -> Long.toString(it.getEpochSecond())))
            // The payer pays exactly the requested amount: no other currency, no discount.
            .with("adaptive_pricing[enabled]", "false");
    for (int i = 0; i < page.items().size(); i++) {
      StripeItem item = page.items().get(i);
      String at = "line_items[" + i + "]";
      form =
          form.with(at + "[quantity]", item.quantity())
              .with(at + "[price_data][currency]", page.currency())
              .with(at + "[price_data][unit_amount]", item.amount())
              .with(at + "[price_data][product_data][name]", item.name());
    }
    for (int i = 0; i < page.methods().size(); i++) {
      form = form.with("payment_method_types[" + i + "]", page.methods().get(i));
    }
    return StripeForm.post(SESSIONS, form, page.reference() + ":create");
  }

  /** Returns the request for a session, with everything that determines an outcome. */
  static RemoteRequest session(String id) {
    return StripeForm.get(
        SESSIONS + "/" + name(id),
        StripeForm.EMPTY.with("expand[0]", "payment_intent.latest_charge.refunds"));
  }

  /** Returns the request for the session of a setup, with the saved card and its authentication. */
  static RemoteRequest setupSession(String id) {
    return StripeForm.get(
        SESSIONS + "/" + name(id),
        StripeForm.EMPTY
            .with("expand[0]", "setup_intent.latest_attempt")
            .with("expand[1]", "setup_intent.payment_method"));
  }

  /**
   * Returns the request that expires a session.
   *
   * @param reference of the operation that ends it
   */
  static RemoteRequest expire(String id, OperationRef reference) {
    return StripeForm.post(
        SESSIONS + "/" + name(id) + "/expire", StripeForm.EMPTY, reference + ":expire");
  }

  static RemoteRequest capture(String intent, long amount, OperationRef reference) {
    return StripeForm.post(
        INTENTS + name(intent) + "/capture",
        StripeForm.EMPTY
            .with("amount_to_capture", amount)
            .with("metadata[" + CAPTURE_REFERENCE + "]", reference.toString()),
        reference + ":capture");
  }

  /**
   * Returns the request that charges a saved payment method without the payer. It is equal for the
   * same authorization whenever it is sent.
   *
   * @param amount in Stripe's format
   */
  static RemoteRequest charge(
      AuthorizeRequest request, String customer, String method, long amount) {
    String reference = request.reference().toString();
    return StripeForm.post(
        CHARGES_LATER,
        StripeForm.EMPTY
            .with("amount", amount)
            .with("currency", request.amount().currency().code())
            .with("customer", customer)
            .with("payment_method", method)
            .with("payment_method_types[0]", "card")
            .with("capture_method", request.capture() == Capture.MANUAL ? "manual" : "automatic")
            .with("confirm", "true")
            .with("off_session", "true")
            .with("error_on_requires_action", "true")
            .with("description", description(request))
            .with(
                "statement_descriptor_suffix",
                request.statementDescriptor().flatMap(StripeRequests::suffix))
            .with("metadata[" + REFERENCE + "]", reference)
            .with("metadata[" + CHARGE_REFERENCE + "]", reference)
            .with("expand[0]", WITH_CHARGE),
        reference + ":charge");
  }

  /** Returns the request for the charges of a customer since a time, the newest first. */
  static RemoteRequest chargesOf(String customer, Instant since) {
    return StripeForm.get(
        CHARGES_LATER,
        StripeForm.EMPTY
            .with("customer", customer)
            .with("created[gte]", since.getEpochSecond())
            .with("limit", PAGE));
  }

  /**
   * Returns the request for a charge without a page, with everything that determines an outcome.
   */
  static RemoteRequest charged(String intent) {
    return StripeForm.get(INTENTS + name(intent), StripeForm.EMPTY.with("expand[0]", WITH_CHARGE));
  }

  static RemoteRequest method(String method) {
    return StripeForm.get(METHODS + name(method), StripeForm.EMPTY);
  }

  static RemoteRequest customer(String customer) {
    return StripeForm.get("/v1/customers/" + name(customer), StripeForm.EMPTY);
  }

  static RemoteRequest detach(String method) {
    return StripeForm.post(
        METHODS + name(method) + "/detach", StripeForm.EMPTY, name(method) + ":detach");
  }

  static RemoteRequest intent(String intent) {
    return StripeForm.get(INTENTS + name(intent), StripeForm.EMPTY);
  }

  static RemoteRequest cancel(String intent, OperationRef reference) {
    return StripeForm.post(
        INTENTS + name(intent) + "/cancel", StripeForm.EMPTY, reference + ":cancel");
  }

  static RemoteRequest refund(String intent, long amount, OperationRef reference) {
    return StripeForm.post(
        REFUNDS,
        StripeForm.EMPTY
            .with("payment_intent", intent)
            .with("amount", amount)
            .with("metadata[" + REFERENCE + "]", reference.toString()),
        reference + ":refund");
  }

  /** Returns the request for sessions since a time, the newest first. */
  static RemoteRequest sessionsSince(Instant since, Optional<String> after) {
    return StripeForm.get(SESSIONS, since(since, after));
  }

  static RemoteRequest chargesSince(Instant since, Optional<String> after) {
    return StripeForm.get(CHARGES_LATER, since(since, after));
  }

  static RemoteRequest refundsSince(Instant since, Optional<String> after) {
    return StripeForm.get(REFUNDS, since(since, after));
  }

  private static StripeForm since(Instant since, Optional<String> after) {
    return StripeForm.EMPTY
        .with("created[gte]", since.getEpochSecond())
        .with("limit", PAGE)
        .with("starting_after", after);
  }

  static RemoteRequest refund(String id) {
    return StripeForm.get(REFUNDS + "/" + name(id), StripeForm.EMPTY);
  }

  /**
   * Returns the request for a payment's refunds.
   *
   * @param after the id of the last known refund
   */
  static RemoteRequest refunds(String intent, Optional<String> after) {
    return StripeForm.get(
        REFUNDS,
        StripeForm.EMPTY
            .with("payment_intent", intent)
            .with("limit", PAGE)
            .with("starting_after", after));
  }

  static RemoteRequest account() {
    return StripeForm.get("/v1/account", StripeForm.EMPTY);
  }

  static RemoteRequest balance() {
    return StripeForm.get("/v1/balance", StripeForm.EMPTY);
  }

  static RemoteRequest endpoints() {
    return StripeForm.get(ENDPOINTS, StripeForm.EMPTY.with("limit", PAGE));
  }

  /**
   * Returns the request that creates a webhook endpoint. It has no idempotency key: a duplicate is
   * found by its URL and deleted.
   */
  static RemoteRequest endpoint(URI address, List<String> events) {
    StripeForm form =
        StripeForm.EMPTY.with("url", address.toString()).with("description", "Florin");
    for (int i = 0; i < events.size(); i++) {
      form = form.with("enabled_events[" + i + "]", events.get(i));
    }
    return form.post(ENDPOINTS, Optional.empty());
  }

  static RemoteRequest delete(String endpoint) {
    return RemoteRequest.delete(ENDPOINTS + "/" + name(endpoint));
  }

  /** Checks that an id of Stripe is safe in a path. */
  static String name(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("this is no name of Stripe's");
    }
    return id;
  }

  /**
   * Returns the first characters of a text, without splitting a surrogate pair; empty for a blank
   * text.
   */
  private static Optional<String> cut(String text, int most) {
    String stripped = text.strip();
    int end = Math.min(stripped.length(), most);
    if (end < stripped.length() && Character.isHighSurrogate(stripped.charAt(end - 1))) {
      end--;
    }
    return Optional.of(stripped.substring(0, end)).filter(it -> !it.isEmpty());
  }

  /**
   * Returns at most 22 Latin characters without the forbidden ones, and with at least one letter;
   * otherwise empty.
   */
  private static Optional<String> suffix(String text) {
    String allowed = NOT_IN_SUFFIX.matcher(text).replaceAll("").strip();
    String cut = allowed.substring(0, Math.min(allowed.length(), MAX_SUFFIX)).strip();
    return Optional.of(cut).filter(it -> it.chars().anyMatch(Character::isLetter));
  }
}
