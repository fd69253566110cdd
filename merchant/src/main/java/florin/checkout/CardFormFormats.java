package florin.checkout;

import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.Pan;
import florin.customer.Customer.Address;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.instrument.CardCheck;
import florin.instrument.Instrument.InstrumentFault;
import florin.paymentmethod.BillingDetails;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The card form of test mode as a payer fills it in: with spaces in the number, and the expiry in
 * one field.
 */
final class CardFormFormats {
  static final String NUMBER = "number";
  static final String EXPIRY = "expiry";
  static final String CVC = "cvc";
  static final String NAME = "name";
  static final String POSTAL_CODE = "postal_code";

  private static final Format<String> NAME_FORMAT = TextFormats.line(256);
  private static final Format<String> POSTAL_CODE_FORMAT = TextFormats.line(20);

  /** The longest number, including its spaces. */
  private static final int MAX_LENGTH = 40;

  private static final Pattern DIGITS = Pattern.compile("[0-9]{8,19}");
  private static final Pattern CODE = Pattern.compile("[0-9]{3,4}");
  private static final Pattern MONTH_YEAR =
      Pattern.compile("(0?[1-9]|1[0-2])[ /.-]*((?:20)?[0-9]{2})");

  private CardFormFormats() {}

  /**
   * The submitted form.
   *
   * @param card empty if anything in it is invalid
   * @param values those that may be shown again: neither number nor code
   * @param errors by the names of the fields
   * @param text all of it except the code, to distinguish two forms
   */
  record CardForm(
      Optional<PlainCard> card,
      BillingDetails billing,
      Map<String, String> values,
      Map<String, Phrase> errors,
      String text) {
    static final CardForm NONE =
        new CardForm(Optional.empty(), BillingDetails.NONE, Map.of(), Map.of(), "");

    CardForm {
      values = Map.copyOf(values);
      errors = Map.copyOf(errors);
    }
  }

  static CardForm read(Form form, Instant now) {
    var errors = new LinkedHashMap<String, Phrase>();
    Optional<Pan> number = number(form, errors);
    Matcher expiry = MONTH_YEAR.matcher(shortened(form, EXPIRY));
    if (!expiry.matches()) {
      errors.put(EXPIRY, Phrase.WRONG_EXPIRY);
    }
    Optional<CardCode> code = code(form, errors);
    BillingDetails billing = billing(form, errors);
    Optional<PlainCard> card =
        number
            .filter(_ -> errors.isEmpty())
            .map(pan ->
                new PlainCard(
                    pan,
                    Integer.parseInt(expiry.group(1)),
                    2000 + Integer.parseInt(expiry.group(2)) % 100,
                    code));
    card.flatMap(it -> CardCheck.check(it, now)).ifPresent(fault -> note(fault, errors));
    return new CardForm(
        card.filter(_ -> errors.isEmpty()),
        billing,
        Map.of(
            EXPIRY,
            shortened(form, EXPIRY),
            NAME,
            form.text(NAME),
            POSTAL_CODE,
            form.text(POSTAL_CODE)),
        errors,
        String.join(
            "\n", form.text(NUMBER), form.text(EXPIRY), form.text(NAME), form.text(POSTAL_CODE)));
  }

  private static Optional<Pan> number(Form form, Map<String, Phrase> errors) {
    String digits = shortened(form, NUMBER).replaceAll("[ -]", "");
    if (DIGITS.matcher(digits).matches() && new Pan(digits).isValid()) {
      return Optional.of(new Pan(digits));
    }
    errors.put(NUMBER, Phrase.WRONG_NUMBER);
    return Optional.empty();
  }

  private static Optional<CardCode> code(Form form, Map<String, Phrase> errors) {
    String digits = shortened(form, CVC);
    if (CODE.matcher(digits).matches()) {
      return Optional.of(new CardCode(digits));
    }
    errors.put(CVC, Phrase.WRONG_CVC);
    return Optional.empty();
  }

  private static BillingDetails billing(Form form, Map<String, Phrase> errors) {
    Optional<String> name = form.optional(NAME, NAME_FORMAT);
    Optional<String> postalCode = form.optional(POSTAL_CODE, POSTAL_CODE_FORMAT);
    form.error(NAME).ifPresent(_ -> errors.put(NAME, Phrase.WRONG_TEXT));
    form.error(POSTAL_CODE).ifPresent(_ -> errors.put(POSTAL_CODE, Phrase.WRONG_TEXT));
    var address =
        new Address(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            postalCode,
            Optional.empty());
    return new BillingDetails(
        name,
        Optional.empty(),
        Optional.empty(),
        address.isEmpty() ? Optional.empty() : Optional.of(address));
  }

  private static void note(InstrumentFault fault, Map<String, Phrase> errors) {
    switch (fault.code()) {
      case INCORRECT_NUMBER -> errors.put(NUMBER, Phrase.WRONG_NUMBER);
      case EXPIRED_CARD, INVALID_EXPIRY_YEAR -> errors.put(EXPIRY, Phrase.CARD_EXPIRED);
      case INVALID_CVC -> errors.put(CVC, Phrase.WRONG_CVC);
      default -> errors.put(EXPIRY, Phrase.WRONG_EXPIRY);
    }
  }

  private static String shortened(Form form, String field) {
    String text = form.text(field).strip();
    return text.length() > MAX_LENGTH ? "" : text;
  }
}
