package florin.team;

import florin.core.Sha256;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Single-use codes for a user who has lost the second factor. They have 80 random bits, so a plain
 * hash protects them, like tokens.
 */
final class RecoveryCodes {
  static final int COUNT = 10;

  private static final int BYTES = 10;
  private static final int GROUP = 4;
  private static final Pattern TEXT = Pattern.compile("[A-Z2-7]{16}");

  private RecoveryCodes() {}

  /** Creates codes in groups of four letters: `ABCD-EFGH-IJKL-MNOP`. */
  static List<String> make(SecureRandom random) {
    return Stream.generate(() -> one(random)).limit(COUNT).toList();
  }

  /** Returns the hash of a typed code, in any grouping; empty if it can't be a code. */
  static Optional<byte[]> hash(String typed) {
    String letters = typed.toUpperCase(Locale.ROOT).replaceAll("[\\s-]", "");
    return TEXT.matcher(letters).matches() ? Optional.of(Sha256.of(letters)) : Optional.empty();
  }

  private static String one(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base32.encode(bytes).replaceAll("(.{" + GROUP + "})(?=.)", "$1-");
  }
}
