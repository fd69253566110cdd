package florin.lists;

import florin.core.Id.ListEntryId;
import java.time.Instant;
import java.util.Optional;

/** An entry as the API shows it, field by field. */
record ListEntryView(
    ListEntryId id,
    String object,
    ListName list,
    ListKind kind,
    String value,
    Optional<String> reason,
    String addedBy,
    Optional<Instant> expiresAt,
    Instant created,
    boolean livemode) {
  private static final String OBJECT = "list_entry";

  record DeletedView(ListEntryId id, String object, boolean deleted) {}

  static ListEntryView of(ListEntry entry) {
    return new ListEntryView(
        entry.id(),
        OBJECT,
        entry.list(),
        entry.listed().kind(),
        entry.listed().value(),
        entry.reason(),
        entry.addedBy(),
        entry.expires(),
        entry.created(),
        entry.realm().isLive());
  }

  static DeletedView deleted(ListEntry entry) {
    return new DeletedView(entry.id(), OBJECT, true);
  }
}
