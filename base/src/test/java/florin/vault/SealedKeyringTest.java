package florin.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import florin.vault.KeyringException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedKeyringTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Path ORIGIN = Path.of("backup.tar.gz");

  @TempDir private Path folder;

  private Passphrase passphrase(String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("passphrase"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return Passphrase.read(file);
  }

  private Passphrase passphrase(String text) throws IOException {
    return passphrase(text, "rw-------");
  }

  private static void assertRefused(String sealed, Passphrase passphrase, Reason reason) {
    assertThatExceptionOfType(KeyringException.class)
        .isThrownBy(() -> SealedKeyring.open(sealed, passphrase, ORIGIN))
        .matches(refused -> refused.reason() == reason)
        .withMessageContaining("backup.tar.gz");
  }

  private static String salt(String sealed) {
    return sealed.lines().filter(line -> line.startsWith("salt")).findFirst().orElseThrow();
  }

  @Test
  void only_the_same_passphrase_opens_it_and_only_unchanged() throws IOException {
    Passphrase right = passphrase("six words that nobody guesses\nsecond line");
    Keyring keyring = Keyring.generate(RANDOM).withNewEnvelopeKey(RANDOM);

    String sealed = SealedKeyring.seal(keyring, right, RANDOM);

    Keyring opened = SealedKeyring.open(sealed, right, ORIGIN);
    assertThat(opened.checkValue()).isEqualTo(keyring.checkValue());
    assertThat(opened.currentVersion()).isEqualTo(keyring.currentVersion());
    assertThat(salt(SealedKeyring.seal(keyring, right, RANDOM))).isNotEqualTo(salt(sealed));
    keyring
        .text()
        .lines()
        .filter(line -> line.startsWith("mac"))
        .forEach(line -> assertThat(sealed).doesNotContain(line.substring(6)));
    assertRefused(sealed, passphrase("six words that nobody guessed"), Reason.PASSPHRASE);
    assertRefused(sealed.replace("passes = 8", "passes = 7"), right, Reason.PASSPHRASE);
    assertRefused(sealed.replace("lanes = 1", "lanes = 4"), right, Reason.PASSPHRASE);
    assertRefused(sealed.replace("lanes = 1", "lanes = 5"), right, Reason.MALFORMED);
    assertRefused(sealed.replace("passes = 8", "passes = 800"), right, Reason.MALFORMED);
    assertRefused(
        sealed.replace("memory_kib = 32768", "memory_kib = 999999999"), right, Reason.MALFORMED);
    assertRefused(sealed.replace("argon2id", "md5"), right, Reason.MALFORMED);
    assertRefused(sealed.replaceAll("salt = .*", "salt = ?"), right, Reason.MALFORMED);
  }

  @Test
  void a_short_exposed_or_missing_passphrase_is_rejected() throws IOException {
    assertThatExceptionOfType(KeyringException.class)
        .isThrownBy(() -> passphrase("nineteen characters"))
        .withMessageContaining("at least 20 characters")
        .withMessageNotContaining("nineteen");
    assertThatExceptionOfType(KeyringException.class)
        .isThrownBy(() -> passphrase("long enough for everybody", "rw-r--r--"))
        .withMessageContaining("chmod 600");
    assertThatExceptionOfType(KeyringException.class)
        .isThrownBy(() -> Passphrase.read(folder.resolve("none")))
        .withMessageContaining("there is no such file");
    assertThat(passphrase("long enough for everybody").toString()).doesNotContain("long");
  }
}
