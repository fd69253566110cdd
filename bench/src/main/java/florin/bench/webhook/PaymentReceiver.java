package florin.bench.webhook;

import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.rows.Stock;
import florin.bench.service.ServiceProcess;
import florin.core.Id.WebhookEndpointId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A webhook endpoint that counts events of successful payments. Closing disables it. */
public final class PaymentReceiver implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final ServiceProcess service;
  private final PaymentRequests requests;
  private final Semaphore delivered = new Semaphore(0);
  private final MerchantServer server;
  private final WebhookEndpointId endpoint;

  private PaymentReceiver(ServiceProcess service) throws IOException {
    this.service = service;
    this.requests = new PaymentRequests(service.address(), service.folder().testKey());
    this.server = new MerchantServer(_ -> delivered.release());
    String body =
        "{\"url\":\"" + server.url("/works") + "\",\"enabled_events\":[\"payment.succeeded\"]}";
    this.endpoint = Stock.idIn(post("/v2/webhook_endpoints", body), WebhookEndpointId.KIND);
  }

  /** Starts a server and creates an endpoint for it. */
  public static PaymentReceiver open(ServiceProcess service) throws IOException {
    return new PaymentReceiver(service);
  }

  private String post(String path, String body) throws IOException {
    return Once.succeed(service.address(), requests.post(path, body, Optional.empty()));
  }

  /**
   * Waits for a number of deliveries, including duplicates.
   *
   * @throws IOException if they don't arrive in time
   */
  public void await(long count) throws IOException {
    try {
      if (!delivered.tryAcquire(
          Math.toIntExact(count), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "of " + count + " deliveries " + delivered.availablePermits() + " arrived");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      post("/v2/webhook_endpoints/" + endpoint.text(), "{\"status\":\"disabled\"}");
    } finally {
      server.close();
    }
  }
}
