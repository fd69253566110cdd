package florin.doctor;

import florin.vault.Keyring;
import florin.vault.KeyringException;
import florin.vault.KeyringStore.Expectation;
import java.nio.file.Path;
import java.util.List;

/**
 * The checks of the encryption keys: they exist, only the owner can read them, and they match the
 * database.
 */
record KeysCheck(Path file) {
  private static final String SUBJECT = "keys";

  /** Checks the keys alone, if the database does not tell which it needs. */
  List<DoctorFinding> alone() {
    try {
      Keyring keyring = Keyring.load(file);
      return List.of(
          DoctorFinding.ok(
              SUBJECT,
              "%s has %d keys for card numbers; they were not compared with the database"
                  .formatted(file, keyring.versions().size())));
    } catch (KeyringException wrong) {
      return List.of(wrong(wrong));
    }
  }

  List<DoctorFinding> with(Expectation expected) {
    try {
      Keyring keyring = Keyring.load(file);
      keyring.requireMatch(expected.check());
      int current = expected.current().orElse(keyring.currentVersion());
      if (keyring.newestVersion() != current || current != keyring.currentVersion()) {
        return List.of(
            DoctorFinding.look(
                SUBJECT,
                "A key rotation is not finished: vault.%d is current, and vault.%d exists"
                    .formatted(current, keyring.newestVersion()),
                "Run ./florin vault rotate again. The rotation continues."));
      }
      return List.of(
          DoctorFinding.ok(
              SUBJECT,
              "%s is private and matches the database; vault.%d is current, of %d keys"
                  .formatted(file, current, keyring.versions().size())));
    } catch (KeyringException wrong) {
      return List.of(wrong(wrong));
    }
  }

  private static DoctorFinding wrong(KeyringException wrong) {
    return DoctorFinding.wrong(
        SUBJECT,
        String.valueOf(wrong.getMessage()),
        "Without these keys, stored card numbers can't be read and the service can't start.");
  }
}
