package florin.lists;

import florin.core.Id.ListEntryId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;

/**
 * A value on the block list or the allow list.
 *
 * @param listed the value in its normal form, and its kind
 * @param reason of the person who added it
 * @param addedBy the email address of that person, or the id of the API key
 * @param expires the time from which it has no effect; empty if it has no end
 * @param isRemoved whether it was removed, at the time when it expires
 */
public record ListEntry(
    Realm realm,
    ListEntryId id,
    ListName list,
    Listed listed,
    Optional<String> reason,
    String addedBy,
    Optional<Instant> expires,
    boolean isRemoved,
    Instant created) {
  /** A value and its kind. */
  public record Listed(ListKind kind, String value) {}

  /** Returns whether it has an effect. */
  public boolean isActive(Instant now) {
    return !isRemoved && expires.filter(end -> !end.isAfter(now)).isEmpty();
  }

  /** Returns the list, the kind and the value, for the audit log. */
  public String summary() {
    return "%s: %s %s".formatted(list.text(), listed.kind().text(), listed.value());
  }

  ListEntry removed(Instant now) {
    return new ListEntry(realm, id, list, listed, reason, addedBy, Optional.of(now), true, created);
  }
}
