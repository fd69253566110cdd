package florin.doctor;

import florin.app.AddressFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/** The checks of a running service through its own endpoints. */
final class ServiceCheck {
  private static final String SUBJECT = "service";
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The most bytes of a response; metrics are the longest. */
  private static final long MAX_BYTES = 16 << 20;

  private static final int OK = 200;
  private static final double HEAP_IS_FULL = 0.95;
  private static final Pattern REASON = Pattern.compile("\"reason\":\"([a-z_]{1,40})\"");
  private static final Pattern OPEN_CIRCUIT =
      Pattern.compile("florin_connector_circuit_open\\{connector=\"(cn_[a-z0-9]+)\"[^}]*} 1\\.0");
  private static final Pattern HEAP =
      Pattern.compile("(?m)^jvm_memory_(used|max)_bytes\\{area=\"heap\"} ([0-9.E]+)$");

  private final AddressFile address;
  private Optional<String> metrics = Optional.empty();

  ServiceCheck(AddressFile address) {
    this.address = address;
  }

  List<DoctorFinding> look() {
    Optional<URI> url = address.read();
    if (url.isEmpty()) {
      return List.of(
          DoctorFinding.look(
              SUBJECT,
              "No service has run with this data folder",
              "Start the service with ./florin serve."));
    }
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<String> ready = get(client, url.get() + "/readyz");
      HttpResponse<String> told = get(client, url.get() + "/metrics");
      metrics = Optional.of(told.body()).filter(_ -> told.statusCode() == OK);
      return List.of(finding(url.get(), ready));
    } catch (SSLException other) {
      return List.of(
          DoctorFinding.unseen(
              SUBJECT,
              "The certificate at %s is for another name, so the service was not checked: %s"
                  .formatted(url.get(), other.getMessage())));
    } catch (IOException silent) {
      return List.of(
          DoctorFinding.look(
              SUBJECT,
              "No service responds at %s: %s".formatted(url.get(), silent),
              "If the service should run, start it with ./florin serve. Its log has the reason why it stopped."));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking the service", interrupted);
    }
  }

  private static HttpResponse<String> get(HttpClient client, String url)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build(),
        BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
  }

  private DoctorFinding finding(URI url, HttpResponse<String> ready) {
    if (ready.headers().firstValue("Service-Version").isEmpty()) {
      return DoctorFinding.wrong(
          SUBJECT,
          "What answers at " + url + " is no Florin",
          "Another program uses the port. Find out which one listens there.");
    }
    if (ready.statusCode() != OK) {
      Matcher reason = REASON.matcher(ready.body());
      return DoctorFinding.wrong(
          SUBJECT,
          "The service at %s responds but is not ready: %s"
              .formatted(url, reason.find() ? reason.group(1) : "status " + ready.statusCode()),
          "Fix the findings below. A load balancer sends no requests to this node until then.");
    }
    double used = heap("used");
    double most = heap("max");
    String words = "The service at %s is ready".formatted(url);
    return used > HEAP_IS_FULL * most
        ? DoctorFinding.look(
            SUBJECT,
            "%s; heap: %.0f of %.0f MB used".formatted(words, used / 1e6, most / 1e6),
            "If the heap stays full, raise the limit: FLORIN_JAVA_OPTS=-Xmx640m.")
        : DoctorFinding.ok(SUBJECT, words);
  }

  private double heap(String which) {
    return metrics.stream()
        .flatMap(text -> HEAP.matcher(text).results())
        .filter(line -> line.group(1).equals(which))
        .mapToDouble(line -> Double.parseDouble(line.group(2)))
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Returns the ids of connectors whose circuit is open on this node; empty if the service did not
   * respond.
   */
  Optional<Set<String>> openCircuits() {
    return metrics.map(text ->
        OPEN_CIRCUIT
            .matcher(text)
            .results()
            .map(line -> line.group(1))
            .collect(Collectors.toSet()));
  }
}
