package florin.bank.intake;

import florin.bank.Iban;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import java.util.Optional;

/** The accounts whose statements Florin imports. */
public interface IntakeAccounts {
  /** Returns the realm's account with this IBAN. */
  Optional<IntakeAccount> find(Realm realm, Iban iban);

  /** Returns the realm's account with this id. */
  Optional<IntakeAccount> find(Realm realm, ReceivingAccountId id);

  /**
   * An account for the import.
   *
   * @param format the only format that books entries: with two formats, the same money would be
   *     booked twice
   * @param takesUploads whether an API key may upload its statements
   */
  record IntakeAccount(
      ReceivingAccountId id,
      Iban iban,
      Currency currency,
      StatementFormat format,
      boolean takesUploads) {}
}
