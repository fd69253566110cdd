package florin.api;

import static florin.api.Route.Keys.SECRET;

import florin.event.EventApi;
import florin.http.Endpoint;
import florin.payment.PaymentApi;
import java.util.List;

/** THE table of routes. */
public final class Routes {
  private final List<Route<?>> table;

  public Routes(PaymentApi payments, EventApi events) {
    this.table =
        List.of(
            new Route<>("POST", "/v2/payments", SECRET, PaymentApi::readCreate, payments::create),
            new Route<>("GET", "/v2/payments/{id}", SECRET, PaymentApi::readId, payments::retrieve),
            new Route<>("GET", "/v2/events", SECRET, EventApi::readList, events::list),
            new Route<>("GET", "/v2/events/{id}", SECRET, EventApi::readId, events::retrieve));
  }

  public List<Endpoint> endpoints(Gate gate) {
    return table.stream()
        .map(route ->
            new Endpoint(
                route.method(), route.template(), exchange -> gate.answer(exchange, route)))
        .toList();
  }
}
