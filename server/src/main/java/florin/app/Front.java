package florin.app;

import florin.account.Accounts;
import florin.alarm.AlarmStore;
import florin.api.Routes;
import florin.checkout.CheckoutSessionApi;
import florin.checkout.PaymentLinkApi;
import florin.connector.instance.InstanceApi;
import florin.connector.instance.NoticeApi;
import florin.customer.CustomerApi;
import florin.dashboard.Attention;
import florin.dashboard.AuditPages;
import florin.dashboard.CheckoutPages;
import florin.dashboard.ConnectorEditPages;
import florin.dashboard.ConnectorPages;
import florin.dashboard.CustomerPages;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.DeliveryPages;
import florin.dashboard.EventPages;
import florin.dashboard.HomePage;
import florin.dashboard.InvitationPages;
import florin.dashboard.KeyPages;
import florin.dashboard.PaymentLinkPages;
import florin.dashboard.PaymentListPages;
import florin.dashboard.PaymentPages;
import florin.dashboard.PreferencePages;
import florin.dashboard.RequestLogPages;
import florin.dashboard.ResetPages;
import florin.dashboard.SecurityPages;
import florin.dashboard.SettingsPages;
import florin.dashboard.SetupPages;
import florin.dashboard.SignInPages;
import florin.dashboard.StyleguidePage;
import florin.dashboard.TeamPages;
import florin.dashboard.WebhookEditPages;
import florin.dashboard.WebhookPages;
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

/** All that is answered over HTTP: the interface's routes, and the dashboard's. */
record Front(Routes routes, DashboardRoutes dashboard) {
  /**
   * @param stream ends before the server does, which waits for requests
   */
  static Front of(
      Features features,
      ConnectorWiring connectors,
      ReportWiring report,
      TeamWiring team,
      EventStreamApi stream,
      NoticeApi notices,
      AlarmStore alarms,
      InstantSource clock) {
    return new Front(
        routes(features, connectors, stream, notices),
        dashboard(features, connectors, report, team, alarms, clock));
  }

  private static Routes routes(
      Features features, ConnectorWiring connectors, EventStreamApi stream, NoticeApi notices) {
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
                features.accounts()),
            new ChallengeApi(payments.challenges(), features.accounts()),
            features.checkout().page(),
            features.checkout().linkPage()),
        new Routes.ConnectorApis(
            new InstanceApi(connectors.instances(), connectors.activation()), notices));
  }

  private static DashboardRoutes dashboard(
      Features features,
      ConnectorWiring connectors,
      ReportWiring report,
      TeamWiring team,
      AlarmStore alarms,
      InstantSource clock) {
    PaymentWiring payments = features.payments();
    WebhookWiring webhooks = features.webhooks();
    Accounts accounts = features.accounts();
    return new DashboardRoutes(
        new DashboardRoutes.EntryPages(
            new SignInPages(team.signIn(), team.sessions()),
            new SetupPages(team.users(), team.sessions()),
            new InvitationPages(team.invitations()),
            new ResetPages(team.resets(), team.team(), team.audit(), clock)),
        new DashboardRoutes.BusinessPages(
            new HomePage(
                payments.payments(),
                report.figures(),
                new Attention(
                    alarms, webhooks.health(), connectors.instances(), payments.payments(), clock),
                connectors.instances(),
                clock),
            new PaymentListPages(report.search(), payments.refunds()),
            new PaymentPages(
                payments.payments(),
                payments.followUps(),
                payments.refunds(),
                payments.views(),
                features.customers(),
                new PaymentPages.Told(
                    features.events(),
                    webhooks.deliveries(),
                    webhooks.endpoints(),
                    connectors.instances())),
            new CustomerPages(features.customers(), payments.payments(), features.methods()),
            new CheckoutPages(features.checkout().sessions()),
            new PaymentLinkPages(features.checkout().links())),
        new DashboardRoutes.IntegrationPages(
            new KeyPages(accounts, features::takesPayments, clock),
            new EventPages(features.events(), webhooks.deliveries(), webhooks.endpoints()),
            new WebhookPages(
                webhooks.endpoints(),
                webhooks.deliveries(),
                features.events(),
                webhooks.health(),
                webhooks.verification(),
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
            new RequestLogPages(report.requests())),
        new DashboardRoutes.AdministrationPages(
            new TeamPages(team.team(), team.invitations()),
            new SecurityPages(team),
            new PreferencePages(team.users()),
            new AuditPages(team.audit(), team.team()),
            new SettingsPages(accounts, features.checkout().branding()),
            new StyleguidePage(clock)));
  }
}
