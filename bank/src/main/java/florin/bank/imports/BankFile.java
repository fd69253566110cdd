package florin.bank.imports;

import florin.core.Id.BankFileId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/**
 * A statement file, as it was uploaded.
 *
 * @param hash SHA-256 of its bytes, in hex
 */
public record BankFile(
    Realm realm, BankFileId id, String hash, Source source, long bytes, Instant created) {
  /** How a file arrived. */
  public enum Source {
    API,
    FOLDER,
    DASHBOARD,
    COMMAND,
    /** The simulated bank of test mode. */
    SIMULATOR;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Source of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
