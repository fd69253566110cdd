package florin.bank.statement;

import florin.core.Money;

/**
 * What stood on an account.
 *
 * @param debit whether the holder owed it to the bank
 */
public record Balance(Money amount, boolean debit) {
  /** In the currency's smallest units, below zero where the holder owed it. */
  public long minor() {
    return debit ? -amount.minor() : amount.minor();
  }

  /** Zero owed is zero had. */
  public boolean sameAs(Balance other) {
    return amount.currency().equals(other.amount.currency()) && minor() == other.minor();
  }
}
