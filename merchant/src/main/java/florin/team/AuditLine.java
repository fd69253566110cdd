package florin.team;

import florin.account.KeyAudit;
import florin.db.Db;
import florin.db.Write;
import java.util.List;
import java.util.function.Supplier;

/** An entry of the audit log that is appended in the commit of the change that it records. */
public final class AuditLine implements KeyAudit.Entry {
  private final AuditLog log;
  private final AuditEntry entry;

  /**
   * Creates a line.
   *
   * @param entry it gets its number when it is written
   */
  public AuditLine(AuditLog log, AuditEntry entry) {
    this.log = log;
    this.entry = entry;
  }

  /** Appends the entry in its own commit. */
  public void append() {
    log.append(entry);
  }

  /**
   * Returns the writes for a changeset, for the current end of the chain; if another entry is
   * appended first, the caller must retry.
   */
  @Override
  public List<Write> writes() {
    return List.of(log.appending(entry));
  }

  /** Appends the entry in the transaction of the change that it records. */
  @Override
  public Db.Work<AuditEntry> work() {
    return log.appendingWork(entry);
  }

  /** Appends the entry in the transaction that runs this, if any does. */
  public static Db.Work<AuditEntry> work(Supplier<AuditLine> line) {
    return connection -> line.get().work().run(connection);
  }
}
