package florin.db;

import java.util.List;
import java.util.Optional;

/** Replaces {@link GroupRead} in a simulation run. It runs each read separately. */
public final class SimulatedGroupRead<K, V> implements AutoCloseable {
  private final Db db;
  private final GroupRead.BatchQuery<K, V> query;

  public SimulatedGroupRead(String name, Db db, int readers, GroupRead.BatchQuery<K, V> query) {
    this.db = db;
    this.query = query;
  }

  /** Reads the value of a key, or returns empty. */
  public Optional<V> find(K key) {
    return Optional.ofNullable(
        db.read(connection -> query.findAll(connection, List.of(key))).get(key));
  }

  @Override
  public void close() {}
}
