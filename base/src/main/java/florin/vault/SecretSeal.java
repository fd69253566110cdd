package florin.vault;

import florin.core.Realm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Encrypts short secrets that Florin must read again, such as those that sign webhooks. It works
 * like the {@link Vault} for card numbers. Each row has a key of its own, which is derived from an
 * encryption key. The ciphertext is bound to realm and row. An encrypted secret is one text,
 * `version.base64`.
 */
public final class SecretSeal {
  private static final byte[] ROW_LABEL = "florin secret".getBytes(StandardCharsets.US_ASCII);

  private static final String MARK_LABEL = "florin mark of a text";

  private static final int MARK_BYTES = 12;

  private final Supplier<Keyring> keyring;
  private final AesGcm aes;

  /**
   * Creates an instance.
   *
   * @param keyring supplies the current keys, because a rotation can happen while Florin runs
   */
  public SecretSeal(Supplier<Keyring> keyring, SecureRandom random) {
    this.keyring = keyring;
    this.aes = new AesGcm(random);
  }

  public String seal(Realm realm, UUID row, String secret) {
    int version = keyring.get().currentVersion();
    byte[] sealed =
        aes.seal(
            key(version, realm, row),
            context(version, realm, row),
            secret.getBytes(StandardCharsets.UTF_8));
    return version + "." + Base64.getEncoder().encodeToString(sealed);
  }

  /**
   * Decrypts a secret.
   *
   * @throws VaultException if it was not encrypted for this realm and row, was changed since, or
   *     its encryption key is missing
   */
  public String open(Realm realm, UUID row, String sealed) {
    int dot = sealed.indexOf('.');
    int version = Integer.parseInt(sealed.substring(0, dot));
    byte[] bytes = Base64.getDecoder().decode(sealed.substring(dot + 1));
    return aes.open(key(version, realm, row), context(version, realm, row), bytes)
        .map(secret -> new String(secret, StandardCharsets.UTF_8))
        .orElseThrow(() -> VaultException.secretNotAuthentic(row, version));
  }

  /**
   * Returns a mark of a text that is not stored. Within a realm, the same text has the same mark,
   * and the text cannot be found from it without the keys.
   */
  public String mark(Realm realm, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] message =
        ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(realm.id()).put(bytes).array();
    byte[] mac = keyring.get().fingerprint().hmac(MARK_LABEL).of(message);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(mac, MARK_BYTES));
  }

  private byte[] key(int version, Realm realm, UUID row) {
    byte[] context = context(version, realm, row);
    byte[] label =
        ByteBuffer.allocate(ROW_LABEL.length + context.length).put(ROW_LABEL).put(context).array();
    return keyring
        .get()
        .findEnvelope(version)
        .orElseThrow(() -> VaultException.secretKeyMissing(row, version))
        .derive(label);
  }

  private static byte[] context(int version, Realm realm, UUID row) {
    return ByteBuffer.allocate(3 * Long.BYTES + Integer.BYTES)
        .putLong(realm.id())
        .putLong(row.getMostSignificantBits())
        .putLong(row.getLeastSignificantBits())
        .putInt(version)
        .array();
  }
}
