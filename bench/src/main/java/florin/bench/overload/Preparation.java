package florin.bench.overload;

import florin.bench.load.Answer;
import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import tools.jackson.databind.json.JsonMapper;

/** Makes payments to capture or refund before the overload. */
final class Preparation {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private Preparation() {}

  /**
   * Makes the payments.
   *
   * @param callers number of callers, few enough that none is rejected
   * @param each number of authorized payments, and of captured payments
   */
  static Rush.Prepared make(
      InetSocketAddress service, PaymentRequests requests, int callers, int each)
      throws IOException {
    var stock = new Rush.Prepared();
    fill(stock.held(), "manual", service, requests, callers, each);
    fill(stock.paid(), "automatic", service, requests, callers, each);
    return stock;
  }

  private static void fill(
      Queue<String> ids,
      String captureMethod,
      InetSocketAddress service,
      PaymentRequests requests,
      int callers,
      int each)
      throws IOException {
    String body =
        "{\"amount\":1000,\"currency\":\"usd\",\"description\":\"prepared\",\"capture_method\":\""
            + captureMethod
            + "\",\"payment_method\":{\"type\":\"card\",\"card\":{\"number\":\"4242424242424242\",\"exp_month\":12,\"exp_year\":2035,\"cvc\":\"123\"}}}";
    byte[] bytes = requests.post("/v2/payments", body, Optional.empty());
    var payment =
        new Request() {
          @Override
          public byte[] bytes() {
            return bytes;
          }

          @Override
          public void answered(Answer answer) {
            if (answer.status() == 200) {
              ids.add(JSON.readTree(answer.text()).path("id").asString());
            }
          }
        };
    HttpLoad.run(service, new Limits(callers, LONGEST, each), () -> Optional.of(payment));
    if (ids.size() < each) {
      throw new IOException(
          "of " + each + " payments to prepare, the service created " + ids.size());
    }
  }
}
