package florin.lists;

import florin.account.KeyAudit;
import florin.core.Id.ListEntryId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.idempotency.ResultView;
import florin.lists.ListCommands.Author;
import florin.lists.ListCommands.NewEntry;
import florin.lists.ListEntry.Listed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The endpoints of `/v2/lists/block` and `/v2/lists/allow`. */
public final class ListApi {
  private final ListName name;
  private final ListStore store;
  private final ListCommands commands;
  private final KeyAudit audit;
  private final InstantSource clock;

  /** Creates the endpoints of one list. */
  public ListApi(
      ListName name, ListStore store, ListCommands commands, KeyAudit audit, InstantSource clock) {
    this.name = name;
    this.store = store;
    this.commands = commands;
    this.audit = audit;
    this.clock = clock;
  }

  /** The body of an addition, and the address of the caller. */
  public record AddEntry(NewEntry wanted, String address) {}

  public static AddEntry readAdd(Exchange exchange) {
    Params body = Params.of(exchange.json());
    ListKind kind = body.required("kind", ListFormats.KIND);
    String value =
        body.required(
            "value", body.hasErrors() ? ListFormats.OF_UNKNOWN_KIND : ListFormats.of(kind));
    Optional<String> reason =
        body.optional("reason", ListFormats.REASON).filter(it -> !it.isBlank());
    Optional<Instant> expires = body.optional("expires_at", Format.unixTime());
    return body.build(() ->
        new AddEntry(
            new NewEntry(new Listed(kind, value), reason, expires), exchange.nearestAddress()));
  }

  public Answer add(Call<AddEntry> call) {
    return ResultView.of(
        commands.add(
            call.realm(),
            ResultView.origin(call),
            name,
            call.input().wanted(),
            author(call, "list_entry.add", call.input().address())),
        ListEntryView::of);
  }

  private Author author(Call<?> call, String action, String address) {
    var by = new KeyAudit.By(call.caller(), address, call.request());
    return new Author(
        call.caller().key().text(),
        entry -> audit.entry(by, action, entry.id(), entry.summary()).writes());
  }

  public static ListEntryId readId(Exchange exchange) {
    return exchange.pathId(ListEntryId.KIND);
  }

  public Answer retrieve(Call<ListEntryId> call) {
    return Answer.found(call.input(), find(call.realm(), call.input()), ListEntryView::of);
  }

  private Optional<ListEntry> find(Realm realm, ListEntryId id) {
    return store.find(realm, name, id).filter(entry -> entry.isActive(clock.instant()));
  }

  /** The query of a list. */
  public record ListEntries(Cursor<ListEntryId> cursor, Optional<ListKind> kind) {}

  public static ListEntries readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<ListEntryId> cursor = Cursor.read(query, ListEntryId.KIND);
    Optional<ListKind> kind = query.optional("kind", ListFormats.KIND);
    return query.build(() -> new ListEntries(cursor, kind));
  }

  public Answer list(Call<ListEntries> call) {
    Realm realm = call.realm();
    ListEntries input = call.input();
    Page<ListEntry> page =
        store.list(
            realm,
            name,
            input.kind(),
            Optional.empty(),
            clock.instant(),
            input.cursor().page(id -> store.find(realm, name, id).isPresent()));
    return Answer.list("/v2/lists/" + name.text(), page, ListEntryView::of);
  }

  /** The path of a removal, and the address of the caller. */
  public record RemoveEntry(ListEntryId id, String address) {}

  public static RemoveEntry readRemove(Exchange exchange) {
    return new RemoveEntry(readId(exchange), exchange.nearestAddress());
  }

  public Answer remove(Call<RemoveEntry> call) {
    return ResultView.of(
        commands.remove(
            call.realm(),
            ResultView.origin(call),
            name,
            call.input().id(),
            author(call, "list_entry.remove", call.input().address())),
        ListEntryView::deleted);
  }
}
