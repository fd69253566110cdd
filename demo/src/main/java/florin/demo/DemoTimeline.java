package florin.demo;

import florin.core.Caller;
import florin.core.Id.PaymentId;
import florin.core.Id.WebhookEndpointId;
import florin.demo.Orders.Purchase;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.webhook.DeliveryHistory;
import florin.webhook.DeliveryHistory.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;

/** Carries out the orders of a plan with all follow-ups, in the order of time. */
public final class DemoTimeline {
  /** The time of the shop's outage, in a busy hour regardless of the end of the history. */
  private static final Duration NOON = Duration.ofHours(12);

  /** Long enough that even a history with few payments has some in the outage. */
  private static final Duration OUTAGE = Duration.ofHours(8);

  /** Shorter than the time after which Florin disables an endpoint that always fails. */
  private static final Duration REFUSING = Duration.ofHours(60);

  private final Plan plan;
  private final DeliveryHistory deliveries;
  private final Caller caller;
  private final HistoryClock clock;
  private final Random random;
  private final DemoMerchant merchant;
  private final EventQueue queue = new EventQueue();
  private final Checkout checkout;
  private final FollowUpScript script;
  private final List<PaymentId> payments = new ArrayList<>();
  private final List<WebhookEndpointId> endpoints = new ArrayList<>();

  /** The numbers of created objects. */
  public record Counts(Map<Status, Integer> payments, int customers, int refunds, int endpoints) {
    public Counts {
      payments = Map.copyOf(payments);
    }

    public int allPayments() {
      return payments.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * @param caller the caller, in a test realm
   */
  public DemoTimeline(Plan plan, UseCases does, Caller caller, HistoryClock clock) {
    if (caller.realm().isLive()) {
      throw new IllegalArgumentException("a demo is for test mode, not for " + caller.realm());
    }
    this.plan = plan;
    this.deliveries = does.deliveries();
    this.caller = caller;
    this.clock = clock;
    this.random = new Random(~plan.seed());
    this.merchant = new DemoMerchant(does, caller, clock);
    this.checkout = new Checkout(merchant, random, plan.end().atZone(ZoneOffset.UTC).getYear());
    this.script = new FollowUpScript(merchant, queue, clock);
  }

  /**
   * Creates the whole history, and returns the numbers of created objects.
   *
   * @param progress receives the number of payments after each of them
   */
  public Counts tell(IntConsumer progress) {
    try (var server = new ShopServer()) {
      putEndpointsOnAgenda(server);
      for (Purchase order : Orders.of(plan)) {
        queue.add(
            order.at(),
            () -> {
              place(order);
              progress.accept(payments.size());
            });
      }
      queue.add(plan.at(0.55), checkout::tidyCustomers);
      queue.run(clock, plan.end(), this::deliver);
    }
    var byStatus = new EnumMap<Status, Integer>(Status.class);
    payments.forEach(id -> byStatus.merge(merchant.find(id).status(), 1, Integer::sum));
    return new Counts(byStatus, checkout.customers(), script.refunds(), endpoints.size());
  }

  private void place(Purchase order) {
    Payment payment = checkout.pay(order);
    payments.add(payment.id());
    script.of(order, payment);
  }

  /**
   * Schedules four endpoints. The first works, except for one outage. The second returned 410, so
   * Florin disabled it. The third is disabled by the merchant. The fourth has failed for the last
   * days. The first is disabled at the end, since nothing answers there once the demo has stopped.
   */
  private void putEndpointsOnAgenda(ShopServer server) {
    Instant outage = plan.at(0.6).truncatedTo(ChronoUnit.DAYS).plus(NOON);
    Instant move = plan.at(0.3);
    String shop =
        server.serve("/shop", () -> isAfter(outage) && !isAfter(outage.plus(OUTAGE)) ? 503 : 200);
    String oldShop = server.serve("/old-shop", () -> isAfter(move) ? 410 : 200);
    String newsletter = server.serve("/newsletter", () -> 200);
    String bookkeeping = server.serve("/bookkeeping", () -> 500);
    queue.add(
        plan.start(),
        () -> {
          endpoints.add(
              merchant.listenAt(
                  shop,
                  "The shop",
                  List.of(
                      "payment.succeeded", "payment.failed", "refund.created", "refund.failed")));
          endpoints.add(merchant.listenAt(oldShop, "The old shop", List.of("payment.succeeded")));
          endpoints.add(merchant.listenAt(newsletter, "Newsletter", List.of("customer.created")));
        });
    queue.add(plan.at(0.8), () -> merchant.disable(endpoints.get(2)));
    queue.add(
        plan.end().minus(REFUSING),
        () ->
            endpoints.add(
                merchant.listenAt(
                    bookkeeping, "Bookkeeping", List.of("payment.failed", "refund.created"))));
    queue.add(plan.end(), () -> merchant.disable(endpoints.getFirst()));
  }

  private boolean isAfter(Instant time) {
    return clock.peek().isAfter(time);
  }

  private void deliver() {
    deliveries.attemptNew(caller.realm(), endpoints, random).forEach(this::retryLater);
  }

  private void retryLater(Retry retry) {
    queue.add(
        clock.peek().plus(retry.after()),
        () -> deliveries.attempt(retry, random).ifPresent(this::retryLater));
  }
}
