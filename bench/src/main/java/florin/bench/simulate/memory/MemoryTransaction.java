package florin.bench.simulate.memory;

import java.util.ArrayDeque;
import java.util.Deque;

/** The undo log of a transaction. */
final class MemoryTransaction {
  private final Deque<Runnable> undo = new ArrayDeque<>();

  void onRollback(Runnable step) {
    undo.push(step);
  }

  void rollback() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }
}
