package florin.connector.mollie;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.OperationRef;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import florin.core.Currency;
import florin.core.Money;
import florin.core.Sha256;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * All requests that the connector can send. A test checks each against Mollie's OpenAPI document.
 */
final class MollieRequests {
  static final String PAYMENTS = "/v2/payments";
  private static final String BALANCES = "/v2/balances";
  private static final String SETTLEMENTS = "/v2/settlements";
  private static final String CUSTOMERS = "/v2/customers";
  private static final String METHODS = "/v2/methods";
  private static final Currency EURO = Currency.get("eur");

  /** An amount in minor units that each method allows in any currency. */
  static final long ANY_AMOUNT = 1_000;

  /** The metadata field with Florin's reference. */
  static final String REFERENCE = "florin";

  /** The size of a list's page. */
  static final int PAGE = 100;

  /** The description of a payment without one, because Mollie requires it. */
  private static final String NAMELESS = "Payment";

  /** The most characters of a description. Mollie shortens longer ones for most methods. */
  private static final int MAX_DESCRIPTION = 255;

  /** The locales of Mollie's page, by language. */
  private static final Map<String, String> LOCALES =
      Map.of(
          "de", "de_DE", "en", "en_US", "es", "es_ES", "fr", "fr_FR", "it", "it_IT", "nl", "nl_NL",
          "pl", "pl_PL", "pt", "pt_PT");

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_]{1,255}");

  private MollieRequests() {}

  /**
   * Returns the request that creates a payment. It is equal for the same authorization whenever it
   * is sent, so that it can be sent again under its key.
   *
   * @param methods the payment methods that the page offers, in Florin's words; empty for all
   * @param customer Mollie's customer for whom the payment method is saved; empty to save none
   */
  static RemoteRequest create(
      AuthorizeRequest request,
      List<String> methods,
      Optional<String> webhookUrl,
      Optional<String> customer) {
    URI back =
        request
            .returnUrl()
            .orElseThrow(() -> new IllegalArgumentException("a payer must come back somewhere"));
    Map<String, Object> body = payment(request);
    body.put("redirectUrl", back.toString());
    body.put("captureMode", request.capture() == Capture.MANUAL ? "manual" : "automatic");
    Optional.ofNullable(LOCALES.get(request.page().language().orElse("")))
        .ifPresent(locale -> body.put("locale", locale));
    webhookUrl.ifPresent(url -> body.put("webhookUrl", url));
    customer.ifPresent(id -> {
      body.put("customerId", id);
      body.put("sequenceType", "first");
    });
    if (!methods.isEmpty()) {
      body.put("method", MollieMethods.write(methods));
    }
    return post(PAYMENTS, body, request.reference() + ":create");
  }

  /** Returns the request that creates the payment of a check, which is never paid. */
  static RemoteRequest check(Money amount, URI back, String reference) {
    Map<String, Object> body = payment(amount, "Check of a connector", reference);
    body.put("redirectUrl", back.toString());
    return post(PAYMENTS, body, reference + ":create");
  }

  private static Map<String, Object> payment(AuthorizeRequest request) {
    return payment(
        request.amount(),
        request.page().description().or(request::statementDescriptor).orElse(NAMELESS),
        request.reference().toString());
  }

  private static Map<String, Object> payment(Money amount, String description, String reference) {
    var body = new HashMap<String, Object>();
    body.put("amount", MollieMoney.write(amount));
    body.put("description", cut(description));
    body.put("metadata", Map.of(REFERENCE, reference));
    return body;
  }

  /** Returns the request that creates a customer, without any data of the payer. */
  static RemoteRequest customer(OperationRef reference) {
    return post(
        CUSTOMERS,
        Map.of("metadata", Map.of(REFERENCE, reference.toString())),
        reference + ":customer");
  }

  /**
   * Returns the request that charges a saved payment method without the payer. It is equal for the
   * same authorization whenever it is sent.
   */
  static RemoteRequest charge(
      AuthorizeRequest request, String customer, String mandate, Optional<String> webhookUrl) {
    Map<String, Object> body = payment(request);
    body.put("sequenceType", "recurring");
    body.put("mandateId", id(mandate));
    webhookUrl.ifPresent(url -> body.put("webhookUrl", url));
    if (request.capture() == Capture.MANUAL) {
      body.put("captureMode", "manual");
    }
    return post(customerPath(customer) + "/payments", body, request.reference() + ":charge");
  }

  /** Returns the request for the newest payments of a customer. */
  static RemoteRequest paymentsOf(String customer) {
    return RemoteRequest.get(customerPath(customer) + "/payments?limit=" + PAGE);
  }

  /** Returns the request for the newest mandates of a customer. */
  static RemoteRequest mandates(String customer) {
    return RemoteRequest.get(customerPath(customer) + "/mandates");
  }

  static RemoteRequest mandate(String customer, String mandate) {
    return RemoteRequest.get(mandatePath(customer, mandate));
  }

  static RemoteRequest revoke(String customer, String mandate) {
    return RemoteRequest.delete(mandatePath(customer, mandate));
  }

  private static String customerPath(String customer) {
    return CUSTOMERS + "/" + id(customer);
  }

  private static String mandatePath(String customer, String mandate) {
    return customerPath(customer) + "/mandates/" + id(mandate);
  }

  /** Returns the request for a payment, with everything that determines an outcome. */
  static RemoteRequest payment(String id) {
    return RemoteRequest.get(path(id) + "?embed=captures,refunds,chargebacks");
  }

  static RemoteRequest cancel(String payment) {
    return RemoteRequest.delete(path(payment));
  }

  static RemoteRequest release(String payment, OperationRef reference) {
    return post(path(payment) + "/release-authorization", Map.of(), reference + ":release");
  }

  static RemoteRequest capture(String payment, Money amount, OperationRef reference) {
    return post(path(payment) + "/captures", movement(amount, reference), reference + ":capture");
  }

  static RemoteRequest refund(String payment, Money amount, OperationRef reference) {
    return post(path(payment) + "/refunds", movement(amount, reference), reference + ":refund");
  }

  private static Map<String, Object> movement(Money amount, OperationRef reference) {
    return Map.of(
        "amount", MollieMoney.write(amount), "metadata", Map.of(REFERENCE, reference.toString()));
  }

  /**
   * Returns the request for a list, the newest first.
   *
   * @param what `payments` or `refunds`
   * @param from the id of the first object
   */
  static RemoteRequest list(String what, Optional<String> from) {
    return RemoteRequest.get("/v2/" + what + "?limit=" + PAGE + from(from));
  }

  /**
   * Returns the request for the primary balance, to which Mollie settles payments. In test mode,
   * only the list of balances has a mode.
   */
  static RemoteRequest balance(boolean live) {
    return RemoteRequest.get(BALANCES + (live ? "/primary" : "?limit=1&testmode=true"));
  }

  /**
   * Returns the request for the transactions of a balance, the newest first.
   *
   * @param from the id of the first one
   */
  static RemoteRequest transactions(
      String balance, boolean live, int limit, Optional<String> from) {
    return RemoteRequest.get(
        BALANCES
            + "/"
            + id(balance)
            + "/transactions?limit="
            + limit
            + (live ? "" : "&testmode=true")
            + from(from));
  }

  /** Returns the request for the settlements of a balance, the newest first. */
  static RemoteRequest settlements(String balance, int limit, Optional<String> from) {
    return RemoteRequest.get(
        SETTLEMENTS + "?balanceId=" + id(balance) + "&limit=" + limit + from(from));
  }

  /** Returns the request for the newest settlements of all balances. */
  static RemoteRequest settlements(int limit) {
    return RemoteRequest.get(SETTLEMENTS + "?limit=" + limit);
  }

  static RemoteRequest settlement(String id) {
    return RemoteRequest.get(SETTLEMENTS + "/" + id(id));
  }

  private static String from(Optional<String> from) {
    return from.map(id -> "&from=" + id(id)).orElse("");
  }

  static RemoteRequest profile() {
    return RemoteRequest.get("/v2/profiles/me");
  }

  static RemoteRequest methods() {
    return RemoteRequest.get(METHODS);
  }

  /**
   * Returns the request for the methods that a first payment can use. Without an amount, Mollie
   * lists all methods of the euro, whatever their limits. Other currencies need an amount.
   *
   * @param amount {@link #ANY_AMOUNT}, or zero for a setup
   */
  static RemoteRequest firstMethods(Money amount) {
    String path = METHODS + "?sequenceType=first";
    if (!amount.isZero() && amount.currency().equals(EURO)) {
      return RemoteRequest.get(path);
    }
    Map<String, String> written = MollieMoney.write(amount);
    return RemoteRequest.get(
        path
            + "&amount%%5Bvalue%%5D=%s&amount%%5Bcurrency%%5D=%s"
                .formatted(written.get("value"), written.get("currency")));
  }

  private static String path(String payment) {
    return PAYMENTS + "/" + id(payment);
  }

  /**
   * Returns a request that is carried out once.
   *
   * @param operation Florin's name of the operation, from which the key follows
   */
  private static RemoteRequest post(String path, Map<String, Object> body, String operation) {
    return new RemoteRequest(
        "POST",
        path,
        Optional.of(new RemoteContent("application/json", RemoteObject.write(body)))
            .filter(_ -> !body.isEmpty()),
        Optional.of(key(operation).toString()));
  }

  /** Returns a hash in the form of a UUID of version 4, which Mollie asks for (RFC 9562, 5.4). */
  private static UUID key(String operation) {
    var hash = ByteBuffer.wrap(Sha256.of(operation));
    return new UUID(
        (hash.getLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L,
        (hash.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L);
  }

  /** Checks that an id of Mollie is safe in a path. */
  private static String id(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("this is no id of Mollie's");
    }
    return id;
  }

  /** Returns the first characters of a text, without splitting a surrogate pair. */
  private static String cut(String text) {
    String stripped = text.strip();
    int end = Math.min(stripped.length(), MAX_DESCRIPTION);
    if (end < stripped.length() && Character.isHighSurrogate(stripped.charAt(end - 1))) {
      end--;
    }
    return stripped.isEmpty() ? NAMELESS : stripped.substring(0, end);
  }
}
