package florin.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The whole table of permissions, so that a change to it is visible in a review. */
class RolePermissionsTest {
  private static final String TABLE =
      """
                           owner admin developer finance support viewer
      VIEW_HOME            x     x     x         x       x       x
      OWN_VIEWS            x     x     x         x       x       x
      VIEW_PAYMENTS        x     x     x         x       x       x
      EXPORT_PAYMENTS      x     x     x         x       x       -
      CAPTURE_PAYMENT      x     x     -         -       x       -
      CANCEL_PAYMENT       x     x     -         -       x       -
      REFUND_PAYMENT       x     x     -         x       x       -
      SEND_LARGE           x     x     -         -       -       -
      DESCRIBE_PAYMENT     x     x     x         -       x       -
      MAIL_RECEIPT         x     x     -         x       x       -
      MAKE_TEST_PAYMENT    x     x     x         -       x       -
      ASSIGN_RECEIPTS      x     x     -         x       x       -
      ORDER_TRANSFERS      x     x     -         x       -       -
      REJECT_ORDERS        x     x     -         x       -       -
      OPEN_ORDERS          x     -     -         -       -       -
      UPLOAD_STATEMENTS    x     x     -         x       -       -
      RESPOND_TO_DISPUTES  x     x     -         x       -       -
      MANAGE_PAYOUTS       x     x     -         x       -       -
      VIEW_CUSTOMERS       x     x     x         x       x       x
      EDIT_CUSTOMERS       x     x     -         -       x       -
      DELETE_CUSTOMERS     x     x     -         -       -       -
      CHARGE_CUSTOMER      x     x     -         -       x       -
      WRITE_NOTES          x     x     x         x       x       -
      DELETE_NOTES         x     x     -         -       -       -
      VIEW_CHECKOUT        x     x     x         x       x       x
      MANAGE_CHECKOUT      x     x     x         -       x       -
      RELEASE_BRAKES       x     x     x         -       x       -
      MANAGE_LISTS         x     x     x         -       x       -
      VIEW_EVENTS          x     x     x         x       x       x
      RESEND_EVENTS        x     x     x         -       -       -
      VIEW_WEBHOOKS        x     x     x         -       x       -
      MANAGE_WEBHOOKS      x     x     x         -       -       -
      VIEW_CONNECTORS      x     x     x         -       -       -
      MANAGE_CONNECTORS    x     x     -         -       -       -
      VIEW_BANKS           x     x     x         x       x       -
      MANAGE_BANKS         x     x     -         -       -       -
      ALLOW_UPLOADS        x     -     -         -       -       -
      VIEW_KEYS            x     x     x         -       -       -
      MANAGE_TEST_KEYS     x     x     x         -       -       -
      MANAGE_LIVE_KEYS     x     x     -         -       -       -
      OPEN_LIVE_SETTINGS   x     -     -         -       -       -
      VIEW_REQUESTS        x     x     x         -       -       -
      VIEW_TEAM            x     x     x         x       x       x
      MANAGE_TEAM          x     x     -         -       -       -
      MANAGE_OWNERS        x     -     -         -       -       -
      VIEW_AUDIT           x     x     -         -       -       -
      VIEW_SETTINGS        x     x     x         x       x       -
      MANAGE_SETTINGS      x     x     -         -       -       -
      OWN_SECURITY         x     x     x         x       x       x
      SWITCH_MODE          x     x     x         x       x       x
      """;

  @Test
  void roles_have_the_permissions_of_the_table() {
    String head =
        " ".repeat(21)
            + Arrays.stream(Role.values()).map(Role::text).collect(Collectors.joining(" "));
    String rows =
        Arrays.stream(Permission.values())
            .map(RolePermissionsTest::row)
            .collect(Collectors.joining("\n"));

    assertThat(head + "\n" + rows + "\n").isEqualTo(TABLE);
  }

  @Test
  void a_role_may_all_that_a_lesser_one_of_its_kind_may() {
    Stream.of(Permission.values())
        .forEach(permission -> {
          assertThat(RolePermissions.may(Role.OWNER, permission)).isTrue();
          List.of(Role.DEVELOPER, Role.FINANCE, Role.SUPPORT)
              .forEach(role ->
                  assertThat(
                          RolePermissions.may(role, permission)
                              || !RolePermissions.may(Role.VIEWER, permission))
                      .isTrue());
        });
  }

  private static String row(Permission permission) {
    StringBuilder row = new StringBuilder("%-21s".formatted(permission));
    for (Role role : Role.values()) {
      String mark = RolePermissions.may(role, permission) ? "x" : "-";
      row.append(mark).append(" ".repeat(role.text().length()));
    }
    return row.toString().stripTrailing();
  }
}
