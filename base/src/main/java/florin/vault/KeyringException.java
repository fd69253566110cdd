package florin.vault;

import florin.core.IoReason;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown if the keys are unavailable or wrong. Its message is for the operator: which file, what is
 * wrong, what to do.
 */
public final class KeyringException extends RuntimeException {
  public enum Reason {
    /** There is no keys file. */
    MISSING,
    /** The keys file exists, but cannot be read or could not be written. */
    INACCESSIBLE,
    /** Other users than its owner may read or write it. */
    PERMISSIONS,
    /** A line is malformed or missing. */
    MALFORMED,
    /** It names no current encryption key, or one that it does not contain. */
    NO_CURRENT_VERSION,
    /** These are not the keys that the database was written with. */
    MISMATCH,
    /** The passphrase is unavailable or wrong. */
    PASSPHRASE,
    /** The key that should be retired is still needed, or does not exist. */
    NEEDED
  }

  private final Reason reason;

  private KeyringException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  private KeyringException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static KeyringException missing(Path file, Throwable cause) {
    return new KeyringException(
        Reason.MISSING,
        "There is no keys file at " + file + ". Restore it from the copy of your keys.",
        cause);
  }

  static KeyringException inaccessible(String doing, Path file, IOException cause) {
    return new KeyringException(
        Reason.INACCESSIBLE,
        "Florin can't " + doing + " the keys file " + file + ": " + IoReason.of(cause) + ".",
        cause);
  }

  static KeyringException permissions(Path file, String mode) {
    return new KeyringException(
        Reason.PERMISSIONS,
        "The keys file %s is accessible to other users than its owner (%s). Run `chmod 600 %s`."
            .formatted(file, mode, file));
  }

  static KeyringException malformed(Path file, String what) {
    return new KeyringException(
        Reason.MALFORMED, "The keys in " + file + " are malformed: " + what + ".");
  }

  static KeyringException noCurrentVersion(Path file) {
    return new KeyringException(
        Reason.NO_CURRENT_VERSION,
        "The keys file %s doesn't name the key for new card numbers. Set `vault.current` to the N of one of its `vault.N`."
            .formatted(file));
  }

  static KeyringException passphrase(String what) {
    return new KeyringException(Reason.PASSPHRASE, what);
  }

  static KeyringException needed(int version, String why) {
    return new KeyringException(
        Reason.NEEDED, "vault." + version + " can't be retired: " + why + ".");
  }

  static KeyringException mismatch(String what) {
    return new KeyringException(
        Reason.MISMATCH,
        "These are not the keys that the database was written with ("
            + what
            + "). All nodes of a database need the same keys file: copy it from a running node, or"
            + " restore it from the copy of your keys.");
  }
}
