package florin.bank.account;

import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
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
    FileExchange files,
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
   * The exchange of files with the account's bank.
   *
   * @param format the only format of statements that books entries: with two formats, the same
   *     money would be booked twice
   * @param uploadsAllowed whether an API key may upload statements in live mode
   * @param downloadsAllowed whether an API key may download payment files in live mode
   */
  public record FileExchange(
      StatementFormat format, boolean uploadsAllowed, boolean downloadsAllowed) {
    FileExchange with(KeyAccess access, boolean allowed) {
      return switch (access) {
        case UPLOADS -> new FileExchange(format, allowed, downloadsAllowed);
        case DOWNLOADS -> new FileExchange(format, uploadsAllowed, allowed);
      };
    }
  }

  /** The access of API keys to files in live mode. */
  public enum KeyAccess {
    /** The upload of statements. A stolen key could invent money with a statement. */
    UPLOADS,
    /** The download of payment files. */
    DOWNLOADS
  }

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
    return files.format();
  }

  /**
   * Returns whether an API key may upload statements. In test mode a stolen key can't invent real
   * money.
   */
  public boolean takesUploads() {
    return files.uploadsAllowed() || !realm.isLive();
  }

  /** Returns whether an API key may download payment files, which name payers' accounts. */
  public boolean givesDownloads() {
    return files.downloadsAllowed() || !realm.isLive();
  }

  public boolean isEnabled() {
    return status == Status.ENABLED;
  }

  ReceivingAccount with(Status next) {
    return new ReceivingAccount(realm, id, version + 1, next, details, files, created);
  }

  ReceivingAccount with(Details next, StatementFormat as) {
    var after = new FileExchange(as, files.uploadsAllowed(), files.downloadsAllowed());
    return new ReceivingAccount(realm, id, version + 1, status, next, after, created);
  }

  ReceivingAccount with(KeyAccess access, boolean allowed) {
    FileExchange next = files.with(access, allowed);
    return next.equals(files)
        ? this
        : new ReceivingAccount(realm, id, version + 1, status, details, next, created);
  }
}
