package florin.bench.simulate.memory;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.SimulatedGroupCommit;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.payment.machine.Amounts;
import florin.payment.machine.Refund.Status;
import florin.payment.machine.Subject;
import florin.payment.store.Stores;
import florin.webhook.Fanout;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryStoresTest extends StoreContract {
  private final MemoryDatabase database = new MemoryDatabase(InstantSource.system());
  private final Db db = new Db(new MemoryConnections(database, () -> {}, () -> {}).source());
  private final SimulatedGroupCommit commits =
      new SimulatedGroupCommit(
          database, List.of(Fanout.ofEvents()), CommitFate.NONE, (_, _) -> {}, _ -> {});

  @Override
  Db db() {
    return db;
  }

  @Override
  CommitResult commit(Changeset changeset) {
    return commits.commit(changeset);
  }

  /** A refund is resolved between any two statements of a reader. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void a_refund_and_its_payment_are_read_as_they_were_at_one_moment(int step) {
    Refunding refunding = refunding();
    var steps = new AtomicInteger();
    Runnable beside =
        () -> {
          if (steps.incrementAndGet() == step) {
            assertThat(commit(refunding.settlement())).isEqualTo(new CommitResult.Committed());
          }
        };
    var between = new Db(new MemoryConnections(database, beside, beside).source());

    Subject read = Stores.of(between).subjectOf(refunding.attempt());

    Status status = read.refund().orElseThrow().status();
    Amounts amounts = read.payment().state().amounts();
    assertThat(amounts.refundPending().minor()).isEqualTo(status == Status.PENDING ? 300 : 0);
    assertThat(amounts.refunded().minor()).isEqualTo(status == Status.SUCCEEDED ? 300 : 0);
  }
}
