package florin.dashboard;

import florin.bank.account.ReceivingAccounts;
import florin.bank.intake.BankEntry;
import florin.bank.matching.HoldingSearch;
import florin.bank.matching.HoldingSearch.AmountSpan;
import florin.bank.matching.HoldingStore.HoldingFilter;
import florin.bank.matching.Holdings;
import florin.bank.matching.Holdings.HeldEntry;
import florin.bank.matching.UnappliedFunds;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.UnmatchedTransferId;
import florin.dashboard.ListPage.CsvFile;
import florin.dashboard.ListPage.ListInquiry;
import florin.http.Form;
import florin.http.Format;
import florin.page.AmountText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The lists of unapplied funds, and their CSV exports: unmatched transfers and customer credits.
 * Open items come first, because they need an action by the merchant.
 */
public final class HoldingListPages {
  private static final String STATUS = "status";

  /** The status filter for all items. Without a filter, the list shows the open ones. */
  private static final String ALL = "all";

  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put(STATUS, List.of(STATUS));
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put("amount", AmountFilter.FIELDS);
    CHIPS.put(AccountFilter.FIELD, AccountFilter.FIELDS);
  }

  private static final List<String> FIELDS = CHIPS.values().stream().flatMap(List::stream).toList();

  private static final List<String> TABS =
      List.of(Status.OPEN.text(), Status.RETURNING.text(), Status.CLOSED.text(), ALL);
  private static final Format<String> STATUS_FORMAT = Format.choice(TABS, Function.identity());
  private static final List<SelectOption> STATUSES =
      TABS.stream().skip(1).map(status -> new SelectOption(status, CodeText.of(status))).toList();

  private static final List<String> HEAD =
      List.of(
          "id",
          "created",
          "status",
          "amount",
          "remaining",
          "currency",
          "reason",
          "payment",
          "customer",
          "from",
          "message",
          "booked_on",
          "bank_reference",
          "end_to_end_id",
          "receiving_account",
          "bank_statement");

  private final Kind kind;
  private final Holdings holdings;
  private final ReceivingAccounts accounts;
  private final ListPage<HeldEntry> page;
  private final InstantSource clock;

  public HoldingListPages(
      Kind kind,
      Holdings holdings,
      ReceivingAccounts accounts,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.kind = kind;
    this.holdings = holdings;
    this.accounts = accounts;
    this.page =
        new ListPage<>(
            kind == Kind.CREDIT ? ListKind.CREDITS : ListKind.UNMATCHED,
            ids(kind),
            held -> held.holding().typedId(),
            FIELDS,
            lists,
            Optional.of(new CsvFile<>(exports, HEAD, HoldingListPages::line)));
    this.clock = clock;
  }

  private static Id.Kind<? extends Id> ids(Kind kind) {
    return kind == Kind.CREDIT ? CustomerCreditId.KIND : UnmatchedTransferId.KIND;
  }

  /**
   * The list.
   *
   * @param sections the tabs to the other lists
   * @param open whether the list shows open items
   */
  public record View(
      ListFrame frame,
      boolean areCredits,
      boolean open,
      List<TabLink> sections,
      List<ListTab> tabs,
      List<SelectOption> statuses,
      List<SelectOption> accounts,
      List<Row> rows) {
    public View {
      sections = List.copyOf(sections);
      tabs = List.copyOf(tabs);
      statuses = List.copyOf(statuses);
      accounts = List.copyOf(accounts);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A customer credit or an unmatched transfer as a line of a list.
   *
   * @param left the remaining amount; empty if it is the whole amount
   * @param party the sender; empty if the bank does not report it
   */
  public record Row(
      String id,
      String path,
      String amount,
      String left,
      String status,
      String reason,
      String party,
      String message,
      String booked,
      String account,
      String payment,
      Instant created) {
    static Row of(HeldEntry held, AccountFilter accounts) {
      UnappliedFunds holding = held.holding();
      boolean isPart =
          !holding.remaining().isZero() && holding.amount().isMoreThan(holding.remaining());
      return new Row(
          holding.typedId().text(),
          BankPages.path(holding),
          AmountText.of(holding.amount()),
          isPart ? AmountText.of(holding.remaining()) + " left" : "",
          holding.status().text(),
          BankText.words(holding.reason()),
          BankText.party(held.entry()),
          held.entry().said().message().orElse(""),
          BankText.day(held.entry().bookedOn()),
          accounts.name(holding.origin().account()),
          holding.origin().payment().map(PaymentId::text).orElse(""),
          holding.origin().created());
    }
  }

  /** The filters of a request, with their errors. */
  private record HoldingQuery(
      Form form, AccountFilter account, HoldingSearch sought, List<FilterChip> chips) {}

  Response show(Visit visit) {
    HoldingQuery query = query(visit);
    return page.show(
        visit,
        inquiry(visit, query),
        (frame, found) ->
            new View(
                frame,
                kind == Kind.CREDIT,
                query.sought.filter().status().equals(Optional.of(Status.OPEN)),
                BankTabs.of(visit, holdings, page.kind().path()),
                tabs(visit, query),
                STATUSES,
                query.account.choices(),
                found.stream().map(held -> Row.of(held, query.account)).toList()));
  }

  Response export(Visit visit) {
    return page.export(visit, inquiry(visit, query(visit)));
  }

  private ListInquiry<HeldEntry> inquiry(Visit visit, HoldingQuery query) {
    return new ListInquiry<>(
        query.form, query.chips, asked -> holdings.look(visit.realm(), query.sought, asked), "");
  }

  private HoldingQuery query(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    String status = form.optional(STATUS, STATUS_FORMAT).orElse(Status.OPEN.text());
    DateFilter created = DateFilter.read(form, TimeText.zone(), clock.instant());
    AmountFilter amount = AmountFilter.read(form, Optional.empty());
    AccountFilter account = AccountFilter.read(form, visit, accounts);
    var sought =
        new HoldingSearch(
            new HoldingFilter(
                kind,
                status.equals(ALL) || form.error(STATUS).isPresent()
                    ? Optional.empty()
                    : Optional.of(Status.of(status)),
                Optional.empty()),
            account.account(),
            spans(amount),
            created.span());
    Map<String, String> words =
        Map.of(
            STATUS,
            CodeText.of(form.text(STATUS)),
            "date",
            created.words(),
            "amount",
            amount.words(),
            AccountFilter.FIELD,
            account.words());
    return new HoldingQuery(form, account, sought, FilterChip.of(form, CHIPS, words));
  }

  private static List<AmountSpan> spans(AmountFilter amount) {
    return amount.words().isEmpty()
        ? List.of()
        : amount.searches().stream()
            .map(search -> new AmountSpan(currencies(search), search.bounds()))
            .toList();
  }

  private static Set<Currency> currencies(AmountFilter.Search search) {
    return search.currencies().isEmpty()
        ? Set.copyOf(Currency.all().values())
        : search.currencies();
  }

  private List<ListTab> tabs(Visit visit, HoldingQuery query) {
    Paging paging = page.paging(visit);
    String chosen = query.form.text(STATUS);
    boolean counts =
        query.form.isGood()
            && Stream.concat(AmountFilter.FIELDS.stream(), AccountFilter.FIELDS.stream())
                .allMatch(field -> query.form.text(field).isEmpty());
    return TABS.stream()
        .map(status -> {
          boolean isFirst = status.equals(TABS.getFirst());
          Optional<Status> only =
              status.equals(ALL) ? Optional.empty() : Optional.of(Status.of(status));
          return new ListTab(
              paging.with(STATUS, isFirst ? "" : status),
              CodeText.of(status),
              counts
                  ? Optional.of(
                      holdings.count(
                          visit.realm(),
                          new HoldingFilter(kind, only, Optional.empty()),
                          query.sought.created()))
                  : Optional.empty(),
              chosen.equals(status) || (isFirst && chosen.isEmpty()));
        })
        .toList();
  }

  private static List<String> line(HeldEntry held) {
    UnappliedFunds holding = held.holding();
    BankEntry entry = held.entry();
    return List.of(
        holding.typedId().text(),
        holding.origin().created().toString(),
        holding.status().text(),
        AmountFormat.text(holding.amount()),
        AmountFormat.text(holding.remaining()),
        holding.amount().currency().code(),
        holding.reason().text(),
        holding.origin().payment().map(Id::text).orElse(""),
        holding.origin().customer().map(Id::text).orElse(""),
        BankText.party(entry),
        entry.said().message().orElse(""),
        entry.bookedOn().toString(),
        entry.bankReference().orElse(""),
        entry.said().endToEndId().orElse(""),
        holding.origin().account().text(),
        entry.statement().text());
  }
}
