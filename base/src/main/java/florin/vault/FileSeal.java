package florin.vault;

import florin.core.Realm;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.UUID;

/**
 * Encrypts files. Each has a random key of its own, which a {@link SecretSeal} encrypts. So a
 * rotation of the encryption key changes only the short keys, and no file.
 */
public final class FileSeal {
  private final SecretSeal keys;
  private final SecureRandom random;
  private final AesGcm aes;

  public FileSeal(SecretSeal keys, SecureRandom random) {
    this.keys = keys;
    this.random = random;
    this.aes = new AesGcm(random);
  }

  /**
   * An encrypted file. The arrays are not copied.
   *
   * @param key its own key, encrypted
   */
  @SuppressWarnings("ArrayRecordComponent") // it is only passed on
  public record SealedFile(String key, byte[] content) {}

  /** Encrypts a file for a row. */
  public SealedFile seal(Realm realm, UUID row, byte[] content) {
    byte[] key = AesGcm.newKey(random);
    return new SealedFile(
        keys.seal(realm, row, Base64.getEncoder().encodeToString(key)),
        aes.seal(key, context(realm, row), content));
  }

  /**
   * Decrypts a file.
   *
   * @throws VaultException if it was not encrypted for this row, or was changed since
   */
  public byte[] open(Realm realm, UUID row, SealedFile sealed) {
    byte[] key = Base64.getDecoder().decode(keys.open(realm, row, sealed.key()));
    return aes.open(key, context(realm, row), sealed.content())
        .orElseThrow(() ->
            VaultException.secretNotAuthentic(
                row, Integer.parseInt(sealed.key().substring(0, sealed.key().indexOf('.')))));
  }

  private static byte[] context(Realm realm, UUID row) {
    return ByteBuffer.allocate(3 * Long.BYTES)
        .putLong(realm.id())
        .putLong(row.getMostSignificantBits())
        .putLong(row.getLeastSignificantBits())
        .array();
  }
}
