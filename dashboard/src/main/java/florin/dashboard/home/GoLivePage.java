package florin.dashboard.home;

import florin.account.Account;
import florin.account.Accounts;
import florin.alert.AlertKind;
import florin.alert.AlertStore;
import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccounts;
import florin.connector.instance.Instance;
import florin.connector.instance.Instances;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.Mode;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.connectors.ConnectorPages;
import florin.dashboard.entry.SecurityPages;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Explanation;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.people.TeamPages;
import florin.dashboard.settings.SettingsPages;
import florin.team.Permission;
import florin.team.Team;
import florin.team.Team.Seat;
import florin.webhook.WebhookHealth;
import florin.webhook.WebhookHealth.EndpointHealth;
import florin.webhook.WebhookHealth.EndpointState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an account needs before its first live payment. Each check reads the same facts as the page
 * that fixes it, the alerts, and `./florin doctor`.
 */
public final class GoLivePage {
  public static final String PATH = "/dashboard/go-live";

  private static final String TITLE = "Go live";
  private static final String CHECKLIST = "/docs/operations/production-checklist";

  /** The most alerts that are read. */
  private static final int MOST_ALERTS = 200;

  private final Installation installation;
  private final Accounts accounts;
  private final AlertStore alerts;
  private final Instances connectors;
  private final ReceivingAccounts banks;
  private final WebhookHealth webhooks;
  private final Team team;

  /**
   * The settings of the installation.
   *
   * @param https the public address; empty if it is not https
   * @param canMail whether a mail server is set
   * @param backups how the database is backed up
   */
  public record Installation(Optional<String> https, boolean canMail, Backups backups) {}

  /** The backups of the database. Florin doesn't see those of the operator's own PostgreSQL. */
  public enum Backups {
    NONE,
    SCHEDULED,
    ELSEWHERE
  }

  public GoLivePage(
      Installation installation,
      Accounts accounts,
      AlertStore alerts,
      Instances connectors,
      ReceivingAccounts banks,
      WebhookHealth webhooks,
      Team team) {
    this.installation = installation;
    this.accounts = accounts;
    this.alerts = alerts;
    this.connectors = connectors;
    this.banks = banks;
    this.webhooks = webhooks;
    this.team = team;
  }

  /** The page. */
  public record View(List<GoLiveCheck> checks) {
    public View {
      checks = List.copyOf(checks);
    }

    /** Returns the first failed check; empty if all passed. */
    public Optional<GoLiveCheck> next() {
      return checks.stream().filter(check -> !check.passed()).findFirst();
    }

    public long countPassed() {
      return checks.stream().filter(GoLiveCheck::passed).count();
    }
  }

  /**
   * A check.
   *
   * @param words the fact if it passed; otherwise why it matters
   * @param fix the page that fixes it
   * @param isLive whether that page must be open in live mode
   * @param who the people to ask, if the viewer can't fix it
   * @param help the page that explains the settings, if the operator fixes it
   */
  public record GoLiveCheck(
      String title,
      boolean passed,
      String words,
      Optional<String> fix,
      boolean isLive,
      String who,
      Optional<String> help) {
    private static GoLiveCheck ofOperator(String title, boolean passed, String words, String who) {
      return new GoLiveCheck(
          title, passed, words, Optional.empty(), false, who, Optional.of(CHECKLIST));
    }
  }

  public Response show(DashboardRequest visit) {
    Realm live = Realm.of(visit.session().member().account(), Mode.LIVE);
    return Page.of(
        "go-live",
        TITLE,
        new View(
            List.of(
                address(),
                mail(),
                backups(),
                connector(visit, live),
                webhook(visit, live),
                factor(visit),
                business(visit, accounts.get(live)))));
  }

  private GoLiveCheck address() {
    return GoLiveCheck.ofOperator(
        "Public https address",
        installation.https().isPresent(),
        installation.https().orElse("Payers and your provider reach Florin there."),
        "Your operator sets FLORIN_BASE_URL.");
  }

  private GoLiveCheck mail() {
    return GoLiveCheck.ofOperator(
        "Mail",
        installation.canMail(),
        installation.canMail()
            ? "Florin sends receipts, invitations and alerts."
            : "Without it, Florin sends no receipts, invitations or alerts.",
        "Your operator sets FLORIN_SMTP_URL and FLORIN_SMTP_FROM.");
  }

  /** Alerts about backups are those of the first account, whose members run the installation. */
  private GoLiveCheck backups() {
    boolean isOverdue =
        alerts.list(Realm.of(1, Mode.LIVE), MOST_ALERTS).stream()
            .anyMatch(alert -> alert.kind() == AlertKind.BACKUP_OVERDUE);
    String words =
        switch (installation.backups()) {
          case NONE -> "Without one, a broken disk loses your payments.";
          case SCHEDULED ->
              isOverdue ? "No backup was verified recently." : "Scheduled, and each is verified.";
          case ELSEWHERE ->
              "Florin doesn't see those of your own PostgreSQL. Ask your operator for the last test of a restore.";
        };
    return GoLiveCheck.ofOperator(
        "Backups",
        installation.backups() != Backups.NONE && !isOverdue,
        words,
        isOverdue
            ? "Your operator runs ./florin doctor."
            : "Your operator sets FLORIN_BACKUP_FOLDER.");
  }

  private GoLiveCheck connector(DashboardRequest visit, Realm live) {
    List<Instance> all =
        connectors.list(live, PageRequest.first(PageRequest.MAX_LIMIT)).data().stream()
            .map(ConnectorSummary::instance)
            .toList();
    List<Instance> enabled =
        all.stream().filter(one -> one.status() == Instance.Status.ENABLED).toList();
    Optional<Instance> good = enabled.stream().filter(one -> one.state().hasPassed()).findFirst();
    boolean hasBank = banks.listAll(live).stream().anyMatch(ReceivingAccount::isEnabled);
    String words;
    if (good.isPresent()) {
      words = good.get().provider().name() + " is enabled, and its check passed.";
    } else if (!enabled.isEmpty()) {
      words = enabled.getFirst().provider().name() + " is enabled, but its check didn't pass.";
    } else if (hasBank) {
      words = "Payers can pay by bank transfer.";
    } else {
      words =
          all.isEmpty()
              ? "Add your provider so that you can take payments."
              : all.getFirst().provider().name() + " is not enabled.";
    }
    return check(
        visit,
        "Connector",
        good.isPresent() || (enabled.isEmpty() && hasBank),
        words,
        Permission.MANAGE_CONNECTORS,
        enabled.stream()
            .findFirst()
            .or(() -> all.stream().findFirst())
            .map(one -> ConnectorPages.PATH + "/" + one.id())
            .orElse(ConnectorPages.PATH),
        true);
  }

  private GoLiveCheck webhook(DashboardRequest visit, Realm live) {
    List<EndpointHealth> all = webhooks.listEndpoints(live);
    Optional<EndpointHealth> bad =
        all.stream().filter(one -> one.state() == EndpointState.FAILING).findFirst();
    long enabled = all.stream().filter(one -> one.state() == EndpointState.ENABLED).count();
    String words =
        bad.map(one ->
                "Deliveries to %s fail."
                    .formatted(visit.may(Permission.VIEW_WEBHOOKS) ? one.url() : "an endpoint"))
            .orElse(
                enabled > 0
                    ? "Your server gets notified when payments change."
                    : "Without one, your server doesn't notice that a payment succeeded.");
    return check(
        visit,
        "Webhook endpoint",
        enabled > 0 && bad.isEmpty(),
        words,
        Permission.MANAGE_WEBHOOKS,
        bad.map(one -> "/dashboard/webhooks/" + one.id()).orElse("/dashboard/webhooks/new"),
        true);
  }

  private GoLiveCheck factor(DashboardRequest visit) {
    List<Seat> seats = team.listSeats(visit.session().member().account());
    long without = seats.stream().filter(seat -> !seat.isSafe()).count();
    boolean isOwn =
        seats.stream()
            .filter(seat -> !seat.isSafe())
            .anyMatch(seat -> seat.member().user().id().equals(visit.session().user().id()));
    return check(
        visit,
        "Second factor",
        without == 0,
        without == 0
            ? "Each member has one, or a passkey."
            : (seats.size() == 1
                    ? "You sign in"
                    : without
                        + " of "
                        + seats.size()
                        + (without == 1 ? " members signs in" : " members sign in"))
                + " with a password alone, which can be stolen.",
        isOwn ? Permission.OWN_SECURITY : Permission.MANAGE_TEAM,
        isOwn ? SecurityPages.PATH : TeamPages.PATH,
        false);
  }

  private static GoLiveCheck business(DashboardRequest visit, Account account) {
    Account.Profile profile = account.profile();
    List<String> missing =
        Stream.of(
                Optional.of("address").filter(_ -> profile.address().isEmpty()),
                Optional.of("support email").filter(_ -> profile.supportEmail().isEmpty()))
            .flatMap(Optional::stream)
            .toList();
    return check(
        visit,
        "Business details",
        missing.isEmpty(),
        missing.isEmpty()
            ? account.name() + ", on receipts and checkout pages."
            : "Receipts lack your " + String.join(" and ", missing) + ".",
        Permission.MANAGE_SETTINGS,
        SettingsPages.PATH,
        false);
  }

  private static GoLiveCheck check(
      DashboardRequest visit,
      String title,
      boolean passed,
      String words,
      Permission permission,
      String path,
      boolean live) {
    return new GoLiveCheck(
        title,
        passed,
        words,
        Optional.of(path).filter(_ -> visit.may(permission)),
        live,
        Explanation.needing("Ask", permission),
        Optional.empty());
  }
}
