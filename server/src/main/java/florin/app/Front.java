package florin.app;

import florin.account.Accounts;
import florin.alert.AlertStore;
import florin.api.Routes;
import florin.bank.account.ReceivingAccountApi;
import florin.branding.LogoApi;
import florin.checkout.CheckoutSessionApi;
import florin.checkout.PaymentLinkApi;
import florin.connector.instance.InstanceApi;
import florin.connector.instance.ProviderWebhookApi;
import florin.customer.CustomerApi;
import florin.dashboard.Actors;
import florin.dashboard.Attention;
import florin.dashboard.AuditPages;
import florin.dashboard.BankAccountPages;
import florin.dashboard.BrandingPages;
import florin.dashboard.CheckoutPages;
import florin.dashboard.ConnectorEditPages;
import florin.dashboard.ConnectorPages;
import florin.dashboard.CsvExport;
import florin.dashboard.CustomerEditPages;
import florin.dashboard.CustomerListPages;
import florin.dashboard.CustomerPage;
import florin.dashboard.CustomerPages;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.DeliveryPages;
import florin.dashboard.EventListPages;
import florin.dashboard.EventPages;
import florin.dashboard.HomePage;
import florin.dashboard.InvitationPages;
import florin.dashboard.KeyPages;
import florin.dashboard.ListPages;
import florin.dashboard.ListRoutes;
import florin.dashboard.NewPaymentPages;
import florin.dashboard.NewsStream;
import florin.dashboard.NoteForms;
import florin.dashboard.ObjectRequests;
import florin.dashboard.Onboarding;
import florin.dashboard.OrderPages;
import florin.dashboard.PasskeyPages;
import florin.dashboard.PaymentEditPages;
import florin.dashboard.PaymentLinkPages;
import florin.dashboard.PaymentListPages;
import florin.dashboard.PaymentPage;
import florin.dashboard.PaymentPages;
import florin.dashboard.PeopleMails;
import florin.dashboard.PreferencePages;
import florin.dashboard.RefundListPages;
import florin.dashboard.RequestListPages;
import florin.dashboard.RequestPages;
import florin.dashboard.ResetPages;
import florin.dashboard.SearchPages;
import florin.dashboard.SecurityPages;
import florin.dashboard.SettingsPages;
import florin.dashboard.SetupPages;
import florin.dashboard.SignInPages;
import florin.dashboard.StyleguidePage;
import florin.dashboard.TeamPages;
import florin.dashboard.WebhookEditPages;
import florin.dashboard.WebhookPages;
import florin.docs.DocsApi;
import florin.event.EventApi;
import florin.event.EventStreamApi;
import florin.payment.PaymentApi;
import florin.payment.challenge.ChallengeApi;
import florin.payment.refund.RefundApi;
import florin.paymentmethod.PaymentMethodApi;
import florin.receipt.ReceiptApi;
import florin.report.ReportWiring;
import florin.team.TeamWiring;
import florin.webhook.DeliveryApi;
import florin.webhook.VerificationApi;
import florin.webhook.WebhookEndpointApi;
import florin.webhook.WebhookWiring;
import java.time.InstantSource;

/** All HTTP routes: those of the API and the dashboard. */
record Front(Routes routes, DashboardRoutes dashboard) {
  /**
   * Assembles the routes.
   *
   * @param stream ends before the server, which waits for requests; so does {@code news}
   */
  static Front of(
      Features features,
      ConnectorWiring connectors,
      ReportWiring report,
      TeamWiring team,
      EventStreamApi stream,
      NewsStream news,
      ProviderWebhookApi webhooks,
      DocsApi docs,
      PeopleMails mails,
      AlertStore alerts,
      InstantSource clock) {
    return new Front(
        routes(features, connectors, stream, webhooks, docs),
        dashboard(features, connectors, report, team, news, mails, alerts, clock));
  }

  private static Routes routes(
      Features features,
      ConnectorWiring connectors,
      EventStreamApi stream,
      ProviderWebhookApi providerWebhooks,
      DocsApi docs) {
    PaymentWiring payments = features.payments();
    WebhookWiring webhooks = features.webhooks();
    return new Routes(
        new Routes.PaymentApis(
            new PaymentApi(
                payments.payments(),
                payments.followUps(),
                features.customers(),
                payments.views(),
                features.clientSecrets()),
            new RefundApi(payments.refunds(), payments.refundCancel())),
        new Routes.CustomerApis(
            new CustomerApi(features.customers()), new PaymentMethodApi(features.methods())),
        new Routes.CheckoutApis(
            new CheckoutSessionApi(features.checkout().sessions()),
            new PaymentLinkApi(features.checkout().links())),
        new Routes.EventApis(
            new EventApi(features.events()), stream, new DeliveryApi(webhooks.deliveries())),
        new Routes.WebhookApis(
            new WebhookEndpointApi(webhooks.endpoints()),
            new VerificationApi(webhooks.verification())),
        new Routes.PayerPages(
            new ReceiptApi(
                features.receiptLinks(),
                payments.payments(),
                payments.refunds(),
                features.accounts(),
                features.checkout().branding()),
            new ChallengeApi(payments.challenges(), features.accounts()),
            features.checkout().page(),
            features.checkout().linkPage(),
            features.checkout().transferPage(),
            new LogoApi(features.checkout().branding())),
        new Routes.ConnectorApis(
            new InstanceApi(connectors.instances(), connectors.activation()),
            providerWebhooks,
            features.statements().apis(new ReceivingAccountApi(features.receivingAccounts()))),
        docs);
  }

  private static ListRoutes lists(
      Features features,
      ConnectorWiring connectors,
      ReportWiring report,
      ListPages lists,
      CsvExport exports,
      NewsStream news,
      AlertStore alerts,
      InstantSource clock) {
    return new ListRoutes(
        lists,
        news,
        new SearchPages(
            report.search(),
            features.customers(),
            features.events(),
            report.requests(),
            features.checkout().sessions(),
            features.checkout().links(),
            features.webhooks().endpoints()),
        new PaymentListPages(
            report.search(),
            features.customers(),
            new PaymentListPages.Needs(features.payments().payments(), alerts),
            connectors.instances(),
            lists,
            exports,
            clock),
        new RefundListPages(features.payments().refunds(), lists, exports, clock),
        new CustomerListPages(
            features.customers(), report.customerFigures(), lists, exports, clock),
        new EventListPages(features.events(), lists, features.webhooks().eventsKept(), clock),
        new RequestListPages(report.requests(), features.accounts(), lists, clock));
  }

  private static DashboardRoutes dashboard(
      Features features,
      ConnectorWiring connectors,
      ReportWiring report,
      TeamWiring team,
      NewsStream news,
      PeopleMails mails,
      AlertStore alerts,
      InstantSource clock) {
    PaymentWiring payments = features.payments();
    WebhookWiring webhooks = features.webhooks();
    Accounts accounts = features.accounts();
    var lists = new ListPages(team.views());
    var exports = new CsvExport();
    var actors = new Actors(team.audit(), team.team(), report.requests(), accounts);
    var onboarding =
        new Onboarding(
            accounts,
            payments.payments(),
            webhooks.endpoints(),
            connectors.instances(),
            features.checkout().branding(),
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
                payments.payments(),
                report.figures(),
                new Attention(
                    alerts,
                    webhooks.health(),
                    connectors.instances(),
                    payments.payments(),
                    features.statements().holdings(),
                    features.receivingAccounts(),
                    clock),
                connectors.instances(),
                onboarding,
                clock),
            lists(features, connectors, report, lists, exports, news, alerts, clock),
            paymentParts(features, connectors, report, team, clock),
            customerParts(features, report, clock),
            new CheckoutPages(features.checkout().sessions()),
            new PaymentLinkPages(features.checkout().links()),
            features
                .statements()
                .pages(
                    features.receivingAccounts(),
                    features.customers(),
                    actors,
                    lists,
                    exports,
                    features.hasBankFolder()),
            new OrderPages(
                features.statements().orders(),
                features.statements().declarations(),
                features.receivingAccounts())),
        new DashboardRoutes.IntegrationPages(
            new KeyPages(accounts, features::takesPayments, clock),
            new EventPages(features.events(), webhooks.deliveries(), webhooks.endpoints()),
            new WebhookPages(
                webhooks.endpoints(),
                webhooks.deliveries(),
                features.events(),
                webhooks.health(),
                webhooks.verification(),
                webhooks.eventsKept(),
                clock),
            new WebhookEditPages(webhooks.endpoints()),
            new DeliveryPages(
                webhooks.deliveries(),
                webhooks.endpoints(),
                features.events(),
                webhooks.verification()),
            new ConnectorPages(
                connectors.instances(), connectors.activation(), connectors.connectors()),
            new ConnectorEditPages(connectors.instances()),
            new BankAccountPages(features.receivingAccounts()),
            new RequestPages(report.requests(), accounts, features.events())),
        new DashboardRoutes.AdministrationPages(
            new TeamPages(team.team(), team.invitations(), mails, clock),
            new DashboardRoutes.SecurityParts(
                new SecurityPages(team), new PasskeyPages(team.passkeys())),
            new PreferencePages(team.users()),
            new AuditPages(team.audit(), team.team()),
            new SettingsPages(accounts),
            new BrandingPages(accounts, features.checkout().branding()),
            onboarding,
            new StyleguidePage(clock)));
  }

  private static DashboardRoutes.PaymentParts paymentParts(
      Features features,
      ConnectorWiring connectors,
      ReportWiring report,
      TeamWiring team,
      InstantSource clock) {
    PaymentWiring payments = features.payments();
    WebhookWiring webhooks = features.webhooks();
    var notes = new NoteForms(features.notes());
    var page =
        new PaymentPage(
            new PaymentPage.StorySources(
                payments.payments(),
                payments.refunds(),
                features.events(),
                new Actors(team.audit(), team.team(), report.requests(), features.accounts())),
            payments.views(),
            features.customers(),
            features.checkout().sessions(),
            notes,
            features.receiptRepeats(),
            new PaymentPage.Told(
                webhooks.deliveries(),
                webhooks.endpoints(),
                connectors.instances(),
                features.statements().book(),
                new ObjectRequests(report.requests(), features.accounts())));
    return new DashboardRoutes.PaymentParts(
        new PaymentPages(payments.payments(), payments.followUps(), payments.refunds(), page),
        new PaymentEditPages(payments.payments(), features.receiptRepeats(), notes, page),
        new NewPaymentPages(payments.payments(), clock));
  }

  private static DashboardRoutes.CustomerParts customerParts(
      Features features, ReportWiring report, InstantSource clock) {
    var notes = new NoteForms(features.notes());
    var payments = features.payments().payments();
    var page =
        new CustomerPage(
            features.customers(),
            payments,
            features.methods(),
            report.customerFigures(),
            notes,
            clock);
    return new DashboardRoutes.CustomerParts(
        new CustomerPages(features.customers(), features.methods(), page),
        new CustomerEditPages(
            features.customers(), new NewPaymentPages(payments, clock), notes, page));
  }
}
