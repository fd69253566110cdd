package florin.account;

import florin.core.Caller;
import florin.core.Id;
import florin.core.Id.RequestId;
import florin.db.Db;
import florin.db.Write;
import java.util.List;

/** Makes the entries of the audit log about changes with an API key. */
@FunctionalInterface
public interface KeyAudit {
  /** The caller of a request, and the address that it came from. */
  record By(Caller caller, String address, RequestId request) {}

  /** An entry, which is committed together with its change. */
  interface Entry {
    /** Returns the writes for a changeset; a caller whose commit is refused must ask again. */
    List<Write> writes();

    /** Returns the work for the transaction of the change. */
    Db.Work<?> work();
  }

  /**
   * Returns the entry about a change.
   *
   * @param action for example `evidence.save`
   * @param detail may be empty
   */
  Entry entry(By by, String action, Id object, String detail);
}
