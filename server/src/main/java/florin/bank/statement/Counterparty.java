package florin.bank.statement;

import florin.bank.Bic;
import florin.bank.Iban;
import java.util.Optional;

/** The counterparty of a transfer: the sender of a credit, or the recipient of a debit. */
public record Counterparty(Optional<String> name, Optional<Iban> iban, Optional<Bic> bic) {
  public boolean isEmpty() {
    return name.isEmpty() && iban.isEmpty() && bic.isEmpty();
  }
}
