package florin.vault;

import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * The cost of guessing a password (RFC 9106).
 *
 * @param memoryKib the memory of each guess
 * @param passes the number of passes over that memory
 */
public record Argon2id(int memoryKib, int passes, int lanes) {
  /** Derives 32 bytes. The secret can be found from them only by trying. */
  public byte[] derive(byte[] salt, byte[] secret) {
    var generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withMemoryAsKB(memoryKib)
            .withIterations(passes)
            .withParallelism(lanes)
            .withSalt(salt)
            .build());
    byte[] derived = new byte[RootKey.LENGTH];
    generator.generateBytes(secret, derived);
    return derived;
  }
}
