package florin.vault;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An encrypted card number as two columns.
 *
 * @param keyVersion the version of the encryption key
 * @param bytes nonce (12), ciphertext (one byte for each digit), tag (16): only {@link Vault#open}
 *     can read them
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes of a column; compared by content, below
public record SealedPan(int keyVersion, byte[] bytes) {
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SealedPan sealed
        && sealed.keyVersion == keyVersion
        && Arrays.equals(sealed.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return 31 * keyVersion + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "SealedPan[keyVersion=" + keyVersion + "]";
  }
}
