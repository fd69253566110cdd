package florin.lists;

import florin.core.ErrorCode;
import florin.core.Id.ListEntryId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.lists.ListEntry.Listed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Adds entries to the lists, and removes them. */
public final class ListCommands {
  private final ListStore store;
  private final Lists lists;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  public ListCommands(
      ListStore store, Lists lists, IdempotentCommand once, IdSource ids, InstantSource clock) {
    this.store = store;
    this.lists = lists;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /** A wanted entry. */
  public record NewEntry(Listed listed, Optional<String> reason, Optional<Instant> expires) {}

  /**
   * The author of a change.
   *
   * @param name an email address, or the id of an API key
   * @param audit returns further writes of the change, such as its audit entry
   */
  public record Author(String name, Function<ListEntry, List<Write>> audit) {}

  public Result<ListEntry> add(
      Realm realm, Origin origin, ListName list, NewEntry wanted, Author author) {
    return applied(
        once.run(
            realm,
            origin,
            () -> {
              Instant now = clock.instant();
              requireFuture(wanted, now);
              requireAbsent(realm, list, wanted.listed(), now);
              if (store.count(realm, now) >= Lists.MAX_OF_REALM) {
                throw full();
              }
              var entry =
                  new ListEntry(
                      realm,
                      new ListEntryId(ids.next()),
                      list,
                      wanted.listed(),
                      wanted.reason(),
                      author.name(),
                      wanted.expires(),
                      false,
                      now);
              return Decision.untold(
                  entry.id().uuid(),
                  entry,
                  with(author, entry, ListStore.add(entry)),
                  ListEntryView::of);
            }));
  }

  public Result<ListEntry> remove(
      Realm realm, Origin origin, ListName list, ListEntryId id, Author author) {
    return applied(
        once.run(
            realm,
            origin,
            () -> {
              ListEntry removed =
                  store.find(realm, list, id).orElseThrow(id::notFound).removed(clock.instant());
              return Decision.untold(
                  id.uuid(),
                  removed,
                  with(author, removed, ListStore.remove(removed)),
                  ListEntryView::deleted);
            }));
  }

  private Result<ListEntry> applied(Result<ListEntry> result) {
    if (result instanceof Result.Now<ListEntry>(ListEntry entry)) {
      lists.apply(entry);
    }
    return result;
  }

  private static List<Write> with(Author author, ListEntry entry, Write change) {
    return Stream.concat(Stream.of(change), author.audit().apply(entry).stream()).toList();
  }

  private static void requireFuture(NewEntry wanted, Instant now) {
    if (wanted.expires().filter(end -> !end.isAfter(now)).isPresent()) {
      throw Problem.BadParameters.of(
              "expires_at",
              ErrorCode.PARAMETER_INVALID,
              "expires_at must be in the future. Nothing was added.")
          .refusal();
    }
  }

  private void requireAbsent(Realm realm, ListName list, Listed listed, Instant now) {
    store
        .find(realm, list, listed)
        .filter(entry -> entry.isActive(now))
        .ifPresent(entry -> {
          throw Problem.BadParameters.of(
                  "value",
                  ErrorCode.PARAMETER_INVALID,
                  "value is on the %s list already (%s). To change the entry, remove it first; nothing was added."
                      .formatted(list.text(), entry.id()))
              .refusal();
        });
  }

  private static Refusal full() {
    return new Problem.BadRequest(
            ErrorCode.LIST_LIMIT_REACHED,
            "The lists of this account and mode have %d entries, which is the maximum. Remove some first; nothing was added."
                .formatted(Lists.MAX_OF_REALM))
        .refusal();
  }
}
