package florin.team;

import static florin.team.Role.ADMIN;
import static florin.team.Role.DEVELOPER;
import static florin.team.Role.FINANCE;
import static florin.team.Role.OWNER;
import static florin.team.Role.SUPPORT;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The table of permissions. It is a switch without default: a new act does not compile without a
 * line here.
 */
public final class RolePermissions {
  private static final Set<Role> EVERYBODY = Set.of(Role.values());

  private RolePermissions() {}

  public static boolean may(Role role, Permission permission) {
    return rolesThatMay(permission).contains(role);
  }

  /** Returns the roles with a permission, the most powerful first. */
  public static List<Role> listRolesThatMay(Permission permission) {
    return List.copyOf(EnumSet.copyOf(rolesThatMay(permission)));
  }

  private static Set<Role> rolesThatMay(Permission permission) {
    return switch (permission) {
      case VIEW_HOME -> EVERYBODY;
      case OWN_VIEWS -> EVERYBODY;
      case VIEW_PAYMENTS -> EVERYBODY;
      case EXPORT_PAYMENTS -> Set.of(OWNER, ADMIN, DEVELOPER, FINANCE, SUPPORT);
      case CAPTURE_PAYMENT -> Set.of(OWNER, ADMIN, SUPPORT);
      case CANCEL_PAYMENT -> Set.of(OWNER, ADMIN, SUPPORT);
      case REFUND_PAYMENT -> Set.of(OWNER, ADMIN, FINANCE, SUPPORT);
      case SEND_LARGE -> Set.of(OWNER, ADMIN);
      case DESCRIBE_PAYMENT -> Set.of(OWNER, ADMIN, DEVELOPER, SUPPORT);
      case MAIL_RECEIPT -> Set.of(OWNER, ADMIN, FINANCE, SUPPORT);
      case MAKE_TEST_PAYMENT -> Set.of(OWNER, ADMIN, DEVELOPER, SUPPORT);
      case ASSIGN_RECEIPTS -> Set.of(OWNER, ADMIN, FINANCE, SUPPORT);
      case ORDER_TRANSFERS -> Set.of(OWNER, ADMIN, FINANCE);
      case REJECT_ORDERS -> Set.of(OWNER, ADMIN, FINANCE);
      case OPEN_ORDERS -> Set.of(OWNER);
      case UPLOAD_STATEMENTS -> Set.of(OWNER, ADMIN, FINANCE);
      case RESPOND_TO_DISPUTES -> Set.of(OWNER, ADMIN, FINANCE);
      case MANAGE_PAYOUTS -> Set.of(OWNER, ADMIN, FINANCE);
      case VIEW_CUSTOMERS -> EVERYBODY;
      case EDIT_CUSTOMERS -> Set.of(OWNER, ADMIN, SUPPORT);
      case DELETE_CUSTOMERS -> Set.of(OWNER, ADMIN);
      case CHARGE_CUSTOMER -> Set.of(OWNER, ADMIN, SUPPORT);
      case WRITE_NOTES -> Set.of(OWNER, ADMIN, DEVELOPER, FINANCE, SUPPORT);
      case DELETE_NOTES -> Set.of(OWNER, ADMIN);
      case VIEW_CHECKOUT -> EVERYBODY;
      case MANAGE_CHECKOUT -> Set.of(OWNER, ADMIN, DEVELOPER, SUPPORT);
      case RELEASE_BRAKES -> Set.of(OWNER, ADMIN, DEVELOPER, SUPPORT);
      case MANAGE_LISTS -> Set.of(OWNER, ADMIN, DEVELOPER, SUPPORT);
      case VIEW_EVENTS -> EVERYBODY;
      case RESEND_EVENTS -> Set.of(OWNER, ADMIN, DEVELOPER);
      case VIEW_WEBHOOKS -> Set.of(OWNER, ADMIN, DEVELOPER, SUPPORT);
      case MANAGE_WEBHOOKS -> Set.of(OWNER, ADMIN, DEVELOPER);
      case VIEW_CONNECTORS -> Set.of(OWNER, ADMIN, DEVELOPER);
      case MANAGE_CONNECTORS -> Set.of(OWNER, ADMIN);
      case VIEW_BANKS -> Set.of(OWNER, ADMIN, DEVELOPER, FINANCE, SUPPORT);
      case MANAGE_BANKS -> Set.of(OWNER, ADMIN);
      case ALLOW_UPLOADS -> Set.of(OWNER);
      case VIEW_KEYS -> Set.of(OWNER, ADMIN, DEVELOPER);
      case MANAGE_TEST_KEYS -> Set.of(OWNER, ADMIN, DEVELOPER);
      case MANAGE_LIVE_KEYS -> Set.of(OWNER, ADMIN);
      case OPEN_LIVE_SETTINGS -> Set.of(OWNER);
      case VIEW_REQUESTS -> Set.of(OWNER, ADMIN, DEVELOPER);
      case VIEW_TEAM -> EVERYBODY;
      case MANAGE_TEAM -> Set.of(OWNER, ADMIN);
      case MANAGE_OWNERS -> Set.of(OWNER);
      case VIEW_AUDIT -> Set.of(OWNER, ADMIN);
      case VIEW_SETTINGS -> Set.of(OWNER, ADMIN, DEVELOPER, FINANCE, SUPPORT);
      case MANAGE_SETTINGS -> Set.of(OWNER, ADMIN);
      case OWN_SECURITY -> EVERYBODY;
      case SWITCH_MODE -> EVERYBODY;
    };
  }
}
