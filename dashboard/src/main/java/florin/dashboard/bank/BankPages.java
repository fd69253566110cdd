package florin.dashboard.bank;

import florin.bank.account.ExpectedTransfer;
import florin.bank.account.ReceivingAccounts;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankStatementStore;
import florin.bank.matching.ExpectedPayout;
import florin.bank.matching.Suggestions;
import florin.bank.matching.Suggestions.Suggestion;
import florin.bank.matching.TransferBook;
import florin.bank.matching.TransferBook.MoneyMove;
import florin.bank.matching.UnappliedFunds;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsCommands;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.Refusal;
import florin.customer.Customers;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.payments.Actors;
import florin.dashboard.payments.Actors.PersonDeed;
import florin.dashboard.payments.OutgoingMoney;
import florin.dashboard.payments.PayerAccountForm;
import florin.dashboard.payments.PaymentDetail;
import florin.dashboard.payments.Timeline;
import florin.dashboard.payments.Timeline.TimelineEntry;
import florin.http.Form;
import florin.http.Format;
import florin.page.AmountText;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.payment.machine.Payment;
import florin.team.Permission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The page of an unmatched transfer or a customer credit: the money, suggested payments and
 * payouts, and its history.
 */
public final class BankPages {
  static final String PATH = "/dashboard/bank";
  static final String CREDITS = PATH + "/credits";

  private static final String PAYMENT = "payment";
  private static final String PAYOUT = "payout";

  /** The names of the dialogs. */
  private static final String ASSIGN = "assign";

  private static final String RETURN = "return";

  private final UnappliedFundsCommands funds;
  private final Suggestions suggestions;
  private final TransferBook book;
  private final PayoutNames payoutNames;
  private final BankStatementStore statements;
  private final ReceivingAccounts accounts;
  private final Customers customers;
  private final Actors actors;

  public BankPages(
      UnappliedFundsCommands funds,
      Suggestions suggestions,
      TransferBook book,
      PayoutNames payoutNames,
      BankStatementStore statements,
      ReceivingAccounts accounts,
      Customers customers,
      Actors actors) {
    this.funds = funds;
    this.suggestions = suggestions;
    this.book = book;
    this.payoutNames = payoutNames;
    this.statements = statements;
    this.accounts = accounts;
    this.customers = customers;
    this.actors = actors;
  }

  /**
   * A suggested payment.
   *
   * @param who the customer, or the description; empty if neither is known
   */
  public record SuggestionRow(Suggestion suggestion, String who) {
    public Payment payment() {
      return suggestion.payment();
    }

    public ExpectedTransfer transfer() {
      return suggestion.transfer();
    }

    /** Returns the reason for the suggestion. */
    public String why() {
      if (!suggestion.isLike()) {
        return "Same amount";
      }
      return suggestion.hasAmount() ? "Same amount, similar reference" : "Similar reference";
    }
  }

  /**
   * A return of money.
   *
   * @param path of the payment file, or of all of them
   */
  public record ReturnFact(String words, String path, String label) {
    static ReturnFact of(OutgoingTransfer transfer) {
      String account = "the account •••• " + transfer.destination().last4();
      return transfer
          .place()
          .order()
          .map(order ->
              new ReturnFact(
                  transfer.state() == TransferState.OTHER_AMOUNT
                      ? "The bank booked a different amount. Record what the payer received on the payment file's page."
                      : "The return is in a payment file, to "
                          + account
                          + ". Florin closes it once the bank books the transfer.",
                  OrderPages.path(order),
                  "Payment file"))
          .orElseGet(() ->
              new ReturnFact(
                  "The return to " + account + " goes into the next payment file.",
                  OrderPages.PATH,
                  "Payment files"));
    }
  }

  /** A suggested payout. */
  public record PayoutRow(String id, String name, String amount) {}

  /**
   * The page.
   *
   * @param lead a sentence that explains it
   * @param isOpen whether the viewer can assign or return it
   * @param returning the payment file of the return; empty if a person orders it at the bank
   * @param knowsPayer whether the bank has reported the payer's account
   * @param dialog the dialog to show again
   */
  public record DetailView(
      UnappliedFunds holding,
      String lead,
      List<Fact> facts,
      List<SuggestionRow> suggestions,
      List<PayoutRow> payouts,
      Timeline timeline,
      boolean isOpen,
      Optional<ReturnFact> returning,
      boolean knowsPayer,
      String dialog,
      Form form) {
    public DetailView {
      facts = List.copyOf(facts);
      suggestions = List.copyOf(suggestions);
      payouts = List.copyOf(payouts);
    }

    public boolean hasSuggestion() {
      return !suggestions.isEmpty() || !payouts.isEmpty();
    }

    public boolean isCredit() {
      return holding.kind() == Kind.CREDIT;
    }

    /** Returns whether it is a possible duplicate, which can't be returned. */
    public boolean mayBeDuplicate() {
      return holding.status() == Status.OPEN && holding.isPossibleDuplicate();
    }

    public boolean isReturning() {
      return holding.status() == Status.RETURNING;
    }
  }

  public Response showReceipt(DashboardRequest visit) {
    return show(visit, find(visit, Kind.UNMATCHED, UnmatchedTransferId.KIND), Form.empty(), "");
  }

  public Response showCredit(DashboardRequest visit) {
    return show(visit, find(visit, Kind.CREDIT, CustomerCreditId.KIND), Form.empty(), "");
  }

  private Response show(DashboardRequest visit, UnappliedFunds holding, Form form, String dialog) {
    BankEntry entry = funds.entry(holding);
    boolean isOpen = holding.status() == Status.OPEN && visit.may(Permission.ASSIGN_RECEIPTS);
    String title = title(holding);
    var view =
        new DetailView(
            holding,
            lead(holding, entry),
            facts(holding, entry),
            isOpen
                ? suggestions.of(holding, entry).stream().map(it -> row(visit, it)).toList()
                : List.of(),
            isOpen
                ? suggestions.payoutsOf(holding, entry).stream().map(this::row).toList()
                : List.of(),
            timeline(visit, holding),
            isOpen,
            funds.listReturns(holding).stream()
                .findFirst()
                .filter(_ -> holding.status() == Status.RETURNING)
                .map(ReturnFact::of),
            entry.said().iban().isPresent() && entry.said().party().isPresent(),
            dialog,
            form);
    return form.isGood()
        ? Response.Page.of("bank-holding", title, view)
        : Response.Page.again("bank-holding", title, view);
  }

  private static String lead(UnappliedFunds holding, BankEntry entry) {
    String party = BankText.party(entry);
    return title(holding) + (party.isEmpty() ? "" : " from " + party);
  }

  private static String title(UnappliedFunds holding) {
    return holding.kind() == Kind.CREDIT ? "Customer credit" : "Unmatched transfer";
  }

  private SuggestionRow row(DashboardRequest visit, Suggestion suggestion) {
    Payment payment = suggestion.payment();
    return new SuggestionRow(
        suggestion,
        payment
            .terms()
            .customer()
            .flatMap(id -> customers.find(visit.realm(), id))
            .map(CustomerText::of)
            .or(() -> payment.terms().description())
            .orElse(""));
  }

  private PayoutRow row(ExpectedPayout payout) {
    return new PayoutRow(
        payout.id().text(),
        payoutNames.of(payout.realm(), payout.name()),
        AmountText.of(payout.amount()));
  }

  private List<Fact> facts(UnappliedFunds holding, BankEntry entry) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("Why", BankText.words(holding.reason())));
    facts.add(Fact.of("Received", AmountText.of(holding.amount())));
    if (holding.amount().isMoreThan(holding.remaining())) {
      facts.add(Fact.of("Remaining", AmountText.of(holding.remaining())));
    }
    entry.said().party().ifPresent(name -> facts.add(Fact.of("From", name)));
    entry.said().iban().ifPresent(iban -> facts.add(Fact.of("IBAN", "•••• " + iban.last4())));
    entry.said().message().ifPresent(text -> facts.add(Fact.of("Message", text)));
    entry.said().endToEndId().ifPresent(text -> facts.add(Fact.code("End-to-end ID", text)));
    facts.add(Fact.of("Booked on", BankText.day(entry.bookedOn())));
    accounts
        .find(holding.realm(), holding.origin().account())
        .ifPresent(account -> {
          String name = BankText.account(account);
          facts.add(Fact.of("Bank account", name).to(BankAccountPage.path(account.id())));
          statements
              .find(holding.realm(), entry.statement())
              .ifPresent(statement ->
                  facts.add(
                      Fact.of("Statement", BankText.statement(statement, name))
                          .to(StatementPages.path(statement.id()))));
        });
    entry.bankReference().ifPresent(text -> facts.add(Fact.code("Bank reference", text)));
    holding
        .origin()
        .payment()
        .ifPresent(id -> facts.add(Fact.code("Payment", id.text()).to(PaymentDetail.path(id))));
    holding
        .origin()
        .payout()
        .flatMap(id -> payoutNames.find(holding.realm(), id))
        .ifPresent(payout -> facts.add(Fact.of("Payout", payout)));
    holding
        .origin()
        .customer()
        .ifPresent(id -> facts.add(Fact.code("Customer", id.text()).to(CustomerPages.pathOf(id))));
    facts.add(Fact.code("ID", holding.typedId().text()));
    return facts;
  }

  /** Returns the history with its actors, newest first. */
  private Timeline timeline(DashboardRequest visit, UnappliedFunds holding) {
    List<PersonDeed> deeds = actors.listDeeds(visit, holding.typedId().text());
    var entries = new ArrayList<TimelineEntry>();
    List<MoneyMove> moves = book.listMoves(holding);
    moves.forEach(move -> entries.add(entry(move, holding, deeds)));
    deeds.stream()
        .filter(deed -> deed.action().endsWith(".return"))
        .forEach(deed ->
            entries.add(
                new TimelineEntry(
                    deed.at(),
                    "wait",
                    "Return requested: " + deed.detail() + ", " + deed.by(),
                    List.of())));
    deeds.stream()
        .filter(deed -> deed.action().endsWith(".confirm"))
        .forEach(deed ->
            entries.add(
                new TimelineEntry(
                    deed.at(), "note", "Confirmed as booked twice, " + deed.by(), List.of())));
    entries.sort(Comparator.comparing(TimelineEntry::at).reversed());
    return new Timeline(entries, List.of(), moves.size() < TransferBook.MAX_MOVES);
  }

  private static TimelineEntry entry(
      MoneyMove move, UnappliedFunds holding, List<PersonDeed> deeds) {
    String amount = AmountText.of(Math.abs(move.amount()), holding.amount().currency());
    if (move.other().isPresent() && move.amount() > 0) {
      return new TimelineEntry(
          move.at(),
          "note",
          amount + " taken back from a payout",
          List.of(move.other().get().text()));
    }
    if (move.other().isPresent()) {
      Id to = move.other().get();
      String by =
          deeds.stream()
              .filter(deed -> deed.action().endsWith(".assign") && deed.detail().equals(to.text()))
              .map(deed -> " " + deed.by())
              .findFirst()
              .orElse("");
      return new TimelineEntry(
          move.at(),
          "good",
          amount + " assigned to a " + (to instanceof PayoutId ? PAYOUT : PAYMENT) + by,
          List.of(to.text()));
    }
    String booked = "Booked on " + BankText.day(move.entry().bookedOn());
    if (move.amount() > 0) {
      return move.entry().id().equals(holding.origin().entry())
          ? new TimelineEntry(
              move.at(),
              "note",
              amount + " received",
              List.of(booked, BankText.words(holding.reason())))
          : new TimelineEntry(
              move.at(),
              "bad",
              amount + " came back because the bank couldn't pay it out",
              List.of(booked));
    }
    if (holding.isPossibleDuplicate() && move.entry().id().equals(holding.origin().entry())) {
      return new TimelineEntry(
          move.at(), "note", amount + " dismissed as a duplicate", List.of(booked));
    }
    return move.entry().reversal() || move.entry().said().returnReason().isPresent()
        ? new TimelineEntry(move.at(), "bad", amount + " reversed by the bank", List.of(booked))
        : new TimelineEntry(move.at(), "good", amount + " returned", List.of(booked));
  }

  public Response assignReceipt(DashboardRequest visit) {
    return assign(visit, find(visit, Kind.UNMATCHED, UnmatchedTransferId.KIND));
  }

  public Response assignCredit(DashboardRequest visit) {
    return assign(visit, find(visit, Kind.CREDIT, CustomerCreditId.KIND));
  }

  private Response assign(DashboardRequest visit, UnappliedFunds holding) {
    Form form = visit.form();
    if (holding.typedId() instanceof UnmatchedTransferId transfer && !form.text(PAYOUT).isBlank()) {
      return assignToPayout(visit, holding, transfer);
    }
    PaymentId payment = form.required(PAYMENT, Format.id(PaymentId.KIND));
    if (!form.isGood()) {
      return show(visit, holding, form, ASSIGN);
    }
    visit.note(payment.text());
    try {
      funds.assign(
          visit.realm(), holding.typedId(), visit.auditedOrigin(), payment, RefundAsker.PERSON);
    } catch (Refusal refusal) {
      return Done.to(path(holding)).warning(refusal.problem().message());
    }
    return Done.to(PaymentDetail.path(payment)).saying("Transfer assigned to this payment.");
  }

  private Response assignToPayout(
      DashboardRequest visit, UnappliedFunds holding, UnmatchedTransferId transfer) {
    PayoutId payout = visit.form().required(PAYOUT, Format.id(PayoutId.KIND));
    if (!visit.form().isGood()) {
      return show(visit, holding, visit.form(), ASSIGN);
    }
    visit.note(payout.text());
    return Done.to(path(holding))
        .after(
            () ->
                funds.assign(
                    visit.realm(), transfer, visit.auditedOrigin(), payout, RefundAsker.PERSON),
            "Transfer assigned to the payout.");
  }

  public Response returnReceipt(DashboardRequest visit) {
    return sendBack(visit, find(visit, Kind.UNMATCHED, UnmatchedTransferId.KIND));
  }

  public Response returnCredit(DashboardRequest visit) {
    return sendBack(visit, find(visit, Kind.CREDIT, CustomerCreditId.KIND));
  }

  public Response dismissReceipt(DashboardRequest visit) {
    UnappliedFunds holding = find(visit, Kind.UNMATCHED, UnmatchedTransferId.KIND);
    visit.note(AmountText.of(holding.remaining()));
    return Done.to(path(holding))
        .after(
            () -> funds.dismiss(visit.realm(), holding.typedId(), visit.auditedOrigin()),
            "Transfer dismissed as a duplicate.");
  }

  public Response confirmReceipt(DashboardRequest visit) {
    UnappliedFunds holding = find(visit, Kind.UNMATCHED, UnmatchedTransferId.KIND);
    visit.note(AmountText.of(holding.remaining()));
    return Done.to(path(holding))
        .after(
            () -> funds.confirm(visit.realm(), holding.typedId(), visit.auditedOrigin()),
            "Transfer confirmed. You can now assign or return it.");
  }

  private Response sendBack(DashboardRequest visit, UnappliedFunds holding) {
    Optional<PayerAccount> account = PayerAccountForm.read(visit.form());
    if (!visit.form().isGood()) {
      return show(visit, holding, visit.form(), RETURN);
    }
    visit.note(
        AmountText.of(holding.remaining())
            + account.map(named -> " to " + named.iban()).orElse(""));
    OutgoingMoney.require(visit, holding.remaining(), account);
    try {
      funds.sendBack(
          visit.realm(), holding.typedId(), visit.auditedOrigin(), account, RefundAsker.PERSON);
    } catch (Refusal refusal) {
      if (PayerAccountForm.isAbout(refusal)) {
        visit.form().wrong(PayerAccountForm.IBAN, refusal.problem());
        return show(visit, holding, visit.form(), RETURN);
      }
      return Done.to(path(holding)).warning(refusal.problem().message());
    }
    return Done.to(path(holding))
        .saying(
            "Return added to the next payment file. Florin closes it once the bank books the transfer.");
  }

  private <T extends Id> UnappliedFunds find(DashboardRequest visit, Kind kind, Id.Kind<T> ids) {
    T id = visit.id(ids);
    return funds.find(visit.realm(), kind, id.uuid()).orElseThrow(id::notFound);
  }

  public static String path(UnappliedFunds holding) {
    return path(holding.typedId());
  }

  static String path(Id holding) {
    return (holding instanceof CustomerCreditId ? CREDITS : PATH + "/transfers")
        + "/"
        + holding.text();
  }
}
