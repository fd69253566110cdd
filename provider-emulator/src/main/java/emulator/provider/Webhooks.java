package emulator.provider;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Sends webhooks. A delivery without a 2xx response is retried by the provider's schedule.
 * Deliveries are independent of each other, so that their order is undefined.
 */
public final class Webhooks implements AutoCloseable {
  /** The number of deliveries that are kept. */
  private static final int REMEMBERED = 10_000;

  private final HttpClient client;
  private final Plan<WebhookFault> faults;
  private final Rules rules;
  private final Options options;
  private final Deque<Delivery> deliveries = new ArrayDeque<>();
  private final List<Webhook> held = new ArrayList<>();
  private final List<Webhook> lost = new ArrayList<>();
  private int underWay;
  private boolean closed;

  /**
   * The provider's rules.
   *
   * @param patience the time that it waits for a response
   * @param schedule the delay before each attempt, as a multiple of the one before the second
   */
  public record Rules(Duration patience, List<Integer> schedule) {
    public Rules {
      schedule = List.copyOf(schedule);
    }
  }

  /**
   * A POST of a webhook.
   *
   * @param status 0 without a response
   */
  public record Delivery(String id, String type, int status) {}

  Webhooks(Plan<WebhookFault> faults, Rules rules, Options options) {
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(rules.patience())
            .build();
    this.faults = faults;
    this.rules = rules;
    this.options = options;
  }

  /**
   * Sends webhooks, and waits for those that must arrive before a response: until they arrived or
   * failed.
   */
  public void send(List<? extends Webhook> webhooks) {
    for (Webhook webhook : webhooks) {
      switch (faults.take(webhook.id() + " " + webhook.type())) {
        case NONE -> start(webhook, Duration.ZERO);
        case BEFORE_ANSWER -> {
          if (!post(webhook)) {
            start(webhook, options.retry());
          }
        }
        case LATE -> start(webhook, options.slow());
        case TWICE -> {
          start(webhook, Duration.ZERO);
          start(webhook, Duration.ZERO);
        }
        case AFTER_THE_NEXT -> hold(webhook);
        case NEVER -> lose(webhook);
      }
    }
  }

  private synchronized void lose(Webhook webhook) {
    lost.add(webhook);
  }

  /** Sends lost webhooks again. */
  public void resendLost() {
    takeLost().forEach(webhook -> start(webhook, Duration.ZERO));
  }

  /** Sends lost webhooks again, to another address than before. */
  public void resendLost(URI address) {
    takeLost().forEach(webhook -> start(webhook.to(address), Duration.ZERO));
  }

  private synchronized List<Webhook> takeLost() {
    List<Webhook> taken = List.copyOf(lost);
    lost.clear();
    return taken;
  }

  private synchronized void hold(Webhook webhook) {
    held.add(webhook);
  }

  private synchronized List<Webhook> takeHeld() {
    List<Webhook> taken = List.copyOf(held);
    held.clear();
    return taken;
  }

  private void start(Webhook webhook, Duration pause) {
    synchronized (this) {
      if (closed) {
        return;
      }
      underWay++;
    }
    Thread.ofVirtual()
        .name("webhook")
        .start(() -> {
          try {
            deliver(webhook, pause);
          } finally {
            end();
          }
        });
  }

  private void deliver(Webhook webhook, Duration pause) {
    if (!rest(pause)) {
      return;
    }
    for (int times : rules.schedule()) {
      if (!rest(options.retry().multipliedBy(times))) {
        return;
      }
      if (post(webhook)) {
        takeHeld().forEach(one -> start(one, Duration.ZERO));
        return;
      }
    }
    lose(webhook);
  }

  private static boolean rest(Duration pause) {
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean post(Webhook webhook) {
    int status = 0;
    try {
      HttpRequest request =
          webhook.request(options.clock().instant()).timeout(rules.patience()).build();
      status = client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException unanswered) {
      // The loop tries again.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    remember(new Delivery(webhook.id(), webhook.type(), status));
    return status / 100 == 2;
  }

  private synchronized void remember(Delivery delivery) {
    if (deliveries.size() == REMEMBERED) {
      deliveries.removeFirst();
    }
    deliveries.addLast(delivery);
  }

  private synchronized void end() {
    underWay--;
    notifyAll();
  }

  /** Returns the most recent deliveries, in the order in which they ended. */
  public synchronized List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  /**
   * Waits until no delivery is in progress, and then delivers the webhooks that were held back.
   *
   * @param limit the longest wait
   */
  public void awaitQuiet(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    awaitNone(end);
    takeHeld().forEach(one -> start(one, Duration.ZERO));
    awaitNone(end);
  }

  private synchronized void awaitNone(long end) throws InterruptedException {
    while (underWay > 0) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new IllegalStateException(underWay + " webhooks are still being delivered");
      }
      wait(left);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    client.shutdownNow();
  }
}
