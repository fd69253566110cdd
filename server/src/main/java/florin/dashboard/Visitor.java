package florin.dashboard;

import florin.dashboard.Site.Reach;
import florin.http.Exchange;
import florin.http.Form;
import florin.http.Query;
import florin.team.Session;
import florin.team.Session.From;
import java.util.Optional;

/**
 * One request for a page that is open to everybody; a form of it was checked to be ours.
 *
 * @param form what was sent; empty for a GET
 * @param session of somebody who is signed in already
 */
record Visitor(Exchange exchange, Reach reach, Form form, Optional<Session> session) {
  Query query() {
    return exchange.query();
  }

  String pathParameter(String name) {
    return exchange.pathParameter(name);
  }

  /** What this browser kept of an earlier sign-in, as it came. */
  Optional<String> device() {
    return exchange.cookie(reach.deviceCookie());
  }

  From from() {
    String agent = exchange.headers("User-Agent").stream().findFirst().orElse("");
    return new From(reach.address(), agent);
  }
}
