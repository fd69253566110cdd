package florin.app;

import florin.connector.instance.RealmConnectors;
import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.connector.instance.RestoreReview;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToDoubleFunction;

/** The metrics of the realms' connectors in `/metrics`. */
final class ConnectorMetrics {
  private ConnectorMetrics() {}

  static void register(PrometheusRegistry registry, RealmConnectors connectors) {
    gauge(
        registry,
        connectors,
        "florin_connector_circuit_open",
        "1 while the connector's provider fails, and Florin sends it no new requests.",
        health -> health.isCircuitOpen() ? 1.0 : 0.0);
    gauge(
        registry,
        connectors,
        "florin_connector_calls_in_flight",
        "Calls in flight at the connector's provider.",
        health -> (double) health.calls());
  }

  static void register(PrometheusRegistry registry, RestoreReview review) {
    GaugeWithCallback.builder()
        .name("florin_unknown_provider_objects")
        .help("Objects at providers that a restored database doesn't have.")
        .callback(gauge -> gauge.call((double) review.found()))
        .register(registry);
  }

  private static void gauge(
      PrometheusRegistry registry,
      RealmConnectors connectors,
      String name,
      String help,
      ToDoubleFunction<ConnectorHealth> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("connector", "kind")
        .callback(gauge ->
            connectors
                .listHealth()
                .forEach(health ->
                    gauge.call(
                        value.applyAsDouble(health), health.name().id(), health.name().kind())))
        .register(registry);
  }
}
