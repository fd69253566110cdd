package florin.dashboard.list;

import florin.core.AmountSums;
import florin.core.AmountSums.CurrencySum;
import florin.dashboard.parts.FigureText;
import florin.page.AmountText;
import java.util.List;
import java.util.Optional;

/**
 * The number and the sum of all lines of a filtered list. Amounts of several currencies are not
 * added up.
 *
 * @param words the number of lines, or the reason why they aren't counted
 * @param amount the sum of the most frequent currency; empty if there is none
 * @param others the sums of the other currencies
 */
public record ListTotal(String words, Optional<String> amount, List<TotalLine> others) {
  public ListTotal {
    others = List.copyOf(others);
  }

  /** The sum of one currency. */
  public record TotalLine(String amount, String count) {}

  /**
   * Returns the total.
   *
   * @param found empty if it took too long
   */
  static ListTotal of(ListSpec<?> list, Optional<AmountSums> found, boolean isSorted) {
    if (found.isEmpty()) {
      return saying(
          "There are too many %s to count within %d seconds. Choose a shorter period."
              .formatted(list.noun(), AmountSums.MAX_DURATION.toSeconds()));
    }
    AmountSums sums = found.get();
    if (!sums.isWhole()) {
      String most = FigureText.count(AmountSums.MOST);
      return saying(
          "More than %s %s%s. Choose a shorter period to see their sum."
              .formatted(
                  most,
                  list.noun(),
                  isSorted ? ", of which the newest " + most + " are sorted" : ""));
    }
    return new ListTotal(
        list.counted(sums.count()),
        sums.each().stream().findFirst().map(ListTotal::amount),
        sums.each().stream()
            .skip(1)
            .map(sum -> new TotalLine(amount(sum), list.counted(sum.count())))
            .toList());
  }

  static ListTotal saying(String words) {
    return new ListTotal(words, Optional.empty(), List.of());
  }

  private static String amount(CurrencySum sum) {
    return AmountText.of(sum.amount(), sum.currency());
  }

  /** Returns the label of the other currencies. */
  public String more() {
    return others.size() == 1 ? "1 more currency" : others.size() + " more currencies";
  }
}
