package florin.note;

import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.NoteId;
import florin.core.Id.UserId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Db;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The commands on notes; the dashboard checks the permissions. */
public final class Notes {
  /** The most tries after concurrent notes took the same slot. */
  private static final int MAX_TRIES = 8;

  private final NoteStore store;
  private final IdSource ids;
  private final InstantSource clock;

  /**
   * A note.
   *
   * @param name the author's current name
   */
  public record Note(NoteId id, UserId author, String name, String text, Instant created) {
    /**
     * The most notes of a payment or customer, which the column's CHECK constraint enforces too.
     */
    public static final int MAX_OF_OBJECT = 200;

    /** The most code points, which a CHECK constraint enforces too. */
    public static final int MAX_LENGTH = 2000;
  }

  public Notes(Db db, IdSource ids, InstantSource clock) {
    this.store = new NoteStore(db);
    this.ids = ids;
    this.clock = clock;
  }

  /** Returns all notes of a payment or a customer, newest first. */
  public List<Note> list(Realm realm, Id object) {
    return store.list(realm, object);
  }

  public Optional<Note> find(Realm realm, Id object, NoteId id) {
    return store.find(realm, object, id);
  }

  /**
   * Adds a note.
   *
   * @param object a payment or a customer, which is there
   * @param once the token of the form, which adds one note to each object; empty for a new note
   * @param text as {@link florin.http.TextFormats} have read it
   * @param audit writes the audit entry in the same transaction
   */
  public void add(
      Realm realm,
      Id object,
      UserId author,
      String text,
      Optional<? extends Id> once,
      Db.Work<?> audit) {
    NoteId note = once.map(token -> id(token, object)).orElseGet(() -> new NoteId(ids.next()));
    for (int i = 0; i < MAX_TRIES; i++) {
      if (store.insert(realm, note, object, author, text, clock.instant(), audit)) {
        return;
      }
      Optional<Note> sent = store.find(realm, object, note);
      if (sent.isPresent()) {
        requireSame(sent.get(), text);
        return;
      }
      if (store.list(realm, object).size() >= Note.MAX_OF_OBJECT) {
        throw tooMany();
      }
    }
    // The customer was deleted since.
    throw object.notFound();
  }

  /** Returns the id of the note that a form adds to an object, with the time of its token. */
  private static NoteId id(Id once, Id object) {
    byte[] both = (once.text() + " " + object.text()).getBytes(StandardCharsets.US_ASCII);
    long rest = UUID.nameUUIDFromBytes(both).getLeastSignificantBits();
    return new NoteId(new UUID(once.uuid().getMostSignificantBits(), rest));
  }

  /**
   * Deletes a note.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public void remove(Realm realm, Note note, Db.Work<?> audit) {
    store.delete(realm, note.id(), audit);
  }

  /** A person who goes back in the browser, and changes the text, sends the same token again. */
  private static void requireSame(Note sent, String text) {
    if (!sent.text().equals(text)) {
      throw new Problem.BadRequest(
              ErrorCode.IDEMPOTENCY_KEY_REUSED,
              "This form has already added a note with another text. Open the page again to add one more; nothing was added.")
          .refusal();
    }
  }

  private static Refusal tooMany() {
    return new Problem.BadRequest(
            ErrorCode.BAD_REQUEST,
            "There are "
                + Note.MAX_OF_OBJECT
                + " notes here, which is the maximum. Delete a note first; nothing was added.")
        .refusal();
  }
}
