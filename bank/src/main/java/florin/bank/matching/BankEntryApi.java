package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.BankEntryStore.BankEntryFilter;
import florin.core.Bounds;
import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.idempotency.ResultView;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * `/v2/bank_entries`: the entries of bank statements, each with the objects that it was matched to.
 */
public final class BankEntryApi {
  private static final Format<BankEntry.Status> STATUS =
      Format.choice(List.of(BankEntry.Status.values()), BankEntry.Status::text);

  private static final Format<Long> DAY = Format.date().map(LocalDate::toEpochDay);

  private final BankEntryStore entries;
  private final TransferBook book;
  private final PayoutUnassignments unassignments;

  public BankEntryApi(
      BankEntryStore entries, TransferBook book, PayoutUnassignments unassignments) {
    this.entries = entries;
    this.book = book;
    this.unassignments = unassignments;
  }

  public static BankEntryId readId(Exchange exchange) {
    return exchange.pathId(BankEntryId.KIND);
  }

  public Answer retrieve(Call<BankEntryId> call) {
    return Answer.found(
        call.input(),
        entries.findBooked(call.realm(), call.input()),
        entry -> views(call.realm(), List.of(entry)).getFirst());
  }

  /** The query of `GET /v2/bank_entries`. */
  public record ListEntries(Cursor<BankEntryId> cursor, BankEntryFilter filter) {}

  public static ListEntries readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<BankEntryId> cursor = Cursor.read(query, BankEntryId.KIND);
    Optional<BankStatementId> statement =
        query.optional("bank_statement", Format.id(BankStatementId.KIND));
    Optional<ReceivingAccountId> account =
        query.optional("receiving_account", Format.id(ReceivingAccountId.KIND));
    Optional<BankEntry.Status> status = query.optional("status", STATUS);
    Bounds bookedOn = query.bounds("booked_on", DAY);
    return query.build(
        () -> new ListEntries(cursor, new BankEntryFilter(statement, account, status, bookedOn)));
  }

  public Answer list(Call<ListEntries> call) {
    Realm realm = call.realm();
    Page<BankEntry> page =
        entries.list(
            realm,
            call.input().filter(),
            call.input().cursor().page(id -> entries.findBooked(realm, id).isPresent()));
    return Answer.list(
        "/v2/bank_entries", new Page<>(views(realm, page.data()), page.hasMore()), view -> view);
  }

  public Answer unassign(Call<BankEntryId> call) {
    return ResultView.of(
        unassignments.unassign(
            call.realm(), call.input(), Optional.empty(), ResultView.origin(call)),
        it -> BankEntryView.of(it.entry(), it.shares()));
  }

  private List<BankEntryView> views(Realm realm, List<BankEntry> page) {
    var shares = book.listShares(realm, page.stream().map(BankEntry::id).toList());
    return page.stream()
        .map(entry -> BankEntryView.of(entry, shares.getOrDefault(entry.id(), List.of())))
        .toList();
  }
}
