package florin.bench.simulate.memory;

import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.SimulatedGroupCommit;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.webhook.Fanout;
import java.time.InstantSource;
import java.util.List;

class MemoryStoresTest extends StoreContract {
  private final MemoryDatabase database = new MemoryDatabase(InstantSource.system());
  private final Db db = new Db(new MemoryConnections(database, () -> {}).source());
  private final SimulatedGroupCommit commits =
      new SimulatedGroupCommit(database, List.of(Fanout.ofEvents()), CommitFate.NONE, (_, _) -> {});

  @Override
  Db db() {
    return db;
  }

  @Override
  CommitResult commit(Changeset changeset) {
    return commits.commit(changeset);
  }
}
