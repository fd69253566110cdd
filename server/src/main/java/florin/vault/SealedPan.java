package florin.vault;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A card number at rest, as two columns.
 *
 * @param keyVersion the envelope key it was sealed under
 * @param bytes nonce (12), ciphertext (a byte a digit), tag (16): only {@link Vault#open} makes
 *     sense of them
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
