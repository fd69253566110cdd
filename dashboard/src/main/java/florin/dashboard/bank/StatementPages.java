package florin.dashboard.bank;

import florin.bank.account.ReceivingAccounts;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.BankEntryStore.BankEntryFilter;
import florin.bank.imports.BankFile.Source;
import florin.bank.imports.BankStatement;
import florin.bank.imports.BankStatement.Balances;
import florin.bank.imports.BankStatementApi;
import florin.bank.imports.BankStatementStore;
import florin.bank.imports.StatementImports;
import florin.bank.imports.StatementImports.ImportResult;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchStore.EntryShare;
import florin.bank.matching.TransferBook;
import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.dashboard.payments.PaymentDetail;
import florin.http.Form;
import florin.http.Format;
import florin.page.AmountText;
import florin.team.Permission;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a bank statement with the reconciliation of its entries, and the upload of files. */
public final class StatementPages {
  public static final String PATH = StatementListPages.LIST.path();
  public static final String UPLOAD = PATH + "/upload";

  /** The maximum size of a file, the same as in the API. */
  public static final int MAX_BYTES = BankStatementApi.MAX_BYTES;

  private static final String UPLOAD_TITLE = "Upload a statement";
  private static final String FILE = "file";

  private final BankStatementStore statements;
  private final BankEntryStore entries;
  private final TransferBook book;
  private final PayoutNames payoutNames;
  private final ReceivingAccounts accounts;
  private final StatementImports intake;
  private final Runnable onTaken;

  /**
   * @param onTaken runs after an import, when entries wait for reconciliation
   */
  public StatementPages(
      BankStatementStore statements,
      BankEntryStore entries,
      TransferBook book,
      PayoutNames payoutNames,
      ReceivingAccounts accounts,
      StatementImports intake,
      Runnable onTaken) {
    this.statements = statements;
    this.entries = entries;
    this.book = book;
    this.payoutNames = payoutNames;
    this.accounts = accounts;
    this.intake = intake;
    this.onTaken = onTaken;
  }

  /**
   * The page of a statement.
   *
   * @param gap the missing statements and the remedy; empty if it continues the last one
   * @param overlap the entries that another statement already had; empty if there are none
   * @param export the path of the CSV export of its entries; empty if the member may not export
   */
  public record StatementDetail(
      BankStatement statement,
      String account,
      Optional<String> gap,
      Optional<String> overlap,
      List<Fact> facts,
      List<EntryRow> rows,
      Pager pager,
      String export) {
    public StatementDetail {
      facts = List.copyOf(facts);
      rows = List.copyOf(rows);
    }
  }

  /** An entry as a line of a statement, with the objects that have its money. */
  public record EntryRow(BankEntry entry, List<Fact> became) {
    public EntryRow {
      became = List.copyOf(became);
    }
  }

  /**
   * The upload form.
   *
   * @param asksForPassword whether the form includes the password, so that the file is sent once
   */
  public record UploadView(Form form, List<SelectOption> accounts, boolean asksForPassword) {
    public int maxMib() {
      return MAX_BYTES >> 20;
    }
  }

  public Response show(DashboardRequest visit) {
    BankStatement statement = visit.find(BankStatementId.KIND, statements::find);
    BankStatementId id = statement.id();
    var paging = new Paging(path(id), visit.query(), List.of());
    PageRequest asked = paging.request(BankEntryId.KIND);
    Page<BankEntry> page = entries.list(visit.realm(), BankEntryFilter.of(id), asked);
    Map<BankEntryId, List<EntryShare>> shares =
        book.listShares(visit.realm(), page.data().stream().map(BankEntry::id).toList());
    Map<PayoutId, String> payouts =
        payoutNames.of(
            visit.realm(),
            shares.values().stream()
                .flatMap(List::stream)
                .filter(share -> share.holder() == Holder.PAYOUT)
                .map(share -> new PayoutId(share.holderId()))
                .toList());
    return Response.Page.of(
        "bank-statement",
        "Bank statement",
        new StatementDetail(
            statement,
            account(statement),
            gap(statement),
            overlap(statement),
            facts(statement),
            page.data().stream()
                .map(entry -> row(entry, shares.getOrDefault(entry.id(), List.of()), payouts))
                .toList(),
            paging.pager(asked, page, BankEntry::id),
            visit.may(Permission.EXPORT_PAYMENTS) ? EntryExport.path(id) : ""));
  }

  private String account(BankStatement statement) {
    return accounts.find(statement.realm(), statement.account()).map(BankText::account).orElse("");
  }

  private static String signed(long minor, BankStatement statement) {
    return BankText.signed(minor, statement.currency());
  }

  private Optional<String> gap(BankStatement statement) {
    if (!statement.gap()) {
      return Optional.empty();
    }
    String opens = statement.balances().map(it -> signed(it.opening(), statement)).orElse("");
    return Optional.of(
        statements
                .findBefore(statement)
                .flatMap(before -> before.balances().map(Balances::closing))
                .map(closed ->
                    "This statement opens with %s, but the previous one closes with %s. A statement between them is missing."
                        .formatted(opens, signed(closed, statement)))
                .orElse("The previous statement is missing.")
            + " Get it from your bank and upload it. The entries below already count.");
  }

  private static Optional<String> overlap(BankStatement statement) {
    int known = statement.turnover().duplicates();
    if (known == 0 && !statement.overlap()) {
      return Optional.empty();
    }
    String counted =
        switch (known) {
          case 0 -> "";
          case 1 -> "1 entry was already imported from another statement and counted once.";
          default ->
              FigureText.count(known)
                  + " entries were already imported from another statement and counted once.";
        };
    return Optional.of((statement.overlap() ? "This statement overlaps another. " : "") + counted);
  }

  private List<Fact> facts(BankStatement statement) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.of("Bank account", account(statement)).to(BankAccountPage.path(statement.account())));
    facts.add(Fact.of("Day", BankText.day(statement.statedOn())));
    facts.add(Fact.code("Bank reference", statement.bankReference()));
    facts.add(Fact.of("Received", signed(statement.turnover().credits(), statement)));
    facts.add(Fact.of("Paid out", signed(-statement.turnover().debits(), statement)));
    facts.add(Fact.of("Entries", FigureText.count(statement.turnover().entries())));
    facts.add(Fact.of("Format", statement.format().text()));
    statement.number().ifPresent(number -> facts.add(Fact.of("Number", String.valueOf(number))));
    facts.add(Fact.of("Imported", TimeText.minutes(statement.created())));
    intake
        .findSource(statement)
        .map(BankText::words)
        .ifPresent(words -> facts.add(Fact.of("Source", words)));
    facts.add(Fact.code("ID", statement.id().text()));
    return facts;
  }

  private static EntryRow row(
      BankEntry entry, List<EntryShare> shares, Map<PayoutId, String> payouts) {
    return new EntryRow(
        entry,
        shares.stream()
            .filter(share -> share.holder() != Holder.OTHER)
            .map(share -> became(share, entry, payouts))
            .toList());
  }

  private static Fact became(EntryShare share, BankEntry entry, Map<PayoutId, String> payouts) {
    String amount = AmountText.of(Math.abs(share.amount()), entry.amount().currency());
    String way = share.amount() < 0 ? " from a " : " for a ";
    return switch (share.holder()) {
      case PAYMENT ->
          Fact.of("Payment", amount + way + "payment")
              .to(PaymentDetail.path(new PaymentId(share.holderId())));
      case CREDIT ->
          Fact.of(
                  "Customer credit",
                  amount + (share.amount() < 0 ? " from a" : " as a") + " credit")
              .to(BankPages.path(new CustomerCreditId(share.holderId())));
      case UNMATCHED ->
          Fact.of("Unmatched transfer", amount + (share.amount() < 0 ? " returned" : " to assign"))
              .to(BankPages.path(new UnmatchedTransferId(share.holderId())));
      case PAYOUT ->
          Fact.of("Payout", payouts.getOrDefault(new PayoutId(share.holderId()), amount));
      case OTHER -> Fact.of("Other", amount);
    };
  }

  public Response showUpload(DashboardRequest visit) {
    return Response.Page.of("bank-upload", UPLOAD_TITLE, view(visit, Form.empty()));
  }

  /** Imports the file as the API does, on behalf of the signed-in user. */
  public Response upload(DashboardRequest visit) {
    Form form = visit.form();
    Optional<Path> file = form.upload(FILE);
    Optional<ReceivingAccountId> account =
        form.optional("receiving_account", Format.id(ReceivingAccountId.KIND));
    if (file.isEmpty()) {
      form.wrong(FILE, "Choose a statement file from your bank.");
    }
    if (!form.isGood()) {
      return Response.Page.again("bank-upload", UPLOAD_TITLE, view(visit, form));
    }
    try {
      ImportResult taken =
          intake.take(visit.realm(), Source.DASHBOARD, file.orElseThrow(), account);
      onTaken.run();
      visit.about(taken.file().id());
      return done(visit, taken);
    } catch (Refusal refused) {
      form.wrong(FILE, refused.problem().message());
      return Response.Page.again("bank-upload", UPLOAD_TITLE, view(visit, form));
    }
  }

  private static Done done(DashboardRequest visit, ImportResult taken) {
    List<BankStatement> read = taken.statements();
    String path = read.size() == 1 ? path(read.getFirst().id()) : PATH;
    if (taken.known()) {
      visit.note("known before");
      return Done.to(path).saying("This file was already uploaded. Nothing changed.");
    }
    int booked = read.stream().mapToInt(it -> it.turnover().entries()).sum();
    String words = counted(read.size(), "statement") + " with " + counted(booked, "entry");
    visit.note(words);
    return Done.to(path).saying("Imported: " + words + ".");
  }

  private static String counted(int count, String one) {
    String many = one.endsWith("y") ? one.replaceFirst("y$", "ies") : one + "s";
    return FigureText.count(count) + " " + (count == 1 ? one : many);
  }

  private UploadView view(DashboardRequest visit, Form form) {
    return new UploadView(
        form,
        accounts.listAll(visit.realm()).stream()
            .map(it ->
                new SelectOption(
                    it.id().text(), it.iban().formatted() + " · " + it.details().holder()))
            .toList(),
        visit.realm().isLive() && !visit.isConfirmed());
  }

  public static String path(BankStatementId id) {
    return PATH + "/" + id.text();
  }
}
