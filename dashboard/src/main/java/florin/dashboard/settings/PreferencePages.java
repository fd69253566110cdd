package florin.dashboard.settings;

import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import florin.team.Preferences;
import florin.team.Preferences.Theme;
import florin.team.Users;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** The user's display preferences. */
public final class PreferencePages {
  public static final String PATH = "/dashboard/preferences";
  private static final String TITLE = "Preferences";

  private static final Format<Theme> THEME =
      Format.text("must be system, light or dark", Theme.SYSTEM, Theme::parse);

  private static final List<SelectOption> THEMES =
      List.of(
          new SelectOption(Theme.SYSTEM.text(), "Match system"),
          new SelectOption(Theme.LIGHT.text(), "Light"),
          new SelectOption(Theme.DARK.text(), "Dark"));

  private final Users users;
  private final String version;

  /**
   * @param version the name and version of the program
   */
  public PreferencePages(Users users, String version) {
    this.users = users;
    this.version = version;
  }

  public record View(
      Form form, List<SelectOption> themes, List<SelectOption> zones, String version) {}

  public Response show(DashboardRequest visit) {
    Preferences now = visit.session().preferences();
    return Page.of(
        "preferences",
        TITLE,
        view(Form.of(Map.of("theme", now.theme().text(), "time_zone", now.zoneName()))));
  }

  public Response save(DashboardRequest visit) {
    Form form = visit.form();
    Theme theme = form.required("theme", THEME);
    ZoneId zone = form.required("time_zone", ZoneField.FORMAT);
    if (!form.isGood()) {
      return Page.again("preferences", TITLE, view(form));
    }
    users.prefer(visit.session().user(), new Preferences(theme, zone));
    return Done.to(PATH).saying("Preferences saved.");
  }

  private View view(Form form) {
    return new View(form, THEMES, ZoneField.OPTIONS, version);
  }
}
