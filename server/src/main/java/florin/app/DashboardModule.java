package florin.app;

import florin.account.Accounts;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.ListRoutes;
import florin.dashboard.bank.BankAccountPages;
import florin.dashboard.bank.OrderPages;
import florin.dashboard.checkout.CheckoutPages;
import florin.dashboard.checkout.PaymentLinkPages;
import florin.dashboard.connectors.ConnectorEditPages;
import florin.dashboard.connectors.ConnectorPages;
import florin.dashboard.customers.CustomerEditPages;
import florin.dashboard.customers.CustomerListPages;
import florin.dashboard.customers.CustomerPage;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.entry.InvitationPages;
import florin.dashboard.entry.PasskeyPages;
import florin.dashboard.entry.PeopleMails;
import florin.dashboard.entry.ResetPages;
import florin.dashboard.entry.SecurityPages;
import florin.dashboard.entry.SetupPages;
import florin.dashboard.entry.SignInPages;
import florin.dashboard.home.Attention;
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
import florin.dashboard.payments.RefundListPages;
import florin.dashboard.people.AuditPages;
import florin.dashboard.people.TeamPages;
import florin.dashboard.pipeline.DashboardGate;
import florin.dashboard.requests.ObjectRequests;
import florin.dashboard.requests.RequestListPages;
import florin.dashboard.requests.RequestPages;
import florin.dashboard.settings.BrandingPages;
import florin.dashboard.settings.KeyPages;
import florin.dashboard.settings.PreferencePages;
import florin.dashboard.settings.SettingsPages;
import florin.dashboard.webhooks.DeliveryPages;
import florin.dashboard.webhooks.EventListPages;
import florin.dashboard.webhooks.EventPages;
import florin.dashboard.webhooks.WebhookEditPages;
import florin.dashboard.webhooks.WebhookPages;
import florin.db.Db;
import florin.event.EventFeed;
import florin.report.ReportWiring;
import florin.team.Passkeys.PasskeySettings;
import florin.team.TeamWiring;
import florin.vault.Keyring.Purpose;
import java.time.InstantSource;

/** The dashboard: the people who use it, the metrics that it shows, and its pages. */
final class DashboardModule {
  final TeamWiring team;
  final ReportWiring report;
  final DashboardRoutes routes;
  private final CoreServices core;
  private final Accounts accounts;
  private final ConnectorModule connectors;
  private final EventModule events;
  private final CustomerModule customers;
  private final PaymentModule payments;
  private final CheckoutModule checkout;
  private final ReceiptModule receipts;
  private final BankModule bank;
  private final AlertModule alerts;
  private final InstantSource clock;

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
      AlertModule alerts) {
    this.core = core;
    this.accounts = accounts;
    this.connectors = connectors;
    this.events = events;
    this.customers = customers;
    this.payments = payments;
    this.checkout = checkout;
    this.receipts = receipts;
    this.bank = bank;
    this.alerts = alerts;
    this.clock = core.clock();
    this.report =
        core.open(
            new ReportWiring(
                core.db(),
                core.open(Db.unhurried(core.database())),
                payments.payments,
                payments.refunds,
                customers.customers,
                core.config().requestsKept(),
                core.hmac(Purpose.REQUEST_LOG),
                core.registry(),
                core.clock()));
    this.team =
        TeamWiring.of(
            core.db(),
            core.seal(),
            core.hmac(Purpose.AUDIT),
            core.hmac(Purpose.DEVICE),
            new PasskeySettings(core.hmac(Purpose.PASSKEY), core.config().baseUrl()),
            profile.ids(),
            core.clock(),
            core.random());
    this.routes =
        dashboard(core.open(new PeopleMails(core.config().smtp(), profile.base(), clock)));
    core.parts()
        .addPages(
            routes.endpoints(
                new DashboardGate(core.config().baseUrl(), team, clock, core.random())));
  }

  private ListRoutes lists(ListPages lists, CsvExport exports) {
    return new ListRoutes(
        lists,
        core.parts().openAtEdge(new NewsStream(new EventFeed(core.db()))),
        new SearchPages(
            report.search(),
            customers.customers,
            events.events,
            report.requests(),
            checkout.sessions,
            checkout.paymentLinks,
            events.webhooks.endpoints()),
        new PaymentListPages(
            report.search(),
            customers.customers,
            payments.payments,
            alerts.store,
            connectors.instances,
            lists,
            exports,
            clock),
        new RefundListPages(payments.refunds, lists, exports, clock),
        new CustomerListPages(customers.customers, report.customerFigures(), lists, exports, clock),
        new EventListPages(events.events, lists, events.webhooks.eventsKept(), clock),
        new RequestListPages(report.requests(), accounts, lists, clock));
  }

  private DashboardRoutes dashboard(PeopleMails mails) {
    var webhooks = events.webhooks;
    var lists = new ListPages(team.views(), ListRoutes.ALL);
    var exports = new CsvExport();
    var actors = new Actors(team.audit(), team.team(), report.requests(), accounts);
    var notes = new NoteForms(customers.notes);
    var paymentPage = paymentPage(actors, notes);
    var customerPage = customerPage(notes);
    var newPayments = new NewPaymentPages(payments.payments, clock);
    var onboarding =
        new Onboarding(
            accounts,
            payments.payments,
            webhooks.endpoints(),
            connectors.instances,
            checkout.branding,
            team,
            clock);
    return new DashboardRoutes(
        new DashboardRoutes.EntryPages(
            new SignInPages(team.signIn(), team.sessions(), team.passkeys()),
            new SetupPages(team.users(), team.sessions(), team.audit(), clock),
            new InvitationPages(team.invitations(), team.audit(), clock),
            new ResetPages(team.resets(), team.devices(), team.team(), mails, team.audit(), clock)),
        new DashboardRoutes.BusinessPages(
            new HomePage(
                payments.payments,
                report.figures(),
                new Attention(
                    alerts.store,
                    webhooks.health(),
                    connectors.instances,
                    payments.payments,
                    bank.holdings,
                    bank.accounts,
                    clock),
                connectors.instances,
                onboarding,
                clock),
            lists(lists, exports),
            new PaymentPages(payments.payments, payments.followUps, payments.refunds, paymentPage),
            new PaymentEditPages(payments.payments, receipts.repeats, notes, paymentPage),
            newPayments,
            new CustomerPages(customers.customers, customers.methods, customerPage),
            new CustomerEditPages(customers.customers, newPayments, notes, customerPage),
            new CheckoutPages(checkout.sessions),
            new PaymentLinkPages(checkout.paymentLinks),
            bank.dashboard(customers.customers, actors, lists, exports),
            new OrderPages(bank.files, bank.declarations(), bank.accounts)),
        new DashboardRoutes.IntegrationPages(
            new KeyPages(accounts, connectors.all::takesPayments, clock),
            new EventPages(events.events, webhooks.deliveries(), webhooks.endpoints()),
            new WebhookPages(
                webhooks.endpoints(),
                webhooks.deliveries(),
                events.events,
                webhooks.health(),
                webhooks.verification(),
                webhooks.eventsKept(),
                clock),
            new WebhookEditPages(webhooks.endpoints()),
            new DeliveryPages(
                webhooks.deliveries(),
                webhooks.endpoints(),
                events.events,
                webhooks.verification()),
            new ConnectorPages(connectors.instances, connectors.activation, connectors.ofRealms),
            new ConnectorEditPages(connectors.instances),
            new BankAccountPages(bank.accounts),
            new RequestPages(report.requests(), accounts, events.events)),
        new DashboardRoutes.AdministrationPages(
            new TeamPages(team.team(), team.invitations(), mails, clock),
            new SecurityPages(team),
            new PasskeyPages(team.passkeys()),
            new PreferencePages(team.users()),
            new AuditPages(team.audit(), team.team()),
            new SettingsPages(accounts),
            new BrandingPages(accounts, checkout.branding),
            onboarding,
            new StyleguidePage(clock)));
  }

  private PaymentPage paymentPage(Actors actors, NoteForms notes) {
    var webhooks = events.webhooks;
    return new PaymentPage(
        payments.payments,
        payments.refunds,
        events.events,
        actors,
        payments.views,
        customers.customers,
        checkout.sessions,
        notes,
        receipts.repeats,
        webhooks.deliveries(),
        webhooks.endpoints(),
        connectors.instances,
        bank.book(),
        new ObjectRequests(report.requests(), accounts));
  }

  private CustomerPage customerPage(NoteForms notes) {
    return new CustomerPage(
        customers.customers,
        payments.payments,
        customers.methods,
        report.customerFigures(),
        notes,
        clock);
  }
}
