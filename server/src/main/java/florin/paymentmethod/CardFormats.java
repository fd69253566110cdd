package florin.paymentmethod;

import florin.core.CardCode;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Id.PaymentMethodId;
import florin.core.Pan;
import florin.customer.ContactFormats;
import florin.customer.CustomerApi;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextOrObject;
import florin.paymentmethod.MethodChange.BillingChange;
import florin.paymentmethod.Tender.NewCard;
import florin.paymentmethod.Tender.SavedMethod;
import florin.vault.Card;
import florin.vault.TextFormats;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How what is paid with is read from a request. */
public final class CardFormats {
  private static final String CARD = "card";

  public static final Format<PaymentMethodId> ID = Format.id(PaymentMethodId.KIND);
  public static final Format<String> TYPE = Format.choice(List.of(CARD), type -> type);

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

  /** Any text; where it is missing or none, the card is looked at nevertheless. */
  private static final Format<String> ANY_TYPE = Format.line(40).then(CARD, Format.Reading::good);

  private static final Format<String> NAME = TextFormats.line(256);

  private CardFormats() {}

  /** The parameter `payment_method` of a payment: an id, an object with an id, or a card. */
  public static Tender readTender(Params body) {
    return switch (body.requiredTextOrObject("payment_method")) {
      case TextOrObject.OfText _ -> new SavedMethod(body.required("payment_method", ID));
      case TextOrObject.OfObject(Params method) ->
          method.has("id") ? new SavedMethod(method.required("id", ID)) : readNew(method);
    };
  }

  /** `type`, `card` and `billing_details`. */
  static NewCard readNew(Params method) {
    String type = method.required("type", ANY_TYPE);
    if (!type.equals(CARD)) {
      method.error(
          "type",
          ErrorCode.PAYMENT_METHOD_TYPE_UNSUPPORTED,
          "must be card: no other type is supported yet.");
      method.mentions(type);
      return new NewCard(placeholderCard(), readBilling(method));
    }
    return new NewCard(readCard(method.requiredObject(CARD)), readBilling(method));
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

  private static BillingDetails readBilling(Params method) {
    return method
        .optionalObject("billing_details")
        .map(billing -> readBillingChange(billing).applyTo(BillingDetails.NONE))
        .orElse(BillingDetails.NONE);
  }

  private static BillingChange readBillingChange(Params billing) {
    return new BillingChange(
        billing.field("name", NAME),
        billing.field("email", ContactFormats.EMAIL),
        billing.field("phone", ContactFormats.PHONE),
        CustomerApi.readAddress(billing));
  }

  /** What an update may say: `card`, `billing_details` and `metadata`. */
  static MethodChange readChange(Params method) {
    Optional<Params> card = method.optionalObject(CARD);
    Optional<Long> month = card.flatMap(c -> c.optional("exp_month", EXP_MONTH));
    Optional<Long> year = card.flatMap(c -> c.optional("exp_year", EXP_YEAR));
    card.ifPresent(c -> c.notUpdatable("number", "cvc"));
    method.notUpdatable("type", "customer");
    return new MethodChange(
        month.map(Math::toIntExact),
        year.map(Math::toIntExact),
        readBillingField(method),
        TextFormats.metadata(method));
  }

  private static Field<BillingChange> readBillingField(Params method) {
    if (method.clearsObject("billing_details")) {
      return new Field.Clear<>();
    }
    return method
        .optionalObject("billing_details")
        .<Field<BillingChange>>map(billing -> new Field.Set<>(readBillingChange(billing)))
        .orElseGet(Field.Keep::new);
  }

  private static <T> Function<String, Optional<T>> digits(int max, Function<String, T> of) {
    return text ->
        !text.isEmpty() && text.length() <= max && text.chars().allMatch(c -> c >= '0' && c <= '9')
            ? Optional.of(of.apply(text))
            : Optional.empty();
  }
}
