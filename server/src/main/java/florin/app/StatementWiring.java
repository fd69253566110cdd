package florin.app;

import florin.alert.Alert;
import florin.alert.AlertKind;
import florin.api.Routes;
import florin.app.Features.Variant;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountApi;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.ReceivingAccounts;
import florin.bank.account.TransferStore;
import florin.bank.intake.BankEntryStore;
import florin.bank.intake.BankFileStore;
import florin.bank.intake.BankStatementApi;
import florin.bank.intake.BankStatementStore;
import florin.bank.intake.Intake;
import florin.bank.intake.Intake.IntakeAccounts;
import florin.bank.intake.Intake.IntakeProbe;
import florin.bank.intake.MatchQueueStore;
import florin.bank.intake.WatchFolder;
import florin.bank.matching.BankEntryApi;
import florin.bank.matching.Declarations;
import florin.bank.matching.HoldingApi;
import florin.bank.matching.HoldingStore;
import florin.bank.matching.Holdings;
import florin.bank.matching.MatchLoop;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore;
import florin.bank.matching.Suggestions;
import florin.bank.matching.TransferBook;
import florin.bank.matching.UnappliedFunds.Kind;
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
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.customer.Customers;
import florin.dashboard.Actors;
import florin.dashboard.BankAccountPage;
import florin.dashboard.BankPages;
import florin.dashboard.BankRoutes;
import florin.dashboard.CsvExport;
import florin.dashboard.EntryExport;
import florin.dashboard.HoldingListPages;
import florin.dashboard.ListPages;
import florin.dashboard.StatementListPages;
import florin.dashboard.StatementPages;
import florin.dashboard.TransferPages;
import florin.db.Db;
import florin.idempotency.Once;
import florin.job.Fitness;
import florin.payment.execution.Probe.Step;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** Assembles bank statements and matching. */
final class StatementWiring {
  private final Variant variant;
  private final Once once;
  private final ReceivingAccountStore accounts;
  private final Intake intake;
  private final BankFileStore files;
  private final BankStatementStore statements;
  private final MatchSources sources;
  private final PaymentWiring payments;
  private final Holdings holdings;
  private final SimulatedBank bank;
  private final PaymentFiles orders;
  private final IntakeProbe probe;
  private final AtomicReference<Optional<WatchFolder>> watched =
      new AtomicReference<>(Optional.empty());
  private final AtomicReference<Optional<MatchLoop>> loop = new AtomicReference<>(Optional.empty());

  /**
   * Assembles the parts.
   *
   * @param patient a database handle without a short query limit
   */
  StatementWiring(
      Foundation foundation, Variant variant, Db patient, PaymentWiring payments, Once once) {
    this.variant = variant;
    this.once = once;
    this.payments = payments;
    this.probe = step -> variant.probe().at(Step.valueOf(step.name()));
    Db db = foundation.db();
    IdSource ids = variant.sources().ids();
    InstantSource clock = variant.sources().clock();
    this.accounts = new ReceivingAccountStore(db);
    this.files = new BankFileStore(patient);
    this.statements = new BankStatementStore(patient);
    this.sources =
        new MatchSources(
            payments.stores(),
            new TransferStore(db),
            new BankEntryStore(db),
            new MatchQueueStore(db),
            new MatchStore(db),
            new HoldingStore(db),
            new OutgoingTransferStore(db));
    this.intake =
        new Intake(
            files,
            statements,
            variant.commits(),
            new KeptAccounts(accounts),
            foundation.seal(),
            ids,
            probe,
            clock);
    this.holdings =
        new Holdings(
            sources,
            payments.arrivals(),
            new ReturnedMoney(sources.outgoing(), accounts, foundation.seal(), ids),
            once,
            ids,
            clock);
    this.orders =
        new PaymentFiles(
            new OrderStores(new PaymentFileStore(db), sources.outgoing(), accounts),
            foundation.seal(),
            once,
            ids,
            clock);
    this.bank =
        new SimulatedBank(payments.stores(), sources.transfers(), accounts, intake, ids, clock);
  }

  /** The accounts for the statement import. */
  private record KeptAccounts(ReceivingAccountStore store) implements IntakeAccounts {
    @Override
    public Optional<IntakeAccount> find(Realm realm, Iban iban) {
      return store.find(realm, iban).map(KeptAccounts::of);
    }

    @Override
    public Optional<IntakeAccount> find(Realm realm, ReceivingAccountId id) {
      return store.find(realm, id).map(KeptAccounts::of);
    }

    private static IntakeAccount of(ReceivingAccount account) {
      return new IntakeAccount(
          account.id(),
          account.iban(),
          account.currency(),
          account.format(),
          account.takesUploads());
    }
  }

  /** Starts matching on this node, for the entries of all nodes. */
  MatchLoop startMatching(Fitness fitness) {
    var started =
        new MatchLoop(
            sources,
            payments.arrivals(),
            variant.beside(),
            intake,
            variant.sources().ids(),
            probe,
            variant.sources().clock(),
            fitness);
    loop.set(Optional.of(started));
    return started;
  }

  /** Starts importing statements from a folder. */
  WatchFolder startFolder(Path folder, Fitness fitness) {
    var started =
        new WatchFolder(
            folder, accounts::findRealm, intake, this::nudge, variant.sources().clock(), fitness);
    watched.set(Optional.of(started));
    return started;
  }

  /**
   * Returns alerts for the accounts with files that wait for a person, if this node watches a
   * folder.
   */
  List<Alert> listRefused() {
    return watched.get().map(WatchFolder::listRefused).orElse(Set.of()).stream()
        .flatMap(account ->
            accounts.findRealm(account).stream()
                .map(realm -> new Alert(realm, AlertKind.STATEMENT_REFUSED, account.text())))
        .toList();
  }

  private void nudge() {
    loop.get().ifPresent(MatchLoop::nudge);
  }

  Routes.BankApis apis(ReceivingAccountApi accounts) {
    return new Routes.BankApis(
        accounts,
        new BankStatementApi(intake, statements, this::nudge),
        new BankEntryApi(sources.entries(), book()),
        new HoldingApi(holdings),
        new SimulatedTransferApi(new SimulatedTransfers(bank, once, this::nudge)),
        new PaymentFileApi(orders),
        new SimulatedOrderApi(new SimulatedOrders(bank, orders), once, this::nudge));
  }

  /** Returns the declarations about transfers that the bank booked with another amount. */
  Declarations declarations() {
    return new Declarations(
        sources, payments.arrivals(), once, variant.sources().ids(), variant.sources().clock());
  }

  PaymentFiles orders() {
    return orders;
  }

  /** Starts this node's creation of daily payment files, at that hour. */
  PaymentFileLoop startOrders(LocalTime hour, Fitness fitness) {
    return new PaymentFileLoop(
        sources.outgoing(),
        orders,
        hour,
        variant.sources().ids(),
        variant.sources().clock(),
        fitness);
  }

  /**
   * Returns the dashboard pages; an upload is matched immediately, because its user then looks at
   * the result.
   */
  BankRoutes pages(
      ReceivingAccounts accounts,
      Customers customers,
      Actors actors,
      ListPages lists,
      CsvExport exports,
      boolean hasFolder) {
    InstantSource clock = variant.sources().clock();
    return new BankRoutes(
        new HoldingListPages(Kind.UNMATCHED, holdings, accounts, lists, exports, clock),
        new HoldingListPages(Kind.CREDIT, holdings, accounts, lists, exports, clock),
        new StatementListPages(statements, holdings, accounts, lists, exports, clock),
        new BankPages(
            holdings,
            new Suggestions(sources),
            book(),
            new BankPages.BankSources(statements, accounts, customers, actors)),
        new StatementPages(statements, sources.entries(), book(), accounts, intake, this::matchNow),
        new EntryExport(sources.entries(), book(), exports),
        new BankAccountPage(accounts, statements, hasFolder),
        new TransferPages(new SimulatedTransfers(bank, once, this::matchNow)));
  }

  /** Returns the history of booked money. */
  TransferBook book() {
    return new TransferBook(sources);
  }

  Holdings holdings() {
    return holdings;
  }

  private void matchNow() {
    loop.get().ifPresent(MatchLoop::matchNow);
    nudge();
  }
}
