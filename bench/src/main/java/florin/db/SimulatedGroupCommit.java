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
 * What a simulated world has for {@link GroupCommit}, under its name: changesets committed to a
 * {@link MemoryDatabase}, each by itself, with room for whatever may happen before and after.
 */
public final class SimulatedGroupCommit implements AutoCloseable {
  /** What may happen on the way. Each of its steps may take its time. */
  public interface CommitFate {
    /** Where nothing ever happens. */
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

    /** Before the transaction begins: whether the database cannot be reached. */
    boolean isAway();

    /** After it has begun: whether its commit reaches the database. */
    boolean arrives();

    /** After that: what whoever asked for it hears. */
    Word word();
  }

  /** What comes back of a commit. */
  public enum Word {
    /** The database's own answer, with what it returned. */
    ANSWER,
    /** The witness's, which says that it was made and no more. */
    WITNESS,
    /** Nothing: it may have been made or not. */
    NONE
  }

  private final MemoryDatabase database;
  private final List<Companion> companions;
  private final CommitFate fate;
  private final BiConsumer<Changeset, MemoryResult> seen;
  private final Consumer<MemoryResult> answered;

  /**
   * @param seen of each changeset that reached the database
   * @param answered of each of which the database's own answer has come
   */
  public SimulatedGroupCommit(
      MemoryDatabase database,
      List<Companion> companions,
      CommitFate fate,
      BiConsumer<Changeset, MemoryResult> seen,
      Consumer<MemoryResult> answered) {
    this.database = database;
    this.companions = List.copyOf(companions);
    this.fate = fate;
    this.seen = seen;
    this.answered = answered;
  }

  public CommitResult commit(Changeset changeset) {
    if (fate.isAway()) {
      throw new DatabaseUnavailableException("not begun: the database is away", null);
    }
    Instant begun = database.begin();
    boolean arrived;
    try {
      arrived = fate.arrives();
    } finally {
      database.end(begun);
    }
    if (!arrived) {
      throw new CommitUnknownException("begun, and lost on the way");
    }
    MemoryResult result = database.commit(writes(changeset), begun);
    seen.accept(changeset, result);
    switch (fate.word()) {
      case ANSWER -> answered.accept(result);
      case WITNESS -> {
        // What was returned is lost; of what was not made the committer would ask once more.
      }
      case NONE -> throw new CommitUnknownException("begun, and no answer");
    }
    return switch (result) {
      case MemoryResult.Kept _ -> new CommitResult.Committed();
      case MemoryResult.Missed(int row) -> new CommitResult.Refused(changeset.writes().get(row));
      case MemoryResult.Turned(String state, String constraint, String message) ->
          new CommitResult.Rejected(state, constraint, message);
    };
  }

  /** Those of companions stand last: none of them is a guard. */
  private List<MemoryWrite> writes(Changeset changeset) {
    var all = new ArrayList<MemoryWrite>();
    changeset.writes().forEach(write -> all.add(of(write)));
    for (Companion companion : companions) {
      List<Write> asked =
          changeset.writes().stream()
              .filter(write -> write.statement().name().equals(companion.of().name()))
              .toList();
      companion.with(asked).forEach(write -> all.add(of(write)));
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
