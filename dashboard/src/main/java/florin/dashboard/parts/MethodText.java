package florin.dashboard.parts;

import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;

/**
 * A payment method in a list: the mark of its brand, and the rest of its label.
 *
 * @param brand the code of the brand; empty if the method has no mark
 * @param name the brand's name, which screen readers announce in place of the mark
 * @param rest the label without the name: `•••• 4242`
 */
public record MethodText(String brand, String name, String rest) {
  public static MethodText of(Instrument instrument) {
    return switch (instrument) {
      case Card card -> {
        String rest = "•••• " + card.last4();
        yield new MethodText(card.brand().text(), card.label().replace(" " + rest, ""), rest);
      }
      case BankTransfer _, Hosted _ -> new MethodText("", "", instrument.label());
    };
  }
}
