package florin.bench.agent;

import java.util.Set;

/** A class as the agent would have it, for whoever loads classes without one. */
public final class RewrittenClass {
  private RewrittenClass() {}

  /**
   * @param name as in {@link Class#getName}
   * @throws IllegalStateException when what is to be changed is not there any more
   */
  public static byte[] of(String name, byte[] original, Set<Rewrite> rewrites) {
    byte[] now = original;
    for (Rewrite rewrite : rewrites) {
      for (Edit edit : rewrite.edits()) {
        if (edit.type().equals(name)) {
          now = edit.apply(now);
        }
      }
    }
    return now;
  }
}
