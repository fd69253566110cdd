package florin.bank.order;

import florin.core.Money;

/**
 * One transfer of a payment file.
 *
 * @param endToEndId identifies the debit when it is booked: at most 35 characters that banks
 *     accept, unique in its file
 * @param amount more than zero
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
