package florin.account;

import florin.core.Realm;
import florin.core.RealmClock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs work of any realm in the time of that realm. Only a sandbox costs a query. */
public final class SandboxClocks {
  private final SandboxStore store;
  private final List<Consumer<Realm>> used = new CopyOnWriteArrayList<>();

  public SandboxClocks(SandboxStore store) {
    this.store = store;
  }

  /** Adds a listener, which gets each sandbox after work in it. */
  public void tell(Consumer<Realm> listener) {
    used.add(listener);
  }

  public <T> T within(Realm realm, Supplier<T> work) {
    if (!realm.isSandbox() || RealmClock.isWithin(realm)) {
      return work.get();
    }
    Optional<Sandbox> sandbox = store.findOf(realm);
    if (sandbox.isEmpty()) {
      return work.get(); // it was just deleted, or a forged token named it
    }
    try {
      return RealmClock.within(sandbox.get().time(), work);
    } finally {
      used.forEach(listener -> listener.accept(realm));
    }
  }
}
