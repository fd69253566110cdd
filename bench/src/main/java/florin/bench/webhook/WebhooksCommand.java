package florin.bench.webhook;

import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin bench webhooks`. */
@Command(
    name = "webhooks",
    description =
        "Measure deliveries to good endpoints, alone and beside endpoints that hang or refuse connections.",
    mixinStandardHelpOptions = true)
public final class WebhooksCommand implements Callable<Integer> {
  private static final int SENDERS = 8;
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final String DESCRIPTION = "\"description\":\"t";

  @Option(
      names = "--endpoints",
      defaultValue = "85",
      description = "Endpoints that respond (default ${DEFAULT-VALUE}).")
  private int good;

  @Option(
      names = "--hanging",
      defaultValue = "10",
      description = "Endpoints that never respond, in the second run (default ${DEFAULT-VALUE}).")
  private int hanging;

  @Option(
      names = "--refusing",
      defaultValue = "5",
      description =
          "Endpoints that refuse connections, in the second run (default ${DEFAULT-VALUE}).")
  private int refusing;

  @Option(
      names = "--events",
      defaultValue = "600",
      description = "Events for each endpoint in each run (default ${DEFAULT-VALUE}).")
  private int events;

  @Option(
      names = "--warm-up",
      defaultValue = "400",
      description =
          "Events before the measurement, for the JIT compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Mixin private FolderOption folder = new FolderOption();

  private final AtomicLong taken = new AtomicLong();
  private volatile Histogram latencies = new ConcurrentHistogram(3);

  /** The result of one run. */
  private record Run(double perSecond, Histogram latencies, boolean whole) {}

  @Override
  public Integer call() throws Exception {
    try (DataFolder data = DataFolder.create(folder.path());
        var server = new MerchantServer(this::take);
        ServiceProcess service = ServiceProcess.start(data, Map.of("FLORIN_RATE_LIMIT", "off"));
        var merchant = new Merchant(service.address(), data.testKey())) {
      System.out.print(Machine.of(service));
      for (int i = 0; i < good; i++) {
        merchant.createEndpoint(server.url("/works/" + i));
      }
      run(merchant, warmUp);
      Run alone = run(merchant, events);
      print("good ones only", alone);
      for (int i = 0; i < hanging; i++) {
        merchant.createEndpoint(server.url("/hangs/" + i));
      }
      int closed = closedPort();
      for (int i = 0; i < refusing; i++) {
        merchant.createEndpoint("http://127.0.0.1:" + closed + "/" + i);
      }
      Run beside = run(merchant, events);
      print(hanging + " hanging, " + refusing + " refusing", beside);
      System.out.printf(
          Locale.ROOT,
          "%nGood endpoints kept %.0f %% of their throughput. Load average %.1f%n",
          100 * beside.perSecond() / alone.perSecond(),
          Machine.load());
      return alone.whole() && beside.whole() ? 0 : 1;
    }
  }

  /**
   * Creates events as fast as possible, and waits until every good endpoint has received all of
   * them.
   */
  private Run run(Merchant merchant, int count) throws InterruptedException {
    latencies = new ConcurrentHistogram(3);
    taken.set(0);
    var left = new ConcurrentLinkedQueue<Integer>();
    for (int i = 0; i < count; i++) {
      left.add(i);
    }
    long begun = System.nanoTime();
    try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < SENDERS; i++) {
        senders.execute(() -> send(merchant, left));
      }
    }
    long all = (long) count * good;
    long end = begun + LONGEST.toNanos();
    while (taken.get() < all && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new Run(taken.get() / seconds, latencies, taken.get() >= all);
  }

  private static void send(Merchant merchant, ConcurrentLinkedQueue<Integer> left) {
    try {
      while (left.poll() != null) {
        merchant.createCustomer(Long.toString(System.nanoTime()));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(String body) {
    int at = body.indexOf(DESCRIPTION) + DESCRIPTION.length();
    long sent = Long.parseLong(body.substring(at, body.indexOf('"', at)));
    latencies.recordValue(Math.max(0, System.nanoTime() - sent));
    taken.incrementAndGet();
  }

  private static int closedPort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void print(String title, Run run) {
    System.out.printf(
        Locale.ROOT,
        "%n%s%n  deliveries   %,.0f/s%s%n  latency ms   p50 %.0f   p99 %.0f   max %.0f (from the request, all events concurrently)%n",
        title,
        run.perSecond(),
        run.whole() ? "" : "   SOME ARE MISSING",
        run.latencies().getValueAtPercentile(50) / 1e6,
        run.latencies().getValueAtPercentile(99) / 1e6,
        run.latencies().getMaxValue() / 1e6);
  }
}
