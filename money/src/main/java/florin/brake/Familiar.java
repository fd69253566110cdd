package florin.brake;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/**
 * The banks and networks from which an account had good cards before the last hour. A sale brings
 * many new payers, but few whose bank and network are both new. It stores hashes of 32 bits: a
 * collision lets a thief's card pass once in thousands.
 */
final class Familiar {
  /** The good cards without which an account is too young to tell. */
  static final int LEAST = 100;

  private final int[] hashes;

  /**
   * Creates the set.
   *
   * @param sources banks and networks, by {@link SubjectKind#BIN} and {@link SubjectKind#NETWORK}
   */
  Familiar(Collection<String> sources) {
    this.hashes = sources.stream().mapToInt(String::hashCode).sorted().toArray();
  }

  /** Returns whether bank and network of a card are known, and neither is familiar. */
  boolean lacks(Map<SubjectKind, String> subjects) {
    String bank = subjects.get(SubjectKind.BIN);
    String network = subjects.get(SubjectKind.NETWORK);
    return bank != null && network != null && !has(bank) && !has(network);
  }

  private boolean has(String source) {
    return Arrays.binarySearch(hashes, source.hashCode()) >= 0;
  }
}
