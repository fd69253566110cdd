package florin.bench.overload;

import florin.bench.load.Answer;
import florin.bench.load.HttpLoad;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.random.RandomGenerator;

/**
 * Open-loop callers that ignore rejections. Most create payments, some list them, and a few capture
 * or refund existing ones, never more than the service could handle.
 */
final class Rush implements HttpLoad.Source {
  private static final int AMOUNT = 1000;
  private static final String CARD = "4242424242424242";

  private final PaymentRequests requests;
  private final RandomGenerator random;
  private final Prepared stock;
  private final Shares shares;
  private final Answered answered;
  private final String prefix;
  private int made;

  /**
   * The share of each kind of request, as fractions of 1. The rest are payments.
   *
   * @param followUps share of captures, and of refunds
   */
  record Shares(double followUps, double lists) {}

  /** Ids of payments to capture and of payments to refund. Each is used once. */
  record Prepared(Queue<String> held, Queue<String> paid) {
    Prepared() {
      this(new ArrayDeque<>(), new ArrayDeque<>());
    }
  }

  /**
   * Creates a source of requests.
   *
   * @param prefix prefix of the payments' names, unique for each overload
   */
  Rush(
      PaymentRequests requests,
      RandomGenerator random,
      Prepared stock,
      Shares shares,
      Answered answered,
      String prefix) {
    this.requests = requests;
    this.random = random;
    this.stock = stock;
    this.shares = shares;
    this.answered = answered;
    this.prefix = prefix;
  }

  @Override
  public Optional<Request> next() {
    double drawn = random.nextDouble();
    String name = prefix + made++;
    if (drawn < shares.followUps()) {
      return Optional.of(capture(name));
    }
    if (drawn < 2 * shares.followUps()) {
      return Optional.of(refund(name));
    }
    return Optional.of(
        drawn < 2 * shares.followUps() + shares.lists()
            ? asked(Errand.LIST, name, requests.get("/v2/payments?limit=20"))
            : payment(name));
  }

  private Request payment(String name) {
    byte[] bytes = requests.create(AMOUNT, CARD, name, Optional.of(name));
    return asked(Errand.PAYMENT, name, bytes);
  }

  /** Captures a prepared payment, whose id serves as the request's name. */
  private Request capture(String name) {
    String id = stock.held().poll();
    return id == null
        ? payment(name)
        : asked(
            Errand.CAPTURE,
            id,
            requests.post("/v2/payments/" + id + "/capture", "{}", Optional.of(name)));
  }

  private Request refund(String name) {
    String id = stock.paid().poll();
    return id == null
        ? payment(name)
        : asked(
            Errand.REFUND,
            id,
            requests.post("/v2/refunds", "{\"payment\":\"" + id + "\"}", Optional.of(name)));
  }

  private Request asked(Errand errand, String name, byte[] bytes) {
    return new Request() {
      @Override
      public byte[] bytes() {
        return bytes;
      }

      @Override
      public void answered(Answer answer, long nanos) {
        answered.take(errand, name, answer, nanos);
      }
    };
  }
}
