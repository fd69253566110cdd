package florin.bank.order;

import florin.bank.Bic;
import florin.bank.Iban;
import java.util.Optional;

/**
 * One side of a transfer.
 *
 * @param name the account holder's name. The file has at most 70 characters of it, and replaces
 *     those that banks reject
 * @param bic the BIC of the account's bank, which SEPA does not need
 */
public record OrderParty(String name, Iban iban, Optional<Bic> bic) {
  public OrderParty {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a party has a name");
    }
  }
}
