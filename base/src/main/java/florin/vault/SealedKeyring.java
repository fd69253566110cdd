package florin.vault;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The encryption keys as a text that a passphrase encrypts: AES-256-GCM with a key that Argon2id
 * derives from the passphrase and a random salt. The text contains the parameters of Argon2id, so
 * that a later version can raise them and still decrypt old texts. The ciphertext is bound to them.
 */
public final class SealedKeyring {
  /**
   * The memory of a derivation. In the service it adds to the memory of requests, so it does not
   * exceed that for a password.
   */
  static final int MEMORY_KIB = 32 * 1024;

  static final int PASSES = 8;
  static final int LANES = 1;

  private static final String FORMAT = "1";
  private static final String KDF = "argon2id";
  private static final int SALT_BYTES = 16;

  /** The highest parameters of a text, which may come from an untrusted source. */
  private static final int MOST_MEMORY_KIB = 128 * 1024;

  private static final int MOST_PASSES = 64;
  private static final int MOST_LANES = 4;

  private SealedKeyring() {}

  public static String seal(Keyring keyring, Passphrase passphrase, SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    var cost = new Argon2id(MEMORY_KIB, PASSES, LANES);
    byte[] sealed =
        new AesGcm(random)
            .seal(
                cost.derive(salt, passphrase.bytes()),
                context(cost),
                keyring.text().getBytes(StandardCharsets.UTF_8));
    SequencedMap<String, String> values = new LinkedHashMap<>();
    values.put("format", FORMAT);
    values.put("kdf", KDF);
    values.put("memory_kib", Integer.toString(MEMORY_KIB));
    values.put("passes", Integer.toString(PASSES));
    values.put("lanes", Integer.toString(LANES));
    values.put("salt", Base64.getEncoder().encodeToString(salt));
    values.put("sealed", Base64.getEncoder().encodeToString(sealed));
    var text = new StringBuilder();
    values.forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    return text.toString();
  }

  /**
   * Decrypts the text.
   *
   * @param origin the text's origin, for error messages
   * @throws KeyringException if the passphrase is wrong, or the text has an unknown format
   */
  public static Keyring open(String text, Passphrase passphrase, Path origin) {
    Map<String, String> values = new KeyFile(origin).parse(text);
    if (!FORMAT.equals(values.get("format")) || !KDF.equals(values.get("kdf"))) {
      throw KeyringException.malformed(
          origin, "this version of Florin doesn't support the encryption of its keys");
    }
    var cost =
        new Argon2id(
            number(values, "memory_kib", MOST_MEMORY_KIB, origin),
            number(values, "passes", MOST_PASSES, origin),
            number(values, "lanes", MOST_LANES, origin));
    byte[] key = cost.derive(bytes(values, "salt", origin), passphrase.bytes());
    Optional<byte[]> plain =
        new AesGcm(new SecureRandom()).open(key, context(cost), bytes(values, "sealed", origin));
    return Keyring.parse(
        new String(
            plain.orElseThrow(() ->
                KeyringException.passphrase(
                    "This is not the passphrase with which the keys in "
                        + origin
                        + " were encrypted.")),
            StandardCharsets.UTF_8),
        origin);
  }

  private static byte[] context(Argon2id cost) {
    return "florin keyring %s %s %d %d %d"
        .formatted(FORMAT, KDF, cost.memoryKib(), cost.passes(), cost.lanes())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static int number(Map<String, String> values, String name, int most, Path origin) {
    String text = values.getOrDefault(name, "");
    if (text.matches("[1-9][0-9]{0,8}") && Integer.parseInt(text) <= most) {
      return Integer.parseInt(text);
    }
    throw KeyringException.malformed(origin, "`" + name + "` of its keys must be 1 to " + most);
  }

  private static byte[] bytes(Map<String, String> values, String name, Path origin) {
    try {
      return Base64.getDecoder().decode(values.getOrDefault(name, "?"));
    } catch (IllegalArgumentException _) {
      throw KeyringException.malformed(origin, "`" + name + "` of its keys must be base64");
    }
  }
}
