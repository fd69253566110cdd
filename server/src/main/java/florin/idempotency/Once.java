package florin.idempotency;

import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency.Answer;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.Stored;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Carries out a change that is done in one commit: once under its idempotency key, and decided anew
 * when what it was decided on has changed meanwhile.
 */
public final class Once {
  /** A row that is changed this often under one request is fought over. */
  private static final int MAX_DECISIONS = 16;

  private final GroupCommit commits;
  private final Idempotency idempotency;
  private final InstantSource clock;

  public Once(GroupCommit commits, Idempotency idempotency, InstantSource clock) {
    this.commits = commits;
    this.idempotency = idempotency;
    this.clock = clock;
  }

  /** Reads what there is and says what shall be, or refuses. */
  @FunctionalInterface
  public interface Decision {
    Decided decide();
  }

  /** What a decision comes to, unless it is a refusal. */
  public sealed interface Decided {}

  /**
   * Nothing is done, and the answer is not kept: the key stays free, as after a refusal.
   *
   * @param answer for whom it was not done before
   */
  public record NotDone(Answer answer) implements Decided {}

  /**
   * @param resource what is made or changed
   */
  public record Change(UUID resource, List<Write> writes, Answer answer) implements Decided {
    public Change {
      writes = List.copyOf(writes);
    }
  }

  public Given run(Optional<Claim> claim, Decision decision) {
    for (int i = 0; i < MAX_DECISIONS; i++) {
      Decided decided;
      try {
        decided = decision.decide();
      } catch (Refusal refusal) {
        // It may have been done already: what is refused today was possible when it was first
        // asked.
        return claim.flatMap(this::findReplay).orElseThrow(() -> refusal);
      }
      if (decided instanceof NotDone(Answer answer)) {
        return claim.flatMap(this::findReplay).orElseGet(() -> Given.now(answer));
      }
      var change = (Change) decided;
      switch (commit(claim, change)) {
        case CommitResult.Committed() -> {
          return Given.now(change.answer());
        }
        case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> {
          Optional<Given> replay = findReplay(claim.orElseThrow());
          if (replay.isPresent()) {
            return replay.get();
          }
        }
        case CommitResult.Refused _ -> {}
        case CommitResult.Rejected rejected ->
            throw new IllegalStateException("the database refused a change: " + rejected);
      }
    }
    throw new IllegalStateException("a change was overtaken " + MAX_DECISIONS + " times");
  }

  private CommitResult commit(Optional<Claim> claim, Change change) {
    var writes = new ArrayList<>(change.writes());
    claim.ifPresent(c ->
        writes.add(
            Idempotency.takeAnswered(c, change.resource(), change.answer(), clock.instant())));
    return writes.isEmpty() ? new CommitResult.Committed() : commits.commit(new Changeset(writes));
  }

  private Optional<Given> findReplay(Claim claim) {
    Optional<Stored> stored = idempotency.find(claim.slot());
    stored.ifPresent(s -> s.requireSameRequest(claim));
    return stored.flatMap(Stored::answer).map(Given::again);
  }
}
