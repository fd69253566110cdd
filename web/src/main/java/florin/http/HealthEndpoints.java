package florin.http;

import florin.http.Endpoint.Action;
import florin.http.Server.Readiness;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The endpoints for operators and their monitoring: liveness, readiness and metrics. They respond
 * even if all permits are taken.
 */
final class HealthEndpoints {
  private HealthEndpoints() {}

  private record Alive(String status) {}

  private record Ready(String status, Optional<String> reason) {}

  static List<Endpoint> endpoints(Readiness readiness, PrometheusRegistry registry) {
    ExpositionFormatWriter text = ExpositionFormats.init().getPrometheusTextFormatWriter();
    return List.of(
        always("/healthz", exchange -> Answer.json(200, new Alive("ok"))),
        always("/readyz", exchange -> ready(readiness.notReadyBecause())),
        always("/metrics", exchange -> metrics(text, registry)));
  }

  private static Endpoint always(String template, Action action) {
    return new Endpoint("GET", template, TrafficClass.OPERATORS, action);
  }

  private static Answer ready(Optional<String> reason) {
    return reason.isEmpty()
        ? Answer.json(200, new Ready("ready", reason))
        : Answer.json(503, new Ready("not_ready", reason));
  }

  private static Answer metrics(ExpositionFormatWriter text, PrometheusRegistry registry) {
    var page = new ByteArrayOutputStream();
    try {
      text.write(page, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("writing metrics to memory", e);
    }
    return Answer.of(200, text.getContentType(), page.toByteArray());
  }
}
