package florin.dashboard;

import static florin.dashboard.DashboardRoute.Password.IN_LIVE_MODE;
import static florin.dashboard.DashboardRoute.get;
import static florin.dashboard.DashboardRoute.post;

import florin.http.Endpoint;
import florin.team.Act;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** THE table of the dashboard: what is for those who are signed in, and what is open. */
public final class DashboardRoutes {
  private final Assets assets = new Assets();
  private final List<DashboardRoute> table;
  private final List<OpenRoute> open;

  public DashboardRoutes(SignInPages signIns, SetupPages setups, HomePage home, KeyPages keys) {
    this.table =
        List.of(
            get("/dashboard", Act.VIEW_HOME, home::show),
            post("/dashboard/mode", Act.SWITCH_MODE, "mode.switch", signIns::switchMode),
            post("/dashboard/sign-out", Act.OWN_SECURITY, "session.sign_out", signIns::signOut),
            get("/dashboard/keys", Act.VIEW_KEYS, keys::list),
            post("/dashboard/keys", Act.MANAGE_TEST_KEYS, "key.create", keys::create)
                .live(Act.MANAGE_LIVE_KEYS)
                .withPassword(IN_LIVE_MODE),
            post("/dashboard/keys/{id}/roll", Act.MANAGE_TEST_KEYS, "key.roll", keys::roll)
                .live(Act.MANAGE_LIVE_KEYS)
                .withPassword(IN_LIVE_MODE),
            post("/dashboard/keys/{id}/revoke", Act.MANAGE_TEST_KEYS, "key.revoke", keys::revoke)
                .live(Act.MANAGE_LIVE_KEYS)
                .withPassword(IN_LIVE_MODE),
            get("/dashboard/{unknown}", Act.VIEW_HOME, HomePage::unknown));
    this.open =
        List.of(
            new OpenRoute("GET", "/dashboard/sign-in", signIns::show),
            new OpenRoute("POST", "/dashboard/sign-in", signIns::signIn),
            new OpenRoute("GET", "/dashboard/setup/{token}", setups::show),
            new OpenRoute("POST", "/dashboard/setup/{token}", setups::setUp));
  }

  public List<Endpoint> endpoints(DashboardGate gate) {
    Entrance entrance = gate.entrance(assets, new Navigation(templates()));
    return Stream.of(
            table.stream()
                .map(route ->
                    new Endpoint(
                        route.method(),
                        route.template(),
                        exchange -> entrance.answer(exchange, route))),
            open.stream()
                .map(route ->
                    new Endpoint(
                        route.method(),
                        route.template(),
                        exchange -> entrance.answer(exchange, route))),
            Stream.of(
                new Endpoint(
                    "GET",
                    "/dashboard/assets/{hash}/{file}",
                    exchange -> entrance.asset(exchange, assets))))
        .flatMap(endpoints -> endpoints)
        .toList();
  }

  List<DashboardRoute> table() {
    return table;
  }

  List<OpenRoute> open() {
    return open;
  }

  private Set<String> templates() {
    return table.stream()
        .filter(route -> !route.isPost())
        .map(DashboardRoute::template)
        .collect(Collectors.toSet());
  }
}
