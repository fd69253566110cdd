package florin.note;

import florin.core.Id.NoteId;
import florin.core.Id.UserId;
import java.time.Instant;

/**
 * A note.
 *
 * @param name the author's, as it is now
 */
public record Note(NoteId id, UserId author, String name, String text, Instant created) {
  /** Of one payment or customer. The column's CHECK says the same. */
  public static final int MAX_OF_OBJECT = 200;

  /** In code points, likewise. */
  public static final int MAX_LENGTH = 2000;
}
