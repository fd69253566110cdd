package florin.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.core.Id.PaymentMethodId;
import florin.core.Pan;
import florin.core.Realm;
import florin.vault.VaultException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Realm REALM = new Realm(2);
  private static final Realm OTHER_REALM = new Realm(3);
  private static final PaymentMethodId ROW = new PaymentMethodId(new UUID(1, 2));
  private static final PaymentMethodId OTHER_ROW = new PaymentMethodId(new UUID(1, 3));
  private static final Pan PAN = new Pan("4242424242424242");

  private final Keyring keyring = Keyring.generate(RANDOM);
  private final Vault vault = new Vault(keyring, RANDOM);

  @Test
  void opens_its_own_sealed_numbers() {
    var sealed = vault.seal(REALM, ROW, PAN);
    assertThat(sealed.keyVersion()).isEqualTo(1);
    assertThat(vault.open(REALM, ROW, sealed)).isEqualTo(PAN);
  }

  @Test
  void opens_any_number_it_sealed_for_any_row() {
    long seed = RANDOM.nextLong();
    System.out.println("VaultTest seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      var realm = new Realm(random.nextLong(2, Long.MAX_VALUE));
      var row = new PaymentMethodId(new UUID(random.nextLong(), random.nextLong()));
      var pan = randomPan(random);
      assertThat(vault.open(realm, row, vault.seal(realm, row, pan)))
          .as("seed %d", seed)
          .isEqualTo(pan);
    }
  }

  @Test
  void encrypts_and_decrypts_empty_data() {
    var aes = new AesGcm(RANDOM);
    byte[] key = AesGcm.newKey(RANDOM);
    byte[] context = "context".getBytes(StandardCharsets.UTF_8);
    byte[] sealed = aes.seal(key, context, new byte[0]);

    assertThat(aes.open(key, context, sealed)).hasValueSatisfying(it -> assertThat(it).isEmpty());
    assertThat(aes.open(key, context, Arrays.copyOf(sealed, sealed.length - 1))).isEmpty();
  }

  @Test
  void opens_a_number_after_a_restart(@TempDir Path directory) {
    var file = directory.resolve("keys");
    var sealed = new Vault(Keyring.loadOrCreate(file, RANDOM), RANDOM).seal(REALM, ROW, PAN);
    assertThat(new Vault(Keyring.load(file), RANDOM).open(REALM, ROW, sealed)).isEqualTo(PAN);
  }

  @Test
  void does_not_open_in_another_realm() {
    var sealed = vault.seal(REALM, ROW, PAN);
    assertRefused(() -> vault.open(OTHER_REALM, ROW, sealed), Reason.NOT_AUTHENTIC);
  }

  @Test
  void does_not_open_in_another_row() {
    var sealed = vault.seal(REALM, ROW, PAN);
    assertRefused(() -> vault.open(REALM, OTHER_ROW, sealed), Reason.NOT_AUTHENTIC);
  }

  @Test
  void does_not_open_as_another_key_version() {
    var rotated = new Vault(keyring.withNewEnvelopeKey(RANDOM), RANDOM);
    var sealed = vault.seal(REALM, ROW, PAN);
    var relabelled = new SealedPan(2, sealed.bytes());
    assertRefused(() -> rotated.open(REALM, ROW, relabelled), Reason.NOT_AUTHENTIC);
  }

  @Test
  void does_not_open_under_a_version_that_the_keyring_lacks() {
    var sealed = new Vault(keyring.withNewEnvelopeKey(RANDOM), RANDOM).seal(REALM, ROW, PAN);
    assertRefused(() -> vault.open(REALM, ROW, sealed), Reason.KEY_MISSING);
  }

  @Test
  void does_not_open_with_other_keys() {
    var sealed = vault.seal(REALM, ROW, PAN);
    var other = new Vault(Keyring.generate(RANDOM), RANDOM);
    assertRefused(() -> other.open(REALM, ROW, sealed), Reason.NOT_AUTHENTIC);
  }

  @Test
  void does_not_open_with_any_bit_flipped() {
    var sealed = vault.seal(REALM, ROW, PAN);
    for (int bit = 0; bit < sealed.bytes().length * 8; bit++) {
      byte[] tampered = sealed.bytes().clone();
      tampered[bit / 8] ^= (byte) (1 << bit % 8);
      assertRefused(() -> vault.open(REALM, ROW, new SealedPan(1, tampered)), Reason.NOT_AUTHENTIC);
    }
  }

  @Test
  void does_not_open_when_cut_or_lengthened() {
    byte[] bytes = vault.seal(REALM, ROW, PAN).bytes();
    for (int length = 0; length <= bytes.length + 16; length++) {
      if (length != bytes.length) {
        var cut = new SealedPan(1, Arrays.copyOf(bytes, length));
        assertRefused(() -> vault.open(REALM, ROW, cut), Reason.NOT_AUTHENTIC);
      }
    }
  }

  @Test
  void seals_the_same_number_differently_each_time() {
    var seen = new HashSet<SealedPan>();
    for (int i = 0; i < 100; i++) {
      seen.add(vault.seal(REALM, ROW, PAN));
    }
    assertThat(seen).hasSize(100);
  }

  @Test
  void keeps_the_digits_out_of_the_sealed_bytes() {
    var text = new String(vault.seal(REALM, ROW, PAN).bytes(), StandardCharsets.ISO_8859_1);
    assertThat(text).doesNotContain("4242");
  }

  /**
   * Rows outlive this code, so numbers that were encrypted with a key (here 32 zero bytes) must
   * always decrypt. Another program produced both values (Python's hmac and cryptography).
   */
  @Test
  void opens_numbers_of_all_earlier_versions(@TempDir Path directory) {
    var zero = Base64.getEncoder().encodeToString(new byte[32]);
    var file = new KeyFile(directory.resolve("keys"));
    file.create(Map.of("vault.1", zero, "vault.current", "1", "fingerprint", zero, "mac", zero));
    var old = new Vault(Keyring.load(file.path()), RANDOM);
    byte[] sealed =
        HexFormat.of()
            .parseHex(
                "000102030405060708090a0b874d13096d75b0738cdaca3a3b60304f8dbd9aa2ea1f8c65dedbece450c7dc68");
    assertThat(old.open(REALM, ROW, new SealedPan(1, sealed))).isEqualTo(PAN);
    assertThat(old.fingerprint(REALM, PAN)).isEqualTo("c27tj1xvxkhs3njhkp1q");
  }

  @Test
  void rewraps_to_the_current_key() {
    var sealed = vault.seal(REALM, ROW, PAN);
    var rotated = new Vault(keyring.withNewEnvelopeKey(RANDOM), RANDOM);
    var rewrapped = rotated.rewrap(REALM, ROW, sealed);
    assertThat(rewrapped.keyVersion()).isEqualTo(2);
    assertThat(rotated.open(REALM, ROW, rewrapped)).isEqualTo(PAN);
    assertThat(rotated.open(REALM, ROW, sealed)).isEqualTo(PAN);
    assertThat(rotated.rewrap(REALM, ROW, rewrapped)).isSameAs(rewrapped);
  }

  @Test
  void does_not_rewrap_a_number_that_it_cannot_open() {
    var sealed = vault.seal(REALM, ROW, PAN);
    var rotated = new Vault(keyring.withNewEnvelopeKey(RANDOM), RANDOM);
    assertRefused(() -> rotated.rewrap(REALM, OTHER_ROW, sealed), Reason.NOT_AUTHENTIC);
  }

  @Test
  void gives_a_card_one_fingerprint_per_realm() {
    var fingerprint = vault.fingerprint(REALM, PAN);
    assertThat(fingerprint).matches("[0-9a-z]{20}");
    assertThat(vault.fingerprint(REALM, new Pan("4242424242424242"))).isEqualTo(fingerprint);
    assertThat(vault.fingerprint(OTHER_REALM, PAN)).isNotEqualTo(fingerprint);
    assertThat(vault.fingerprint(REALM, new Pan("4000056655665556"))).isNotEqualTo(fingerprint);
    assertThat(new Vault(Keyring.generate(RANDOM), RANDOM).fingerprint(REALM, PAN))
        .isNotEqualTo(fingerprint);
  }

  @Test
  void keeps_fingerprints_through_a_rotation() {
    var rotated = new Vault(keyring.withNewEnvelopeKey(RANDOM), RANDOM);
    assertThat(rotated.fingerprint(REALM, PAN)).isEqualTo(vault.fingerprint(REALM, PAN));
  }

  @Test
  void gives_different_cards_different_fingerprints() {
    var seen = new HashSet<String>();
    for (long i = 0; i < 20_000; i++) {
      seen.add(vault.fingerprint(REALM, new Pan(Long.toString(4_000_000_000_000_000L + i))));
    }
    assertThat(seen).hasSize(20_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 32})
  void seals_and_opens_card_numbers_of_any_length(int length) {
    var pan = new Pan("7".repeat(length));
    assertThat(vault.open(REALM, ROW, vault.seal(REALM, ROW, pan))).isEqualTo(pan);
  }

  @Test
  void serves_many_threads_concurrently() throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var opened =
          threads.invokeAll(
              IntStream.range(0, 5_000)
                  .mapToObj(i -> (Callable<Boolean>) () -> roundTrips(i))
                  .toList());
      for (Future<Boolean> trip : opened) {
        assertThat(trip.get()).isTrue();
      }
    }
  }

  private boolean roundTrips(int i) {
    var row = new PaymentMethodId(new UUID(7, i));
    var pan = new Pan(Integer.toString(40_000_000 + i));
    return vault.open(REALM, row, vault.seal(REALM, row, pan)).equals(pan)
        && vault.fingerprint(REALM, pan).equals(vault.fingerprint(REALM, pan));
  }

  @Test
  void shows_neither_key_nor_number() {
    var key = keyring.findEnvelope(1).orElseThrow().base64();
    var sealed = vault.seal(REALM, ROW, PAN);
    assertThat(vault.toString()).doesNotContain(key);
    assertThat(sealed.toString()).isEqualTo("SealedPan[keyVersion=1]");
    var failure =
        catchThrowableOfType(VaultException.class, () -> vault.open(REALM, OTHER_ROW, sealed));
    assertThat(failure).hasMessageNotContaining("4242").hasMessageContaining(OTHER_ROW.text());
  }

  private static Pan randomPan(Random random) {
    var digits = new StringBuilder();
    int length = random.nextInt(8, 20);
    while (digits.length() < length) {
      digits.append(random.nextInt(10));
    }
    return new Pan(digits.toString());
  }

  private static void assertRefused(ThrowingCallable call, Reason reason) {
    var refusal = catchThrowableOfType(VaultException.class, call);
    assertThat(refusal).as("a refusal").isNotNull();
    assertThat(refusal.reason()).isEqualTo(reason);
  }
}
