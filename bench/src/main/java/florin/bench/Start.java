package florin.bench;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A start of the service, with the time from the launch of its process to the first successful
 * payment.
 */
record Start(ServiceProcess service, Duration toFirstAnswer) {
  private static final int CONNECTIONS = 64;
  private static final String CARD = "4242424242424242";

  static Start of(DataFolder folder, Map<String, String> environment) throws IOException {
    long begun = System.nanoTime();
    ServiceProcess service = ServiceProcess.start(folder, environment);
    try {
      var requests = new PaymentRequests(service.address(), folder.testKey());
      Once.succeed(service.address(), payment(requests).bytes());
      return new Start(service, Duration.ofNanos(System.nanoTime() - begun));
    } catch (IOException | RuntimeException failed) {
      service.close();
      throw failed;
    }
  }

  /**
   * Starts the service twice more, after a kill and after a clean stop.
   *
   * @param first the start on the empty folder; its service has been killed since
   */
  static List<Goal> goals(DataFolder folder, Start first) throws IOException {
    Start afterKill = of(folder, FullRun.UNLIMITED);
    afterKill.service().close();
    Start afterStop = of(folder, FullRun.UNLIMITED);
    afterStop.service().close();
    return List.of(
        first.goal("on an empty folder", 5_000),
        afterKill.goal("after kill -9 under load", 8_000),
        afterStop.goal("after a clean stop", 1_500));
  }

  private Goal goal(String when, long millis) {
    return Goal.within("first 200 " + when, toFirstAnswer, Duration.ofMillis(millis));
  }

  /** Makes payments for the given time, then kills the service and its PostgreSQL with SIGKILL. */
  static void killUnderLoad(ServiceProcess service, Duration after) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    long end = System.nanoTime() + after.toNanos();
    var limits = new Limits(CONNECTIONS, after.multipliedBy(2), Long.MAX_VALUE);
    HttpLoad.run(
        service.address(),
        limits,
        () -> {
          if (System.nanoTime() > end && service.isAlive()) {
            kill(service);
          }
          return service.isAlive() ? Optional.of(payment(requests)) : Optional.empty();
        });
    if (service.isAlive()) {
      throw new IOException("the service ended before the kill under load");
    }
  }

  private static void kill(ServiceProcess service) {
    try {
      service.killWithPostgres();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Request payment(PaymentRequests requests) {
    Optional<String> key = Optional.of(UUID.randomUUID().toString());
    byte[] bytes = requests.create(1000, CARD, "A payment", key);
    return () -> bytes;
  }
}
