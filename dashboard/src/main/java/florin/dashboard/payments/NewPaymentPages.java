package florin.dashboard.payments;

import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Money;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Refusal;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.FormBody;
import florin.http.Format;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.page.AmountText;
import florin.payment.CreatePayment;
import florin.payment.PaymentApi;
import florin.payment.Payments;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.store.PaymentFilter;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The form that creates a payment with a test card or a customer's saved card. */
public final class NewPaymentPages {
  public static final String PATH = "/dashboard/payments/new";

  private static final String TITLE = "Create test payment";
  private static final String CARD = "card";
  private static final String USUAL_CURRENCY = "USD";

  /** A currency as people write it. */
  public static final Format<Currency> CURRENCY =
      Format.text(
          "must be a three-letter currency code, such as EUR",
          Currency.get("eur"),
          text -> Currency.find(text.toLowerCase(Locale.ROOT)));

  private final Payments payments;
  private final InstantSource clock;

  public NewPaymentPages(Payments payments, InstantSource clock) {
    this.payments = payments;
    this.clock = clock;
  }

  /**
   * The form.
   *
   * @param isTest whether test cards are offered; in live mode, only saved cards are
   * @param once the token that makes a repeated submission return the same payment
   */
  public record View(
      Form form, CurrencyChoice currencies, List<SelectOption> cards, boolean isTest, String once) {
    public View {
      cards = List.copyOf(cards);
    }
  }

  public Response show(DashboardRequest visit) {
    return Response.Page.of(
        "payment-new",
        TITLE,
        view(
            visit,
            Form.of(
                Map.of(
                    "amount",
                    "20.00",
                    "currency",
                    usualCurrency(visit),
                    CARD,
                    TestOutcome.SUCCEEDS.text(),
                    "capture",
                    "automatic"))));
  }

  public Response create(DashboardRequest visit) {
    if (visit.realm().isLive()) {
      throw new Problem.BadRequest(
              ErrorCode.BAD_REQUEST, "Test payments are created in test mode. Switch to it first.")
          .refusal();
    }
    Form form = visit.form();
    Optional<TestOutcome> card = TestOutcome.find(form.text(CARD));
    if (card.isEmpty()) {
      form.wrong(CARD, "Choose one of the outcomes.");
    }
    FormBody body = money(form);
    if (form.isGood()) {
      body.put("payment_method", method(card.orElseThrow()))
          .put("capture_method", form.text("capture").equals("manual") ? "manual" : "automatic")
          .given("description");
      Optional<Response> done = pay(visit, body, "amount");
      if (done.isPresent()) {
        return done.get();
      }
    }
    return Response.Page.again("payment-new", TITLE, view(visit, form));
  }

  /** Reads the amount and the currency from the form. */
  public static FormBody money(Form form) {
    Currency currency = form.required("currency", CURRENCY);
    var body = new FormBody(form);
    if (form.error("currency").isEmpty()) {
      Money amount = form.required("amount", AmountFormat.of(currency));
      body.put("amount", amount.minor()).put("currency", currency.code());
    }
    return body;
  }

  /**
   * Creates the payment, once for each displayed form. Returns empty if the request is rejected.
   *
   * @param field the form's field that shows the error
   */
  public Optional<Response> pay(DashboardRequest visit, FormBody body, String field) {
    Optional<CreatePayment> command =
        body.read(field, params -> PaymentApi.readCreate(params, clock.instant()));
    if (command.isEmpty()) {
      return Optional.empty();
    }
    String amount = AmountText.of(command.get().terms().amount());
    visit.note(amount);
    try {
      Result<OperationResult> result =
          payments.create(visit.realm(), origin(visit, amount), command.get());
      Payment payment = result.value().payment();
      visit.about(payment.id());
      return Optional.of(Done.to(PaymentDetail.path(payment.id())).saying(said(payment, amount)));
    } catch (Refusal refused) {
      visit.form().wrong(field, refused.problem());
      return Optional.empty();
    }
  }

  private static String said(Payment payment, String amount) {
    return switch (payment.status()) {
      case SUCCEEDED -> amount + " charged";
      case REQUIRES_CAPTURE -> amount + " authorized";
      case REQUIRES_ACTION -> "Payment created. The payer must confirm it.";
      case PROCESSING -> "Payment created. The outcome is not known yet.";
      case FAILED, CANCELED ->
          "Test payment created with the status " + payment.status().text() + ".";
    };
  }

  /**
   * Returns the origin. Its command omits the other fields: the token belongs to one page with one
   * form.
   */
  private static Origin origin(DashboardRequest visit, String amount) {
    Form form = visit.form();
    String what =
        String.join(
            " ",
            "create",
            visit.exchange().pathAndQuery(),
            amount,
            form.text(CARD),
            form.text("payment_method"),
            form.text("capture"),
            form.text("description"));
    return visit.originOnce(what);
  }

  private Map<String, ?> method(TestOutcome outcome) {
    int year = clock.instant().atZone(ZoneOffset.UTC).getYear() + 2;
    return Map.of(
        "type",
        "card",
        "card",
        Map.of("number", outcome.number(), "exp_month", 12, "exp_year", year, "cvc", "123"));
  }

  private View view(DashboardRequest visit, Form form) {
    return new View(
        form,
        CurrencyChoice.of(payments, visit.realm()),
        TestOutcome.options(),
        !visit.realm().isLive(),
        visit.request().text());
  }

  /** Returns the currency of the last payment. */
  private String usualCurrency(DashboardRequest visit) {
    return payments.list(visit.realm(), PaymentFilter.ALL, PageRequest.first(1)).data().stream()
        .map(last -> CodeText.upper(last.terms().amount().currency().code()))
        .findFirst()
        .orElse(USUAL_CURRENCY);
  }
}
