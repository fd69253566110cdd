package florin.bank.order;

import florin.bank.Bic;
import florin.bank.Iban;
import java.util.Optional;

/**
 * One side of a transfer.
 *
 * @param name of the account's holder, as it is spelt; what banks do not take of it is written
 *     otherwise in the file, and at most 70 characters of it
 * @param bic of the account's bank: SEPA does without
 */
public record OrderParty(String name, Iban iban, Optional<Bic> bic) {
  public OrderParty {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a party has a name");
    }
  }
}
