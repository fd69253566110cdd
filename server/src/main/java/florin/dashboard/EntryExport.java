package florin.dashboard;

import florin.bank.intake.BankEntry;
import florin.bank.intake.BankEntryStore;
import florin.bank.intake.BankEntryStore.BankEntryFilter;
import florin.bank.matching.BankEntryView;
import florin.bank.matching.BankEntryView.MatchView;
import florin.bank.matching.BankEntryView.PartyView;
import florin.bank.matching.TransferBook;
import florin.core.Bounds;
import florin.core.Id;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.Response.Done;
import florin.dashboard.Response.Raw;
import florin.http.Form;
import florin.http.Format;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Bank entries as a file, with the columns of the API. An entry has one line for each object that
 * it was matched to, and one line if there is none.
 */
public final class EntryExport {
  static final String PATH = "/dashboard/bank/entries.csv";

  private static final String STATEMENT = "bank_statement";
  private static final List<String> FIELDS =
      List.of(STATEMENT, AccountFilter.FIELD, DateFilter.FROM, DateFilter.UNTIL);

  private static final List<String> HEAD =
      List.of(
          "id",
          "bank_statement",
          "receiving_account",
          "status",
          "direction",
          "reversal",
          "amount",
          "currency",
          "booked_on",
          "bank_reference",
          "references",
          "end_to_end_id",
          "message",
          "party_name",
          "party_iban_last4",
          "return_reason",
          "possible_duplicate",
          "payment",
          "refund",
          "customer_credit",
          "unmatched_transfer",
          "match_amount",
          "created");

  private final BankEntryStore entries;
  private final TransferBook book;
  private final CsvExport exports;

  public EntryExport(BankEntryStore entries, TransferBook book, CsvExport exports) {
    this.entries = entries;
    this.book = book;
    this.exports = exports;
  }

  /** An entry and one of its matches; empty for an entry that has none. */
  private record Line(BankEntryView entry, Optional<MatchView> match) {}

  /** Returns the path of the export of one statement. */
  static String path(BankStatementId statement) {
    return PATH + "?" + STATEMENT + "=" + statement.text();
  }

  /** Returns the path of the export of one bank account. */
  static String path(ReceivingAccountId account) {
    return PATH + "?" + AccountFilter.FIELD + "=" + account.text();
  }

  Response export(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    var filter =
        new BankEntryFilter(
            form.optional(STATEMENT, Format.id(BankStatementId.KIND)),
            form.optional(AccountFilter.FIELD, Format.id(ReceivingAccountId.KIND)),
            Optional.empty(),
            new Bounds(
                day(form, DateFilter.FROM).orElse(Bounds.NONE.min()),
                day(form, DateFilter.UNTIL).orElse(Bounds.NONE.max())));
    visit.note(ListForm.words(form, FIELDS));
    if (!form.isGood()) {
      return Done.to(StatementPages.PATH)
          .warning("The export link is not valid. Nothing was exported.");
    }
    return exports.isBusy()
        ? Done.to(StatementPages.PATH).warning(CsvExport.BUSY)
        : new Raw(
            exports.of(
                new CsvExport.Sheet<>(
                    "bank_entries.csv",
                    HEAD,
                    page -> Findings.of(list(visit.realm(), filter, page)),
                    line -> line.entry().id().uuid(),
                    EntryExport::cells),
                false));
  }

  private static Optional<Long> day(Form form, String field) {
    return form.optional(field, Format.date()).map(LocalDate::toEpochDay);
  }

  private Page<Line> list(Realm realm, BankEntryFilter filter, PageRequest request) {
    Page<BankEntry> page = entries.list(realm, filter, request);
    var shares = book.listShares(realm, page.data().stream().map(BankEntry::id).toList());
    return new Page<>(
        page.data().stream()
            .map(entry -> BankEntryView.of(entry, shares.getOrDefault(entry.id(), List.of())))
            .flatMap(EntryExport::lines)
            .toList(),
        page.hasMore());
  }

  private static Stream<Line> lines(BankEntryView entry) {
    return entry.matches().isEmpty()
        ? Stream.of(new Line(entry, Optional.empty()))
        : entry.matches().stream().map(match -> new Line(entry, Optional.of(match)));
  }

  private static List<String> cells(Line line) {
    BankEntryView entry = line.entry();
    Optional<MatchView> match = line.match();
    return List.of(
        entry.id().text(),
        entry.bankStatement().text(),
        entry.receivingAccount().text(),
        entry.status().text(),
        entry.direction(),
        String.valueOf(entry.reversal()),
        AmountFormat.text(entry.amount(), entry.currency()),
        entry.currency().code(),
        entry.bookedOn(),
        entry.bankReference().orElse(""),
        String.join(" ", entry.references()),
        entry.endToEndId().orElse(""),
        entry.message().orElse(""),
        entry.party().flatMap(PartyView::name).orElse(""),
        entry.party().flatMap(PartyView::ibanLast4).orElse(""),
        entry.returnReason().orElse(""),
        String.valueOf(entry.possibleDuplicate()),
        id(match.flatMap(MatchView::payment)),
        id(match.flatMap(MatchView::refund)),
        id(match.flatMap(MatchView::customerCredit)),
        id(match.flatMap(MatchView::unmatchedTransfer)),
        match.map(it -> AmountFormat.text(it.amount(), entry.currency())).orElse(""),
        entry.created().toString());
  }

  private static String id(Optional<? extends Id> id) {
    return id.map(Id::text).orElse("");
  }
}
