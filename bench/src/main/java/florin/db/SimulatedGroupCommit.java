package florin.db;

import florin.bench.simulate.memory.MemoryDatabase;
import florin.bench.simulate.memory.MemoryResult;
import florin.bench.simulate.memory.MemoryWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Replaces {@link GroupCommit} in a simulation run. It commits each changeset separately to a
 * {@link MemoryDatabase} and injects faults before and after.
 */
public final class SimulatedGroupCommit implements AutoCloseable {
  /** Decides the faults of a commit. Each method may take simulated time. */
  public interface CommitFate {
    /** Injects no faults. */
    CommitFate NONE =
        new CommitFate() {
          @Override
          public boolean isAway() {
            return false;
          }

          @Override
          public boolean arrives() {
            return true;
          }

          @Override
          public Word word() {
            return Word.ANSWER;
          }
        };

    /** Returns whether the database is unreachable before the transaction begins. */
    boolean isAway();

    /** Returns whether the commit of the open transaction reaches the database. */
    boolean arrives();

    /** Returns the kind of response to the commit. */
    Word word();
  }

  /** The response to a commit. */
  public enum Word {
    /** The database's own response, with the returned rows. */
    ANSWER,
    /** The committer's row confirms the commit. The returned rows are lost. */
    WITNESS,
    /** There is no response, and the outcome is unknown. */
    NONE
  }

  private final MemoryDatabase database;
  private final List<DerivedStatement> companions;
  private final CommitFate fate;
  private final BiConsumer<Changeset, MemoryResult> seen;
  private final Consumer<MemoryResult> answered;

  /**
   * Creates a committer.
   *
   * @param seen receives each changeset that reached the database, with its result
   * @param answered receives each result that the database's own response contained
   */
  public SimulatedGroupCommit(
      MemoryDatabase database,
      List<DerivedStatement> companions,
      CommitFate fate,
      BiConsumer<Changeset, MemoryResult> seen,
      Consumer<MemoryResult> answered) {
    this.database = database;
    this.companions = List.copyOf(companions);
    this.fate = fate;
    this.seen = seen;
    this.answered = answered;
  }

  /** Commits a changeset. */
  public CommitResult commit(Changeset changeset) {
    if (fate.isAway()) {
      throw new DatabaseUnavailableException("not begun: the database is unreachable", null);
    }
    Instant begun = database.now();
    if (!fate.arrives()) {
      throw new CommitUnknownException("begun, and lost on its way");
    }
    MemoryResult result = database.commit(writes(changeset), begun);
    seen.accept(changeset, result);
    switch (fate.word()) {
      case ANSWER -> answered.accept(result);
      case WITNESS -> {
        // The returned rows are lost. The committer would retry a commit that failed.
      }
      case NONE -> throw new CommitUnknownException("begun, without a response");
    }
    return switch (result) {
      case MemoryResult.Kept _ -> new CommitResult.Committed();
      case MemoryResult.Missed(int row) -> new CommitResult.Refused(changeset.writes().get(row));
      case MemoryResult.Turned(String state, String constraint, String message) ->
          new CommitResult.Rejected(state, constraint, message);
    };
  }

  /**
   * Returns the writes of a changeset, followed by those of its companions, which contain no
   * guards.
   */
  private List<MemoryWrite> writes(Changeset changeset) {
    var all = new ArrayList<MemoryWrite>();
    changeset.writes().forEach(write -> all.add(of(write)));
    for (DerivedStatement derived : companions) {
      List<Write> asked =
          changeset.writes().stream()
              .filter(write -> write.statement().name().equals(derived.of().name()))
              .toList();
      derived.with(asked).forEach(write -> all.add(of(write)));
    }
    return all;
  }

  private static MemoryWrite of(Write write) {
    Statement statement = write.statement();
    return new MemoryWrite(
        statement.name(),
        statement.sql().replace(":realm", "r.realm_id"),
        statement.columns().stream().map(Statement.Parameter::name).toList(),
        write.key(),
        effect(statement),
        write.values());
  }

  private static MemoryWrite.Effect effect(Statement statement) {
    return switch (statement.effect()) {
      case GUARDED, SHARED -> MemoryWrite.Effect.GUARD;
      case SPREAD -> MemoryWrite.Effect.SPREAD;
      case INSERT, ANY -> MemoryWrite.Effect.ANY;
    };
  }

  @Override
  public void close() {}
}
