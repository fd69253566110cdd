package florin.bench.simulate.memory;

import java.util.ArrayDeque;
import java.util.Deque;

/** What is to be undone if it does not come to its commit. */
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
