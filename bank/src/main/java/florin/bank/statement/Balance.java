package florin.bank.statement;

import florin.core.Money;

/**
 * The balance of an account.
 *
 * @param debit whether the account is overdrawn
 */
public record Balance(Money amount, boolean debit) {
  /** Returns the balance in minor units, below zero if the account is overdrawn. */
  public long minor() {
    return debit ? -amount.minor() : amount.minor();
  }
}
