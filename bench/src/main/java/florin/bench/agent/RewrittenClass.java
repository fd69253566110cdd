package florin.bench.agent;

import java.util.Set;

/** Applies rewrites to a class that is loaded without the agent. */
public final class RewrittenClass {
  private RewrittenClass() {}

  /**
   * Returns the class with all rewrites that apply to it.
   *
   * @param name name of the class, as in {@link Class#getName}
   * @throws IllegalStateException if the target of a rewrite no longer exists
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
