package florin.vault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.vault.Keyring.Purpose;
import florin.vault.KeyringException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyringTest {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("keys");
  }

  @Test
  void creates_the_file_at_the_first_start_and_reads_the_same_keys_at_the_second() {
    var first = Keyring.loadOrCreate(file, RANDOM);
    var second = Keyring.loadOrCreate(file, RANDOM);
    assertThat(second.checkValue()).isEqualTo(first.checkValue());
    assertThat(second.currentVersion()).isEqualTo(1);
  }

  @Test
  void also_creates_the_directory_of_the_file() {
    Keyring.loadOrCreate(directory.resolve("a/b/keys"), RANDOM);
    assertThat(directory.resolve("a/b/keys")).isRegularFile();
  }

  @Test
  void allows_only_the_owner_to_read_the_created_file() throws IOException {
    Keyring.loadOrCreate(file, RANDOM);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Keyring.load(file).withNewEnvelopeKey(RANDOM).save(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void leaves_no_temporary_file() throws IOException {
    Keyring.loadOrCreate(file, RANDOM).withNewEnvelopeKey(RANDOM).save(file);
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void creates_different_keys_every_time() {
    assertThat(Keyring.generate(RANDOM).checkValue())
        .isNotEqualTo(Keyring.generate(RANDOM).checkValue());
  }

  @Test
  void gives_all_concurrent_starts_the_keys_of_the_file()
      throws InterruptedException, ExecutionException {
    var seen = new HashSet<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<String> start = () -> Keyring.loadOrCreate(file, RANDOM).checkValue();
      for (var started : threads.invokeAll(Stream.generate(() -> start).limit(16).toList())) {
        seen.add(started.get());
      }
    }
    assertThat(seen).containsExactly(Keyring.load(file).checkValue());
  }

  @Test
  void rejects_a_load_without_a_file() {
    assertRefused(() -> Keyring.load(file), Reason.MISSING)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("Restore it from the copy of your keys.");
  }

  @Test
  void rejects_an_unreadable_file() throws IOException {
    Files.createDirectory(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    assertRefused(() -> Keyring.load(file), Reason.INACCESSIBLE)
        .hasMessageContaining("Florin can't read the keys file");
  }

  @Test
  void rejects_a_save_to_an_unwritable_place() throws IOException {
    Files.writeString(directory.resolve("in-the-way"), "");
    var keyring = Keyring.generate(RANDOM);
    assertRefused(
            () -> keyring.save(directory.resolve("in-the-way").resolve("keys")),
            Reason.INACCESSIBLE)
        .hasMessageContaining("Florin can't write the keys file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rwxrwxrwx"})
  void rejects_a_file_that_others_can_read_and_explains_how_to_protect_it(String mode)
      throws IOException {
    Keyring.loadOrCreate(file, RANDOM);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertRefused(() -> Keyring.loadOrCreate(file, RANDOM), Reason.PERMISSIONS)
        .hasMessageContaining(mode)
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void accepts_a_file_that_its_owner_cannot_write() throws IOException {
    var made = Keyring.loadOrCreate(file, RANDOM);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(Keyring.load(file).checkValue()).isEqualTo(made.checkValue());
  }

  @Test
  void reads_comments_blank_lines_and_loose_spacing() throws IOException {
    write(
        "# ours",
        "",
        "  vault.1=" + KEY,
        "vault.current =1",
        "mac= " + KEY,
        "fingerprint = " + KEY);
    assertThat(Keyring.load(file).currentVersion()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vault.1",
        "vault.0 = K",
        "vault.01 = K",
        "vault.x = K",
        "vault.2147483648 = K",
        "valut.2 = K",
        "vault.1 = K",
        "vault.2 = ",
        "vault.2 = AAAA",
        "vault.2 = !!!!",
        "vault.2 = KK",
      })
  void rejects_a_malformed_line_without_quoting_a_key(String line) throws IOException {
    write(
        "vault.1 = " + KEY,
        "vault.current = 1",
        "mac = " + KEY,
        "fingerprint = " + KEY,
        line.replace("K", KEY));
    assertRefused(() -> Keyring.load(file), Reason.MALFORMED)
        .hasMessageContaining(file.toString())
        .hasMessageNotContaining(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mac", "fingerprint"})
  void rejects_a_file_that_lacks_a_key(String name) throws IOException {
    var lines =
        List.of("vault.1 = " + KEY, "vault.current = 1", "mac = " + KEY, "fingerprint = " + KEY);
    write(lines.stream().filter(line -> !line.startsWith(name)).toArray(String[]::new));
    assertRefused(() -> Keyring.load(file), Reason.MALFORMED).hasMessageContaining(name);
  }

  @Test
  void rejects_a_file_that_is_not_text_or_far_too_large() throws IOException {
    write("");
    Files.write(file, new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
    assertRefused(() -> Keyring.load(file), Reason.MALFORMED);
    Files.write(file, new byte[100_000]);
    assertRefused(() -> Keyring.load(file), Reason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "vault.current = 2", "vault.current = 01", "vault.current = x"})
  void rejects_a_file_without_a_current_version(String current) throws IOException {
    write("vault.1 = " + KEY, current, "mac = " + KEY, "fingerprint = " + KEY);
    assertRefused(() -> Keyring.load(file), Reason.NO_CURRENT_VERSION)
        .hasMessageContaining("vault.current");
  }

  @Test
  void adds_an_envelope_key_and_keeps_the_others() {
    var one = Keyring.generate(RANDOM);
    var two = one.withNewEnvelopeKey(RANDOM);
    two.save(file);
    var loaded = Keyring.load(file);
    assertThat(loaded.currentVersion()).isEqualTo(2);
    assertThat(loaded.checkValue()).isEqualTo(two.checkValue());
    assertThat(loaded.findEnvelope(1).orElseThrow().checkValue())
        .isEqualTo(one.findEnvelope(1).orElseThrow().checkValue());
    assertThat(loaded.findEnvelope(3)).isEmpty();
    assertThat(one.currentVersion()).isEqualTo(1);
  }

  @Test
  void matches_its_own_check_value_and_the_one_from_before_a_rotation() {
    var one = Keyring.generate(RANDOM);
    one.requireMatch(one.checkValue());
    one.withNewEnvelopeKey(RANDOM).requireMatch(one.checkValue());
  }

  @Test
  void rejects_a_database_of_other_keys_with_advice() {
    var ours = Keyring.generate(RANDOM);
    var theirs = Keyring.generate(RANDOM).checkValue();
    assertRefused(() -> ours.requireMatch(theirs), Reason.MISMATCH)
        .hasMessageContaining("vault.1 is another key")
        .hasMessageContaining("fingerprint is another key")
        .hasMessageContaining("mac is another key")
        .hasMessageContaining("copy it from a running node");
  }

  @Test
  void rejects_a_database_whose_key_is_missing() {
    var behind = Keyring.generate(RANDOM);
    var stored = behind.withNewEnvelopeKey(RANDOM).checkValue();
    assertRefused(() -> behind.requireMatch(stored), Reason.MISMATCH)
        .hasMessageContaining("vault.2 is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", ":", "vault.1:"})
  void rejects_an_invalid_check_value(String stored) {
    var keyring = Keyring.generate(RANDOM);
    assertRefused(() -> keyring.requireMatch(stored), Reason.MISMATCH);
  }

  @Test
  void derives_another_key_for_every_purpose_and_the_same_after_a_restart() {
    var keyring = Keyring.loadOrCreate(file, RANDOM);
    var macs = new HashSet<String>();
    for (var purpose : Purpose.values()) {
      String mac = HexFormat.of().formatHex(keyring.hmac(purpose).of("message"));
      macs.add(mac);
      assertThat(Keyring.load(file).hmac(purpose).of("message"))
          .asHexString()
          .isEqualToIgnoringCase(mac);
    }
    assertThat(macs).hasSameSizeAs(Purpose.values());
  }

  /** The file outlives this code, so derived keys and their check values must never change. */
  @Test
  void derives_the_same_keys_as_all_earlier_versions() throws IOException {
    write("vault.1 = " + KEY, "vault.current = 1", "mac = " + KEY, "fingerprint = " + KEY);
    var keyring = Keyring.load(file);
    assertThat(keyring.checkValue())
        .isEqualTo("vault.1:88b14a8ef1a3666f fingerprint:88b14a8ef1a3666f mac:88b14a8ef1a3666f");
    assertThat(keyring.hmac(Purpose.RECEIPT).of("message"))
        .asHexString()
        .isEqualToIgnoringCase("41f024b57f7f2e62a9f7314008bca0c751e189ec94531d5599e66de9a7a651f4");
  }

  /** RFC 5869, appendix A.1: its PRK and info, and the first 32 bytes of its OKM. */
  @Test
  void derives_the_values_of_rfc_5869() {
    byte[] key =
        HexFormat.of().parseHex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
    byte[] info = HexFormat.of().parseHex("f0f1f2f3f4f5f6f7f8f9");
    var root = RootKey.parse(Base64.getEncoder().encodeToString(key)).orElseThrow();
    assertThat(root.derive(info))
        .asHexString()
        .isEqualToIgnoringCase("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
  }

  @Test
  void shows_no_key() {
    var keyring = Keyring.loadOrCreate(file, RANDOM);
    var root = keyring.findEnvelope(1).orElseThrow();
    assertThat(keyring.toString() + keyring.checkValue())
        .doesNotContain(root.base64(), HexFormat.of().formatHex(root.derive("x".getBytes(UTF_8))));
    assertThat(keyring).hasToString("Keyring[" + keyring.checkValue() + ", current=1]");
    assertThat(root).hasToString("RootKey[…]");
  }

  private void write(String... lines) throws IOException {
    Keyring.loadOrCreate(file, RANDOM); // Creates the file with its permissions.
    Files.write(file, List.of(lines));
  }

  private static ThrowableAssert<KeyringException> assertRefused(
      ThrowingCallable call, Reason reason) {
    var refusal = catchThrowableOfType(KeyringException.class, call);
    assertThat(refusal.reason()).isEqualTo(reason);
    return new ThrowableAssert<>(refusal);
  }
}
