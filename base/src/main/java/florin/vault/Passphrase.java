package florin.vault;

import florin.core.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The passphrase of the operator, which encrypts copies of the encryption keys. */
public final class Passphrase {
  /**
   * The shortest passphrase: six words of a list, or twenty random characters. A shorter one can be
   * found by trying.
   */
  public static final int MIN_LENGTH = 20;

  private static final int MOST_BYTES = 1024;

  private final String text;

  private Passphrase(String text) {
    this.text = text;
  }

  /**
   * Reads the first line of a file that only its owner can access.
   *
   * @throws KeyringException if it cannot be read, is accessible to others, or is too short
   */
  public static Passphrase read(Path file) {
    try {
      if (!KeyFile.isOwnerOnly(file)) {
        throw KeyringException.passphrase(
            "The passphrase file %s is accessible to other users than its owner (%s). Run `chmod 600 %s`."
                .formatted(
                    file,
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                    file));
      }
      if (Files.size(file) > MOST_BYTES) {
        throw KeyringException.passphrase(
            "The passphrase file " + file + " is larger than " + MOST_BYTES + " bytes.");
      }
      return of(Files.readString(file).lines().findFirst().orElse("").strip(), file);
    } catch (IOException failed) {
      throw KeyringException.passphrase(
          "Florin can't read the passphrase file " + file + ": " + IoReason.of(failed) + ".");
    }
  }

  private static Passphrase of(String text, Path file) {
    if (text.codePointCount(0, text.length()) < MIN_LENGTH) {
      throw KeyringException.passphrase(
          "The passphrase in the first line of %s must have at least %d characters. Choose a longer passphrase."
              .formatted(file, MIN_LENGTH));
    }
    return new Passphrase(text);
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "Passphrase[…]";
  }
}
