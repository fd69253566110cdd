package florin.vault;

import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * What makes a guess at a password dear (RFC 9106).
 *
 * @param memoryKib that each guess takes
 * @param passes over that memory
 */
public record Argon2id(int memoryKib, int passes, int lanes) {
  /** 32 bytes, of which nobody learns the secret but by trying. */
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
