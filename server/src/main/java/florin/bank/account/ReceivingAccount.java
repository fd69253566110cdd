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
 * A bank account to which the payers of a realm send money. A test realm's account is at the
 * simulated bank.
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
   * The bank details.
   *
   * @param bic the BIC of its bank; banks in the euro area need none (SEPA: IBAN only)
   * @param holder the name as the bank spells it: payers' banks compare it with what the payer
   *     types
   */
  public record Details(Iban iban, Optional<Bic> bic, String holder, Currency currency) {}

  /**
   * How the statements of the account arrive.
   *
   * @param format the only format that books entries: with two formats, the same money would be
   *     booked twice
   * @param uploadsAllowed whether an API key may upload them in live mode
   */
  public record Statements(StatementFormat format, boolean uploadsAllowed) {}

  /**
   * Whether new payments in its currency use this account. Money that arrives is booked in both
   * states.
   */
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

  /**
   * Returns whether an API key may upload statements. In test mode a stolen key can't invent real
   * money.
   */
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
