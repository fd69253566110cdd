package emulator.stripe;

import emulator.stripe.Session.Labels;
import emulator.stripe.Session.Links;
import emulator.stripe.Session.Saving;
import emulator.stripe.Session.Terms;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** `/v1/checkout/sessions`: sessions of the modes `payment` and `setup` on Stripe's own page. */
final class SessionApi {
  /**
   * The parameters that Stripe supports. A name that ends in `*` includes all names below it.
   * {@link #refuseWhatIsNotPlayed} rejects those that would change an amount.
   */
  static final Set<String> CREATE =
      Set.of(
          "adaptive_pricing[enabled]",
          "after_expiration*",
          "allow_promotion_codes",
          "automatic_tax*",
          "billing_address_collection",
          "branding_settings*",
          "cancel_url",
          "client_reference_id",
          "consent_collection*",
          "currency",
          "custom_fields*",
          "custom_text*",
          "customer",
          "customer_creation",
          "customer_email",
          "customer_update*",
          "discounts*",
          "excluded_payment_method_types[*]",
          "expand[*]",
          "expires_at",
          "integration_identifier",
          "invoice_creation*",
          "line_items[*][price]",
          "line_items[*][quantity]",
          "line_items[*][price_data][currency]",
          "line_items[*][price_data][unit_amount]",
          "line_items[*][price_data][unit_amount_decimal]",
          "line_items[*][price_data][product]",
          "line_items[*][price_data][tax_behavior]",
          "line_items[*][price_data][product_data][name]",
          "line_items[*][price_data][product_data][description]",
          "line_items[*][price_data][product_data][images][*]",
          "line_items[*][price_data][product_data][metadata]",
          "line_items[*][price_data][product_data][tax_code]",
          "locale",
          "managed_payments*",
          "metadata",
          "mode",
          "name_collection*",
          "optional_items*",
          "origin_context",
          "payment_intent_data[application_fee_amount]",
          "payment_intent_data[capture_method]",
          "payment_intent_data[description]",
          "payment_intent_data[metadata]",
          "payment_intent_data[on_behalf_of]",
          "payment_intent_data[receipt_email]",
          "payment_intent_data[setup_future_usage]",
          "payment_intent_data[shipping]*",
          "payment_intent_data[statement_descriptor]",
          "payment_intent_data[statement_descriptor_suffix]",
          "payment_intent_data[transfer_data]*",
          "payment_intent_data[transfer_group]",
          "payment_method_collection",
          "payment_method_configuration",
          "payment_method_data*",
          "payment_method_options*",
          "payment_method_types[*]",
          "permissions*",
          "phone_number_collection*",
          "redirect_on_completion",
          "return_url",
          "saved_payment_method_options*",
          "setup_intent_data*",
          "shipping_address_collection*",
          "shipping_options*",
          "submit_type",
          "subscription_data*",
          "success_url",
          "tax_id_collection*",
          "ui_mode",
          "wallet_options*");

  static final Set<String> EXPAND_ONLY = Set.of("expand[*]");

  static final Set<String> LIST =
      Set.of(
          "created[gte]",
          "created[lte]",
          "ending_before",
          "expand[*]",
          "limit",
          "payment_intent",
          "starting_after",
          "status");

  private static final Set<String> EXPANDABLE =
      Set.of(
          "line_items",
          "customer",
          "payment_intent",
          "payment_intent.latest_charge",
          "payment_intent.latest_charge.refunds",
          "payment_intent.payment_method",
          "setup_intent",
          "setup_intent.latest_attempt",
          "setup_intent.payment_method");

  private static final long SOONEST_SECONDS = 30 * 60;
  private static final long LATEST_SECONDS = 24 * 3600;

  /** The length of the fragment in Stripe's links, which the page reads. */
  private static final int FRAGMENT = 320;

  private static final int MAX_REFERENCE = 200;
  private static final int MAX_URL = 5000;

  /** Parameters that would change amounts, which the emulator doesn't support. */
  private static final Set<String> NOT_PLAYED =
      Set.of("adaptive_pricing[enabled]", "allow_promotion_codes", "automatic_tax[enabled]");

  private final String pages;

  /**
   * @param pages the base URL of the payment pages, to which a session's id is appended
   */
  SessionApi(String pages) {
    this.pages = pages;
  }

  ObjectNode create(Call call) {
    Parameters in = call.parameters();
    Shapes.check(in.list("expand"), EXPANDABLE);
    refuseWhatIsNotPlayed(in);
    Customer customer = customer(call);
    boolean setup = in.get("mode").equals("setup");
    Terms terms = setup ? setupTerms(in, call.world().now()) : terms(in, call.world().now());
    String id = call.world().ids.session(call.live());
    String url = pages + id + "#fid" + call.world().ids.text(FRAGMENT);
    var session = new Session(id, call.live(), call.world().now(), url, terms);
    session.customer = customer;
    call.world().add(session);
    return call.shapes().session(session);
  }

  private static void refuseWhatIsNotPlayed(Parameters in) {
    if (!Set.of("payment", "setup").contains(in.get("mode"))
        || !in.find("ui_mode").orElse("hosted").matches("hosted(_page)?")
        || in.size("discounts") > 0
        || in.size("shipping_options") > 0) {
      throw Refusal.notPlayed("mode");
    }
    NOT_PLAYED.stream()
        .filter(in::isTrue)
        .findAny()
        .ifPresent(name -> {
          throw Refusal.notPlayed(name);
        });
  }

  private static @Nullable Customer customer(Call call) {
    Parameters in = call.parameters();
    String id = in.find("customer").orElse("");
    if (id.isEmpty()) {
      return null;
    }
    for (String other : List.of("customer_email", "customer_creation")) {
      if (in.find(other).isPresent()) {
        throw Refusal.parameter(
            "parameter_invalid",
            "You may only specify one of these parameters: customer, " + other + ".",
            other);
      }
    }
    return call.named(call.world().saved.customers, one -> one.live, id, "customer", "customer");
  }

  private static Terms setupTerms(Parameters in, long now) {
    refuseGroups(in, "setup", "line_items", "payment_intent_data");
    if (in.list("payment_method_types").isEmpty() && in.find("currency").isEmpty()) {
      throw Refusal.missing("payment_method_types");
    }
    in.find("currency").ifPresent(currency -> Money.checkCurrency(currency, "currency"));
    var saving =
        new Saving(
            true,
            createsCustomer(in),
            null,
            in.find("setup_intent_data[description]").orElse(null),
            in.metadata("setup_intent_data[metadata]"));
    return new Terms(
        0,
        "",
        false,
        expiresAt(in, now),
        links(in),
        labels(in),
        saving,
        in.metadata("metadata"),
        Map.of());
  }

  private static boolean createsCustomer(Parameters in) {
    return in.findOneOf("customer_creation", Set.of("always", "if_required"))
        .filter("always"::equals)
        .isPresent();
  }

  /** Rejects groups of parameters that belong to the other mode. */
  private static void refuseGroups(Parameters in, String mode, String... groups) {
    for (String group : groups) {
      if (in.size(group) > 0) {
        throw Refusal.parameter(
            "parameter_invalid", "You can not pass `" + group + "` in `" + mode + "` mode.", group);
      }
    }
  }

  private static Saving saving(Parameters in) {
    String usage =
        in.findOneOf("payment_intent_data[setup_future_usage]", Set.of("off_session", "on_session"))
            .orElse(null);
    boolean creates = in.find("customer").isEmpty() && (createsCustomer(in) || usage != null);
    return new Saving(false, creates, usage, null, Map.of());
  }

  private static Terms terms(Parameters in, long now) {
    refuseGroups(in, "payment", "setup_intent_data");
    if (in.size("line_items") == 0) {
      throw Refusal.missing("line_items");
    }
    String currency = in.get("line_items[0][price_data][currency]");
    Money.checkCurrency(currency, "line_items[0][price_data][currency]");
    long total = 0;
    for (int i = 0; i < in.size("line_items"); i++) {
      total += amount(in, "line_items[" + i + "]", currency);
    }
    Money.checkTotal(total, currency);
    String method =
        in.findOneOf(
                "payment_intent_data[capture_method]",
                Set.of("automatic", "automatic_async", "manual"))
            .orElse("automatic_async");
    return new Terms(
        total,
        currency,
        method.equals("manual"),
        expiresAt(in, now),
        links(in),
        labels(in),
        saving(in),
        in.metadata("metadata"),
        in.metadata("payment_intent_data[metadata]"));
  }

  private static long amount(Parameters in, String item, String currency) {
    String unit = item + "[price_data][unit_amount]";
    if (!in.get(item + "[price_data][currency]").equals(currency)) {
      throw Refusal.parameter("parameter_invalid", "All line items must have one currency.", item);
    }
    if (in.find(item + "[price_data][product]").isEmpty()) {
      in.get(item + "[price_data][product_data][name]");
    }
    long amount = in.findInteger(unit).orElseThrow(() -> Refusal.missing(unit));
    long quantity =
        in.findInteger(item + "[quantity]").orElseThrow(() -> Refusal.missing(item + "[quantity]"));
    if (quantity < 1) {
      throw Refusal.parameter(
          "parameter_invalid_integer",
          "This value must be greater than or equal to 1.",
          item + "[quantity]");
    }
    Money.checkAmount(amount, currency, unit);
    return Math.multiplyExact(amount, quantity);
  }

  private static long expiresAt(Parameters in, long now) {
    long at = in.findInteger("expires_at").orElse(now + LATEST_SECONDS);
    if (at < now + SOONEST_SECONDS) {
      throw Refusal.parameter(
          "parameter_invalid_integer",
          "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
          "expires_at");
    }
    if (at > now + LATEST_SECONDS) {
      throw Refusal.parameter(
          "parameter_invalid_integer",
          "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
          "expires_at");
    }
    return at;
  }

  private static Links links(Parameters in) {
    return new Links(
        url(in, "success_url"), in.find("cancel_url").isEmpty() ? null : url(in, "cancel_url"));
  }

  private static String url(Parameters in, String name) {
    String url = in.get(name);
    if (!url.matches("https?://.+") || url.length() > MAX_URL) {
      throw Refusal.parameter("url_invalid", "Not a valid URL", name);
    }
    return url;
  }

  private static Labels labels(Parameters in) {
    String reference = in.find("client_reference_id").orElse(null);
    if (reference != null && reference.length() > MAX_REFERENCE) {
      throw Refusal.parameter(
          "parameter_invalid", "It may have at most 200 characters.", "client_reference_id");
    }
    return new Labels(
        reference,
        in.find("payment_intent_data[description]").orElse(null),
        in.find("customer_email").orElse(null),
        in.find("locale").orElse(null),
        in.find("line_items[0][price_data][product_data][name]").orElse(""));
  }

  ObjectNode get(Call call) {
    Shapes.check(call.parameters().list("expand"), EXPANDABLE);
    return call.shapes().session(find(call));
  }

  ObjectNode expire(Call call) {
    Shapes.check(call.parameters().list("expand"), EXPANDABLE);
    Session session = find(call);
    if (!session.status.equals("open")) {
      throw Refusal.state(
          "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of `"
              + session.status
              + "`.");
    }
    call.world().expire(session);
    return call.shapes().session(session);
  }

  ObjectNode list(Call call) {
    Map<String, Session> all = call.world().sessions;
    String intent = call.parameters().find("payment_intent").orElse("");
    String status = call.parameters().find("status").orElse("");
    return call.page(
        all.values().stream()
            .filter(session -> session.live == call.live())
            .filter(session -> status.isEmpty() || session.status.equals(status))
            .filter(session ->
                intent.isEmpty() || (session.intent != null && session.intent.id.equals(intent))),
        session -> session.id,
        session -> session.created,
        call.shapesOfList()::session,
        "/v1/checkout/sessions");
  }

  private static Session find(Call call) {
    return call.get(call.world().sessions, one -> one.live, "checkout.session", "session");
  }
}
