package florin.instrument;

import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.Pan;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.instrument.Instrument.CardChange;
import java.util.Optional;
import java.util.function.Function;

/** The formats of the object `card` in a request. */
final class CardFormats {
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

  private CardFormats() {}

  static PlainCard read(Params card) {
    Pan number = card.required("number", NUMBER);
    long month = card.required("exp_month", EXP_MONTH);
    long year = card.required("exp_year", EXP_YEAR);
    return new PlainCard(number, (int) month, (int) year, card.optional("cvc", CODE));
  }

  /** Returns a placeholder for a missing card, whose request is rejected. */
  static PlainCard placeholder() {
    return new PlainCard(NUMBER.placeholder(), 1, 2000, Optional.empty());
  }

  static CardChange readChange(Optional<Params> card) {
    Optional<Long> month = card.flatMap(c -> c.optional("exp_month", EXP_MONTH));
    Optional<Long> year = card.flatMap(c -> c.optional("exp_year", EXP_YEAR));
    card.ifPresent(c -> c.notUpdatable("number", "cvc"));
    return new CardChange(month.map(Math::toIntExact), year.map(Math::toIntExact));
  }

  private static <T> Function<String, Optional<T>> digits(int max, Function<String, T> of) {
    return text ->
        !text.isEmpty() && text.length() <= max && text.chars().allMatch(c -> c >= '0' && c <= '9')
            ? Optional.of(of.apply(text))
            : Optional.empty();
  }
}
