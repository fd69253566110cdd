package florin.dashboard.books;

import florin.bank.account.ReceivingAccounts;
import florin.bank.imports.BankEntry;
import florin.bank.matching.PayoutUnassignments;
import florin.bank.matching.TransferBook;
import florin.bank.matching.TransferBook.PayoutEntry;
import florin.books.Books;
import florin.books.Payout;
import florin.books.Payout.Status;
import florin.books.SettlementStore.LineSum;
import florin.books.SettlementStore.StoredLine;
import florin.connector.SettlementLine;
import florin.connector.instance.Instances;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.PayoutId;
import florin.core.Id.SettlementLineId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.bank.StatementPages;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.page.AmountText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** `/dashboard/payouts/{id}`: a payout, the lines that it is made of, and its arrival. */
public final class PayoutPages {
  /** The field with the entry whose money is taken away. */
  private static final String ENTRY = "entry";

  private static final String REASON = "reason";
  private static final int MAX_REASON = 200;

  private final Books books;
  private final Instances instances;
  private final ReceivingAccounts accounts;
  private final SourceNames sourceNames;
  private final TransferBook book;
  private final PayoutUnassignments unassignments;

  public PayoutPages(
      Books books,
      Instances instances,
      ReceivingAccounts accounts,
      SourceNames sourceNames,
      TransferBook book,
      PayoutUnassignments unassignments) {
    this.books = books;
    this.instances = instances;
    this.accounts = accounts;
    this.sourceNames = sourceNames;
    this.book = book;
    this.unassignments = unassignments;
  }

  /**
   * The page.
   *
   * @param arrival where it was found, and another amount; empty if neither is known
   * @param entries the bank entries that have its money, the newest first
   * @param isMarked whether a person marked it as received
   * @param canConfirm whether a member may mark it as received, as far as its state allows it
   * @param steps the amounts that add up to the payout
   * @param sum of the steps
   * @param gap why the lines don't add up to the payout; empty if they do
   * @param form the last form, if its fields were wrong
   */
  public record View(
      String path,
      String amount,
      Pill pill,
      String lead,
      Optional<String> failure,
      List<Fact> facts,
      List<Fact> arrival,
      List<Booked> entries,
      boolean isMarked,
      Optional<Instant> arrivedAt,
      boolean canConfirm,
      List<Step> steps,
      String sum,
      String gap,
      List<Line> lines,
      Pager pager,
      Form form) {
    public View {
      facts = List.copyOf(facts);
      arrival = List.copyOf(arrival);
      entries = List.copyOf(entries);
      steps = List.copyOf(steps);
      lines = List.copyOf(lines);
    }
  }

  /**
   * A bank entry with the payout's money.
   *
   * @param text the text of the bank
   * @param path of its statement
   */
  public record Booked(String id, String amount, String day, String text, String path) {
    public SelectOption option() {
      return new SelectOption(id, amount + ", " + day);
    }
  }

  /** An amount on the way from the payments to the payout. */
  public record Step(String words, String amount) {}

  /** A line of the provider's report. */
  public record Line(
      String type,
      String details,
      Optional<String> path,
      String amount,
      String fee,
      String net,
      Instant at) {}

  static String path(PayoutId id) {
    return PayoutListPages.PATH + "/" + id.text();
  }

  public Response show(DashboardRequest visit) {
    return show(visit, visit.find(PayoutId.KIND, books.payoutStore::find), Form.empty());
  }

  private Response show(DashboardRequest visit, Payout payout, Form form) {
    Realm realm = visit.realm();
    String name = ConnectorNames.of(instances, realm).of(payout.connector());
    List<LineSum> sums = books.lines.sum(realm, payout.id());
    long sum = sums.stream().mapToLong(LineSum::net).sum();
    var paging = new Paging(path(payout.id()), visit.query(), List.of());
    PageRequest asked = paging.request(SettlementLineId.KIND);
    Page<StoredLine> lines = books.lines.list(realm, payout.id(), asked);
    Map<Id, String> sources =
        sourceNames.of(
            realm, lines.data().stream().flatMap(line -> line.objectId().stream()).toList());
    String amount = amount(payout, payout.amount());
    var view =
        new View(
            paging.path(),
            amount,
            PayoutText.pill(payout),
            "Payout of %s, %s".formatted(name, BankText.day(payout.arrivesOn())),
            payout.failure(),
            facts(payout, name),
            arrival(realm, payout),
            book.listEntries(realm, payout.id()).stream().map(it -> booked(payout, it)).toList(),
            payout.account().isEmpty(),
            payout.arrivedAt(),
            canConfirm(payout),
            steps(payout, sums),
            amount(payout, sum),
            gap(payout, sum),
            lines.data().stream().map(line -> line(line, sources)).toList(),
            paging.pager(asked, lines, StoredLine::id),
            form);
    return form.isGood()
        ? Response.Page.of("payout", amount, view)
        : Response.Page.again("payout", amount, view);
  }

  private static Booked booked(Payout payout, PayoutEntry booked) {
    BankEntry entry = booked.entry();
    return new Booked(
        entry.id().text(),
        amount(payout, booked.amount()),
        BankText.day(entry.bookedOn()),
        entry.said().message().or(() -> entry.said().party()).orElse(""),
        StatementPages.path(entry.statement()));
  }

  private static boolean canConfirm(Payout payout) {
    boolean isOpen = payout.status() == Status.EXPECTED || payout.status() == Status.IN_TRANSIT;
    return isOpen && payout.arrivedAmount() == 0 && payout.amount() != 0;
  }

  private static List<Fact> facts(Payout payout, String connector) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Connector", connector));
    facts.add(Fact.of("Arrives", BankText.day(payout.arrivesOn())));
    facts.add(Fact.code("Reference", payout.reference()));
    payout.bankReference().ifPresent(text -> facts.add(Fact.code("Text at the bank", text)));
    facts.add(Fact.code("ID", payout.id().text()));
    return facts;
  }

  private List<Fact> arrival(Realm realm, Payout payout) {
    if (payout.arrivedAmount() == 0) {
      return List.of();
    }
    var facts = new ArrayList<Fact>();
    payout
        .account()
        .ifPresent(id ->
            facts.add(
                Fact.of(
                    "Found in",
                    accounts.find(realm, id).map(BankText::account).orElseGet(id::text))));
    if (payout.arrivedAmount() != payout.amount()) {
      facts.add(Fact.of("Received", amount(payout, payout.arrivedAmount())));
    }
    return facts;
  }

  /** Returns the gross amounts by type, and the fees of all. */
  private static List<Step> steps(Payout payout, List<LineSum> sums) {
    var steps = new ArrayList<Step>();
    sums.stream()
        .filter(sum -> sum.type() != SettlementLine.Type.FEE)
        .forEach(sum -> steps.add(new Step(words(sum), amount(payout, sum.gross()))));
    long fees =
        sums.stream()
            .mapToLong(sum -> sum.type() == SettlementLine.Type.FEE ? sum.net() : -sum.fee())
            .sum();
    if (!sums.isEmpty()) {
      steps.add(new Step("Fees", amount(payout, fees)));
    }
    return steps;
  }

  private static String words(LineSum sum) {
    String noun =
        switch (sum.type()) {
          case PAYMENT -> "Payments";
          case REFUND -> "Refunds";
          case REFUND_FAILURE -> "Failed refunds";
          case DISPUTE -> "Disputes";
          case FEE -> "Fees";
          case RESERVE -> "Reserve";
          case PAYOUT -> "Payouts";
          case PAYOUT_FAILURE -> "Failed payouts";
          case ADJUSTMENT -> "Adjustments";
        };
    return noun + " (" + FigureText.count(sum.lines()) + ")";
  }

  private static String gap(Payout payout, long sum) {
    if (sum == payout.amount()) {
      return "";
    }
    return payout.hasAllLines()
        ? "These lines don't add up to the payout. Ask your provider about the difference of %s."
            .formatted(amount(payout, payout.amount() - sum))
        : "Your provider hasn't reported all lines yet.";
  }

  private static Line line(StoredLine line, Map<Id, String> sources) {
    Optional<String> object = line.objectId().map(id -> id.text());
    return new Line(
        MovementText.of(line.type().text()),
        line.objectId()
            .flatMap(id -> Optional.ofNullable(sources.get(id)))
            .or(() -> object)
            .orElse(line.description().isEmpty() ? line.reference() : line.description()),
        object.flatMap(ObjectPath::of),
        AmountText.of(line.gross(), line.currency()),
        AmountText.of(-line.fee(), line.currency()),
        AmountText.of(line.net(), line.currency()),
        line.occurredAt());
  }

  private static String amount(Payout payout, long minor) {
    return AmountText.of(minor, payout.currency());
  }

  /** Takes the money of a bank entry away from the payout that has it by mistake. */
  public Response unassign(DashboardRequest visit) {
    Payout payout = visit.find(PayoutId.KIND, books.payoutStore::find);
    Form form = visit.form();
    BankEntryId entry = form.required(ENTRY, Format.id(BankEntryId.KIND));
    String reason = form.required(REASON, TextFormats.line(MAX_REASON));
    if (!form.isGood()) {
      return show(visit, payout, form);
    }
    visit.note(entry.text() + ": " + reason);
    return Done.to(path(payout.id()))
        .after(
            () ->
                unassignments.unassign(
                    visit.realm(), entry, Optional.of(payout.id()), visit.auditedOrigin()),
            "Match undone. The bank entry no longer belongs to this payout.");
  }

  /** Records that the money is at the bank, although Florin reads no statement with it. */
  public Response confirm(DashboardRequest visit) {
    Payout payout = visit.find(PayoutId.KIND, books.payoutStore::find);
    visit.note(amount(payout, payout.amount()));
    return Done.to(path(payout.id()))
        .after(
            () -> books.arrivals.confirm(visit.realm(), payout.id(), visit.auditedOrigin()),
            "Payout marked as received.");
  }
}
