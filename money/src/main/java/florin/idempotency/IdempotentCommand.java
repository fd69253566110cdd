package florin.idempotency;

import florin.account.KeyUseStore;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency.Claim;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The execution of a change that is done in one commit. It is carried out once under its
 * idempotency key, and decided anew if the data that it was decided on has changed.
 */
public final class IdempotentCommand {
  /** The most decisions of one request. More than that means constant conflicts on one row. */
  private static final int MAX_DECISIONS = 16;

  private final GroupCommit commits;
  private final Idempotency idempotency;
  private final InstantSource clock;

  public IdempotentCommand(GroupCommit commits, Idempotency idempotency, InstantSource clock) {
    this.commits = commits;
    this.idempotency = idempotency;
    this.clock = clock;
  }

  /**
   * Carries out the decision. If the origin's key was used before, returns the earlier response.
   *
   * @param decision reads the current state and decides, or rejects the request
   */
  public <T> Result<T> run(Realm realm, Origin origin, Supplier<Decision<T>> decision) {
    Optional<Claim> claim = idempotency.claim(realm, origin);
    for (int i = 0; i < MAX_DECISIONS; i++) {
      Decision<T> decided;
      try {
        decided = decision.get();
      } catch (Refusal refusal) {
        // An earlier request may have succeeded before the condition for this rejection existed.
        return this.<T>findReplay(claim).orElseThrow(() -> refusal);
      }
      Optional<Result<T>> result =
          switch (decided) {
            case Decision.Nothing<T>(T value) ->
                this.<T>findReplay(claim)
                    .or(() -> commit(Optional.empty(), origin, value, List.of()));
            case Decision.Change<T> change -> commit(claim, origin, change);
          };
      if (result.isPresent()) {
        return result.get();
      }
      origin.beside().undone().run();
    }
    throw new IllegalStateException("a change was overtaken " + MAX_DECISIONS + " times");
  }

  /**
   * Returns the earlier response under the origin's key. To be called before work outside the
   * commit that must not be repeated.
   */
  public <T> Optional<Result<T>> findReplay(Realm realm, Origin origin) {
    return findReplay(idempotency.claim(realm, origin));
  }

  private <T> Optional<Result<T>> commit(
      Optional<Claim> claim, Origin origin, Decision.Change<T> change) {
    var writes = new ArrayList<>(change.writes());
    claim.ifPresent(c ->
        writes.add(
            Idempotency.takeAnswered(
                c, change.resource(), change.kept().apply(c), clock.instant())));
    return commit(claim, origin, change.value(), writes);
  }

  /** Commits the change. Returns empty if a concurrent change prevented it. */
  private <T> Optional<Result<T>> commit(
      Optional<Claim> claim, Origin origin, T value, List<Write> change) {
    var writes = new ArrayList<>(change);
    writes.addAll(origin.beside().writes().apply(value));
    CommitResult committed =
        writes.isEmpty() ? new CommitResult.Committed() : commits.commit(new Changeset(writes));
    return switch (committed) {
      case CommitResult.Committed() -> Optional.of(Result.now(value));
      case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> {
        Optional<Result<T>> replay = findReplay(claim);
        if (replay.isEmpty()) {
          claim.map(Claim::key).ifPresent(idempotency::isFree);
        }
        yield replay;
      }
      case CommitResult.Refused(Write guard) when KeyUseStore.isOf(guard) ->
          Optional.of(
              this.<T>findReplay(claim)
                  .orElseThrow(() -> KeyUseStore.exceeded(origin.limits(), guard)));
      case CommitResult.Refused _ -> Optional.empty();
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a change: " + rejected);
    };
  }

  private <T> Optional<Result<T>> findReplay(Optional<Claim> claim) {
    return claim.flatMap(c ->
        idempotency
            .find(c.key())
            .flatMap(stored -> {
              stored.requireSameRequest(c);
              return stored.answer();
            })
            .map(Result::again));
  }
}
