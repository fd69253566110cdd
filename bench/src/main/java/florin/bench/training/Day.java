package florin.bench.training;

import florin.bench.load.Answer;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A typical mix of a shop's requests, most of which are payments. */
final class Day {
  private static final String APPROVED = "4242424242424242";
  private static final String DECLINED = "4000000000000002";

  private static final Pattern PAYMENT = Pattern.compile("\"id\": ?\"(pay_[0-9a-z]+)\"");
  private static final int MOST_REMEMBERED = 500;

  private final PaymentRequests requests;
  private final String webhooks;
  private final Deque<String> payments = new ArrayDeque<>();
  private int count;

  /**
   * Creates a mix of requests.
   *
   * @param webhooks URL that receives events of customers
   */
  Day(ServiceProcess service, String webhooks) throws IOException {
    this.requests = new PaymentRequests(service.address(), service.folder().testKey());
    this.webhooks = webhooks;
  }

  /**
   * Returns the next request of a cycle of twenty. Requests for an existing payment create one if
   * there is none.
   */
  Optional<Request> next() {
    int turn = count++ % 20;
    if (count == 1) {
      return Optional.of(sent(endpoint()));
    }
    String payment = turn % 2 == 1 && turn < 12 ? payments.poll() : null;
    if (payment == null) {
      return Optional.of(
          switch (turn) {
            case 12 -> sent(create(DECLINED));
            case 14 -> sent(requests.get("/v2/payments?limit=10"));
            case 16 -> sent(requests.get("/v2/events?limit=10"));
            case 18 -> sent(requests.post("/v2/customers", "{\"description\":\"Ada\"}", key()));
            default -> new Creation(create(APPROVED));
          });
    }
    return Optional.of(
        switch (turn) {
          case 1 -> sent(requests.post("/v2/refunds", "{\"payment\":\"" + payment + "\"}", key()));
          case 3 -> sent(requests.get("/v2/payments/" + payment + "?expand=attempts"));
          default -> sent(requests.get("/v2/payments/" + payment));
        });
  }

  private byte[] create(String card) {
    return requests.create(1000 + count, card, "Order " + count, key());
  }

  private byte[] endpoint() {
    String body = "{\"url\":\"" + webhooks + "\",\"enabled_events\":[\"customer.created\"]}";
    return requests.post("/v2/webhook_endpoints", body, key());
  }

  private static Optional<String> key() {
    return Optional.of(UUID.randomUUID().toString());
  }

  private static Request sent(byte[] bytes) {
    return () -> bytes;
  }

  /** A payment that later requests refer to. */
  private final class Creation implements Request {
    private final byte[] bytes;

    Creation(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public void answered(Answer answer) {
      Matcher id = PAYMENT.matcher(answer.text());
      if (answer.status() == 200 && payments.size() < MOST_REMEMBERED && id.find()) {
        payments.add(id.group(1));
      }
    }
  }
}
