package florin.bank.statement;

import florin.bank.Bic;
import florin.bank.Iban;
import java.util.Optional;

/** The other side of a transfer: who sent what came in, who got what went out. */
public record Counterparty(Optional<String> name, Optional<Iban> iban, Optional<Bic> bic) {
  public boolean isEmpty() {
    return name.isEmpty() && iban.isEmpty() && bic.isEmpty();
  }
}
