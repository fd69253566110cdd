package florin.bank.intake;

import florin.core.Id.BankFileId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/**
 * A file of statements, as it was given.
 *
 * @param hash SHA-256 of its bytes, in hex
 */
public record BankFile(
    Realm realm, BankFileId id, String hash, Source source, long bytes, Instant created) {
  /** By which way a file has come. */
  public enum Source {
    API,
    FOLDER,
    DASHBOARD,
    COMMAND,
    /** The bank of test mode. */
    SIMULATOR;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Source of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
