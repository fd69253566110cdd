package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.Password.ALWAYS;
import static florin.dashboard.pipeline.DashboardRoute.Password.IN_LIVE_MODE;
import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.bank.BankAccountPages;
import florin.dashboard.bank.BankPages;
import florin.dashboard.bank.OrderPages;
import florin.dashboard.checkout.CheckoutPages;
import florin.dashboard.checkout.PaymentLinkPages;
import florin.dashboard.connectors.ConnectorEditPages;
import florin.dashboard.connectors.ConnectorPages;
import florin.dashboard.customers.CustomerEditPages;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.entry.InvitationPages;
import florin.dashboard.entry.PasskeyPages;
import florin.dashboard.entry.ResetPages;
import florin.dashboard.entry.SecurityPages;
import florin.dashboard.entry.SetupPages;
import florin.dashboard.entry.SignInPages;
import florin.dashboard.home.GoLivePage;
import florin.dashboard.home.HomePage;
import florin.dashboard.home.Onboarding;
import florin.dashboard.home.StyleguidePage;
import florin.dashboard.payments.NewPaymentPages;
import florin.dashboard.payments.PaymentEditPages;
import florin.dashboard.payments.PaymentPages;
import florin.dashboard.payments.RefundRequestPages;
import florin.dashboard.people.AuditPages;
import florin.dashboard.people.TeamPages;
import florin.dashboard.pipeline.Assets;
import florin.dashboard.pipeline.DashboardGate;
import florin.dashboard.pipeline.DashboardRoute;
import florin.dashboard.pipeline.Entrance;
import florin.dashboard.pipeline.Navigation;
import florin.dashboard.pipeline.OpenRoute;
import florin.dashboard.requests.RequestListPages;
import florin.dashboard.requests.RequestPages;
import florin.dashboard.settings.BrandingPages;
import florin.dashboard.settings.KeyPages;
import florin.dashboard.settings.PreferencePages;
import florin.dashboard.settings.SettingsPages;
import florin.dashboard.webhooks.DeliveryPages;
import florin.dashboard.webhooks.EventPages;
import florin.dashboard.webhooks.TestEventPages;
import florin.dashboard.webhooks.WebhookEditPages;
import florin.dashboard.webhooks.WebhookPages;
import florin.http.Answer;
import florin.http.Crowd;
import florin.http.Endpoint;
import florin.http.Endpoint.Action;
import florin.http.Exchange;
import florin.http.Form;
import florin.http.Problems;
import florin.team.Act;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table of the dashboard's routes: those that need a session, and the open ones. The modules
 * take their lines from here.
 */
public record DashboardRoutes(List<DashboardRoute> table, List<OpenRoute> open) {
  public DashboardRoutes {
    table = List.copyOf(table);
    open = List.copyOf(open);
  }

  /** Returns the routes through which people enter. */
  public static List<OpenRoute> entry(
      SignInPages signIns, SetupPages setups, InvitationPages invitations, ResetPages resets) {
    return List.of(
        new OpenRoute("GET", "/dashboard/sign-in", signIns::show),
        new OpenRoute("POST", "/dashboard/sign-in", signIns::signIn),
        new OpenRoute("GET", SignInPages.CODE_PATH, signIns::showCode),
        new OpenRoute("POST", SignInPages.CODE_PATH, signIns::signInByCode),
        new OpenRoute("GET", SignInPages.PASSKEY_PATH, signIns::passkeyRequest),
        new OpenRoute("POST", SignInPages.PASSKEY_PATH, signIns::signInByPasskey),
        new OpenRoute("GET", "/dashboard/invitations/{token}", invitations::show),
        new OpenRoute("POST", "/dashboard/invitations/{token}", invitations::accept),
        new OpenRoute("GET", ResetPages.PATH, resets::showRequest),
        new OpenRoute("POST", ResetPages.PATH, resets::request),
        new OpenRoute("GET", "/dashboard/reset/{token}", resets::show),
        new OpenRoute("POST", "/dashboard/reset/{token}", resets::reset),
        new OpenRoute("GET", "/dashboard/setup/{token}", setups::show),
        new OpenRoute("POST", "/dashboard/setup/{token}", setups::setUp));
  }

  public static List<DashboardRoute> keys(KeyPages keys) {
    return List.of(
        get("/dashboard/keys", Act.VIEW_KEYS, keys::list),
        post("/dashboard/keys", Act.MANAGE_TEST_KEYS, "key.create", keys::create)
            .auditedInCommit()
            .live(Act.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        post("/dashboard/keys/{id}/roll", Act.MANAGE_TEST_KEYS, "key.roll", keys::roll)
            .auditedInCommit()
            .live(Act.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        post("/dashboard/keys/{id}/revoke", Act.MANAGE_TEST_KEYS, "key.revoke", keys::revoke)
            .auditedInCommit()
            .live(Act.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        post(
                KeyPages.LIVE_SETTINGS,
                Act.OPEN_LIVE_SETTINGS,
                "live_settings.allow_keys",
                keys::allowLiveSettings)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> team(TeamPages team) {
    return List.of(
        get("/dashboard/team", Act.VIEW_TEAM, team::list),
        post("/dashboard/team/invitations", Act.MANAGE_TEAM, "invitation.create", team::invite)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                "/dashboard/team/invitations/{id}/withdraw",
                Act.MANAGE_TEAM,
                "invitation.withdraw",
                team::withdraw)
            .auditedInCommit(),
        post(
                "/dashboard/team/second-factor",
                Act.MANAGE_TEAM,
                "team.require_second_factor",
                team::requireSecondFactor)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post("/dashboard/team/{id}/role", Act.MANAGE_TEAM, "member.change_role", team::changeRole)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post("/dashboard/team/{id}/remove", Act.MANAGE_TEAM, "member.remove", team::remove)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> security(SecurityPages security) {
    return List.of(
        get(SecurityPages.PATH, Act.OWN_SECURITY, security::show),
        get(SecurityPages.PROTECT_PATH, Act.OWN_SECURITY, security::protect),
        post(
            "/dashboard/security/password",
            Act.OWN_SECURITY,
            "password.change",
            security::changePassword),
        post(
            "/dashboard/security/sessions/revoke-others",
            Act.OWN_SECURITY,
            "session.revoke_others",
            security::revokeOthers),
        post(
            "/dashboard/security/sessions/{id}/revoke",
            Act.OWN_SECURITY,
            "session.revoke",
            security::revoke),
        get("/dashboard/security/second-factor", Act.OWN_SECURITY, security::showFactor),
        post(
                "/dashboard/security/second-factor",
                Act.OWN_SECURITY,
                "second_factor.begin",
                security::beginFactor)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/second-factor/enable",
                Act.OWN_SECURITY,
                "second_factor.enable",
                security::turnOn)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/second-factor/disable",
                Act.OWN_SECURITY,
                "second_factor.disable",
                security::turnOff)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/recovery-codes",
                Act.OWN_SECURITY,
                "recovery_codes.renew",
                security::newCodes)
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> passkeys(PasskeyPages passkeys) {
    return List.of(
        get(PasskeyPages.NEW_PATH, Act.OWN_SECURITY, passkeys::showNew),
        post(PasskeyPages.NEW_PATH, Act.OWN_SECURITY, "passkey.begin", passkeys::begin)
            .withPassword(ALWAYS),
        get(PasskeyPages.CREATION_PATH, Act.OWN_SECURITY, passkeys::creation).quietly(),
        get(PasskeyPages.REQUEST_PATH, Act.OWN_SECURITY, passkeys::request).quietly(),
        post(PasskeyPages.PATH, Act.OWN_SECURITY, "passkey.add", passkeys::add)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/passkeys/{id}/remove",
                Act.OWN_SECURITY,
                "passkey.remove",
                passkeys::remove)
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> account(
      SignInPages signIns,
      PreferencePages preferences,
      StyleguidePage styleguide,
      AuditPages audits,
      SettingsPages settings) {
    return List.of(
        get(PreferencePages.PATH, Act.OWN_SECURITY, preferences::show),
        get("/dashboard/styleguide", Act.VIEW_HOME, styleguide::show),
        post(PreferencePages.PATH, Act.OWN_SECURITY, "preferences.change", preferences::save),
        get(AuditPages.PATH, Act.VIEW_AUDIT, audits::list),
        get(AuditPages.CSV_PATH, Act.VIEW_AUDIT, audits::export).audited("audit.export"),
        get("/dashboard/settings", Act.VIEW_SETTINGS, settings::show),
        post("/dashboard/settings", Act.MANAGE_SETTINGS, "settings.change", settings::save)
            .auditedInCommit(),
        post(SettingsPages.ZONE_PATH, Act.MANAGE_SETTINGS, "time_zone.change", settings::saveZone)
            .auditedInCommit(),
        post(SettingsPages.LOGS_PATH, Act.MANAGE_SETTINGS, "logs.change", settings::saveLogs)
            .auditedInCommit(),
        post("/dashboard/account", Act.SWITCH_MODE, "account.switch", signIns::switchAccount));
  }

  public static List<DashboardRoute> branding(BrandingPages branding, Onboarding onboarding) {
    return List.of(
        get(BrandingPages.PATH, Act.VIEW_SETTINGS, branding::show),
        get(BrandingPages.PREVIEW_PATH, Act.VIEW_SETTINGS, branding::preview),
        post(BrandingPages.PATH, Act.MANAGE_SETTINGS, "branding.change", branding::save)
            .auditedInCommit(),
        post(
                "/dashboard/branding/logo/remove",
                Act.MANAGE_SETTINGS,
                "logo.remove",
                branding::removeLogo)
            .auditedInCommit(),
        post(Onboarding.HIDE_PATH, Act.OWN_SECURITY, "onboarding.hide", onboarding::hide));
  }

  /** Returns the routes of the home page; the last one catches unknown paths. */
  public static List<DashboardRoute> home(
      SignInPages signIns, HomePage home, GoLivePage goLive, RequestPages requests) {
    return List.of(
        get("/dashboard", Act.VIEW_HOME, home::show),
        get(GoLivePage.PATH, Act.VIEW_HOME, goLive::show),
        get("/dashboard/first", Act.VIEW_HOME, home::first).quietly(),
        post("/dashboard/mode", Act.SWITCH_MODE, "mode.switch", signIns::switchMode),
        post("/dashboard/sign-out", Act.OWN_SECURITY, "session.sign_out", signIns::signOut),
        get(RequestListPages.PATH + "/{id}", Act.VIEW_REQUESTS, requests::show),
        get("/dashboard/{unknown}", Act.VIEW_HOME, HomePage::unknown));
  }

  public static List<DashboardRoute> payments(
      PaymentPages payments,
      PaymentEditPages edits,
      NewPaymentPages made,
      RefundRequestPages requests) {
    String payment = "/dashboard/payments/{id}";
    return List.of(
        get(NewPaymentPages.PATH, Act.MAKE_TEST_PAYMENT, made::show),
        post(NewPaymentPages.PATH, Act.MAKE_TEST_PAYMENT, "payment.create", made::create),
        get(payment, Act.VIEW_PAYMENTS, payments::show),
        post(payment + "/capture", Act.CAPTURE_PAYMENT, "payment.capture", payments::capture),
        post(payment + "/cancel", Act.CANCEL_PAYMENT, "payment.cancel", payments::cancel),
        post(payment + "/refund", Act.REFUND_PAYMENT, "payment.refund", payments::refund),
        post(payment + "/approval", Act.REFUND_PAYMENT, "refund_request.create", requests::ask)
            .auditedInCommit(),
        post(
                payment + "/approval/approve",
                Act.SEND_LARGE,
                "refund_request.approve",
                requests::approve)
            .withPassword(ALWAYS),
        post(
                payment + "/approval/decline",
                Act.SEND_LARGE,
                "refund_request.decline",
                requests::decline)
            .auditedInCommit(),
        post(payment + "/details", Act.DESCRIBE_PAYMENT, "payment.update", edits::describe)
            .auditedInCommit(),
        post(payment + "/receipt", Act.MAIL_RECEIPT, "receipt.mail", edits::mailReceipt),
        post(payment + "/notes", Act.WRITE_NOTES, "note.create", edits::addNote).auditedInCommit(),
        post(payment + "/notes/delete", Act.WRITE_NOTES, "note.delete", edits::deleteNote)
            .auditedInCommit());
  }

  public static List<DashboardRoute> customers(CustomerPages customers, CustomerEditPages edits) {
    String customer = "/dashboard/customers/{id}";
    return List.of(
        get(CustomerEditPages.NEW_PATH, Act.EDIT_CUSTOMERS, edits::showNew),
        post(CustomerEditPages.NEW_PATH, Act.EDIT_CUSTOMERS, "customer.create", edits::create)
            .auditedInCommit(),
        get(customer, Act.VIEW_CUSTOMERS, customers::show),
        get(customer + "/edit", Act.EDIT_CUSTOMERS, edits::showEdit),
        post(customer + "/edit", Act.EDIT_CUSTOMERS, "customer.update", edits::edit)
            .auditedInCommit(),
        post(customer + "/delete", Act.DELETE_CUSTOMERS, "customer.delete", customers::delete)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(customer + "/charge", Act.CHARGE_CUSTOMER, "payment.create", edits::charge)
            .withPassword(IN_LIVE_MODE),
        post(customer + "/detach", Act.EDIT_CUSTOMERS, "payment_method.detach", customers::detach)
            .auditedInCommit(),
        post(customer + "/notes", Act.WRITE_NOTES, "note.create", edits::addNote).auditedInCommit(),
        post(customer + "/notes/delete", Act.WRITE_NOTES, "note.delete", edits::deleteNote)
            .auditedInCommit());
  }

  /** Returns the routes of unapplied funds. An assignment gives money away. */
  public static List<DashboardRoute> unappliedFunds(BankPages bank) {
    return List.of(
        get("/dashboard/bank/transfers/{id}", Act.VIEW_PAYMENTS, bank::showReceipt),
        get("/dashboard/bank/credits/{id}", Act.VIEW_PAYMENTS, bank::showCredit),
        post(
                "/dashboard/bank/transfers/{id}/assign",
                Act.ASSIGN_RECEIPTS,
                "unmatched_transfer.assign",
                bank::assignReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/transfers/{id}/return",
                Act.ASSIGN_RECEIPTS,
                "unmatched_transfer.return",
                bank::returnReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/transfers/{id}/dismiss",
                Act.ASSIGN_RECEIPTS,
                "unmatched_transfer.dismiss",
                bank::dismissReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/transfers/{id}/confirm",
                Act.ASSIGN_RECEIPTS,
                "unmatched_transfer.confirm",
                bank::confirmReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/credits/{id}/assign",
                Act.ASSIGN_RECEIPTS,
                "customer_credit.assign",
                bank::assignCredit)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/credits/{id}/return",
                Act.ASSIGN_RECEIPTS,
                "customer_credit.return",
                bank::returnCredit)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE));
  }

  /** Returns the routes of outgoing money. A downloaded file sends it. */
  public static List<DashboardRoute> paymentFiles(OrderPages orders) {
    String order = OrderPages.PATH + "/{id}";
    return List.of(
        get(OrderPages.PATH, Act.VIEW_PAYMENTS, orders::list),
        post(OrderPages.PATH, Act.ORDER_TRANSFERS, "payment_file.create", orders::create)
            .auditedInCommit(),
        post(OrderPages.KEYS, Act.OPEN_ORDERS, "payment_file.allow_keys", orders::allowKeys)
            .auditedInCommit()
            .withPassword(ALWAYS),
        get(order, Act.VIEW_PAYMENTS, orders::show),
        post(order + "/file", Act.ORDER_TRANSFERS, "payment_file.download", orders::download)
            .withPassword(IN_LIVE_MODE),
        post(order + "/declare", Act.REJECT_ORDERS, "payment_file.declare", orders::declare)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(order + "/reject", Act.REJECT_ORDERS, "payment_file.reject", orders::reject)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> checkout(CheckoutPages checkout, PaymentLinkPages links) {
    return List.of(
        get(CheckoutPages.PATH, Act.VIEW_CHECKOUT, checkout::list),
        get("/dashboard/checkout/{id}", Act.VIEW_CHECKOUT, checkout::show),
        post(
            "/dashboard/checkout/{id}/expire",
            Act.MANAGE_CHECKOUT,
            "checkout_session.expire",
            checkout::expire),
        post(
            "/dashboard/checkout/{id}/reopen",
            Act.MANAGE_CHECKOUT,
            "checkout_session.reopen",
            checkout::reopen),
        get(PaymentLinkPages.PATH, Act.VIEW_CHECKOUT, links::list),
        get("/dashboard/payment-links/new", Act.MANAGE_CHECKOUT, links::showNew),
        post(
                "/dashboard/payment-links/new",
                Act.MANAGE_CHECKOUT,
                "payment_link.create",
                links::create)
            .auditedInCommit(),
        get("/dashboard/payment-links/{id}", Act.VIEW_CHECKOUT, links::show),
        post(
                "/dashboard/payment-links/{id}/enable",
                Act.MANAGE_CHECKOUT,
                "payment_link.enable",
                links::switchOn)
            .auditedInCommit(),
        post(
                "/dashboard/payment-links/{id}/disable",
                Act.MANAGE_CHECKOUT,
                "payment_link.disable",
                links::switchOff)
            .auditedInCommit());
  }

  public static List<DashboardRoute> events(EventPages events) {
    return List.of(
        get("/dashboard/events/{id}", Act.VIEW_EVENTS, events::show),
        post("/dashboard/events/{id}/resend", Act.RESEND_EVENTS, "event.resend", events::resend));
  }

  public static List<DashboardRoute> webhooks(
      WebhookPages webhooks, WebhookEditPages edits, TestEventPages tests) {
    return List.of(
        get("/dashboard/webhooks", Act.VIEW_WEBHOOKS, webhooks::list),
        get("/dashboard/webhooks/new", Act.MANAGE_WEBHOOKS, edits::showNew),
        post(
                "/dashboard/webhooks/new",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.create",
                edits::create)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        get("/dashboard/webhooks/{id}", Act.VIEW_WEBHOOKS, webhooks::show),
        get("/dashboard/webhooks/{id}/edit", Act.MANAGE_WEBHOOKS, edits::showEdit),
        post(
                "/dashboard/webhooks/{id}/edit",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.update",
                edits::edit)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/webhooks/{id}/enable",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.enable",
                webhooks::enable)
            .auditedInCommit(),
        post(
                "/dashboard/webhooks/{id}/disable",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.disable",
                webhooks::disable)
            .auditedInCommit(),
        post(
                "/dashboard/webhooks/{id}/test",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.test",
                tests::send)
            .auditedInCommit(),
        get("/dashboard/webhooks/{id}/test-result", Act.VIEW_WEBHOOKS, tests::show).quietly(),
        post(
                "/dashboard/webhooks/{id}/rotate",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.rotate_secret",
                webhooks::rotate)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/webhooks/{id}/replay",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.replay",
                webhooks::replay)
            .auditedInCommit(),
        post(
                "/dashboard/webhooks/{id}/delete",
                Act.MANAGE_WEBHOOKS,
                "webhook_endpoint.delete",
                webhooks::delete)
            .auditedInCommit());
  }

  public static List<DashboardRoute> deliveries(WebhookPages webhooks, DeliveryPages deliveries) {
    return List.of(
        get("/dashboard/webhooks/deliveries/{id}", Act.VIEW_WEBHOOKS, deliveries::show),
        post(
            "/dashboard/webhooks/deliveries/{id}/resend",
            Act.RESEND_EVENTS,
            "delivery.resend",
            deliveries::resend),
        post(
            "/dashboard/webhooks/{id}/resend",
            Act.RESEND_EVENTS,
            "delivery.resend",
            deliveries::resendMany),
        post(
            "/dashboard/webhooks/{id}/verify",
            Act.VIEW_WEBHOOKS,
            "webhook_endpoint.verify",
            webhooks::verify));
  }

  public static List<DashboardRoute> connectors(
      ConnectorPages connectors, ConnectorEditPages edits) {
    return List.of(
        get("/dashboard/connectors", Act.VIEW_CONNECTORS, connectors::list),
        get("/dashboard/connectors/new", Act.MANAGE_CONNECTORS, edits::showNew),
        post("/dashboard/connectors/new", Act.MANAGE_CONNECTORS, "connector.create", edits::create)
            .auditedInCommit()
            .withPassword(ALWAYS),
        get("/dashboard/connectors/{id}", Act.VIEW_CONNECTORS, connectors::show),
        get("/dashboard/connectors/{id}/edit", Act.MANAGE_CONNECTORS, edits::showEdit),
        post(
                "/dashboard/connectors/{id}/edit",
                Act.MANAGE_CONNECTORS,
                "connector.update",
                edits::edit)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
            "/dashboard/connectors/{id}/check",
            Act.MANAGE_CONNECTORS,
            "connector.check",
            connectors::check),
        post(
                "/dashboard/connectors/{id}/enable",
                Act.MANAGE_CONNECTORS,
                "connector.enable",
                connectors::enable)
            .withPassword(ALWAYS),
        post(
                "/dashboard/connectors/{id}/default",
                Act.MANAGE_CONNECTORS,
                "connector.make_default",
                connectors::makeDefault)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                "/dashboard/connectors/{id}/disable",
                Act.MANAGE_CONNECTORS,
                "connector.disable",
                connectors::disable)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  /**
   * Returns the routes of bank accounts. A user who can redirect payers to another account can take
   * their money.
   */
  public static List<DashboardRoute> bankAccounts(BankAccountPages accounts) {
    return List.of(
        get(BankAccountPages.PATH, Act.VIEW_BANKS, accounts::list),
        get(BankAccountPages.NEW, Act.MANAGE_BANKS, accounts::showNew),
        post(BankAccountPages.NEW, Act.MANAGE_BANKS, "receiving_account.create", accounts::create)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                BankAccountPages.PATH + "/{id}/enable",
                Act.MANAGE_BANKS,
                "receiving_account.enable",
                accounts::enable)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                BankAccountPages.PATH + "/{id}/disable",
                Act.MANAGE_BANKS,
                "receiving_account.disable",
                accounts::disable)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                BankAccountPages.PATH + "/{id}/uploads",
                Act.ALLOW_UPLOADS,
                "receiving_account.uploads",
                accounts::allowUploads)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public List<Endpoint> endpoints(DashboardGate gate) {
    var assets = new Assets();
    Entrance entrance = gate.entrance(assets, new Navigation(table));
    return Stream.of(
            table.stream().map(route -> endpoint(route, entrance)),
            open.stream()
                .map(route ->
                    new Endpoint(
                        route.method(),
                        route.template(),
                        Crowd.SIGN_IN,
                        exchange -> entrance.answer(exchange, route))),
            Stream.of(
                new Endpoint("GET", "/", DashboardRoutes::root),
                new Endpoint(
                    "GET",
                    "/dashboard/assets/{hash}/{file}",
                    exchange -> entrance.asset(exchange, assets))))
        .flatMap(endpoints -> endpoints)
        .toList();
  }

  private static Endpoint endpoint(DashboardRoute route, Entrance entrance) {
    Action action = exchange -> entrance.answer(exchange, route);
    return route.fileBytes() == 0
        ? new Endpoint(route.method(), route.template(), Crowd.DASHBOARD, action)
        : new Endpoint(
                route.method(),
                route.template(),
                Crowd.DASHBOARD,
                exchange -> entrance.refuse(exchange, route),
                action)
            .withFile(route.fileBytes() + Form.MAX_BYTES);
  }

  /** Handles `/`: a browser gets the dashboard, and a program an error. */
  private static Answer root(Exchange exchange) {
    if (!exchange.header("Accept").orElse("").contains("text/html")) {
      throw Problems.ROUTE_UNKNOWN.refusal();
    }
    return Answer.seeOther("/dashboard").with("Vary", "Accept");
  }
}
