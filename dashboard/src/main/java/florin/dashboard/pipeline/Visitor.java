package florin.dashboard.pipeline;

import florin.dashboard.pipeline.PermittedOrigins.Reach;
import florin.http.Exchange;
import florin.http.Form;
import florin.http.Query;
import florin.team.Session;
import florin.team.Session.From;
import java.util.Optional;

/**
 * A request for a page that is open without a session. A submitted form has passed the CSRF check.
 *
 * @param form the submitted form; empty for a GET
 * @param session of a user who is already signed in
 */
public record Visitor(Exchange exchange, Reach reach, Form form, Optional<Session> session) {
  public Query query() {
    return exchange.query();
  }

  public String pathParameter(String name) {
    return exchange.pathParameter(name);
  }

  /** Returns the cookie from an earlier sign-in with this browser, unchecked. */
  public Optional<String> device() {
    return exchange.cookie(reach.deviceCookie());
  }

  public From from() {
    String agent = exchange.headers("User-Agent").stream().findFirst().orElse("");
    return new From(reach.address(), agent);
  }
}
