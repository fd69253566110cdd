package florin.connector.stripe;

/** Responses from Stripe's reference, reduced to the fields that Florin reads. */
final class StripeJson {
  static final String SESSION = "cs_test_a1";
  static final String INTENT = "pi_1";
  static final String CHARGE =
      """
      {"id": "ch_1", "object": "charge", "livemode": false, "disputed": false, "currency": "eur",
       "billing_details": {"name": "Ada Lovelace", "email": null, "address": {"country": "GB", "postal_code": "W1"}},
       "outcome": {"risk_level": "elevated", "network_decline_code": null, "type": "authorized"},
       "payment_method_details": {"type": "card", "card": {"brand": "visa", "last4": "4242", "exp_month": 8,
         "exp_year": 2034, "funding": "credit", "network_transaction_id": "MCC123",
         "checks": {"cvc_check": "pass", "address_line1_check": null, "address_postal_code_check": "fail"}}}}\
      """;

  private StripeJson() {}

  static String session(String status, String intent) {
    return session(status, intent, 1000, "eur");
  }

  static String session(String status, String intent, long total, String currency) {
    return """
    {"id": "%s", "object": "checkout.session", "livemode": false, "status": "%s", "payment_status": "unpaid",
     "amount_total": %d, "currency": "%s", "expires_at": 1790000000, "url": %s,
     "customer_details": {"email": "ada@example.com", "name": "A. L.", "address": {"country": "DE"}},
     "payment_intent": %s}\
    """
        .formatted(
            SESSION,
            status,
            total,
            currency,
            status.equals("open") ? "\"https://checkout.stripe.com/c/pay/cs_test_a1#x\"" : "null",
            intent);
  }

  static String intent(String status, String capture, long received, long capturable) {
    return intent(status, capture, received, capturable, "eur", CHARGE, "");
  }

  static String intent(
      String status,
      String capture,
      long received,
      long capturable,
      String currency,
      String charge,
      String metadata) {
    return """
    {"id": "pi_1", "object": "payment_intent", "livemode": false, "status": "%s", "capture_method": "%s", "amount": 1000,
     "amount_received": %d, "amount_capturable": %d, "currency": "%s", "latest_charge": %s, "metadata": {%s}}\
    """
        .formatted(status, capture, received, capturable, currency, charge, metadata);
  }

  static String paid() {
    return session("complete", intent("succeeded", "automatic", 1000, 0));
  }

  static String held() {
    return session("complete", intent("requires_capture", "manual", 0, 1000));
  }

  static String open() {
    return session("open", "null");
  }

  static String expired() {
    return session("expired", "null");
  }

  static String refund(String status, String reference) {
    return """
    {"id": "re_1", "object": "refund", "status": "%s", "amount": 300, "currency": "eur", "payment_intent": "pi_1",
     "failure_reason": %s, "metadata": {"florin": "%s"}}\
    """
        .formatted(status, status.equals("failed") ? "\"lost_or_stolen_card\"" : "null", reference);
  }

  static String error(String type, String code) {
    return """
    {"error": {"type": "%s", "code": "%s", "message": "something with 4242424242424242"}}\
    """
        .formatted(type, code);
  }
}
