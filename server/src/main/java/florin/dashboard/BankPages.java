package florin.dashboard;

import florin.bank.intake.BankEntry;
import florin.bank.intake.BankStatement;
import florin.bank.intake.BankStatementStore;
import florin.bank.matching.BankHolding;
import florin.bank.matching.BankHolding.Kind;
import florin.bank.matching.BankHolding.Status;
import florin.bank.matching.HoldingFilter;
import florin.bank.matching.HoldingReason;
import florin.bank.matching.Holdings;
import florin.core.Id;
import florin.core.Id.BankStatementId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.UnmatchedReceiptId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.Response.Done;
import florin.http.Form;
import florin.http.Format;
import florin.idempotency.Origin;
import florin.page.AmountText;
import florin.team.Act;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** `/dashboard/bank`: money that no payment has, and what banks have said. */
public final class BankPages {
  static final String PATH = "/dashboard/bank";
  static final String CREDITS = PATH + "/credits";
  static final String STATEMENTS = PATH + "/statements";

  private static final String STATUS = "status";
  private static final String PAYMENT = "payment";

  private final Holdings holdings;
  private final BankStatementStore statements;

  public BankPages(Holdings holdings, BankStatementStore statements) {
    this.holdings = holdings;
    this.statements = statements;
  }

  /**
   * @param status that is shown; empty for all
   */
  public record ListView(
      boolean areCredits, String status, List<TabLink> tabs, List<HoldingRow> rows, Pager pager) {
    public ListView {
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  /** A credit or a receipt as a line of a list. */
  public record HoldingRow(
      String path, String amount, String reason, String status, Instant created) {
    static HoldingRow of(BankHolding holding) {
      return new HoldingRow(
          BankPages.path(holding),
          AmountText.of(holding.remaining().isZero() ? holding.amount() : holding.remaining()),
          words(holding.reason()),
          holding.status().text(),
          holding.origin().created());
    }
  }

  /** The statements that have come. */
  public record StatementsView(List<TabLink> tabs, List<StatementRow> rows, Pager pager) {
    public StatementsView {
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  /** A statement as a line of a list. */
  public record StatementRow(
      String name,
      String day,
      String closing,
      int entries,
      int duplicates,
      boolean gap,
      Instant created) {
    static StatementRow of(BankStatement statement) {
      return new StatementRow(
          statement.bankReference(),
          statement.statedOn().toString(),
          statement.balances().map(balances -> signed(balances.closing(), statement)).orElse(""),
          statement.turnover().entries(),
          statement.turnover().duplicates(),
          statement.gap(),
          statement.created());
    }

    private static String signed(long minor, BankStatement statement) {
      String amount = AmountText.of(Math.abs(minor), statement.currency());
      return minor < 0 ? "−" + amount : amount;
    }
  }

  /**
   * @param isOpen whether it can be assigned or returned by who looks
   */
  public record DetailView(
      String title,
      String path,
      String back,
      String backLabel,
      String amount,
      String status,
      String endToEndId,
      Instant created,
      List<Fact> facts,
      boolean isOpen,
      Form form) {
    public DetailView {
      facts = List.copyOf(facts);
    }
  }

  Response receipts(Visit visit) {
    return list(visit, Kind.UNMATCHED, PATH, UnmatchedReceiptId.KIND);
  }

  Response credits(Visit visit) {
    return list(visit, Kind.CREDIT, CREDITS, CustomerCreditId.KIND);
  }

  /** What is open, unless the address asks for all. */
  private <T extends Id> Response list(Visit visit, Kind kind, String path, Id.Kind<T> ids) {
    boolean isAll = visit.query().value(STATUS).filter("all"::equals).isPresent();
    Optional<Status> status = isAll ? Optional.empty() : Optional.of(Status.OPEN);
    var paging = new Paging(path, visit.query(), List.of(STATUS));
    PageRequest asked = paging.request(ids);
    Page<BankHolding> page =
        holdings.list(visit.realm(), new HoldingFilter(kind, status, Optional.empty()), asked);
    return Response.Page.of(
        "bank",
        "Bank transfers",
        new ListView(
            kind == Kind.CREDIT,
            isAll ? "all" : Status.OPEN.text(),
            tabs(visit, path),
            page.data().stream().map(HoldingRow::of).toList(),
            paging.pager(asked, page, BankHolding::typedId)));
  }

  private List<TabLink> tabs(Visit visit, String current) {
    return List.of(
        tab(visit, "Unmatched receipts", PATH, Kind.UNMATCHED, current),
        tab(visit, "Customer credits", CREDITS, Kind.CREDIT, current),
        TabLink.of("Statements", STATEMENTS, current.equals(STATEMENTS)),
        TabLink.of("Order files", OrderPages.PATH, false));
  }

  private TabLink tab(Visit visit, String label, String path, Kind kind, String current) {
    return new TabLink(
        label,
        path,
        Optional.of(holdings.count(visit.realm(), HoldingFilter.of(kind, Status.OPEN)).text()),
        current.equals(path));
  }

  Response statements(Visit visit) {
    var paging = new Paging(STATEMENTS, visit.query(), List.of());
    PageRequest asked = paging.request(BankStatementId.KIND);
    Page<BankStatement> page = statements.list(visit.realm(), Optional.empty(), asked);
    return Response.Page.of(
        "bank-statements",
        "Bank statements",
        new StatementsView(
            tabs(visit, STATEMENTS),
            page.data().stream().map(StatementRow::of).toList(),
            paging.pager(asked, page, BankStatement::id)));
  }

  Response showReceipt(Visit visit) {
    return show(visit, find(visit, Kind.UNMATCHED, UnmatchedReceiptId.KIND), Form.empty());
  }

  Response showCredit(Visit visit) {
    return show(visit, find(visit, Kind.CREDIT, CustomerCreditId.KIND), Form.empty());
  }

  private Response show(Visit visit, BankHolding holding, Form form) {
    boolean isCredit = holding.kind() == Kind.CREDIT;
    return Response.Page.of(
        "bank-holding",
        isCredit ? "Customer credit" : "Unmatched receipt",
        new DetailView(
            isCredit ? "Customer credit" : "Unmatched receipt",
            path(holding),
            isCredit ? CREDITS : PATH,
            isCredit ? "Customer credits" : "Unmatched receipts",
            AmountText.of(holding.remaining().isZero() ? holding.amount() : holding.remaining()),
            holding.status().text(),
            holding.endToEndId(),
            holding.origin().created(),
            facts(holding, holdings.entry(holding)),
            holding.status() == Status.OPEN && visit.may(Act.ASSIGN_RECEIPTS),
            form));
  }

  private static List<Fact> facts(BankHolding holding, BankEntry entry) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Why", words(holding.reason())));
    facts.add(Fact.of("Received", AmountText.of(holding.amount())));
    facts.add(Fact.of("Booked on", entry.bookedOn().toString()));
    entry.said().party().ifPresent(name -> facts.add(Fact.of("From", name)));
    entry.said().iban().ifPresent(iban -> facts.add(Fact.of("Account", "•••• " + iban.last4())));
    entry.said().message().ifPresent(text -> facts.add(Fact.of("Message", text)));
    entry.bankReference().ifPresent(text -> facts.add(Fact.code("Bank reference", text)));
    holding
        .origin()
        .payment()
        .ifPresent(id -> facts.add(Fact.code("Payment", id.text()).to(PaymentDetail.path(id))));
    holding
        .origin()
        .customer()
        .ifPresent(id ->
            facts.add(Fact.code("Customer", id.text()).to(CustomerPages.PATH + "/" + id.text())));
    facts.add(Fact.code("ID", holding.typedId().text()));
    return facts;
  }

  Response assignReceipt(Visit visit) {
    return assign(visit, find(visit, Kind.UNMATCHED, UnmatchedReceiptId.KIND));
  }

  Response assignCredit(Visit visit) {
    return assign(visit, find(visit, Kind.CREDIT, CustomerCreditId.KIND));
  }

  private Response assign(Visit visit, BankHolding holding) {
    Form form = visit.form();
    PaymentId payment = form.required(PAYMENT, Format.id(PaymentId.KIND));
    if (!form.isGood()) {
      return show(visit, holding, form);
    }
    visit.note(payment.text());
    try {
      holdings.assign(visit.realm(), holding.typedId(), origin(visit), payment);
    } catch (Refusal refusal) {
      return Done.to(path(holding)).warning(refusal.problem().message());
    }
    return Done.to(PaymentDetail.path(payment)).saying("The money was assigned to this payment.");
  }

  Response returnReceipt(Visit visit) {
    return sendBack(visit, find(visit, Kind.UNMATCHED, UnmatchedReceiptId.KIND));
  }

  Response returnCredit(Visit visit) {
    return sendBack(visit, find(visit, Kind.CREDIT, CustomerCreditId.KIND));
  }

  private Response sendBack(Visit visit, BankHolding holding) {
    visit.note(AmountText.of(holding.remaining()));
    try {
      holdings.sendBack(visit.realm(), holding.typedId(), origin(visit));
    } catch (Refusal refusal) {
      return Done.to(path(holding)).warning(refusal.problem().message());
    }
    return Done.to(path(holding))
        .saying("Now order the transfer at your bank, with the end-to-end ID below.");
  }

  private static Origin origin(Visit visit) {
    return new Origin(visit.request(), Optional.empty());
  }

  private <T extends Id> BankHolding find(Visit visit, Kind kind, Id.Kind<T> ids) {
    T id = visit.id(ids);
    return holdings.find(visit.realm(), kind, id.uuid()).orElseThrow(id::notFound);
  }

  static String path(BankHolding holding) {
    return (holding.kind() == Kind.CREDIT ? CREDITS : PATH + "/receipts")
        + "/"
        + holding.typedId().text();
  }

  private static String words(HoldingReason reason) {
    return switch (reason) {
      case OVERPAID -> "More than was asked for";
      case LATE -> "Came after the payment had ended";
      case PAID_ALREADY -> "The payment was paid already";
      case NO_REFERENCE -> "Names no reference";
      case UNKNOWN_REFERENCE -> "Names a reference that is not ours";
      case SEVERAL_REFERENCES -> "Names several payments";
      case OTHER_CURRENCY -> "Another currency than its payment";
      case AMOUNT_DIFFERS -> "The bank gives two amounts for it";
    };
  }
}
