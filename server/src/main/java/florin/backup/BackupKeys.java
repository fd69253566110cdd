package florin.backup;

import florin.vault.Keyring;
import florin.vault.Passphrase;
import florin.vault.SealedKeyring;
import java.nio.file.Path;
import java.security.SecureRandom;

/** The encryption keys that a backup includes, encrypted with a passphrase. */
public record BackupKeys(Path keysFile, Path passphraseFile, SecureRandom random) {
  /**
   * Encrypts the keys.
   *
   * @param check the check values of the keys that the database needs
   */
  String seal(String check) {
    Keyring keyring = Keyring.load(keysFile);
    keyring.requireMatch(check);
    return SealedKeyring.seal(keyring, Passphrase.read(passphraseFile), random);
  }
}
