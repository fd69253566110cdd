package florin.team;

import florin.db.Db;
import florin.db.Write;
import java.util.List;
import java.util.function.Supplier;

/** An entry of the audit log that is appended in the commit of what it tells of. */
public final class AuditLine {
  private final AuditLog log;
  private final AuditEntry entry;

  /**
   * @param entry its number is given when it is written
   */
  public AuditLine(AuditLog log, AuditEntry entry) {
    this.log = log;
    this.entry = entry;
  }

  /** Appends the entry in a commit of its own. */
  public void append() {
    log.append(entry);
  }

  /** For the changeset, as the chain stands now: whoever is overtaken asks again. */
  public List<Write> writes() {
    return List.of(log.appending(entry));
  }

  /** Appends the entry in the transaction of the change that it records. */
  public Db.Work<AuditEntry> work() {
    return log.appendingWork(entry);
  }

  /** Appends the entry in the transaction that runs this, if one does. */
  public static Db.Work<AuditEntry> work(Supplier<AuditLine> line) {
    return connection -> line.get().work().run(connection);
  }
}
