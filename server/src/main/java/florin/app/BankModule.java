package florin.app;

import florin.account.SandboxClocks;
import florin.account.SandboxStore;
import florin.alert.Alert;
import florin.alert.AlertChecks;
import florin.alert.AlertKind;
import florin.api.Routes;
import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountApi;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.ReceivingAccounts;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.BankFileStore;
import florin.bank.imports.BankStatementApi;
import florin.bank.imports.BankStatementStore;
import florin.bank.imports.MatchQueueStore;
import florin.bank.imports.StatementImports;
import florin.bank.imports.StatementImports.ImportAccounts;
import florin.bank.imports.StatementImports.ImportCrashPoint;
import florin.bank.imports.WatchFolder;
import florin.bank.matching.BankEntryApi;
import florin.bank.matching.Declarations;
import florin.bank.matching.ExpectedPayoutStore;
import florin.bank.matching.MatchLoop;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore;
import florin.bank.matching.PayoutUnassignments;
import florin.bank.matching.Suggestions;
import florin.bank.matching.TransferBook;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFundsApi;
import florin.bank.matching.UnappliedFundsCommands;
import florin.bank.matching.UnappliedFundsStore;
import florin.bank.ordering.PaymentFileApi;
import florin.bank.ordering.PaymentFileLoop;
import florin.bank.ordering.PaymentFiles;
import florin.bank.ordering.PaymentFiles.OrderStores;
import florin.bank.ordering.ReturnedMoney;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.bank.outgoing.PaymentFileStore;
import florin.bank.simulation.SimulatedBank;
import florin.bank.simulation.SimulatedOrderApi;
import florin.bank.simulation.SimulatedOrders;
import florin.bank.simulation.SimulatedTransferApi;
import florin.bank.simulation.SimulatedTransfers;
import florin.connector.instance.Instances;
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.customer.Customers;
import florin.dashboard.BankRoutes;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.bank.BankAccountPage;
import florin.dashboard.bank.BankAccountPages;
import florin.dashboard.bank.BankPages;
import florin.dashboard.bank.BankTabs;
import florin.dashboard.bank.BankTasks;
import florin.dashboard.bank.EntryExport;
import florin.dashboard.bank.OrderPages;
import florin.dashboard.bank.PayoutNames;
import florin.dashboard.bank.StatementListPages;
import florin.dashboard.bank.StatementPages;
import florin.dashboard.bank.TodoPage;
import florin.dashboard.bank.UnappliedFundsListPages;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.ListPages;
import florin.dashboard.payments.Actors;
import florin.dashboard.payments.TransferPages;
import florin.db.Db;
import florin.job.WorkAcceptance;
import florin.payment.execution.CrashPoint.Step;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Bank transfers: receiving accounts, statements, their matching, and payment files. */
final class BankModule {
  final ReceivingAccounts accounts;
  final UnappliedFundsCommands funds;
  final PayoutUnassignments unassignments;
  private final BankTasks tasks;
  private final BankTabs tabs;
  private final CoreServices core;
  private final RuntimeProfile profile;
  private final PaymentModule payments;
  private final ReceivingAccountStore accountStore;
  private final BankStatementStore statements;
  private final MatchSources sources;
  private final ImportCrashPoint probe;
  private final StatementImports intake;
  private final SimulatedBank bank;
  private final AtomicReference<Optional<MatchLoop>> loop = new AtomicReference<>(Optional.empty());

  BankModule(CoreServices core, RuntimeProfile profile, PaymentModule payments) {
    Parts parts = core.parts();
    this.core = core;
    this.profile = profile;
    this.payments = payments;
    Db db = core.db();
    IdSource ids = profile.ids();
    InstantSource clock = profile.clock();
    this.accountStore = new ReceivingAccountStore(db);
    this.accounts = new ReceivingAccounts(accountStore, profile.once(), ids, clock);
    this.statements = new BankStatementStore(core.queueDb());
    this.sources =
        new MatchSources(
            payments.stores,
            new TransferStore(db),
            new BankEntryStore(db),
            new MatchQueueStore(db),
            new MatchStore(db),
            new UnappliedFundsStore(db),
            new OutgoingTransferStore(db),
            new ExpectedPayoutStore(db),
            new SandboxClocks(new SandboxStore(db)));
    this.probe = step -> profile.crashPoint().at(Step.valueOf(step.name()));
    this.intake =
        new StatementImports(
            new BankFileStore(core.queueDb()),
            statements,
            profile.commits(),
            new KeptAccounts(accountStore),
            core.seal(),
            ids,
            probe,
            clock);
    this.funds =
        new UnappliedFundsCommands(
            sources,
            payments.arrivals,
            new ReturnedMoney(sources.outgoing(), accountStore, core.seal(), ids),
            profile.once(),
            ids,
            clock);
    this.unassignments = new PayoutUnassignments(sources, profile.once(), ids, clock);
    var files =
        new PaymentFiles(
            new OrderStores(new PaymentFileStore(db), sources.outgoing(), accountStore),
            core.seal(),
            profile.once(),
            ids,
            clock);
    this.bank =
        new SimulatedBank(
            payments.stores,
            sources.transfers(),
            new PayeeAccounts(accountStore, profile.commits(), ids, clock),
            sources.payouts(),
            intake,
            ids,
            clock);
    parts.addRoutes(
        Routes.bank(
            new ReceivingAccountApi(accounts),
            new BankStatementApi(intake, statements, this::nudge),
            new BankEntryApi(sources.entries(), book(), unassignments),
            new UnappliedFundsApi(funds),
            new SimulatedTransferApi(new SimulatedTransfers(bank, profile.once(), this::nudge)),
            new PaymentFileApi(files),
            new SimulatedOrderApi(new SimulatedOrders(bank, files), profile.once(), this::nudge)));
    var declarations = new Declarations(sources, payments.arrivals, profile.once(), ids, clock);
    this.tasks = new BankTasks(funds, statements, files, accounts);
    this.tabs = new BankTabs(tasks);
    parts.addDashboardRoutes(DashboardRoutes.bankAccounts(new BankAccountPages(accounts)));
    parts.addDashboardRoutes(
        DashboardRoutes.paymentFiles(new OrderPages(files, declarations, accounts, tabs)));
    parts.addJob(() -> startMatching(core.clock()));
    core.config()
        .paymentFileHour()
        .ifPresent(hour ->
            parts.addJob(() ->
                new PaymentFileLoop(sources.outgoing(), files, hour, ids, clock, core.clock())));
    core.config().bankFolder().ifPresent(folder -> parts.addJob(() -> startFolder(core, folder)));
  }

  /** The accounts for the statement import. */
  private record KeptAccounts(ReceivingAccountStore store) implements ImportAccounts {
    @Override
    public Optional<ImportAccount> find(Realm realm, Iban iban) {
      return store.find(realm, iban).map(KeptAccounts::of);
    }

    @Override
    public Optional<ImportAccount> find(Realm realm, ReceivingAccountId id) {
      return store.find(realm, id).map(KeptAccounts::of);
    }

    private static ImportAccount of(ReceivingAccount account) {
      return new ImportAccount(
          account.id(),
          account.iban(),
          account.currency(),
          account.format(),
          account.takesUploads());
    }
  }

  private MatchLoop startMatching(WorkAcceptance acceptance) {
    var started =
        new MatchLoop(
            sources,
            payments.arrivals,
            profile.beside(),
            intake,
            profile.ids(),
            probe,
            profile.clock(),
            acceptance);
    loop.set(Optional.of(started));
    return started;
  }

  private WatchFolder startFolder(CoreServices core, Path folder) {
    var started =
        new WatchFolder(
            folder, accountStore::findRealm, intake, this::nudge, profile.clock(), core.clock());
    core.parts().addAlertCheck(AlertChecks.ofStatements(() -> listRefused(started)));
    return started;
  }

  /** Returns alerts for the accounts with files that wait for a person. */
  private Stream<Alert> listRefused(WatchFolder folder) {
    return folder.listRefused().stream()
        .flatMap(account ->
            accountStore.findRealm(account).stream()
                .map(realm -> new Alert(realm, AlertKind.STATEMENT_REFUSED, account.text())));
  }

  /**
   * Returns the dashboard pages; an upload is matched immediately, because its user then looks at
   * the result.
   */
  BankRoutes dashboard(
      Customers customers,
      Instances connectors,
      Actors actors,
      ListPages lists,
      CsvExport exports) {
    InstantSource clock = profile.clock();
    var payoutNames = new PayoutNames(book(), connectors);
    return new BankRoutes(
        new TodoPage(tasks, tabs, clock),
        new UnappliedFundsListPages(Kind.UNMATCHED, funds, accounts, tabs, lists, exports, clock),
        new UnappliedFundsListPages(Kind.CREDIT, funds, accounts, tabs, lists, exports, clock),
        new StatementListPages(statements, tabs, accounts, lists, exports, clock),
        new BankPages(
            funds,
            new Suggestions(sources),
            book(),
            payoutNames,
            statements,
            accounts,
            customers,
            actors),
        new StatementPages(
            statements, sources.entries(), book(), payoutNames, accounts, intake, this::matchNow),
        new EntryExport(sources.entries(), book(), exports),
        new BankAccountPage(accounts, statements, core.config().bankFolder().isPresent()),
        new TransferPages(new SimulatedTransfers(bank, profile.once(), this::matchNow)));
  }

  /** Returns the history of booked money. */
  TransferBook book() {
    return new TransferBook(sources);
  }

  private void nudge() {
    loop.get().ifPresent(MatchLoop::nudge);
  }

  private void matchNow() {
    loop.get().ifPresent(MatchLoop::matchNow);
    nudge();
  }
}
