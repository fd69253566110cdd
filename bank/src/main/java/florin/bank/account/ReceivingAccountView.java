package florin.bank.account;

import florin.core.Bic;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import java.time.Instant;
import java.util.Optional;

/** A receiving account as the API shows it. The account number is not secret: payers see it. */
record ReceivingAccountView(
    ReceivingAccountId id,
    String object,
    ReceivingAccount.Status status,
    String iban,
    Optional<String> bic,
    String holder,
    Currency currency,
    String statementFormat,
    boolean uploadsAllowed,
    boolean livemode,
    Instant created) {
  static ReceivingAccountView of(ReceivingAccount account) {
    return new ReceivingAccountView(
        account.id(),
        "receiving_account",
        account.status(),
        account.iban().text(),
        account.details().bic().map(Bic::text),
        account.details().holder(),
        account.currency(),
        account.format().text(),
        account.takesUploads(),
        account.realm().isLive(),
        account.created());
  }
}
