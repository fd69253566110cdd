package florin.dashboard.bank;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.BankEntryStore.BankEntryFilter;
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
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListForm;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Raw;
import florin.http.Form;
import florin.http.Format;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Bank entries as a file, with the columns of the API. An entry has one line for each object that
 * it was matched to, and one line if there is none.
 */
public final class EntryExport {
  public static final String PATH = "/dashboard/bank/entries.csv";

  private static final String STATEMENT = "bank_statement";
  private static final List<String> FIELDS =
      List.of(STATEMENT, AccountFilter.FIELD, DateFilter.FROM, DateFilter.UNTIL);

  private static final CsvExport.Columns<EntryMatch> FILE =
      new CsvExport.Columns<EntryMatch>()
          .column("id", it -> it.entry.id().text())
          .column("bank_statement", it -> it.entry.bankStatement().text())
          .column("receiving_account", it -> it.entry.receivingAccount().text())
          .column("status", it -> it.entry.status().text())
          .column("direction", it -> it.entry.direction())
          .column("reversal", it -> String.valueOf(it.entry.reversal()))
          .column("amount", it -> AmountFormat.text(it.entry.amount(), it.entry.currency()))
          .column("currency", it -> it.entry.currency().code())
          .column("booked_on", it -> it.entry.bookedOn())
          .optional("bank_reference", it -> it.entry.bankReference())
          .column("references", it -> String.join(" ", it.entry.references()))
          .optional("end_to_end_id", it -> it.entry.endToEndId())
          .optional("message", it -> it.entry.message())
          .optional("party_name", it -> it.entry.party().flatMap(PartyView::name))
          .optional("party_iban_last4", it -> it.entry.party().flatMap(PartyView::ibanLast4))
          .optional("return_reason", it -> it.entry.returnReason())
          .column("possible_duplicate", it -> String.valueOf(it.entry.possibleDuplicate()))
          .optional("payment", it -> it.id(MatchView::payment))
          .optional("refund", it -> it.id(MatchView::refund))
          .optional("customer_credit", it -> it.id(MatchView::customerCredit))
          .optional("unmatched_transfer", it -> it.id(MatchView::unmatchedTransfer))
          .optional("payout", it -> it.id(MatchView::payout))
          .optional(
              "match_amount",
              it -> it.match.map(of -> AmountFormat.text(of.amount(), it.entry.currency())))
          .created(it -> it.entry.created());

  private final BankEntryStore entries;
  private final TransferBook book;
  private final CsvExport exports;

  public EntryExport(BankEntryStore entries, TransferBook book, CsvExport exports) {
    this.entries = entries;
    this.book = book;
    this.exports = exports;
  }

  /** An entry and one of its matches; empty for an entry that has none. */
  private record EntryMatch(BankEntryView entry, Optional<MatchView> match) {
    Optional<String> id(Function<MatchView, Optional<? extends Id>> object) {
      return match.flatMap(object).map(Id::text);
    }
  }

  /** Returns the path of the export of one statement. */
  static String path(BankStatementId statement) {
    return PATH + "?" + STATEMENT + "=" + statement.text();
  }

  /** Returns the path of the export of one bank account. */
  public static String path(ReceivingAccountId account) {
    return PATH + "?" + AccountFilter.FIELD + "=" + account.text();
  }

  public Response export(DashboardRequest visit) {
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
                    FILE,
                    page -> Findings.of(list(visit.realm(), filter, page)),
                    line -> line.entry().id().uuid()),
                false));
  }

  private static Optional<Long> day(Form form, String field) {
    return form.optional(field, Format.date()).map(LocalDate::toEpochDay);
  }

  private Page<EntryMatch> list(Realm realm, BankEntryFilter filter, PageRequest request) {
    Page<BankEntry> page = entries.list(realm, filter, request);
    var shares = book.listShares(realm, page.data().stream().map(BankEntry::id).toList());
    return new Page<>(
        page.data().stream()
            .map(entry -> BankEntryView.of(entry, shares.getOrDefault(entry.id(), List.of())))
            .flatMap(EntryExport::lines)
            .toList(),
        page.hasMore());
  }

  private static Stream<EntryMatch> lines(BankEntryView entry) {
    return entry.matches().isEmpty()
        ? Stream.of(new EntryMatch(entry, Optional.empty()))
        : entry.matches().stream().map(match -> new EntryMatch(entry, Optional.of(match)));
  }
}
