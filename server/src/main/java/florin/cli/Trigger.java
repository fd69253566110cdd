package florin.cli;

import florin.event.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The API calls that produce an event, in order. In paths and bodies, `{0}` stands for the id of
 * the object that the first call creates, and `{1}` for the second. `{0.page}` stands for the path
 * of the object's page, where payers submit forms.
 *
 * @param name the event's type, or the name of a {@link TransferTrigger}
 */
record Trigger(String name, EventType type, List<ApiCall> calls) {
  /**
   * One call.
   *
   * @param body of a POST, the fields of a form, or the fields that the awaited object must have
   */
  record ApiCall(Kind kind, String path, Map<String, Object> body) {
    enum Kind {
      POST,
      DELETE,
      FORM,
      /** Waits until a list has a matching object; its id becomes the id of this call. */
      FIND
    }

    static ApiCall post(String path, Map<String, Object> body) {
      return new ApiCall(Kind.POST, path, body);
    }

    static ApiCall delete(String path) {
      return new ApiCall(Kind.DELETE, path, Map.of());
    }

    static ApiCall find(String list, Map<String, Object> fields) {
      return new ApiCall(Kind.FIND, list, fields);
    }

    static ApiCall form(String path, Map<String, Object> fields) {
      return new ApiCall(Kind.FORM, path, fields);
    }
  }

  private static final String PAYMENTS = "/v2/payments";
  private static final String CUSTOMERS = "/v2/customers";
  private static final String SETUPS = "/v2/setups";
  private static final String METHODS = "/v2/payment_methods";
  private static final String SESSIONS = "/v2/checkout_sessions";
  private static final String ENDPOINTS = "/v2/webhook_endpoints";
  private static final String DESCRIPTION = "description";

  private static final String GOOD = "4242424242424242";
  private static final String DECLINED = "4000000000000002";
  private static final String CHALLENGED = "4000000000003220";
  private static final String UNHEARD = "4000000000840027";
  private static final String DISPUTED = "4000000000000259";
  private static final String REFUND_FAILS = "4000000000840142";

  /** The discard port, where no server listens. The event of the test is created anyway. */
  private static final String NOWHERE = "http://localhost:9/trigger";

  static Trigger of(EventType type) {
    return new Trigger(
        type.text(),
        type,
        switch (type) {
          case PAYMENT_SUCCEEDED -> List.of(pay(GOOD));
          case PAYMENT_FAILED -> List.of(pay(DECLINED));
          case PAYMENT_PROCESSING -> List.of(pay(UNHEARD));
          case PAYMENT_CREATED, PAYMENT_REQUIRES_ACTION -> List.of(pay(CHALLENGED));
          case PAYMENT_AMOUNT_CAPTURABLE_UPDATED -> List.of(authorize());
          case PAYMENT_CANCELED ->
              List.of(authorize(), ApiCall.post(PAYMENTS + "/{0}/cancel", Map.of()));
          case PAYMENT_UPDATED ->
              List.of(
                  pay(GOOD),
                  ApiCall.post(PAYMENTS + "/{0}", Map.of(DESCRIPTION, "Triggered again")));
          case PAYMENT_REFUNDED, REFUND_CREATED, REFUND_UPDATED -> List.of(pay(GOOD), refund());
          case PAYMENT_DISPUTED -> List.of(); // only a provider reports it after the success
          case DISPUTE_CREATED -> List.of(pay(DISPUTED), ApiCall.find("/v2/disputes", Map.of()));
          case PAYMENT_DISPUTE_UPDATED, DISPUTE_CLOSED -> lose();
          case DISPUTE_UPDATED ->
              List.of(
                  pay(DISPUTED),
                  ApiCall.find("/v2/disputes", Map.of()),
                  ApiCall.post(
                      "/v2/disputes/{1}/evidence", Map.of("product_description", "A test product")),
                  ApiCall.post("/v2/disputes/{1}/submit", Map.of()));
          case BRAKE_ENGAGED, BRAKE_RELEASED -> List.of(); // many declined cards of browsers
          case SETUP_SUCCEEDED -> setUp(GOOD);
          case SETUP_FAILED -> setUp(DECLINED);
          case SETUP_REQUIRES_ACTION -> setUp(CHALLENGED);
          case SETUP_CANCELED ->
              with(setUp(CHALLENGED), ApiCall.post(SETUPS + "/{1}/cancel", Map.of()));
          case REFUND_FAILED -> List.of(pay(REFUND_FAILS), refund());
          case CUSTOMER_CREATED -> List.of(customer());
          case CUSTOMER_UPDATED ->
              List.of(customer(), ApiCall.post(CUSTOMERS + "/{0}", Map.of("name", "Jo")));
          case CUSTOMER_DELETED -> List.of(customer(), ApiCall.delete(CUSTOMERS + "/{0}"));
          case PAYMENT_METHOD_ATTACHED -> attach();
          case PAYMENT_METHOD_UPDATED ->
              with(
                  attach(),
                  ApiCall.post(METHODS + "/{1}", Map.of("metadata", Map.of("triggered", "again"))));
          case PAYMENT_METHOD_DETACHED ->
              with(attach(), ApiCall.post(METHODS + "/{1}/detach", Map.of()));
          case MANDATE_CREATED -> mandate();
          case MANDATE_UPDATED -> with(mandate(), payAuthenticated());
          case MANDATE_REVOKED -> with(mandate(), ApiCall.delete(CUSTOMERS + "/{0}"));
          case CHECKOUT_SESSION_COMPLETED -> List.of(checkout(), payOnPage());
          case CHECKOUT_SESSION_EXPIRED ->
              List.of(checkout(), ApiCall.post(SESSIONS + "/{0}/expire", Map.of()));
          case CUSTOMER_CREDIT_CREATED -> TransferTrigger.OVER.calls();
          case CUSTOMER_CREDIT_UPDATED ->
              with(
                  TransferTrigger.OVER.calls(),
                  ApiCall.post("/v2/customer_credits/{2}/return", Map.of()));
          case UNMATCHED_TRANSFER_CREATED -> TransferTrigger.UNREFERENCED.calls();
          case UNMATCHED_TRANSFER_UPDATED ->
              with(
                  TransferTrigger.UNREFERENCED.calls(),
                  ApiCall.post("/v2/unmatched_transfers/{3}/return", Map.of()));
          case PAYOUT_CREATED -> settle();
          case PAYOUT_ARRIVED -> with(settle(), ApiCall.post("/v2/payouts/{2}/confirm", Map.of()));
          case PAYOUT_DIFFERS, PAYOUT_FAILED -> List.of(); // only a provider or a bank reports it
          case WEBHOOK_ENDPOINT_TEST ->
              List.of(
                  ApiCall.post(ENDPOINTS, Map.of("url", NOWHERE)),
                  ApiCall.post(ENDPOINTS + "/{0}/test", Map.of()),
                  ApiCall.delete(ENDPOINTS + "/{0}"));
        });
  }

  /** Returns the trigger with this name, if there is one. */
  static Optional<Trigger> find(String name) {
    return all().filter(trigger -> trigger.name().equals(name)).findFirst();
  }

  /** Returns the names of all triggers. */
  static List<String> names() {
    return all().filter(trigger -> !trigger.calls().isEmpty()).map(Trigger::name).toList();
  }

  private static Stream<Trigger> all() {
    return Stream.concat(
        Stream.of(EventType.values()).map(Trigger::of),
        Stream.of(TransferTrigger.values()).map(TransferTrigger::trigger));
  }

  /** Returns the prefix of the ids of the objects that the event is about. */
  String prefix() {
    return switch (type.text().substring(0, type.text().indexOf('.'))) {
      case "payment" -> "pay_";
      case "setup" -> "st_";
      case "refund" -> "re_";
      case "customer" -> "cus_";
      case "payment_method" -> "pm_";
      case "mandate" -> "mnd_";
      case "checkout_session" -> "cs_";
      case "customer_credit" -> "ccr_";
      case "unmatched_transfer" -> "umt_";
      case "payout" -> "po_";
      case "dispute" -> "dp_";
      default -> "we_";
    };
  }

  private static ApiCall pay(String number) {
    return pay(number, "automatic");
  }

  /** Returns the calls that pay, and settle all payments. `{2}` is the newest payout. */
  private static List<ApiCall> settle() {
    return List.of(
        pay(GOOD),
        ApiCall.post("/v2/test/settlements", Map.of()),
        ApiCall.find("/v2/payouts", Map.of()));
  }

  /** Returns the calls that lose a dispute. `{1}` is the newest dispute. */
  private static List<ApiCall> lose() {
    return List.of(
        pay(DISPUTED),
        ApiCall.find("/v2/disputes", Map.of()),
        ApiCall.post("/v2/test/disputes/{1}/lose", Map.of()));
  }

  private static ApiCall authorize() {
    return pay(GOOD, "manual");
  }

  private static ApiCall pay(String number, String captureMethod) {
    return ApiCall.post(
        PAYMENTS,
        Map.of(
            "amount",
            1000,
            "currency",
            "usd",
            DESCRIPTION,
            "Triggered",
            "capture_method",
            captureMethod,
            "payment_method",
            card(number)));
  }

  private static Map<String, Object> card(String number) {
    return Map.of(
        "type",
        "card",
        "card",
        Map.of("number", number, "exp_month", 12, "exp_year", 2040, "cvc", "123"));
  }

  private static List<ApiCall> setUp(String number) {
    return List.of(
        customer(),
        ApiCall.post(SETUPS, Map.of("customer", "{0}", "payment_method", card(number))));
  }

  private static List<ApiCall> mandate() {
    return List.of(
        customer(),
        ApiCall.post(
            PAYMENTS,
            Map.of(
                "amount",
                1000,
                "currency",
                "usd",
                "customer",
                "{0}",
                "save_payment_method",
                true,
                "mandate",
                Map.of("text", "I agree that the shop charges my card each month."),
                "payment_method",
                card(GOOD))),
        ApiCall.find(METHODS + "?customer={0}", Map.of()),
        ApiCall.find("/v2/mandates?payment_method={2}", Map.of()));
  }

  /** Pays with a saved payment method, and with the proof that its holder was authenticated. */
  private static ApiCall payAuthenticated() {
    return ApiCall.post(
        PAYMENTS,
        Map.of(
            "amount",
            1000,
            "currency",
            "usd",
            "payment_method",
            "{2}",
            "three_d_secure",
            Map.of(
                "version",
                "2.2.0",
                "trans_status",
                "Y",
                "eci",
                "05",
                "ds_transaction_id",
                "00000000-0000-4000-8000-000000000000",
                "cryptogram",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAA=")));
  }

  private static ApiCall checkout() {
    return ApiCall.post(
        SESSIONS,
        Map.of(
            "amount",
            1000,
            "currency",
            "usd",
            DESCRIPTION,
            "Triggered",
            "success_url",
            "https://shop.example/thanks",
            "cancel_url",
            "https://shop.example/cart"));
  }

  private static ApiCall payOnPage() {
    return ApiCall.form(
        "{0.page}", Map.of("try", "1", "number", GOOD, "expiry", "12/40", "cvc", "123"));
  }

  private static ApiCall refund() {
    return ApiCall.post("/v2/refunds", Map.of("payment", "{0}", "amount", 400));
  }

  private static ApiCall customer() {
    return ApiCall.post(CUSTOMERS, Map.of(DESCRIPTION, "Triggered"));
  }

  private static List<ApiCall> attach() {
    return List.of(
        customer(),
        ApiCall.post(METHODS, card(GOOD)),
        ApiCall.post(METHODS + "/{1}/attach", Map.of("customer", "{0}")));
  }

  private static List<ApiCall> with(List<ApiCall> calls, ApiCall more) {
    var all = new ArrayList<>(calls);
    all.add(more);
    return all;
  }
}
