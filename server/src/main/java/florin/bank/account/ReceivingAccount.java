package florin.bank.account;

import florin.bank.Bic;
import florin.bank.Iban;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A bank account to which a realm has its payers send money. One of a test realm is kept by the
 * bank that the simulator plays.
 *
 * @param version raised by every change
 */
public record ReceivingAccount(
    Realm realm,
    ReceivingAccountId id,
    int version,
    Status status,
    Details details,
    Statements statements,
    Instant created) {

  /**
   * @param bic of its bank; banks of the euro area need none (SEPA: IBAN only)
   * @param holder as the bank spells it: payers' banks compare it with what is typed
   */
  public record Details(Iban iban, Optional<Bic> bic, String holder, Currency currency) {}

  /**
   * How what its bank has booked is told.
   *
   * @param format the only one that books: the same money would be booked twice by two
   * @param uploadsAllowed whether they may come by key in live mode
   */
  public record Statements(StatementFormat format, boolean uploadsAllowed) {}

  /** Whether new payments of its currency are sent there; what comes is booked in either. */
  public enum Status {
    ENABLED,
    DISABLED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public Iban iban() {
    return details.iban();
  }

  public Currency currency() {
    return details.currency();
  }

  public StatementFormat format() {
    return statements.format();
  }

  /** In test mode there is no money that a stolen key could make up. */
  public boolean takesUploads() {
    return statements.uploadsAllowed() || !realm.isLive();
  }

  public boolean isEnabled() {
    return status == Status.ENABLED;
  }

  ReceivingAccount with(Status next) {
    return new ReceivingAccount(realm, id, version + 1, next, details, statements, created);
  }

  ReceivingAccount with(Details next, StatementFormat as) {
    var told = new Statements(as, statements.uploadsAllowed());
    return new ReceivingAccount(realm, id, version + 1, status, next, told, created);
  }

  ReceivingAccount withUploads(boolean allowed) {
    var told = new Statements(format(), allowed);
    return new ReceivingAccount(realm, id, version + 1, status, details, told, created);
  }
}
