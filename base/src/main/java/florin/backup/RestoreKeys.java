package florin.backup;

import florin.vault.Keyring;
import florin.vault.Passphrase;
import florin.vault.SealedKeyring;
import java.nio.file.Path;
import java.util.Optional;

/** The source of the encryption keys that a backup needs. */
public sealed interface RestoreKeys {
  /** Keys from elsewhere: those in the backup, if any, are ignored. */
  record Given(Keyring keyring) implements RestoreKeys {}

  /** Keys from the backup itself. */
  record Sealed(Passphrase passphrase) implements RestoreKeys {}

  /**
   * Returns the keys.
   *
   * @param sealed the encrypted keys in the backup
   */
  default Keyring open(Optional<String> sealed, Path file) {
    return switch (this) {
      case Given(Keyring keyring) -> keyring;
      case Sealed(Passphrase passphrase) ->
          SealedKeyring.open(
              sealed.orElseThrow(() ->
                  new BackupException(
                      "There are no keys in "
                          + file
                          + ": it was created without a passphrase. Set the keys file with --keys.")),
              passphrase,
              file);
    };
  }
}
