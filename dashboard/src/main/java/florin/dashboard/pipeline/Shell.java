package florin.dashboard.pipeline;

import florin.dashboard.parts.Flash;
import florin.dashboard.pipeline.Navigation.Group;
import florin.dashboard.pipeline.Navigation.Item;
import florin.team.Permission;
import florin.team.Preferences.Theme;
import florin.team.Role;
import florin.team.RolePermissions;
import florin.team.Session;
import florin.team.Team.Membership;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The layout around every page, and the data that every form needs.
 *
 * @param formToken for every form: `@template.dashboard.part.csrf(shell)`
 * @param section the path of the menu entry that the page belongs to
 * @param menu the entries for the signed-in user
 * @param dialog the id of the dialog that the address opens, or empty
 * @param accounts that the user can switch to; empty if there is only one
 * @param once a new secret, which is shown only now
 * @param kept a form to fill in again, which was sent after the session ended
 */
public record Shell(
    String title,
    String formToken,
    Assets assets,
    String section,
    Menu menu,
    String dialog,
    Optional<Session> session,
    List<Membership> accounts,
    Optional<Flash> flash,
    Optional<String> once,
    Optional<KeptForm> kept) {
  /** The field of a dialog's form with the address that opens the dialog again. */
  public static final String DIALOG = "dialog";

  /** The address of the search. */
  public static final String SEARCH = "/dashboard/search";

  /**
   * The menu.
   *
   * @param makers the objects that the role may create
   * @param own the pages in the user's menu
   * @param deeds the actions in dialogs
   * @param search whether the dashboard has the search page
   */
  public record Menu(
      List<Group> groups, List<Item> makers, List<Item> own, List<Item> deeds, boolean search) {
    static final Menu NONE = new Menu(List.of(), List.of(), List.of(), List.of(), false);

    /** Returns every page of both menus. */
    public List<Item> pages() {
      return Stream.concat(groups.stream().flatMap(group -> group.items().stream()), own.stream())
          .toList();
    }
  }

  /** Returns whether the last form was rejected, so that its dialog shows the reason. */
  public boolean isRefused() {
    return flash.filter(said -> !said.good()).isPresent();
  }

  /** Returns whether only the setup of a second factor is open. Then there is no menu. */
  public boolean isHeld() {
    return session.isPresent() && menu.groups().isEmpty();
  }

  public boolean isTest() {
    return session.isPresent() && !session.get().mode().isLive();
  }

  /** Returns `light` or `dark` if the user chose it; null for the system's scheme. */
  public @Nullable String theme() {
    return session
        .map(one -> one.preferences().theme())
        .filter(theme -> theme != Theme.SYSTEM)
        .map(Theme::text)
        .orElse(null);
  }

  public boolean may(Permission permission) {
    return session
        .map(Session::role)
        .filter(role -> RolePermissions.may(role, permission))
        .isPresent();
  }

  public boolean isAt(Item item) {
    return item.path().equals(section);
  }

  public Session who() {
    return session.orElseThrow();
  }

  /** Returns the initials of the signed-in user for a badge. */
  public String initials() {
    String name = who().user().name().strip();
    int space = name.lastIndexOf(' ');
    String first = name.substring(0, name.offsetByCodePoints(0, 1));
    String last = space < 0 ? "" : name.substring(space + 1, name.offsetByCodePoints(space + 1, 1));
    return first + last;
  }

  public String roleTitle() {
    return session.map(Session::role).map(Role::title).orElse("");
  }
}
