package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.checkout.CheckoutSession.Status;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentId;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class CheckoutSessionStoreTest {
  private final TestApp florin = TestApp.open();
  private final Db db = new Db(florin.database());
  private final GroupCommit commits =
      new GroupCommit("sessions", florin.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final CheckoutSessionStore store = new CheckoutSessionStore(db);

  @AfterAll
  void close() {
    commits.close();
    db.close();
    florin.close();
  }

  private CheckoutSession session() {
    Reply made = Payer.session(florin, "");
    return reread(CheckoutSessionId.KIND.parse(made.text("/id")).orElseThrow());
  }

  private CheckoutSession reread(CheckoutSessionId id) {
    return store.find(florin.realm(), id).orElseThrow();
  }

  private CommitResult commit(Write write) {
    return commits.commit(Changeset.of(write));
  }

  private static CheckoutSession tried(CheckoutSession session) {
    return session.tried(new PaymentId(UUID.randomUUID()), Language.EN, session.expires());
  }

  @Test
  void of_two_attempts_begun_on_the_same_session_one_is_stored() {
    CheckoutSession session = session();

    assertThat(commit(CheckoutSessionStore.beginTry(tried(session))))
        .isInstanceOf(CommitResult.Committed.class);
    assertThat(commit(CheckoutSessionStore.beginTry(tried(session))))
        .isInstanceOf(CommitResult.Refused.class);
  }

  @Test
  void no_attempt_begins_on_an_ended_session_even_after_an_earlier_check() {
    CheckoutSession session = session();
    assertThat(commit(CheckoutSessionStore.end(session.ended(Status.EXPIRED))))
        .isInstanceOf(CommitResult.Committed.class);

    assertThat(commit(CheckoutSessionStore.beginTry(tried(session))))
        .isInstanceOf(CommitResult.Refused.class);
    assertThat(commit(CheckoutSessionStore.beginTry(tried(reread(session.id())))))
        .as("an attempt with the current version")
        .isInstanceOf(CommitResult.Refused.class);
  }
}
