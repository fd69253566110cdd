package florin.vault;

import florin.core.Hmac;
import florin.core.Id.PaymentMethodId;
import florin.core.Pan;
import florin.core.Realm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * Encrypts card numbers for storage, and decrypts them for a connector. Each row has a key of its
 * own, which is derived from an encryption key of the {@link Keyring}, the realm and the row. The
 * ciphertext is bound to realm, row and version of the encryption key. So a number that is copied
 * to another row, or to another merchant's, can't be decrypted there.
 *
 * <p>A vault is safe for use by several threads.
 */
public final class Vault {
  /**
   * The characters of a fingerprint, of 5 bits each: among 10⁹ cards the chance of one collision is
   * 10⁻¹³.
   */
  public static final int FINGERPRINT_LENGTH = 20;

  private static final byte[] ROW_LABEL = "florin pan".getBytes(StandardCharsets.US_ASCII);
  private static final String FINGERPRINT_LABEL = "florin fingerprint";
  private static final String BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's, as in ids

  private final Supplier<Keyring> keys;
  private final Hmac fingerprint;
  private final AesGcm aes;

  public Vault(Keyring keyring, SecureRandom random) {
    this(() -> keyring, random);
  }

  /**
   * Creates a vault.
   *
   * @param keys called each time: the encryption keys may change; the key of fingerprints never
   *     does
   */
  public Vault(Supplier<Keyring> keys, SecureRandom random) {
    this.keys = keys;
    this.fingerprint = keys.get().fingerprint().hmac(FINGERPRINT_LABEL);
    this.aes = new AesGcm(random);
  }

  public SealedPan seal(Realm realm, PaymentMethodId row, Pan pan) {
    int version = keys.get().currentVersion();
    byte[] digits = pan.digits().getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = aes.seal(rowKey(version, realm, row), context(version, realm, row), digits);
    return new SealedPan(version, bytes);
  }

  /**
   * Decrypts a card number.
   *
   * @throws VaultException if it was not encrypted for this realm and row, was changed since, or
   *     its encryption key is missing
   */
  public Pan open(Realm realm, PaymentMethodId row, SealedPan sealed) {
    int version = sealed.keyVersion();
    return aes.open(rowKey(version, realm, row), context(version, realm, row), sealed.bytes())
        .map(digits -> new Pan(new String(digits, StandardCharsets.US_ASCII)))
        .orElseThrow(() -> VaultException.notAuthentic(row, version));
  }

  /**
   * Returns the number encrypted under the current encryption key; unchanged if it already is.
   *
   * @throws VaultException as {@link #open}
   */
  public SealedPan rewrap(Realm realm, PaymentMethodId row, SealedPan sealed) {
    return sealed.keyVersion() == keys.get().currentVersion()
        ? sealed
        : seal(realm, row, open(realm, row, sealed));
  }

  /**
   * Returns the fingerprint of a number: {@value #FINGERPRINT_LENGTH} characters of base32. Within
   * a realm, equal fingerprints mean the same card, and the number can't be found from it. In
   * another realm the same number has another fingerprint.
   */
  public String fingerprint(Realm realm, Pan pan) {
    byte[] digits = pan.digits().getBytes(StandardCharsets.US_ASCII);
    byte[] message =
        ByteBuffer.allocate(Long.BYTES + digits.length).putLong(realm.id()).put(digits).array();
    byte[] mac = fingerprint.of(message);
    var text = new StringBuilder(FINGERPRINT_LENGTH);
    for (int i = 0; i < FINGERPRINT_LENGTH; i++) {
      text.append(BASE32.charAt(mac[i] & 31));
    }
    return text.toString();
  }

  private byte[] rowKey(int version, Realm realm, PaymentMethodId row) {
    byte[] label =
        ByteBuffer.allocate(ROW_LABEL.length + 3 * Long.BYTES)
            .put(ROW_LABEL)
            .putLong(realm.id())
            .putLong(row.uuid().getMostSignificantBits())
            .putLong(row.uuid().getLeastSignificantBits())
            .array();
    return keys.get()
        .findEnvelope(version)
        .orElseThrow(() -> VaultException.keyMissing(row, version))
        .derive(label);
  }

  private static byte[] context(int version, Realm realm, PaymentMethodId row) {
    return ByteBuffer.allocate(3 * Long.BYTES + Integer.BYTES)
        .putLong(realm.id())
        .putLong(row.uuid().getMostSignificantBits())
        .putLong(row.uuid().getLeastSignificantBits())
        .putInt(version)
        .array();
  }

  @Override
  public String toString() {
    return "Vault[" + keys.get() + "]";
  }
}
