package florin.vault;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce before the ciphertext and a 128-bit tag
 * after it. A key may encrypt 2³² times before a collision of nonces becomes too likely (section
 * 8.3).
 *
 * <p>The provider is looked up once, because that takes as long as encrypting a card number.
 */
final class AesGcm {
  private static final String TRANSFORMATION = "AES/GCM/NoPadding";
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int OVERHEAD = NONCE_BYTES + TAG_BITS / 8;

  private final SecureRandom random;
  private final Provider provider;

  AesGcm(SecureRandom random) {
    this.random = random;
    try {
      this.provider = Cipher.getInstance(TRANSFORMATION).getProvider();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + TRANSFORMATION, e);
    }
  }

  /** Returns a new random key. */
  static byte[] newKey(SecureRandom random) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return key;
  }

  /**
   * Encrypts the data.
   *
   * @param key 32 bytes
   * @param context the data that the ciphertext is bound to; decryption needs the same data
   */
  byte[] seal(byte[] key, byte[] context, byte[] plain) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] sealed = Arrays.copyOf(nonce, plain.length + OVERHEAD);
    try {
      cipher(Cipher.ENCRYPT_MODE, key, context, nonce)
          .doFinal(plain, 0, plain.length, sealed, NONCE_BYTES);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot encrypt", e);
    }
  }

  /**
   * Decrypts the data. Returns empty if key, context or any bit of the encrypted bytes has changed.
   */
  Optional<byte[]> open(byte[] key, byte[] context, byte[] sealed) {
    if (sealed.length < OVERHEAD) {
      return Optional.empty();
    }
    byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
    try {
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, key, context, nonce)
              .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
    } catch (AEADBadTagException _) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot decrypt", e);
    }
  }

  private Cipher cipher(int mode, byte[] key, byte[] context, byte[] nonce)
      throws GeneralSecurityException {
    var cipher = Cipher.getInstance(TRANSFORMATION, provider);
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context);
    return cipher;
  }
}
