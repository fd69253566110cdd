package florin.app;

import florin.account.Accounts;
import florin.account.KeyAudit;
import florin.api.Routes;
import florin.books.Books;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.core.Id;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.CustomerId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.dashboard.BankRoutes;
import florin.dashboard.BooksRoutes;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.ListRoutes;
import florin.dashboard.books.BalancePages;
import florin.dashboard.books.FeePages;
import florin.dashboard.books.PayoutListPages;
import florin.dashboard.books.PayoutPages;
import florin.dashboard.books.ReportPages;
import florin.dashboard.books.SourceNames;
import florin.dashboard.checkout.ListEntryPages;
import florin.dashboard.customers.CustomerEditPages;
import florin.dashboard.customers.CustomerListPages;
import florin.dashboard.customers.CustomerPage;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.disputes.CalendarPages;
import florin.dashboard.disputes.DisputeCalendarApi;
import florin.dashboard.disputes.DisputeFigures;
import florin.dashboard.disputes.DisputeListPages;
import florin.dashboard.disputes.DisputePages;
import florin.dashboard.disputes.EvidencePages;
import florin.dashboard.disputes.EvidencePdfApi;
import florin.dashboard.entry.InvitationPages;
import florin.dashboard.entry.PasskeyPages;
import florin.dashboard.entry.PeopleMails;
import florin.dashboard.entry.ResetPages;
import florin.dashboard.entry.SecurityPages;
import florin.dashboard.entry.SetupPages;
import florin.dashboard.entry.SignInPages;
import florin.dashboard.home.Attention;
import florin.dashboard.home.GoLivePage;
import florin.dashboard.home.GoLivePage.Backups;
import florin.dashboard.home.GoLivePage.Installation;
import florin.dashboard.home.HomePage;
import florin.dashboard.home.Onboarding;
import florin.dashboard.home.SearchPages;
import florin.dashboard.home.StyleguidePage;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.NewsStream;
import florin.dashboard.parts.NoteForms;
import florin.dashboard.payments.Actors;
import florin.dashboard.payments.NewPaymentPages;
import florin.dashboard.payments.PaymentEditPages;
import florin.dashboard.payments.PaymentListPages;
import florin.dashboard.payments.PaymentPage;
import florin.dashboard.payments.PaymentPages;
import florin.dashboard.payments.PaymentRisk;
import florin.dashboard.payments.RefundListPages;
import florin.dashboard.payments.RefundRequestPages;
import florin.dashboard.payments.SelectedPaymentPages;
import florin.dashboard.people.AuditPages;
import florin.dashboard.people.TeamPages;
import florin.dashboard.pipeline.ObjectFinder;
import florin.dashboard.pipeline.OpenRoute;
import florin.dashboard.pipeline.PipelineDependencies;
import florin.dashboard.requests.ObjectRequests;
import florin.dashboard.requests.RequestListPages;
import florin.dashboard.requests.RequestPages;
import florin.dashboard.settings.BrandingPages;
import florin.dashboard.settings.CardFieldsPages;
import florin.dashboard.settings.KeyPages;
import florin.dashboard.settings.PreferencePages;
import florin.dashboard.settings.SettingsPages;
import florin.dashboard.webhooks.EventListPages;
import florin.dispute.DisputeApi;
import florin.dispute.DisputeDeadlineStore;
import florin.dispute.DisputeFigureStore;
import florin.docs.OperationScopes;
import florin.event.EventFeed;
import florin.keys.KeyApi;
import florin.keys.KeyCommands;
import florin.lists.ListApi;
import florin.lists.ListCommands;
import florin.lists.ListName;
import florin.payment.dispute.DisputeResponseApi;
import florin.payment.dispute.TestDisputeApi;
import florin.payment.evidence.EvidenceApi;
import florin.report.ReportModule;
import florin.report.UsedScopes;
import florin.team.AuditEntry;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLine;
import florin.team.Passkeys.PasskeySettings;
import florin.team.TeamModule;
import florin.vault.Keyring.Purpose;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The dashboard: the people who use it, the metrics that it shows, and the pages that show several
 * features.
 */
final class DashboardModule {
  final TeamModule team;
  final ReportModule report;
  private final CoreServices core;
  private final List<OpenRoute> open;
  private final ObjectFinder objects;

  DashboardModule(
      CoreServices core,
      RuntimeProfile profile,
      Accounts accounts,
      ConnectorModule connectors,
      EventModule events,
      CustomerModule customers,
      PaymentModule payments,
      CheckoutModule checkout,
      ReceiptModule receipts,
      BankModule bank,
      Books books,
      AlertModule alerts) {
    this.core = core;
    Parts parts = core.parts();
    InstantSource clock = core.clock();
    this.report =
        parts.open(
            new ReportModule(
                core.db(),
                core.besideDb(),
                core.followers(),
                payments.payments,
                payments.refunds,
                customers.customers,
                core.config().requestsKept(),
                core.hmac(Purpose.REQUEST_LOG),
                core.registry(),
                core.clock()));
    this.team =
        TeamModule.of(
            core.db(),
            core.seal(),
            core.hmac(Purpose.AUDIT),
            core.hmac(Purpose.DEVICE),
            new PasskeySettings(core.hmac(Purpose.PASSKEY), core.config().baseUrl()),
            core.config().passwordCost(),
            profile.sources());
    var mails =
        parts.open(new PeopleMails(core.config().smtp(), BaseUrl.byName(profile.base()), clock));
    parts.addRoutes(
        Routes.keys(
            new KeyApi(
                new KeyCommands(accounts, this::entry, core.seal(), profile.once(), clock),
                clock)));
    addLists(profile, customers);
    var evidencePdf = new EvidencePdfApi(payments.evidence);
    addDisputes(payments, evidencePdf);
    var webhooks = events.webhooks;
    var lists = new ListPages(team.views(), ListRoutes.ALL);
    var exports = new CsvExport();
    var actors = new Actors(team.audit(), team.team(), report.requests, accounts);
    var notes = new NoteForms(customers.notes);
    var newPayments = new NewPaymentPages(payments.payments, clock);
    var signIns = new SignInPages(team.signIn(), team.sessions(), team.passkeys());
    var onboarding =
        new Onboarding(
            accounts,
            payments.payments,
            webhooks.endpoints,
            connectors.instances,
            checkout.branding,
            team,
            clock);
    var goLive =
        new GoLivePage(
            installation(core.config()),
            accounts,
            alerts.store,
            connectors.instances,
            bank.accounts,
            webhooks.health,
            team.team());
    var disputePage =
        new DisputePages(
            payments.disputeStore,
            payments.payments,
            customers.customers,
            events.events,
            new DisputePages.Details(connectors.instances, payments.disputeFees, actors),
            payments.testDisputes,
            payments.evidence,
            clock);
    var paymentPage =
        new PaymentPage(
            payments.payments,
            payments.disputeStore,
            payments.refunds,
            events.events,
            actors,
            payments.views,
            customers.customers,
            checkout.sessions,
            notes,
            receipts.repeats,
            webhooks.deliveries,
            webhooks.endpoints,
            connectors.instances,
            bank.book(),
            new ObjectRequests(report.requests, accounts),
            team.refundRequests(),
            new PaymentRisk(customers.risks, customers.listStore, clock));
    var customerPage =
        new CustomerPage(
            customers.customers,
            payments.payments,
            customers.methods,
            customers.mandates,
            report.customerFigures,
            notes,
            clock);
    this.objects =
        (realm, id) ->
            exists(PaymentId.KIND, id, payment -> payments.payments.find(realm, payment))
                || exists(
                    CustomerId.KIND, id, customer -> customers.customers.find(realm, customer))
                || exists(
                    CheckoutSessionId.KIND, id, session -> checkout.sessions.find(realm, session))
                || exists(EventId.KIND, id, event -> events.events.find(realm, event));
    var sourceNames = new SourceNames(payments.stores, customers.customers);
    BankRoutes banks =
        bank.dashboard(customers.customers, connectors.instances, actors, lists, exports);
    this.open =
        DashboardRoutes.entry(
            signIns,
            new SetupPages(team.users(), team.sessions(), team.audit(), clock),
            new InvitationPages(team.invitations(), team.audit(), clock),
            new ResetPages(team.resets(), team.devices(), team.team(), mails, team.audit(), clock));
    parts.addPages(
        DashboardRoutes.calendars(
            new DisputeCalendarApi(
                team.calendarFeeds(),
                new DisputeDeadlineStore(core.db()),
                accounts,
                BaseUrl.byName(profile.base()),
                clock)));
    Stream.of(
            DashboardRoutes.keys(
                new KeyPages(
                    accounts,
                    connectors.all::takesPayments,
                    key ->
                        UsedScopes.read(
                            core.db(),
                            OperationScopes.read(),
                            key.realm(),
                            key.id(),
                            clock.instant()),
                    clock),
                new CardFieldsPages(accounts, profile.base(), clock)),
            DashboardRoutes.team(new TeamPages(team.team(), team.invitations(), mails, clock)),
            DashboardRoutes.security(new SecurityPages(team)),
            DashboardRoutes.passkeys(new PasskeyPages(team.passkeys())),
            DashboardRoutes.account(
                signIns,
                new PreferencePages(team.users(), App.version()),
                new StyleguidePage(clock),
                new AuditPages(team.audit(), team.team(), exports, clock),
                new SettingsPages(accounts)),
            DashboardRoutes.branding(
                new BrandingPages(accounts, checkout.branding, core.clock()), onboarding),
            new ListRoutes(
                    lists,
                    parts.openAtEdge(new NewsStream(new EventFeed(core.db()))),
                    new SearchPages(
                        report.search,
                        customers.customers,
                        events.events,
                        report.requests,
                        checkout.sessions,
                        checkout.paymentLinks,
                        webhooks.endpoints),
                    new PaymentListPages(
                        report.search,
                        report.figures,
                        customers.customers,
                        payments.payments,
                        alerts.store,
                        connectors.instances,
                        lists,
                        exports,
                        clock),
                    new SelectedPaymentPages(
                        payments.payments, payments.followUps, notes, exports, clock),
                    new RefundListPages(payments.refunds, report.figures, lists, exports, clock),
                    new CustomerListPages(
                        customers.customers, report.customerFigures, lists, exports, clock),
                    new EventListPages(
                        events.events, lists, core.config().webhooks().eventsKept(), clock),
                    new RequestListPages(report.requests, accounts, lists, clock))
                .table(),
            DashboardRoutes.payments(
                new PaymentPages(
                    payments.payments, payments.followUps, payments.refunds, paymentPage),
                new PaymentEditPages(payments.payments, receipts.repeats, notes, paymentPage),
                newPayments,
                new RefundRequestPages(
                    payments.payments,
                    payments.refunds,
                    team.refundRequests(),
                    paymentPage,
                    customers.customers,
                    team.team(),
                    mails)),
            DashboardRoutes.disputes(
                new DisputeListPages(
                    payments.disputeStore,
                    payments.stores.payments(),
                    customers.customers,
                    connectors.instances,
                    new DisputeFigures(new DisputeFigureStore(core.db()), report.figures),
                    lists,
                    exports,
                    clock),
                disputePage,
                new EvidencePages(
                    disputePage,
                    payments.disputeStore,
                    payments.evidence,
                    payments.disputeResponses,
                    payments.payments,
                    receipts.receipts,
                    evidencePdf),
                new CalendarPages(team.calendarFeeds())),
            DashboardRoutes.customers(
                new CustomerPages(customers.customers, customers.methods, customerPage),
                new CustomerEditPages(
                    customers.customers, newPayments, checkout.sessions, notes, customerPage)),
            banks.table(),
            DashboardRoutes.unappliedFunds(banks.holdings()),
            new BooksRoutes(
                    new BalancePages(books, connectors.instances, sourceNames, lists, clock),
                    new PayoutListPages(books, connectors.instances, bank.accounts, lists, clock),
                    new PayoutPages(
                        books,
                        connectors.instances,
                        bank.accounts,
                        sourceNames,
                        bank.book(),
                        bank.unassignments),
                    new ReportPages(books, connectors.instances, clock),
                    new FeePages(books, connectors.instances, clock))
                .table(),
            DashboardRoutes.home(
                signIns,
                new HomePage(
                    payments.payments,
                    report.figures,
                    new Attention(
                        alerts.store,
                        webhooks.health,
                        connectors.instances,
                        payments.payments,
                        bank.funds,
                        bank.accounts,
                        new Attention.Requests(
                            team.refundRequests(), new DisputeDeadlineStore(core.db())),
                        clock),
                    connectors.instances,
                    onboarding,
                    goLive,
                    clock),
                goLive,
                new RequestPages(report.requests, accounts, events.events)))
        .forEach(parts::addDashboardRoutes);
  }

  private static Installation installation(Config config) {
    return new Installation(
        config.baseUrl().filter(url -> "https".equals(url.getScheme())).map(URI::toString),
        config.smtp().isPresent(),
        config.database().isPresent()
            ? Backups.ELSEWHERE
            : config.backups().isPresent() ? Backups.SCHEDULED : Backups.NONE);
  }

  private static <T extends Id> boolean exists(
      Id.Kind<T> kind, String id, Function<T, Optional<?>> find) {
    return kind.parse(id).flatMap(find::apply).isPresent();
  }

  /** Returns the table, after all modules have added their pages. */
  DashboardRoutes routes() {
    return new DashboardRoutes(core.parts().dashboardRoutes(), open);
  }

  PipelineDependencies gate() {
    return new PipelineDependencies(
        core.config().baseUrl(), team, objects, core.clock(), core.random());
  }

  /** Adds the block list and the allow list, whose changes are in the audit log. */
  private void addLists(RuntimeProfile profile, CustomerModule customers) {
    var commands =
        new ListCommands(
            customers.listStore, customers.lists, profile.once(), profile.ids(), profile.clock());
    core.parts()
        .addDashboardRoutes(
            DashboardRoutes.lists(
                new ListEntryPages(customers.listStore, commands, profile.clock())));
    for (ListName name : ListName.values()) {
      core.parts()
          .addRoutes(
              Routes.lists(
                  name,
                  new ListApi(name, customers.listStore, commands, this::entry, profile.clock())));
    }
  }

  /** Adds the endpoints of disputes, whose changes are in the audit log. */
  private void addDisputes(PaymentModule payments, EvidencePdfApi evidencePdf) {
    core.parts()
        .addRoutes(
            Routes.disputes(
                new DisputeApi(payments.disputeStore, payments.disputeFees),
                new EvidenceApi(payments.evidence, this::entry),
                evidencePdf,
                new DisputeResponseApi(payments.disputeResponses, this::entry),
                new TestDisputeApi(payments.testDisputes)));
  }

  private AuditLine entry(KeyAudit.By by, String action, Id object, String detail) {
    Realm realm = by.caller().realm();
    return new AuditLine(
        team.audit(),
        new AuditEntry(
            realm.accountNumber(),
            0,
            core.clock().instant(),
            Optional.empty(),
            "API key " + by.caller().key().text(),
            action,
            object.text(),
            detail,
            AuditOutcome.DONE,
            realm.mode(),
            by.address(),
            by.request()));
  }
}
