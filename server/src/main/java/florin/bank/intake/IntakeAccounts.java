package florin.bank.intake;

import florin.bank.Iban;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import java.util.Optional;

/** The accounts of which statements are taken. */
public interface IntakeAccounts {
  /** The account of the realm with that number. */
  Optional<IntakeAccount> find(Realm realm, Iban iban);

  /** The account of the realm with that id. */
  Optional<IntakeAccount> find(Realm realm, ReceivingAccountId id);

  /**
   * @param format the only one that books: the same money would be booked twice by two
   * @param takesUploads whether its statements may come by key
   */
  record IntakeAccount(
      ReceivingAccountId id,
      Iban iban,
      Currency currency,
      StatementFormat format,
      boolean takesUploads) {}
}
