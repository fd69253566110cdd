package florin.dashboard;

import florin.team.Act;
import florin.team.Permissions;
import florin.team.Role;
import java.util.Arrays;
import java.util.List;

/**
 * The permissions of each role, from {@link Permissions}, with a line for each act.
 *
 * @param roles from the most powerful to the least
 */
public record RoleTable(List<RoleColumn> roles, List<RoleLine> lines) {
  static final RoleTable INSTANCE =
      new RoleTable(
          Arrays.stream(Role.values())
              .map(role -> new RoleColumn(role.title(), role.words()))
              .toList(),
          Arrays.stream(Act.values()).map(RoleTable::line).toList());

  public RoleTable {
    roles = List.copyOf(roles);
    lines = List.copyOf(lines);
  }

  public record RoleColumn(String title, String words) {}

  /**
   * A line of the table.
   *
   * @param allowed for each role, in the order of the columns
   */
  public record RoleLine(String words, List<Boolean> allowed) {
    public RoleLine {
      allowed = List.copyOf(allowed);
    }
  }

  private static RoleLine line(Act act) {
    String words = act.words();
    return new RoleLine(
        Character.toUpperCase(words.charAt(0)) + words.substring(1),
        Arrays.stream(Role.values()).map(role -> Permissions.may(role, act)).toList());
  }
}
