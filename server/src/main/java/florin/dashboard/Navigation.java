package florin.dashboard;

import florin.team.Act;
import florin.team.Permissions;
import florin.team.Role;
import java.util.List;
import java.util.Set;

/** The parts of the dashboard, as the menu has them. */
public final class Navigation {
  private static final List<Item> ALL =
      List.of(
          new Item("/dashboard", "Home", "home", Act.VIEW_HOME),
          new Item("/dashboard/payments", "Payments", "payments", Act.VIEW_PAYMENTS),
          new Item("/dashboard/customers", "Customers", "customers", Act.VIEW_CUSTOMERS),
          new Item("/dashboard/checkout", "Checkout", "checkout", Act.VIEW_CHECKOUT),
          new Item("/dashboard/payment-links", "Payment links", "link", Act.VIEW_CHECKOUT),
          new Item("/dashboard/events", "Events", "events", Act.VIEW_EVENTS),
          new Item("/dashboard/webhooks", "Webhooks", "webhooks", Act.VIEW_WEBHOOKS),
          new Item("/dashboard/connectors", "Connectors", "connectors", Act.VIEW_CONNECTORS),
          new Item("/dashboard/keys", "API keys", "keys", Act.VIEW_KEYS),
          new Item("/dashboard/requests", "Request log", "requests", Act.VIEW_REQUESTS),
          new Item("/dashboard/team", "Team", "team", Act.VIEW_TEAM),
          new Item("/dashboard/audit", "Audit log", "audit", Act.VIEW_AUDIT),
          new Item(BrandingPages.PATH, "Branding", "branding", Act.VIEW_SETTINGS),
          new Item("/dashboard/settings", "Settings", "settings", Act.VIEW_SETTINGS));

  private final List<Item> items;

  /**
   * @param icon a name that `part/icon.jte` knows
   */
  public record Item(String path, String label, String icon, Act act) {}

  /**
   * @param templates the paths that there are pages at
   */
  Navigation(Set<String> templates) {
    this.items = ALL.stream().filter(item -> templates.contains(item.path())).toList();
  }

  /** What this role can go to. */
  List<Item> of(Role role) {
    return items.stream().filter(item -> Permissions.may(role, item.act())).toList();
  }

  /** `/dashboard/payments` of `/dashboard/payments/{id}/refund`. */
  static String section(String template) {
    String[] segments = template.split("/", 4);
    return segments.length < 3 ? "/dashboard" : "/dashboard/" + segments[2];
  }
}
