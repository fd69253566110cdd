package florin.doctor;

import florin.doctor.DoctorStore.KeyState;
import florin.vault.Keyring;
import florin.vault.KeyringException;
import java.nio.file.Path;
import java.util.List;

/**
 * The checks of the secret keys: they exist, only the owner can read them, and they match the
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
              "%s holds %d keys for card numbers; whether they are the database's was not seen"
                  .formatted(file, keyring.versions().size())));
    } catch (KeyringException wrong) {
      return List.of(wrong(wrong));
    }
  }

  List<DoctorFinding> with(KeyState state) {
    try {
      Keyring keyring = Keyring.load(file);
      keyring.requireMatch(state.check());
      int current = state.current().orElse(keyring.currentVersion());
      if (keyring.newestVersion() != current || current != keyring.currentVersion()) {
        return List.of(
            DoctorFinding.look(
                SUBJECT,
                "A rotation was begun and is not finished: vault.%d seals, and vault.%d is there"
                    .formatted(current, keyring.newestVersion()),
                "Run ./florin vault rotate again: it goes on where it was."));
      }
      return List.of(
          DoctorFinding.ok(
              SUBJECT,
              "%s is the owner's alone and the database's; vault.%d seals, of %d"
                  .formatted(file, current, keyring.versions().size())));
    } catch (KeyringException wrong) {
      return List.of(wrong(wrong));
    }
  }

  private static DoctorFinding wrong(KeyringException wrong) {
    return DoctorFinding.wrong(
        SUBJECT,
        String.valueOf(wrong.getMessage()),
        "Without its keys no stored card number can be read, and the service does not start.");
  }
}
