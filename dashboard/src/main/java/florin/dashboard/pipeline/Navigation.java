package florin.dashboard.pipeline;

import florin.core.Mode;
import florin.dashboard.parts.ObjectPath;
import florin.team.Permission;
import florin.team.Role;
import florin.team.RolePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The entries of the dashboard's menu, and the actions that every page offers. */
public final class Navigation {
  private static final String TEST_PAYMENT = "/dashboard/payments/new";
  private static final String REFUNDS = "/dashboard/payments/refunds";
  private static final String REFUND = "/dashboard/payments?status=succeeded&for=refund";

  private static final List<Group> ALL =
      List.of(
          new Group(
              "",
              List.of(
                  new Item("/dashboard", "Home", "home"),
                  new Item("/dashboard/payments", "Payments", "payments").foundBy("export capture"),
                  new Item(REFUNDS, "Refunds", "refund").foundBy("export"),
                  new Item("/dashboard/bank", "Bank transfers", "bank")
                      .foundBy("statement credit unmatched payment file"),
                  new Item("/dashboard/customers", "Customers", "customers")
                      .foundBy("export charge"),
                  new Item("/dashboard/checkout", "Checkout", "checkout"),
                  new Item("/dashboard/payment-links", "Payment links", "link").foundBy("qr code"),
                  new Item(ObjectPath.BRAKE, "Card testing", "shield")
                      .foundBy("fraud brake declined stolen cards rules"))),
          new Group(
              "Money",
              List.of(
                  new Item("/dashboard/balance", "Balance", "balance")
                      .foundBy("available pending fees settlements activity ledger"),
                  new Item("/dashboard/payouts", "Payouts", "payouts")
                      .foundBy("arrived received bank"),
                  new Item("/dashboard/disputes", "Disputes", "alert")
                      .foundBy("chargeback inquiry evidence deadline"),
                  new Item("/dashboard/fees", "Fees", "fees").foundBy("costs rate brand region"),
                  new Item("/dashboard/reports", "Reports", "reports")
                      .foundBy("month end close vat tax csv excel bookkeeping"))),
          new Group(
              "Developers",
              List.of(
                  new Item("/dashboard/keys", "API keys", "keys")
                      .foundBy("roll revoke secret publishable"),
                  new Item("/dashboard/webhooks", "Webhooks", "webhooks")
                      .foundBy("endpoints deliveries resend rotate secret signature"),
                  new Item("/dashboard/events", "Events", "events"),
                  new Item("/dashboard/requests", "Logs", "requests")
                      .foundBy("request log requests curl"),
                  new Item("/docs", "Docs", "docs"))),
          new Group(
              "Settings",
              List.of(
                  new Item("/dashboard/settings", "Business", "settings")
                      .foundBy("settings name address"),
                  new Item("/dashboard/branding", "Branding", "branding").foundBy("logo color"),
                  new Item("/dashboard/connectors", "Connectors", "connectors")
                      .foundBy("providers stripe mollie"),
                  new Item("/dashboard/bank-accounts", "Bank accounts", "bank")
                      .foundBy("iban transfers receiving"),
                  new Item("/dashboard/team", "Team", "team")
                      .foundBy("members people roles remove"),
                  new Item("/dashboard/audit", "Audit log", "audit"))));

  /** The objects that a member can create. A refund begins with its payment. */
  private static final List<Item> MAKERS =
      List.of(
          new Item(TEST_PAYMENT, "Test payment", "payments"),
          new Item("/dashboard/payment-links/new", "Payment link", "link"),
          new Item("/dashboard/customers/new", "Customer", "customers"),
          new Item(REFUND, "Refund", "refund"));

  /** The pages in the user's menu, which the search also finds. */
  private static final List<Item> OWN =
      List.of(
          new Item("/dashboard/security", "Security", "keys")
              .foundBy("password passkeys second factor recovery codes sessions"),
          new Item("/dashboard/preferences", "Preferences", "settings")
              .foundBy("theme dark time zone"));

  /** The actions in dialogs of pages. */
  private static final List<Deed> DEEDS =
      List.of(
          new Deed(
              Permission.MANAGE_TEAM,
              new Item("/dashboard/team?dialog=invite", "Invite a member", "team")),
          new Deed(
              Permission.MANAGE_TEST_KEYS,
              new Item("/dashboard/keys?dialog=create", "Create API key", "keys")),
          new Deed(
              Permission.VIEW_SETTINGS,
              new Item("/dashboard/go-live", "Go live", "settings")
                  .foundBy("live checks ready production")));

  private record Deed(Permission permission, Item item) {}

  /** A page for every role, regardless of the table of pages. */
  private static final String DOCS = "/docs";

  private final Map<String, DashboardRoute> pages;

  /**
   * An entry of the menu.
   *
   * @param icon a name that `part/icon.jte` knows
   * @param words additional search terms
   */
  public record Item(String path, String label, String icon, String words) {
    Item(String path, String label, String icon) {
      this(path, label, icon, "");
    }

    /** Returns this entry with additional search terms. */
    Item foundBy(String more) {
      return new Item(path, label, icon, more);
    }

    /** Returns the text that the search matches. */
    public String searched() {
      return label + " " + words;
    }
  }

  /** Entries under a heading. The first group has none. */
  public record Group(String label, List<Item> items) {}

  /**
   * @param table the routes, whose pages the menu may contain
   */
  public Navigation(List<DashboardRoute> table) {
    this.pages =
        table.stream()
            .filter(route -> !route.isPost())
            .collect(Collectors.toMap(DashboardRoute::template, Function.identity()));
  }

  /** Returns the entries that this role may open. */
  List<Group> of(Role role) {
    return ALL.stream()
        .map(group -> new Group(group.label(), reachable(group.items(), role)))
        .filter(group -> !group.items().isEmpty())
        .toList();
  }

  /** Returns the objects that this role may create. */
  List<Item> listMakers(Role role, Mode mode) {
    return reachable(MAKERS, role).stream()
        .filter(item -> !item.path().equals(TEST_PAYMENT) || !mode.isLive())
        .filter(item ->
            !item.path().equals(REFUND) || RolePermissions.may(role, Permission.REFUND_PAYMENT))
        .toList();
  }

  /** Returns the pages that the search finds in addition to the menu's. */
  List<Item> listOwn(Role role) {
    return reachable(OWN, role);
  }

  /** Returns the actions in dialogs that this role may take. */
  List<Item> listDeeds(Role role) {
    return DEEDS.stream()
        .filter(deed ->
            RolePermissions.may(role, deed.permission()) && isReachable(deed.item().path(), role))
        .map(Deed::item)
        .toList();
  }

  boolean hasSearch() {
    return pages.containsKey(Shell.SEARCH);
  }

  private List<Item> reachable(List<Item> items, Role role) {
    return items.stream().filter(item -> isReachable(item.path(), role)).toList();
  }

  private boolean isReachable(String path, Role role) {
    DashboardRoute page = pages.get(path.replaceFirst("\\?.*", ""));
    return path.equals(DOCS) || (page != null && RolePermissions.may(role, page.permission()));
  }

  /**
   * Returns the section of a route, for example `/dashboard/payments` for
   * `/dashboard/payments/{id}/refund`.
   */
  static String section(String template) {
    if (template.equals(REFUNDS)) {
      return REFUNDS;
    }
    String[] segments = template.split("/", 4);
    return segments.length < 3 ? "/dashboard" : "/dashboard/" + segments[2];
  }
}
