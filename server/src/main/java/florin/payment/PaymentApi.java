package florin.payment;

import florin.account.Origin;
import florin.core.CardCode;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Pan;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Format.Reading;
import florin.http.Params;
import florin.http.PathId;
import florin.http.Range;
import florin.http.TextOrObject;
import florin.payment.Payment.Order;
import florin.vault.Card;
import florin.vault.CardNumberScan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** `/v2/payments`. */
public final class PaymentApi {
  private static final Format<Long> AMOUNT =
      Format.integer(
          Range.of(1, Money.MAX_MINOR)
              .described(
                  "an integer in the currency's smallest unit, for example 1000 for 10.00 usd")
              .refusedWith(ErrorCode.AMOUNT_TOO_SMALL, ErrorCode.AMOUNT_TOO_LARGE));
  private static final Format<Currency> CURRENCY = Format.currency();
  private static final Format<Pan> NUMBER =
      Format.text(
          "must be a card number: digits only, as a string", new Pan("0"), digits(32, Pan::new));
  private static final Format<CardCode> CODE =
      Format.text(
          "must be the card's security code: 3 or 4 digits, as a string",
          new CardCode("000"),
          digits(8, CardCode::new));
  private static final Format<Long> EXP_MONTH =
      Format.integer(Range.of(-99, 99).described("an integer from 1 to 12"));
  private static final Format<Long> EXP_YEAR =
      Format.integer(Range.of(1000, 9999).described("a year of four digits, for example 2030"));
  private static final Format<String> DESCRIPTION = withoutCardNumber(Format.paragraph(1000));
  private static final Format<CaptureMethod> CAPTURE_METHOD =
      Format.choice(List.of(CaptureMethod.AUTOMATIC), CaptureMethod::text);

  /**
   * A local part, an at sign, and a domain with a dot: what a mistyped address most often lacks.
   */
  private static final Pattern EMAIL =
      Pattern.compile("[^\\s@\"(),:;<>\\[\\]\\\\]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+");

  private static final Format<String> RECEIPT_EMAIL =
      Format.text(
          "must be an e-mail address of at most 254 characters, for example jo@example.com",
          "jo@example.com",
          text ->
              text.length() <= 254 && EMAIL.matcher(text).matches()
                  ? Optional.of(text)
                  : Optional.empty());
  private static final Format<String> STATEMENT_DESCRIPTOR =
      Format.text(
          "must be 1 to 22 letters, digits, spaces or .,*-& with at least one letter",
          "SHOP",
          text ->
              text.matches("[A-Za-z0-9 .,*&-]{1,22}") && text.matches(".*[A-Za-z].*")
                  ? Optional.of(text)
                  : Optional.empty());

  private final Payments payments;

  public PaymentApi(Payments payments) {
    this.payments = payments;
  }

  /** The body of `POST /v2/payments`. */
  public static CreatePayment readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    long amount = body.required("amount", AMOUNT);
    Currency currency = body.required("currency", CURRENCY);
    Card card = readPaymentMethod(body);
    Optional<CustomerId> customer = body.optional("customer", Format.id(CustomerId.KIND));
    Optional<String> description = body.optional("description", DESCRIPTION);
    CaptureMethod captureMethod =
        body.optional("capture_method", CAPTURE_METHOD).orElse(CaptureMethod.AUTOMATIC);
    Map<String, String> metadata = readMetadata(body);
    Optional<String> receiptEmail = body.optional("receipt_email", RECEIPT_EMAIL);
    Optional<String> statementDescriptor =
        body.optional("statement_descriptor", STATEMENT_DESCRIPTOR);
    if (customer.isPresent()) {
      body.error("customer", ErrorCode.RESOURCE_MISSING, "names a customer that does not exist.");
    }
    return body.build(() ->
        new CreatePayment(
            new Order(
                new Money(amount, currency),
                captureMethod,
                customer,
                description,
                metadata,
                receiptEmail,
                statementDescriptor),
            card));
  }

  public Answer create(Call<CreatePayment> call) {
    Given given =
        payments.create(
            call.caller(), new Origin(call.request(), call.idempotencyKey()), call.input());
    Answer answer =
        Answer.json(
            given.answer().status(), given.answer().body().getBytes(StandardCharsets.US_ASCII));
    return given.replayed() ? answer.with("Idempotent-Replayed", "true") : answer;
  }

  public static PaymentId readId(Exchange exchange) {
    return PathId.read(exchange, PaymentId.KIND, "payment");
  }

  public Answer retrieve(Call<PaymentId> call) {
    Payment payment =
        payments
            .find(call.caller().realm(), call.input())
            .orElseThrow(() -> PathId.missing("payment"));
    return Answer.json(200, PaymentView.of(payment));
  }

  private static Card readPaymentMethod(Params body) {
    return switch (body.requiredTextOrObject("payment_method")) {
      case TextOrObject.OfText _ -> {
        body.error(
            "payment_method",
            ErrorCode.RESOURCE_MISSING,
            "names a payment method that does not exist. Give the card itself: an object with type and card.");
        yield placeholderCard();
      }
      case TextOrObject.OfObject(Params method) -> {
        String type = method.required("type", Format.line(40));
        if (!type.isEmpty() && !type.equals("card")) {
          method.error(
              "type",
              ErrorCode.PAYMENT_METHOD_TYPE_UNSUPPORTED,
              "must be card: no other type is supported yet.");
          method.mentions(type);
          yield placeholderCard();
        }
        yield readCard(method.requiredObject("card"));
      }
    };
  }

  private static Card readCard(Params card) {
    Pan number = card.required("number", NUMBER);
    long month = card.required("exp_month", EXP_MONTH);
    long year = card.required("exp_year", EXP_YEAR);
    return new Card(number, (int) month, (int) year, card.optional("cvc", CODE));
  }

  private static Card placeholderCard() {
    return new Card(NUMBER.placeholder(), 1, 2000, Optional.empty());
  }

  private static Map<String, String> readMetadata(Params body) {
    Map<String, String> metadata = body.metadata().set();
    metadata.forEach((key, value) -> {
      if (CardNumberScan.finds(key) || CardNumberScan.finds(value)) {
        body.error("metadata", ErrorCode.CARD_NUMBER_NOT_ALLOWED, CARD_NUMBER_FOUND);
      }
    });
    return metadata;
  }

  private static final String CARD_NUMBER_FOUND =
      "must not contain a card number. Leave it out, or keep its last four digits only.";

  private static Format<String> withoutCardNumber(Format<String> text) {
    return text.then(
        "",
        value ->
            CardNumberScan.finds(value)
                ? Reading.wrong(ErrorCode.CARD_NUMBER_NOT_ALLOWED, CARD_NUMBER_FOUND)
                : Reading.good(value));
  }

  private static <T> java.util.function.Function<String, Optional<T>> digits(
      int max, java.util.function.Function<String, T> of) {
    return text ->
        !text.isEmpty() && text.length() <= max && text.chars().allMatch(c -> c >= '0' && c <= '9')
            ? Optional.of(of.apply(text))
            : Optional.empty();
  }
}
