package florin.bench.load;

import florin.bench.load.HttpLoad.Limits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;

/** Sends a single request on a connection of its own. */
public final class Once {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int DECLINED = 402;

  private Once() {}

  /**
   * Sends a request that must succeed.
   *
   * @return the body of the response
   * @throws IOException if there is no response or its status is not 2xx
   */
  public static String succeed(InetSocketAddress service, byte[] request) throws IOException {
    return ask(service, request, status -> status / 100 == 2);
  }

  /**
   * Sends a payment, which the card may decline.
   *
   * @return the body of the response
   * @throws IOException if there is no response, or it is neither a success nor a decline
   */
  public static String pay(InetSocketAddress service, byte[] request) throws IOException {
    return ask(service, request, status -> status / 100 == 2 || status == DECLINED);
  }

  private static String ask(InetSocketAddress service, byte[] request, IntPredicate wanted)
      throws IOException {
    var body = new AtomicReference<>("");
    var asking =
        new Request() {
          @Override
          public byte[] bytes() {
            return request;
          }

          @Override
          public void answered(Answer answer) {
            body.set(answer.text());
          }
        };
    Tally tally = HttpLoad.run(service, new Limits(1, PATIENCE, 1), () -> Optional.of(asking));
    boolean good = tally.statuses().keySet().stream().allMatch(wanted::test);
    if (!good || tally.lostRequests() > 0) {
      throw new IOException(tally.errors() + ": " + body.get());
    }
    return body.get();
  }
}
