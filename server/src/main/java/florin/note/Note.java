package florin.note;

import florin.core.Id.NoteId;
import florin.core.Id.UserId;
import java.time.Instant;

/**
 * A note.
 *
 * @param name the author's current name
 */
public record Note(NoteId id, UserId author, String name, String text, Instant created) {
  /** The most notes of a payment or customer, which the column's CHECK constraint enforces too. */
  public static final int MAX_OF_OBJECT = 200;

  /** The most code points, which a CHECK constraint enforces too. */
  public static final int MAX_LENGTH = 2000;
}
