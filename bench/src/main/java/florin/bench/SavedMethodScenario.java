package florin.bench;

import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Tally;
import florin.bench.rows.Stock;
import florin.bench.service.ServiceProcess;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Sends `POST /v2/payments` for customers, each with the customer's saved card. Each request has
 * its own idempotency key.
 *
 * @param bodies request bodies, one for each customer, used in turn
 */
record SavedMethodScenario(List<String> bodies) implements Scenario {
  /**
   * A multiple of the connections, so that two concurrent payments rarely have the same customer.
   */
  private static final int CUSTOMERS = 300;

  private static final String CARD =
      """
      {"type":"card","card":{"number":"4242424242424242","exp_month":12,"exp_year":2035,"cvc":"123"}}\
      """;

  SavedMethodScenario {
    bodies = List.copyOf(bodies);
  }

  /** Creates the customers and their cards. */
  static SavedMethodScenario of(ServiceProcess service) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    var bodies = new ArrayList<String>();
    for (int i = 0; i < CUSTOMERS; i++) {
      var customer = Stock.idIn(post(service, requests, "/v2/customers", "{}"), CustomerId.KIND);
      String made = post(service, requests, "/v2/payment_methods", CARD);
      var method = Stock.idIn(made, PaymentMethodId.KIND);
      String owner = "{\"customer\":\"" + customer.text() + "\"}";
      post(service, requests, "/v2/payment_methods/" + method.text() + "/attach", owner);
      bodies.add(
          """
          {"amount":1000,"currency":"usd","description":"A payment","customer":"%s","payment_method":"%s"}\
          """
              .formatted(customer.text(), method.text()));
    }
    return new SavedMethodScenario(bodies);
  }

  private static String post(
      ServiceProcess service, PaymentRequests requests, String path, String body)
      throws IOException {
    return Once.succeed(service.address(), requests.post(path, body, Optional.empty()));
  }

  @Override
  public String title() {
    return "POST /v2/payments, a customer's saved card";
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    String run = UUID.randomUUID().toString();
    int[] count = {0};
    return HttpLoad.run(
        service.address(),
        limits,
        () -> {
          String key = run + "-" + count[0];
          String body = bodies.get(count[0]++ % bodies.size());
          byte[] bytes = requests.post("/v2/payments", body, Optional.of(key));
          return Optional.of(() -> bytes);
        });
  }
}
