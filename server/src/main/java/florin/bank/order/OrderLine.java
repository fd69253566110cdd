package florin.bank.order;

import florin.core.Money;

/**
 * One transfer that a bank is asked for.
 *
 * @param endToEndId by which the debit is known when it is booked: at most 35 of the characters
 *     that banks take, unique in its file
 * @param amount more than nothing
 * @param text for the creditor's statement; at most 140 characters of it are written
 */
public record OrderLine(String endToEndId, Money amount, OrderParty creditor, String text) {
  public OrderLine {
    OrderIds.check(endToEndId);
    if (amount.isZero()) {
      throw new IllegalArgumentException("a transfer is of more than nothing");
    }
  }
}
