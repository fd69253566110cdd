package florin.bench.fuzz;

import java.util.function.Supplier;

/** Thrown when an input breaks an invariant. */
final class FuzzFinding extends AssertionError {
  private static final long serialVersionUID = 1;

  FuzzFinding(String message) {
    super(message);
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new FuzzFinding(otherwise);
    }
  }

  static void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new FuzzFinding(otherwise.get());
    }
  }
}
