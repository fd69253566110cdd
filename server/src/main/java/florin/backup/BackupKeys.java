package florin.backup;

import florin.vault.Keyring;
import florin.vault.Passphrase;
import florin.vault.SealedKeyring;
import java.nio.file.Path;
import java.security.SecureRandom;

/** The secret keys that go into a backup, sealed with a passphrase. */
public record BackupKeys(Path keysFile, Path passphraseFile, SecureRandom random) {
  /**
   * @param check what the database says of the keys that it needs
   */
  String seal(String check) {
    Keyring keyring = Keyring.load(keysFile);
    keyring.requireMatch(check);
    return SealedKeyring.seal(keyring, Passphrase.read(passphraseFile), random);
  }
}
