package florin.backup;

import florin.vault.Keyring;
import florin.vault.Passphrase;
import florin.vault.SealedKeyring;
import java.nio.file.Path;
import java.util.Optional;

/** Where the secret keys come from that a backup needs. */
public sealed interface RestoreKeys {
  /** From elsewhere: those that may be in the backup are left alone. */
  record Given(Keyring keyring) implements RestoreKeys {}

  /** From the backup itself. */
  record Sealed(Passphrase passphrase) implements RestoreKeys {}

  /**
   * @param sealed what the backup holds
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
                          + ": it was made without a passphrase. Name the file with the keys by --keys.")),
              passphrase,
              file);
    };
  }
}
