package florin.dashboard;

import florin.core.Mode;
import florin.team.Act;
import florin.team.Permissions;
import florin.team.Role;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The parts of the dashboard, as the menu has them, and what can be made from everywhere. */
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
                  new Item("/dashboard/payment-links", "Payment links", "link")
                      .foundBy("qr code"))),
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
                  new Item("/dashboard/branding", "Branding", "branding").foundBy("logo colour"),
                  new Item("/dashboard/connectors", "Connectors", "connectors")
                      .foundBy("providers stripe"),
                  new Item("/dashboard/bank-accounts", "Bank accounts", "bank")
                      .foundBy("iban transfers receiving"),
                  new Item("/dashboard/team", "Team", "team")
                      .foundBy("members people roles remove"),
                  new Item("/dashboard/audit", "Audit log", "audit"))));

  /** What can be made; a refund begins with its payment. */
  private static final List<Item> MAKERS =
      List.of(
          new Item(TEST_PAYMENT, "Test payment", "payments"),
          new Item("/dashboard/payment-links/new", "Payment link", "link"),
          new Item("/dashboard/customers/new", "Customer", "customers"),
          new Item(REFUND, "Refund", "refund"));

  /** What stands in the menu of the user, and is looked for as well. */
  private static final List<Item> OWN =
      List.of(
          new Item(SecurityPages.PATH, "Security", "keys")
              .foundBy("password passkeys second factor recovery codes sessions"),
          new Item(PreferencePages.PATH, "Preferences", "settings")
              .foundBy("theme dark time zone"));

  /** What is done in a dialog of a page. */
  private static final List<Deed> DEEDS =
      List.of(
          new Deed(
              Act.MANAGE_TEAM,
              new Item("/dashboard/team?dialog=invite", "Invite a member", "team")),
          new Deed(
              Act.MANAGE_TEST_KEYS,
              new Item("/dashboard/keys?dialog=create", "Create API key", "keys")));

  private record Deed(Act act, Item item) {}

  /** For everybody, whatever the table of pages says. */
  private static final String DOCS = "/docs";

  private final Map<String, DashboardRoute> pages;

  /**
   * @param icon a name that `part/icon.jte` knows
   * @param words by which it is found, beside its label
   */
  public record Item(String path, String label, String icon, String words) {
    Item(String path, String label, String icon) {
      this(path, label, icon, "");
    }

    /** By other words than its label, too. */
    Item foundBy(String more) {
      return new Item(path, label, icon, more);
    }

    /** What the search looks at. */
    public String searched() {
      return label + " " + words;
    }
  }

  /** Items under one heading; the first group has none. */
  public record Group(String label, List<Item> items) {}

  /**
   * @param table of which the pages are those of the menu
   */
  Navigation(List<DashboardRoute> table) {
    this.pages =
        table.stream()
            .filter(route -> !route.isPost())
            .collect(Collectors.toMap(DashboardRoute::template, Function.identity()));
  }

  /** Where this role can go to. */
  List<Group> of(Role role) {
    return ALL.stream()
        .map(group -> new Group(group.label(), reachable(group.items(), role)))
        .filter(group -> !group.items().isEmpty())
        .toList();
  }

  /** What this role can make, wherever it is. */
  List<Item> listMakers(Role role, Mode mode) {
    return reachable(MAKERS, role).stream()
        .filter(item -> !item.path().equals(TEST_PAYMENT) || !mode.isLive())
        .filter(item -> !item.path().equals(REFUND) || Permissions.may(role, Act.REFUND_PAYMENT))
        .toList();
  }

  /** What the search finds beside the menu's pages. */
  List<Item> listOwn(Role role) {
    return reachable(OWN, role);
  }

  /** What this role can do in dialogs. */
  List<Item> listDeeds(Role role) {
    return DEEDS.stream()
        .filter(deed -> Permissions.may(role, deed.act()) && isReachable(deed.item().path(), role))
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
    return path.equals(DOCS) || (page != null && Permissions.may(role, page.act()));
  }

  /** `/dashboard/payments` of `/dashboard/payments/{id}/refund`. */
  static String section(String template) {
    if (template.equals(REFUNDS)) {
      return REFUNDS;
    }
    String[] segments = template.split("/", 4);
    return segments.length < 3 ? "/dashboard" : "/dashboard/" + segments[2];
  }
}
