package florin.dashboard.bank;

import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccount.KeyAccess;
import florin.bank.account.ReceivingAccounts;
import florin.bank.matching.Declarations;
import florin.bank.matching.Declarations.PayerHas;
import florin.bank.ordering.PaymentFileApi;
import florin.bank.ordering.PaymentFiles;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.bank.outgoing.PaymentFile;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.TabLink;
import florin.http.Format;
import florin.idempotency.Origin;
import florin.page.AmountText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** `/dashboard/bank/payment-files`: the payment files, which ask the bank to send refunds. */
public final class OrderPages {
  public static final String PATH = "/dashboard/bank/payment-files";
  public static final String KEYS = PATH + "/keys";

  private static final String ACCOUNT = "receiving_account";

  private static final String TRANSFER = "transfer";
  private static final Format<PayerHas> PAYER_HAS =
      Format.choice(List.of(PayerHas.values()), PayerHas::text);

  private final PaymentFiles orders;
  private final Declarations declarations;
  private final ReceivingAccounts accounts;
  private final BankTabs tabs;

  public OrderPages(
      PaymentFiles orders, Declarations declarations, ReceivingAccounts accounts, BankTabs tabs) {
    this.orders = orders;
    this.declarations = declarations;
    this.accounts = accounts;
    this.tabs = tabs;
  }

  /**
   * The list.
   *
   * @param accounts those with waiting transfers, and those whose files API keys can be allowed to
   *     read
   * @param sections the tabs to the other lists of bank transfers
   */
  public record ListView(
      List<AccountLine> accounts, List<PaymentFile> files, Pager pager, List<TabLink> sections) {
    public ListView {
      sections = List.copyOf(sections);
      accounts = List.copyOf(accounts);
      files = List.copyOf(files);
    }
  }

  /**
   * An account that sends transfers.
   *
   * @param waiting the number of transfers that wait for the next file
   * @param byKey whether API keys may download its files
   */
  public record AccountLine(String id, String name, int waiting, boolean byKey) {
    /** Returns the number of waiting transfers in words. */
    public String words() {
      return waiting == 1 ? "1 refund waiting" : waiting + " refunds waiting";
    }
  }

  /** The page of a file. */
  public record DetailView(PaymentFile file, List<Fact> facts, List<TransferRow> transfers) {
    public DetailView {
      facts = List.copyOf(facts);
      transfers = List.copyOf(transfers);
    }
  }

  /**
   * A transfer of a file.
   *
   * @param booked the booked amount, if it differs from the requested one and a person must confirm
   *     what the payer received
   */
  public record TransferRow(OutgoingTransfer transfer, String status, Optional<Money> booked) {
    static TransferRow of(PaymentFile order, OutgoingTransfer transfer, Optional<Money> booked) {
      boolean isHere = transfer.place().order().filter(order.id()::equals).isPresent();
      return new TransferRow(
          transfer,
          isHere ? transfer.state().text() : "in_another_file",
          booked.filter(_ -> transfer.state() == TransferState.OTHER_AMOUNT));
    }

    /** Returns the id of the dialog for this confirmation. */
    public String dialog() {
      return "declare-" + transfer.endToEndId();
    }
  }

  public Response list(DashboardRequest visit) {
    var paging = new Paging(PATH, visit.query(), List.of());
    PageRequest asked = paging.request(PaymentFileId.KIND);
    Page<PaymentFile> page = orders.list(visit.realm(), Optional.empty(), asked);
    return Response.Page.of(
        "payment-files",
        "Payment files",
        new ListView(
            lines(visit),
            page.data(),
            paging.pager(asked, page, PaymentFile::id),
            tabs.of(visit, PATH)));
  }

  private List<AccountLine> lines(DashboardRequest visit) {
    PageRequest all = new PageRequest(PageRequest.MAX_LIMIT, Optional.empty(), Optional.empty());
    return accounts.list(visit.realm(), all).data().stream()
        .map(account -> line(visit, account))
        .toList();
  }

  private AccountLine line(DashboardRequest visit, ReceivingAccount account) {
    return new AccountLine(
        account.id().text(),
        account.details().holder() + " " + account.iban(),
        orders.listWaiting(visit.realm(), account.id(), PaymentFile.MAX_TRANSFERS).size(),
        account.givesDownloads());
  }

  public Response create(DashboardRequest visit) {
    ReceivingAccountId account = visit.form().required(ACCOUNT, Format.id(ReceivingAccountId.KIND));
    if (!visit.form().isGood()) {
      return Done.to(PATH).warning("Choose a bank account.");
    }
    try {
      Origin origin =
          visit.auditedOrigin(
              PaymentFile.class,
              order -> {
                visit.about(order.id());
                visit.note(AmountText.of(order.total()));
              });
      PaymentFile made = orders.create(visit.realm(), account, origin).value();
      return Done.to(path(made.id())).saying("Payment file created. Upload it to your bank.");
    } catch (Refusal refused) {
      return Done.to(PATH).warning(refused.problem().message());
    }
  }

  public Response show(DashboardRequest visit) {
    PaymentFile order = visit.find(PaymentFileId.KIND, orders::find);
    var facts = new ArrayList<Fact>();
    accounts
        .find(visit.realm(), order.account())
        .ifPresent(account ->
            facts.add(Fact.of("From", account.details().holder() + " " + account.iban())));
    facts.add(Fact.of("Transfers", Integer.toString(order.transfers())));
    facts.add(Fact.code("Message ID", order.messageId()));
    facts.add(Fact.code("File", order.fileName()));
    facts.add(Fact.code("ID", order.id().text()));
    return Response.Page.of(
        "payment-file",
        "Payment file",
        new DetailView(
            order,
            facts,
            orders.listTransfers(order).stream()
                .map(transfer -> TransferRow.of(order, transfer, declarations.findBooked(transfer)))
                .toList()));
  }

  /** Returns the file as a download. */
  public Response download(DashboardRequest visit) {
    PaymentFile order = visit.find(PaymentFileId.KIND, orders::find);
    visit.note(AmountText.of(order.total()));
    return new Response.Raw(PaymentFileApi.fileAnswer(order, orders.file(order)));
  }

  public Response reject(DashboardRequest visit) {
    PaymentFile order = visit.find(PaymentFileId.KIND, orders::find);
    visit.note(order.open() + " of " + order.transfers());
    return Done.to(path(order.id()))
        .after(
            () -> orders.reject(visit.realm(), order.id(), visit.auditedOrigin()),
            "Payment file marked as rejected. Unbooked transfers go into the next payment file.");
  }

  /** Records the amount that a payer received if the bank booked a different amount. */
  public Response declare(DashboardRequest visit) {
    PaymentFile order = visit.find(PaymentFileId.KIND, orders::find);
    Optional<OutgoingTransfer> transfer =
        orders.listTransfers(order).stream()
            .filter(found -> found.endToEndId().equals(visit.form().text(TRANSFER)))
            .findFirst();
    PayerHas said = visit.form().required("payer_has", PAYER_HAS);
    if (!visit.form().isGood() || transfer.isEmpty()) {
      return Done.to(path(order.id())).warning("Choose what the payer received.");
    }
    visit.note(transfer.get().endToEndId() + " " + said.text());
    return Done.to(path(order.id()))
        .after(
            () ->
                declarations.declare(
                    visit.realm(), transfer.get().id(), said, visit.auditedOrigin()),
            said == PayerHas.BOOKED
                ? "Recorded as the amount the bank booked. You can refund the missing amount again."
                : "Recorded as not paid. You can refund it again.");
  }

  /** Sets whether API keys may download live files. */
  public Response allowKeys(DashboardRequest visit) {
    ReceivingAccountId id = visit.form().required(ACCOUNT, Format.id(ReceivingAccountId.KIND));
    if (!visit.form().isGood() || accounts.find(visit.realm(), id).isEmpty()) {
      return Done.to(PATH).warning("Choose a bank account.");
    }
    boolean allowed = visit.form().text("allowed").equals("yes");
    visit.about(id);
    visit.note(allowed ? "allowed" : "not allowed");
    accounts.allow(visit.realm(), id, visit.auditedOrigin(), KeyAccess.DOWNLOADS, allowed);
    return Done.to(PATH)
        .saying(
            allowed
                ? "API keys can now download this account's payment files."
                : "API keys can no longer download this account's payment files.");
  }

  public static String path(PaymentFileId id) {
    return PATH + "/" + id.text();
  }
}
