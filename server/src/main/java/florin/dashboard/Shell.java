package florin.dashboard;

import florin.dashboard.Navigation.Group;
import florin.dashboard.Navigation.Item;
import florin.team.Act;
import florin.team.Permissions;
import florin.team.Preferences.Theme;
import florin.team.Role;
import florin.team.Session;
import florin.team.Team.Membership;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What stands around every page, and what every form needs.
 *
 * @param formToken goes into every form: `@template.dashboard.part.csrf(shell)`
 * @param section the path of the part of the dashboard that the page belongs to
 * @param menu where whoever is signed in can go, and what they can make
 * @param dialog the id of the one that the address asks to be open, or empty
 * @param accounts that the user can switch to; empty where there is one only
 * @param once a secret that was just made and is shown now only
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
    Optional<String> once) {
  /** The field of a dialog's form with the address that opens the dialog again. */
  public static final String DIALOG = "dialog";

  /** Where everything is looked for. */
  public static final String SEARCH = "/dashboard/search";

  /**
   * @param makers what can be made from everywhere
   * @param own the user's pages, which stand elsewhere
   * @param deeds what is done in dialogs
   * @param search whether there is a page that everything is looked for on
   */
  public record Menu(
      List<Group> groups, List<Item> makers, List<Item> own, List<Item> deeds, boolean search) {
    static final Menu NONE = new Menu(List.of(), List.of(), List.of(), List.of(), false);

    /** Every page that can be gone to. */
    public List<Item> pages() {
      return Stream.concat(groups.stream().flatMap(group -> group.items().stream()), own.stream())
          .toList();
    }
  }

  /** Whether the last form was refused, so that its dialog says why. */
  public boolean isRefused() {
    return flash.filter(said -> !said.good()).isPresent();
  }

  /** Whether nothing but setting up a second factor is open: then there is no menu. */
  public boolean isHeld() {
    return session.isPresent() && menu.groups().isEmpty();
  }

  public boolean isTest() {
    return session.isPresent() && !session.get().mode().isLive();
  }

  /** `light` or `dark` where that was chosen; null where the system's scheme counts. */
  public @Nullable String theme() {
    return session
        .map(one -> one.preferences().theme())
        .filter(theme -> theme != Theme.SYSTEM)
        .map(Theme::text)
        .orElse(null);
  }

  public boolean may(Act act) {
    return session.map(Session::role).filter(role -> Permissions.may(role, act)).isPresent();
  }

  public boolean isAt(Item item) {
    return item.path().equals(section);
  }

  public Session who() {
    return session.orElseThrow();
  }

  /** Of whoever is signed in, for a round badge. */
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
