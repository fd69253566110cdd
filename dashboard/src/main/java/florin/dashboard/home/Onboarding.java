package florin.dashboard.home;

import florin.account.Accounts;
import florin.branding.Branding;
import florin.branding.Branding.Look;
import florin.connector.instance.Instances;
import florin.core.Mode;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.entry.SecurityPages;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.payments.NewPaymentPages;
import florin.dashboard.payments.TestOutcome;
import florin.dashboard.settings.BrandingPages;
import florin.payment.Payments;
import florin.payment.store.PaymentFilter;
import florin.team.Permission;
import florin.team.TeamModule;
import florin.webhook.WebhookEndpoints;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The first steps of an account. Home shows them until they are done or the member hides them. A
 * step is done if the database has the fact, regardless of its author.
 */
public final class Onboarding {
  /** The card of the test payment that the button creates. */
  public static final String CARD = TestOutcome.SUCCEEDS.text();

  public static final String HIDE_PATH = "/dashboard/onboarding/hide";

  private static final PageRequest ONE = PageRequest.first(1);

  private final Accounts accounts;
  private final Payments payments;
  private final WebhookEndpoints endpoints;
  private final Instances connectors;
  private final Branding branding;
  private final TeamModule team;
  private final InstantSource clock;

  public Onboarding(
      Accounts accounts,
      Payments payments,
      WebhookEndpoints endpoints,
      Instances connectors,
      Branding branding,
      TeamModule team,
      InstantSource clock) {
    this.accounts = accounts;
    this.payments = payments;
    this.endpoints = endpoints;
    this.connectors = connectors;
    this.branding = branding;
    this.team = team;
    this.clock = clock;
  }

  /** The steps, in order. */
  private enum Step {
    PAYMENT(
        Permission.MAKE_TEST_PAYMENT,
        "Create a test payment",
        "Runs on the simulated network. No money moves.",
        NewPaymentPages.PATH),
    KEY(
        Permission.VIEW_KEYS,
        "Use an API key",
        "Send payments from your server.",
        "/dashboard/keys"),
    WEBHOOK(
        Permission.MANAGE_WEBHOOKS,
        "Add a webhook endpoint",
        "Get notified when payments change.",
        "/dashboard/webhooks/new"),
    BRANDING(
        Permission.MANAGE_SETTINGS,
        "Choose your branding",
        "Your logo and color on checkout pages and receipts.",
        BrandingPages.PATH),
    FACTOR(
        Permission.OWN_SECURITY,
        "Set up a second factor or a passkey",
        "Keeps you safe if your password is stolen.",
        SecurityPages.PATH),
    INVITATION(
        Permission.MANAGE_TEAM,
        "Invite a colleague",
        "Give each person their own login and role.",
        "/dashboard/team?dialog=invite"),
    CONNECTOR(
        Permission.MANAGE_CONNECTORS,
        "Add a connector",
        "Connect your provider to take live payments.",
        "/dashboard/connectors");

    private final Permission permission;
    private final String title;
    private final String words;
    private final String path;

    Step(Permission permission, String title, String words, String path) {
      this.permission = permission;
      this.title = title;
      this.words = words;
      this.path = path;
    }
  }

  /**
   * The list of steps.
   *
   * @param once the token that makes a repeated click return the same test payment
   */
  public record Checklist(List<StepLine> lines, String once) {
    public Checklist {
      lines = List.copyOf(lines);
    }

    /** Returns the first step that is not done. */
    public StepLine next() {
      return lines.stream().filter(line -> !line.done()).findFirst().orElseThrow();
    }

    public long countDone() {
      return lines.stream().filter(StepLine::done).count();
    }
  }

  /**
   * A step.
   *
   * @param isPayment whether a button creates the test payment immediately
   * @param isKey whether it is about the API key
   */
  public record StepLine(
      String title, String words, String path, boolean done, boolean isPayment, boolean isKey) {}

  /**
   * Returns the list. Empty if all steps are done, if the member hid the list, or if the role may
   * take only few of the steps.
   */
  Optional<Checklist> find(DashboardRequest visit) {
    if (!visit.may(Permission.MANAGE_WEBHOOKS)
        || team.team().hasHiddenOnboarding(visit.session().member())) {
      return Optional.empty();
    }
    List<StepLine> lines =
        Arrays.stream(Step.values())
            .filter(step -> visit.may(step.permission))
            .map(step -> line(step, visit))
            .toList();
    return lines.stream().allMatch(StepLine::done)
        ? Optional.empty()
        : Optional.of(new Checklist(lines, visit.request().text()));
  }

  public Response hide(DashboardRequest visit) {
    team.team().hideOnboarding(visit.session().member(), Optional.of(clock.instant()));
    return Done.to(HomePage.PATH).saying("Setup hidden.");
  }

  private StepLine line(Step step, DashboardRequest visit) {
    boolean isTest = !visit.realm().isLive();
    return new StepLine(
        step.title,
        step.words,
        step.path,
        isDone(step, visit),
        step == Step.PAYMENT && isTest,
        step == Step.KEY);
  }

  private boolean isDone(Step step, DashboardRequest visit) {
    return switch (step) {
      case PAYMENT -> inEither(visit, realm -> has(payments.list(realm, PaymentFilter.ALL, ONE)));
      case KEY ->
          inEither(
              visit,
              realm ->
                  accounts.listKeys(realm).stream().anyMatch(key -> key.lastUsed().isPresent()));
      case WEBHOOK -> inEither(visit, realm -> has(endpoints.list(realm, ONE)));
      case BRANDING -> !branding.find(visit.realm()).equals(Look.PLAIN);
      case FACTOR ->
          team.secondFactors().isOn(visit.session().user())
              || !team.passkeys().list(visit.session().user()).isEmpty();
      case INVITATION -> hasCompany(visit.session().member().account());
      case CONNECTOR -> inEither(visit, realm -> has(connectors.list(realm, ONE)));
    };
  }

  private boolean hasCompany(long account) {
    return team.team().list(account).size() > 1 || !team.invitations().list(account).isEmpty();
  }

  private static boolean has(Page<?> page) {
    return !page.data().isEmpty();
  }

  private static boolean inEither(DashboardRequest visit, Predicate<Realm> isSo) {
    long account = visit.session().member().account();
    return Stream.of(Mode.TEST, Mode.LIVE).map(mode -> Realm.of(account, mode)).anyMatch(isSo);
  }
}
