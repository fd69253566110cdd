package florin.dashboard;

import static florin.dashboard.pipeline.DashboardRoute.Password.ALWAYS;
import static florin.dashboard.pipeline.DashboardRoute.Password.IN_LIVE_MODE;
import static florin.dashboard.pipeline.DashboardRoute.get;
import static florin.dashboard.pipeline.DashboardRoute.post;

import florin.dashboard.bank.BankAccountPages;
import florin.dashboard.bank.BankPages;
import florin.dashboard.bank.OrderPages;
import florin.dashboard.checkout.CardTestingPages;
import florin.dashboard.checkout.CheckoutPages;
import florin.dashboard.checkout.ListEntryPages;
import florin.dashboard.checkout.PaymentLinkPages;
import florin.dashboard.connectors.ConnectorEditPages;
import florin.dashboard.connectors.ConnectorPages;
import florin.dashboard.customers.CustomerEditPages;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.disputes.CalendarPages;
import florin.dashboard.disputes.DisputeCalendarApi;
import florin.dashboard.disputes.DisputeListPages;
import florin.dashboard.disputes.DisputePages;
import florin.dashboard.disputes.EvidencePages;
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
import florin.dashboard.pipeline.DashboardPipeline;
import florin.dashboard.pipeline.DashboardRoute;
import florin.dashboard.pipeline.Navigation;
import florin.dashboard.pipeline.OpenRoute;
import florin.dashboard.pipeline.PipelineDependencies;
import florin.dashboard.requests.RequestListPages;
import florin.dashboard.requests.RequestPages;
import florin.dashboard.settings.BrandingPages;
import florin.dashboard.settings.CardFieldsPages;
import florin.dashboard.settings.KeyPages;
import florin.dashboard.settings.PreferencePages;
import florin.dashboard.settings.SettingsPages;
import florin.dashboard.webhooks.DeliveryPages;
import florin.dashboard.webhooks.EventPages;
import florin.dashboard.webhooks.TestEventPages;
import florin.dashboard.webhooks.WebhookEditPages;
import florin.dashboard.webhooks.WebhookPages;
import florin.http.Answer;
import florin.http.Endpoint;
import florin.http.Endpoint.Action;
import florin.http.Exchange;
import florin.http.Form;
import florin.http.Problems;
import florin.http.TrafficClass;
import florin.payment.evidence.EvidenceDrafts;
import florin.team.Permission;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table of the dashboard's routes: those that need a session, and the open ones. The modules
 * take their lines from here.
 */
public record DashboardRoutes(List<DashboardRoute> table, List<OpenRoute> open) {
  private static final Assets ASSETS = new Assets();

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

  public static List<DashboardRoute> keys(KeyPages keys, CardFieldsPages fields) {
    return List.of(
        get("/dashboard/keys", Permission.VIEW_KEYS, keys::list),
        post("/dashboard/keys", Permission.MANAGE_TEST_KEYS, "key.create", keys::create)
            .auditedInCommit()
            .live(Permission.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        post("/dashboard/keys/{id}/roll", Permission.MANAGE_TEST_KEYS, "key.roll", keys::roll)
            .auditedInCommit()
            .live(Permission.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        post("/dashboard/keys/{id}/revoke", Permission.MANAGE_TEST_KEYS, "key.revoke", keys::revoke)
            .auditedInCommit()
            .live(Permission.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        get(CardFieldsPages.PATH, Permission.VIEW_KEYS, fields::show),
        post(
                CardFieldsPages.PATH,
                Permission.MANAGE_TEST_KEYS,
                "key.change_origins",
                fields::change)
            .auditedInCommit()
            .live(Permission.MANAGE_LIVE_KEYS)
            .withPassword(IN_LIVE_MODE),
        post(
                KeyPages.LIVE_SETTINGS,
                Permission.OPEN_LIVE_SETTINGS,
                "live_settings.allow_keys",
                keys::allowLiveSettings)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> team(TeamPages team) {
    return List.of(
        get("/dashboard/team", Permission.VIEW_TEAM, team::list),
        post(
                "/dashboard/team/invitations",
                Permission.MANAGE_TEAM,
                "invitation.create",
                team::invite)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                "/dashboard/team/invitations/{id}/withdraw",
                Permission.MANAGE_TEAM,
                "invitation.withdraw",
                team::withdraw)
            .auditedInCommit(),
        post(
                "/dashboard/team/second-factor",
                Permission.MANAGE_TEAM,
                "team.require_second_factor",
                team::requireSecondFactor)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                "/dashboard/team/{id}/role",
                Permission.MANAGE_TEAM,
                "member.change_role",
                team::changeRole)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post("/dashboard/team/{id}/remove", Permission.MANAGE_TEAM, "member.remove", team::remove)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> security(SecurityPages security) {
    return List.of(
        get(SecurityPages.PATH, Permission.OWN_SECURITY, security::show),
        get(SecurityPages.PROTECT_PATH, Permission.OWN_SECURITY, security::protect),
        post(
            "/dashboard/security/password",
            Permission.OWN_SECURITY,
            "password.change",
            security::changePassword),
        post(
            "/dashboard/security/sessions/revoke-others",
            Permission.OWN_SECURITY,
            "session.revoke_others",
            security::revokeOthers),
        post(
            "/dashboard/security/sessions/{id}/revoke",
            Permission.OWN_SECURITY,
            "session.revoke",
            security::revoke),
        get("/dashboard/security/second-factor", Permission.OWN_SECURITY, security::showFactor),
        post(
                "/dashboard/security/second-factor",
                Permission.OWN_SECURITY,
                "second_factor.begin",
                security::beginFactor)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/second-factor/enable",
                Permission.OWN_SECURITY,
                "second_factor.enable",
                security::turnOn)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/second-factor/disable",
                Permission.OWN_SECURITY,
                "second_factor.disable",
                security::turnOff)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/recovery-codes",
                Permission.OWN_SECURITY,
                "recovery_codes.renew",
                security::newCodes)
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> passkeys(PasskeyPages passkeys) {
    return List.of(
        get(PasskeyPages.NEW_PATH, Permission.OWN_SECURITY, passkeys::showNew),
        post(PasskeyPages.NEW_PATH, Permission.OWN_SECURITY, "passkey.begin", passkeys::begin)
            .withPassword(ALWAYS),
        get(PasskeyPages.CREATION_PATH, Permission.OWN_SECURITY, passkeys::creation).quietly(),
        get(PasskeyPages.REQUEST_PATH, Permission.OWN_SECURITY, passkeys::request).quietly(),
        post(PasskeyPages.PATH, Permission.OWN_SECURITY, "passkey.add", passkeys::add)
            .withPassword(ALWAYS),
        post(
                "/dashboard/security/passkeys/{id}/remove",
                Permission.OWN_SECURITY,
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
        get(PreferencePages.PATH, Permission.OWN_SECURITY, preferences::show),
        get("/dashboard/styleguide", Permission.VIEW_HOME, styleguide::show),
        post(
            PreferencePages.PATH, Permission.OWN_SECURITY, "preferences.change", preferences::save),
        get(AuditPages.PATH, Permission.VIEW_AUDIT, audits::list),
        get(AuditPages.CSV_PATH, Permission.VIEW_AUDIT, audits::export).audited("audit.export"),
        get("/dashboard/settings", Permission.VIEW_SETTINGS, settings::show),
        post("/dashboard/settings", Permission.MANAGE_SETTINGS, "settings.change", settings::save)
            .auditedInCommit(),
        post(
                SettingsPages.ZONE_PATH,
                Permission.MANAGE_SETTINGS,
                "time_zone.change",
                settings::saveZone)
            .auditedInCommit(),
        post(SettingsPages.LOGS_PATH, Permission.MANAGE_SETTINGS, "logs.change", settings::saveLogs)
            .auditedInCommit(),
        post(
            "/dashboard/account",
            Permission.SWITCH_MODE,
            "account.switch",
            signIns::switchAccount));
  }

  public static List<DashboardRoute> branding(BrandingPages branding, Onboarding onboarding) {
    return List.of(
        get(BrandingPages.PATH, Permission.VIEW_SETTINGS, branding::show),
        get(BrandingPages.PREVIEW_PATH, Permission.VIEW_SETTINGS, branding::preview),
        post(BrandingPages.PATH, Permission.MANAGE_SETTINGS, "branding.change", branding::save)
            .auditedInCommit(),
        post(
                "/dashboard/branding/logo/remove",
                Permission.MANAGE_SETTINGS,
                "logo.remove",
                branding::removeLogo)
            .auditedInCommit(),
        post(Onboarding.HIDE_PATH, Permission.OWN_SECURITY, "onboarding.hide", onboarding::hide));
  }

  /** Returns the routes of the home page; the last one catches unknown paths. */
  public static List<DashboardRoute> home(
      SignInPages signIns, HomePage home, GoLivePage goLive, RequestPages requests) {
    return List.of(
        get("/dashboard", Permission.VIEW_HOME, home::show),
        get(GoLivePage.PATH, Permission.VIEW_HOME, goLive::show),
        get("/dashboard/first", Permission.VIEW_HOME, home::first).quietly(),
        post("/dashboard/mode", Permission.SWITCH_MODE, "mode.switch", signIns::switchMode),
        post("/dashboard/sign-out", Permission.OWN_SECURITY, "session.sign_out", signIns::signOut),
        get(RequestListPages.PATH + "/{id}", Permission.VIEW_REQUESTS, requests::show),
        get("/dashboard/{unknown}", Permission.VIEW_HOME, HomePage::unknown));
  }

  public static List<DashboardRoute> payments(
      PaymentPages payments,
      PaymentEditPages edits,
      NewPaymentPages made,
      RefundRequestPages requests) {
    String payment = "/dashboard/payments/{id}";
    return List.of(
        get(NewPaymentPages.PATH, Permission.MAKE_TEST_PAYMENT, made::show),
        post(NewPaymentPages.PATH, Permission.MAKE_TEST_PAYMENT, "payment.create", made::create),
        get(payment, Permission.VIEW_PAYMENTS, payments::show),
        post(
            payment + "/capture", Permission.CAPTURE_PAYMENT, "payment.capture", payments::capture),
        post(payment + "/cancel", Permission.CANCEL_PAYMENT, "payment.cancel", payments::cancel),
        post(payment + "/refund", Permission.REFUND_PAYMENT, "payment.refund", payments::refund),
        post(
                payment + "/approval",
                Permission.REFUND_PAYMENT,
                "refund_request.create",
                requests::ask)
            .auditedInCommit(),
        post(
                payment + "/approval/approve",
                Permission.SEND_LARGE,
                "refund_request.approve",
                requests::approve)
            .withPassword(ALWAYS),
        post(
                payment + "/approval/decline",
                Permission.SEND_LARGE,
                "refund_request.decline",
                requests::decline)
            .auditedInCommit(),
        post(payment + "/details", Permission.DESCRIBE_PAYMENT, "payment.update", edits::describe)
            .auditedInCommit(),
        post(payment + "/receipt", Permission.MAIL_RECEIPT, "receipt.mail", edits::mailReceipt),
        post(payment + "/notes", Permission.WRITE_NOTES, "note.create", edits::addNote)
            .auditedInCommit(),
        post(payment + "/notes/delete", Permission.WRITE_NOTES, "note.delete", edits::deleteNote)
            .auditedInCommit());
  }

  public static List<DashboardRoute> disputes(
      DisputeListPages list,
      DisputePages disputes,
      EvidencePages evidence,
      CalendarPages calendar) {
    String dispute = DisputeListPages.PATH + "/{id}";
    return List.of(
        get(DisputeListPages.PATH, Permission.VIEW_PAYMENTS, list::show),
        get(DisputeListPages.LIST.csvPath(), Permission.EXPORT_PAYMENTS, list::export)
            .audited("dispute.export"),
        get(CalendarPages.PATH, Permission.OWN_VIEWS, calendar::show),
        post(CalendarPages.PATH, Permission.OWN_VIEWS, "calendar.create", calendar::create),
        post(
            CalendarPages.PATH + "/revoke",
            Permission.OWN_VIEWS,
            "calendar.revoke",
            calendar::revoke),
        get(dispute, Permission.VIEW_PAYMENTS, disputes::show),
        post(
            dispute + "/decide",
            Permission.RESPOND_TO_DISPUTES,
            "dispute.decide",
            disputes::decide),
        post(dispute + "/evidence", Permission.RESPOND_TO_DISPUTES, "evidence.save", evidence::save)
            .auditedInCommit(),
        post(
                dispute + "/files",
                Permission.RESPOND_TO_DISPUTES,
                "evidence_file.add",
                evidence::addFile)
            .auditedInCommit()
            .withFile(EvidenceDrafts.MAX_FILE_BYTES),
        post(
                dispute + "/files/receipt",
                Permission.RESPOND_TO_DISPUTES,
                "evidence_file.add",
                evidence::attachReceipt)
            .auditedInCommit(),
        post(
                dispute + "/files/remove",
                Permission.RESPOND_TO_DISPUTES,
                "evidence_file.remove",
                evidence::removeFile)
            .auditedInCommit(),
        get(dispute + "/evidence.pdf", Permission.VIEW_PAYMENTS, evidence::preview)
            .audited("evidence.download"),
        get(EvidencePages.FILE_PATH + "/{id}", Permission.VIEW_PAYMENTS, evidence::download)
            .audited("evidence_file.download"),
        post(
                dispute + "/submit",
                Permission.RESPOND_TO_DISPUTES,
                "evidence.submit",
                evidence::submit)
            .withPassword(IN_LIVE_MODE),
        post(
                dispute + "/accept",
                Permission.RESPOND_TO_DISPUTES,
                "dispute.accept",
                evidence::accept)
            .withPassword(IN_LIVE_MODE));
  }

  public static List<Endpoint> calendars(DisputeCalendarApi disputes) {
    return List.of(
        new Endpoint("GET", "/calendar/disputes/{token}.ics", TrafficClass.PAYERS, disputes::show));
  }

  public static List<DashboardRoute> customers(CustomerPages customers, CustomerEditPages edits) {
    String customer = "/dashboard/customers/{id}";
    return List.of(
        get(CustomerEditPages.NEW_PATH, Permission.EDIT_CUSTOMERS, edits::showNew),
        post(
                CustomerEditPages.NEW_PATH,
                Permission.EDIT_CUSTOMERS,
                "customer.create",
                edits::create)
            .auditedInCommit(),
        get(customer, Permission.VIEW_CUSTOMERS, customers::show),
        get(customer + "/edit", Permission.EDIT_CUSTOMERS, edits::showEdit),
        post(customer + "/edit", Permission.EDIT_CUSTOMERS, "customer.update", edits::edit)
            .auditedInCommit(),
        post(
                customer + "/delete",
                Permission.DELETE_CUSTOMERS,
                "customer.delete",
                customers::delete)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(customer + "/charge", Permission.CHARGE_CUSTOMER, "payment.create", edits::charge)
            .withPassword(IN_LIVE_MODE),
        post(
                customer + "/request-card",
                Permission.MANAGE_CHECKOUT,
                "checkout_session.create",
                edits::requestCard)
            .auditedInCommit(),
        post(
                customer + "/detach",
                Permission.EDIT_CUSTOMERS,
                "payment_method.detach",
                customers::detach)
            .auditedInCommit(),
        post(customer + "/notes", Permission.WRITE_NOTES, "note.create", edits::addNote)
            .auditedInCommit(),
        post(customer + "/notes/delete", Permission.WRITE_NOTES, "note.delete", edits::deleteNote)
            .auditedInCommit());
  }

  /** Returns the routes of unapplied funds. An assignment gives money away. */
  public static List<DashboardRoute> unappliedFunds(BankPages bank) {
    return List.of(
        get("/dashboard/bank/transfers/{id}", Permission.VIEW_PAYMENTS, bank::showReceipt),
        get("/dashboard/bank/credits/{id}", Permission.VIEW_PAYMENTS, bank::showCredit),
        post(
                "/dashboard/bank/transfers/{id}/assign",
                Permission.ASSIGN_RECEIPTS,
                "unmatched_transfer.assign",
                bank::assignReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/transfers/{id}/return",
                Permission.ASSIGN_RECEIPTS,
                "unmatched_transfer.return",
                bank::returnReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/transfers/{id}/dismiss",
                Permission.ASSIGN_RECEIPTS,
                "unmatched_transfer.dismiss",
                bank::dismissReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/transfers/{id}/confirm",
                Permission.ASSIGN_RECEIPTS,
                "unmatched_transfer.confirm",
                bank::confirmReceipt)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/credits/{id}/assign",
                Permission.ASSIGN_RECEIPTS,
                "customer_credit.assign",
                bank::assignCredit)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/bank/credits/{id}/return",
                Permission.ASSIGN_RECEIPTS,
                "customer_credit.return",
                bank::returnCredit)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE));
  }

  /** Returns the routes of outgoing money. A downloaded file sends it. */
  public static List<DashboardRoute> paymentFiles(OrderPages orders) {
    String order = OrderPages.PATH + "/{id}";
    return List.of(
        get(OrderPages.PATH, Permission.VIEW_PAYMENTS, orders::list),
        post(OrderPages.PATH, Permission.ORDER_TRANSFERS, "payment_file.create", orders::create)
            .auditedInCommit(),
        post(OrderPages.KEYS, Permission.OPEN_ORDERS, "payment_file.allow_keys", orders::allowKeys)
            .auditedInCommit()
            .withPassword(ALWAYS),
        get(order, Permission.VIEW_PAYMENTS, orders::show),
        post(order + "/file", Permission.ORDER_TRANSFERS, "payment_file.download", orders::download)
            .withPassword(IN_LIVE_MODE),
        post(order + "/declare", Permission.REJECT_ORDERS, "payment_file.declare", orders::declare)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(order + "/reject", Permission.REJECT_ORDERS, "payment_file.reject", orders::reject)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public static List<DashboardRoute> checkout(CheckoutPages checkout, PaymentLinkPages links) {
    return List.of(
        get(CheckoutPages.PATH, Permission.VIEW_CHECKOUT, checkout::list),
        get("/dashboard/checkout/{id}", Permission.VIEW_CHECKOUT, checkout::show),
        post(
            "/dashboard/checkout/{id}/expire",
            Permission.MANAGE_CHECKOUT,
            "checkout_session.expire",
            checkout::expire),
        post(
            "/dashboard/checkout/{id}/reopen",
            Permission.MANAGE_CHECKOUT,
            "checkout_session.reopen",
            checkout::reopen),
        get(PaymentLinkPages.PATH, Permission.VIEW_CHECKOUT, links::list),
        get("/dashboard/payment-links/new", Permission.MANAGE_CHECKOUT, links::showNew),
        post(
                "/dashboard/payment-links/new",
                Permission.MANAGE_CHECKOUT,
                "payment_link.create",
                links::create)
            .auditedInCommit(),
        get("/dashboard/payment-links/{id}", Permission.VIEW_CHECKOUT, links::show),
        post(
                "/dashboard/payment-links/{id}/enable",
                Permission.MANAGE_CHECKOUT,
                "payment_link.enable",
                links::switchOn)
            .auditedInCommit(),
        post(
                "/dashboard/payment-links/{id}/disable",
                Permission.MANAGE_CHECKOUT,
                "payment_link.disable",
                links::switchOff)
            .auditedInCommit());
  }

  public static List<DashboardRoute> brakes(CardTestingPages brakes) {
    return List.of(
        get(CardTestingPages.PATH, Permission.VIEW_PAYMENTS, brakes::show),
        post(
                CardTestingPages.PATH + "/{id}/release",
                Permission.RELEASE_BRAKES,
                "brake.release",
                brakes::release)
            .auditedInCommit());
  }

  public static List<DashboardRoute> lists(ListEntryPages lists) {
    return List.of(
        get(ListEntryPages.PATH, Permission.VIEW_PAYMENTS, lists::show),
        post(ListEntryPages.PATH, Permission.MANAGE_LISTS, "list_entry.add", lists::add)
            .auditedInCommit(),
        post(
                ListEntryPages.PATH + "/{id}/remove",
                Permission.MANAGE_LISTS,
                "list_entry.remove",
                lists::remove)
            .auditedInCommit());
  }

  public static List<DashboardRoute> events(EventPages events) {
    return List.of(
        get("/dashboard/events/{id}", Permission.VIEW_EVENTS, events::show),
        post(
            "/dashboard/events/{id}/resend",
            Permission.RESEND_EVENTS,
            "event.resend",
            events::resend));
  }

  public static List<DashboardRoute> webhooks(
      WebhookPages webhooks, WebhookEditPages edits, TestEventPages tests) {
    return List.of(
        get("/dashboard/webhooks", Permission.VIEW_WEBHOOKS, webhooks::list),
        get("/dashboard/webhooks/new", Permission.MANAGE_WEBHOOKS, edits::showNew),
        post(
                "/dashboard/webhooks/new",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.create",
                edits::create)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        get("/dashboard/webhooks/{id}", Permission.VIEW_WEBHOOKS, webhooks::show),
        get("/dashboard/webhooks/{id}/edit", Permission.MANAGE_WEBHOOKS, edits::showEdit),
        post(
                "/dashboard/webhooks/{id}/edit",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.update",
                edits::edit)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/webhooks/{id}/enable",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.enable",
                webhooks::enable)
            .auditedInCommit(),
        post(
                "/dashboard/webhooks/{id}/disable",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.disable",
                webhooks::disable)
            .auditedInCommit(),
        post(
                "/dashboard/webhooks/{id}/test",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.test",
                tests::send)
            .auditedInCommit(),
        get("/dashboard/webhooks/{id}/test-result", Permission.VIEW_WEBHOOKS, tests::show)
            .quietly(),
        post(
                "/dashboard/webhooks/{id}/rotate",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.rotate_secret",
                webhooks::rotate)
            .auditedInCommit()
            .withPassword(IN_LIVE_MODE),
        post(
                "/dashboard/webhooks/{id}/replay",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.replay",
                webhooks::replay)
            .auditedInCommit(),
        post(
                "/dashboard/webhooks/{id}/delete",
                Permission.MANAGE_WEBHOOKS,
                "webhook_endpoint.delete",
                webhooks::delete)
            .auditedInCommit());
  }

  public static List<DashboardRoute> deliveries(WebhookPages webhooks, DeliveryPages deliveries) {
    return List.of(
        get("/dashboard/webhooks/deliveries/{id}", Permission.VIEW_WEBHOOKS, deliveries::show),
        post(
            "/dashboard/webhooks/deliveries/{id}/resend",
            Permission.RESEND_EVENTS,
            "delivery.resend",
            deliveries::resend),
        post(
            "/dashboard/webhooks/{id}/resend",
            Permission.RESEND_EVENTS,
            "delivery.resend",
            deliveries::resendMany),
        post(
            "/dashboard/webhooks/{id}/verify",
            Permission.VIEW_WEBHOOKS,
            "webhook_endpoint.verify",
            webhooks::verify));
  }

  public static List<DashboardRoute> connectors(
      ConnectorPages connectors, ConnectorEditPages edits) {
    return List.of(
        get("/dashboard/connectors", Permission.VIEW_CONNECTORS, connectors::list),
        get("/dashboard/connectors/new", Permission.MANAGE_CONNECTORS, edits::showNew),
        post(
                "/dashboard/connectors/new",
                Permission.MANAGE_CONNECTORS,
                "connector.create",
                edits::create)
            .auditedInCommit()
            .withPassword(ALWAYS),
        get("/dashboard/connectors/{id}", Permission.VIEW_CONNECTORS, connectors::show),
        get("/dashboard/connectors/{id}/edit", Permission.MANAGE_CONNECTORS, edits::showEdit),
        post(
                "/dashboard/connectors/{id}/edit",
                Permission.MANAGE_CONNECTORS,
                "connector.update",
                edits::edit)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
            "/dashboard/connectors/{id}/check",
            Permission.MANAGE_CONNECTORS,
            "connector.check",
            connectors::check),
        post(
                "/dashboard/connectors/{id}/enable",
                Permission.MANAGE_CONNECTORS,
                "connector.enable",
                connectors::enable)
            .withPassword(ALWAYS),
        post(
                "/dashboard/connectors/{id}/default",
                Permission.MANAGE_CONNECTORS,
                "connector.make_default",
                connectors::makeDefault)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                "/dashboard/connectors/{id}/disable",
                Permission.MANAGE_CONNECTORS,
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
        get(BankAccountPages.PATH, Permission.VIEW_BANKS, accounts::list),
        get(BankAccountPages.NEW, Permission.MANAGE_BANKS, accounts::showNew),
        post(
                BankAccountPages.NEW,
                Permission.MANAGE_BANKS,
                "receiving_account.create",
                accounts::create)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                BankAccountPages.PATH + "/{id}/enable",
                Permission.MANAGE_BANKS,
                "receiving_account.enable",
                accounts::enable)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                BankAccountPages.PATH + "/{id}/disable",
                Permission.MANAGE_BANKS,
                "receiving_account.disable",
                accounts::disable)
            .auditedInCommit()
            .withPassword(ALWAYS),
        post(
                BankAccountPages.PATH + "/{id}/uploads",
                Permission.ALLOW_UPLOADS,
                "receiving_account.uploads",
                accounts::allowUploads)
            .auditedInCommit()
            .withPassword(ALWAYS));
  }

  public List<Endpoint> endpoints(PipelineDependencies gate) {
    DashboardPipeline pipeline = gate.entrance(ASSETS, new Navigation(table));
    return Stream.of(
            table.stream().map(route -> endpoint(route, pipeline)),
            open.stream()
                .map(route ->
                    new Endpoint(
                        route.method(),
                        route.template(),
                        TrafficClass.SIGN_IN,
                        exchange -> pipeline.answer(exchange, route))),
            Stream.of(
                new Endpoint("GET", "/", DashboardRoutes::root),
                new Endpoint(
                    "GET",
                    "/dashboard/assets/{hash}/{file}",
                    exchange -> pipeline.asset(exchange, ASSETS))))
        .flatMap(endpoints -> endpoints)
        .toList();
  }

  private static Endpoint endpoint(DashboardRoute route, DashboardPipeline pipeline) {
    Action action = exchange -> pipeline.answer(exchange, route);
    return route.fileBytes() == 0
        ? new Endpoint(route.method(), route.template(), TrafficClass.DASHBOARD, action)
        : new Endpoint(
                route.method(),
                route.template(),
                TrafficClass.DASHBOARD,
                exchange -> pipeline.refuse(exchange, route),
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
