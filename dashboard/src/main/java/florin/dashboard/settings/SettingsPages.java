package florin.dashboard.settings;

import florin.account.Account;
import florin.account.Account.Profile;
import florin.account.Accounts;
import florin.core.TimeZones;
import florin.customer.ContactFormats;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.payment.PaymentFormats;
import florin.team.AuditLine;
import florin.team.Permission;
import java.net.URI;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The merchant's public details, which apply to both modes. */
public final class SettingsPages {
  public static final String LOGS_PATH = "/dashboard/settings/logs";

  public static final String ZONE_PATH = "/dashboard/settings/time-zone";

  public static final String PATH = "/dashboard/settings";
  private static final String TITLE = "Business";
  private static final String NOT_SET = "Not set";

  private static final Format<String> NAME = TextFormats.line(256);
  private static final Format<String> ADDRESS = TextFormats.paragraph(500);

  private final Accounts accounts;

  public SettingsPages(Accounts accounts) {
    this.accounts = accounts;
  }

  /**
   * The page.
   *
   * @param facts replace the form for members who may not change the details
   * @param account the account's id, which support by the operator needs
   * @param logsLiveFields whether the request log stores the fields of live requests
   * @param zone the form of the reporting time zone
   */
  public record View(
      Form form,
      boolean mayManage,
      List<Fact> facts,
      String account,
      boolean logsLiveFields,
      Form zone,
      List<SelectOption> zones) {}

  public Response show(DashboardRequest visit) {
    Account account = accounts.get(visit.realm());
    return Page.of("settings", TITLE, view(visit, details(account), zone(account)));
  }

  private static Form details(Account account) {
    Map<String, String> values = new HashMap<>();
    values.put("name", account.name());
    Profile profile = account.profile();
    profile.address().ifPresent(text -> values.put("address", text));
    profile.supportEmail().ifPresent(text -> values.put("support_email", text));
    profile.statementDescriptor().ifPresent(text -> values.put("statement_descriptor", text));
    profile.terms().ifPresent(url -> values.put("terms_url", url.toString()));
    profile.privacy().ifPresent(url -> values.put("privacy_url", url.toString()));
    return Form.of(values);
  }

  private static Form zone(Account account) {
    return Form.of(Map.of("time_zone", TimeZones.name(account.timeZone())));
  }

  public Response save(DashboardRequest visit) {
    Form form = visit.form();
    String name = form.required("name", NAME);
    Optional<String> address = form.optional("address", ADDRESS);
    Optional<String> email = form.optional("support_email", ContactFormats.EMAIL);
    Optional<String> descriptor =
        form.optional("statement_descriptor", PaymentFormats.STATEMENT_DESCRIPTOR);
    Optional<URI> terms = form.optional("terms_url", PaymentFormats.SAFE_URL);
    Optional<URI> privacy = form.optional("privacy_url", PaymentFormats.SAFE_URL);
    if (!form.isGood()) {
      Account account = accounts.get(visit.realm());
      return Page.again("settings", TITLE, view(visit, form, zone(account)));
    }
    accounts.change(
        visit.realm().accountNumber(),
        name,
        new Profile(address, email, descriptor, terms, privacy),
        AuditLine.work(visit::auditLine));
    return Done.to(PATH)
        .saying("Business details saved. Receipts and checkout pages now use them.");
  }

  public Response saveZone(DashboardRequest visit) {
    Form form = visit.form();
    ZoneId zone = form.required("time_zone", ZoneField.FORMAT);
    Account account = accounts.get(visit.realm());
    if (!form.isGood()) {
      return Page.again("settings", TITLE, view(visit, details(account), form));
    }
    visit.note("from %s to %s".formatted(TimeZones.name(account.timeZone()), TimeZones.name(zone)));
    accounts.setTimeZone(account.number(), zone, AuditLine.work(visit::auditLine));
    return Done.to(PATH).saying("Reports now have the days of " + TimeZones.place(zone) + ".");
  }

  public Response saveLogs(DashboardRequest visit) {
    boolean wanted = visit.form().isTicked("live_fields");
    visit.note("fields of live requests: " + (wanted ? "on" : "off"));
    accounts.logLiveFields(visit.realm().accountNumber(), wanted, AuditLine.work(visit::auditLine));
    return Done.to(PATH)
        .saying(
            wanted
                ? "Florin now logs the fields of live requests."
                : "Florin no longer logs the fields of live requests. It deletes logged fields together with their requests.");
  }

  private View view(DashboardRequest visit, Form form, Form zone) {
    Account account = accounts.get(visit.realm());
    return new View(
        form,
        visit.may(Permission.MANAGE_SETTINGS),
        facts(account),
        account.id().text(),
        accounts.logsLiveFields(account.number()),
        zone,
        ZoneField.OPTIONS);
  }

  private static List<Fact> facts(Account account) {
    Profile profile = account.profile();
    return List.of(
        Fact.of("Name", account.name()),
        Fact.of("Address", profile.address().orElse(NOT_SET)),
        Fact.of("Support email", profile.supportEmail().orElse(NOT_SET)),
        Fact.of("Statement descriptor", profile.statementDescriptor().orElse(NOT_SET)),
        Fact.of("Terms", profile.terms().map(URI::toString).orElse(NOT_SET)),
        Fact.of("Privacy notice", profile.privacy().map(URI::toString).orElse(NOT_SET)),
        Fact.of("Reporting time zone", TimeZones.name(account.timeZone())));
  }
}
