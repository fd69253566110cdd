package emulator.provider;

import java.security.SecureRandom;

/**
 * Generates random texts for ids. They are random regardless of the seed of the faults, so that no
 * two runs share an id.
 */
public final class RandomText {
  private final SecureRandom random = new SecureRandom();

  /** Returns a text of these characters. */
  public String of(String characters, int length) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }
}
