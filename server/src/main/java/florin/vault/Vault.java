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
 * The sealing of card numbers for storage, and their opening for a connector. Each row has its own
 * key, derived from an envelope key of the {@link Keyring} by realm and row. Its ciphertext is
 * bound to both and to the envelope key's version. So a sealed number that is copied to another
 * row, or to another merchant's, can't be opened there.
 *
 * <p>A vault is safe for use by several threads. Sealing takes about 2 µs, opening as much, a
 * fingerprint 0.2.
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
   * @param keys called each time: the envelope keys may change; the key of fingerprints never does
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
   * Opens a sealed number.
   *
   * @throws VaultException if it was not sealed for this realm and row, was changed since, or its
   *     envelope key is gone
   */
  public Pan open(Realm realm, PaymentMethodId row, SealedPan sealed) {
    int version = sealed.keyVersion();
    return aes.open(rowKey(version, realm, row), context(version, realm, row), sealed.bytes())
        .map(digits -> new Pan(new String(digits, StandardCharsets.US_ASCII)))
        .orElseThrow(() -> VaultException.notAuthentic(row, version));
  }

  /**
   * Returns the number sealed under the current envelope key; unchanged if it already is.
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
