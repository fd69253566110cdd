package florin.dashboard.pipeline;

import florin.core.Mode;
import florin.core.Realm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Explanation;
import florin.dashboard.parts.Explanation.MissingObject;
import florin.dashboard.parts.Flash;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.pipeline.PermittedOrigins.Reach;
import florin.dashboard.pipeline.Shell.Menu;
import florin.http.Answer;
import florin.page.Pages;
import florin.team.Session;
import florin.team.Team;
import florin.team.Team.Membership;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders templates, and adds the security headers to every response. */
final class Rendering {
  private static final String HTML = "text/html; charset=utf-8";

  private static final String CONTENT_POLICY = "Content-Security-Policy";

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String NO_POWERS =
      "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(),"
          + " payment=(), usb=()";

  private final Pages templates = new Pages();
  private final Assets assets;
  private final Navigation navigation;
  private final Team team;
  private final ObjectFinder objects;

  Rendering(Assets assets, Navigation navigation, Team team, ObjectFinder objects) {
    this.assets = assets;
    this.navigation = navigation;
    this.team = team;
    this.objects = objects;
  }

  /** Renders a page with the menu of the signed-in user. */
  Answer page(
      Page page,
      DashboardRequest visit,
      String formToken,
      String section,
      Optional<String> once,
      Optional<KeptForm> kept) {
    Session session = visit.session();
    return render(
        page,
        new Shell(
            page.title(),
            formToken,
            assets,
            section,
            visit.owesFactor() ? Menu.NONE : menu(session),
            visit.query().value(Shell.DIALOG).orElse(""),
            Optional.of(session),
            others(session),
            session.flash().map(Flash::of),
            once,
            kept));
  }

  /** Returns the page, or for an object that was not found one that says where it may be. */
  Page explained(Page page, DashboardRequest visit, DashboardRoute route) {
    if (page.status() != 404 || route.quiet() || !route.template().contains("{id}")) {
      return page;
    }
    Session session = visit.session();
    Mode other = session.mode().isLive() ? Mode.TEST : Mode.LIVE;
    String id = visit.exchange().pathParameter("id");
    if (ObjectPath.of(id).isEmpty()) {
      return page;
    }
    boolean isThere =
        visit.may(route.act(other))
            && objects.exists(Realm.of(session.member().account(), other), id);
    return Explanation.missing(
        new MissingObject(
            id, visit.exchange().pathAndQuery(), Optional.of(other).filter(_ -> isThere)),
        session.account(),
        session.mode(),
        visit.request().text());
  }

  private Menu menu(Session session) {
    return new Menu(
        navigation.of(session.role()),
        navigation.listMakers(session.role(), session.mode()),
        navigation.listOwn(session.role()),
        navigation.listDeeds(session.role()),
        navigation.hasSearch());
  }

  private List<Membership> others(Session session) {
    return team.listAccounts(session.user()).stream()
        .filter(membership -> membership.account() != session.member().account())
        .toList();
  }

  /** Renders a page without a session. */
  Answer page(Page page, String formToken) {
    return render(
        page,
        new Shell(
            page.title(),
            formToken,
            assets,
            "",
            Menu.NONE,
            "",
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private Answer render(Page page, Shell shell) {
    String html =
        templates.renderBare(
            "dashboard/" + page.template() + ".jte", Map.of("shell", shell, "view", page.view()));
    return Answer.of(page.status(), HTML, html.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Adds the security headers. A page for a frame of the dashboard has a policy of its own.
   *
   * @param reach empty if the request did not arrive over a permitted path
   */
  static Answer guarded(Answer answer, Optional<Reach> reach) {
    boolean isFramed =
        answer.headers().stream().anyMatch(header -> header.name().equals(CONTENT_POLICY));
    Answer guarded =
        (isFramed ? answer : answer.with(CONTENT_POLICY, POLICY))
            // With `no-referrer`, browsers would omit the origin of Florin's own forms.
            .with("Referrer-Policy", "same-origin")
            .with("X-Frame-Options", isFramed ? "SAMEORIGIN" : "DENY")
            .with("Cross-Origin-Opener-Policy", "same-origin")
            .with("Cross-Origin-Resource-Policy", "same-origin")
            .with("Permissions-Policy", NO_POWERS)
            .with("X-Robots-Tag", "noindex, nofollow");
    return reach.filter(Reach::isStrict).isPresent()
        ? guarded.with("Strict-Transport-Security", "max-age=31536000")
        : guarded;
  }
}
