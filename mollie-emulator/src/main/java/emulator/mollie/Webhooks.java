package emulator.mollie;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Sends webhooks: a form with the id of a payment, without a signature. A delivery without a 2xx
 * response is retried by Mollie's schedule. Deliveries are independent of each other, so that their
 * order is undefined.
 */
public final class Webhooks implements AutoCloseable {
  /** The time that Mollie waits for a response. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** The minutes before each attempt. */
  private static final List<Integer> SCHEDULE = List.of(0, 1, 2, 4, 8, 16, 29, 60, 120, 1320);

  /** The number of deliveries that are kept. */
  private static final int REMEMBERED = 10_000;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Plan<WebhookFault> faults;
  private final Pauses pauses;
  private final Deque<Delivery> deliveries = new ArrayDeque<>();
  private final List<Webhook> held = new ArrayList<>();
  private final List<Webhook> lost = new ArrayList<>();
  private int underWay;
  private boolean closed;

  /**
   * The delay before the second attempt of a delivery, which is one minute at Mollie and shortens
   * all attempts accordingly, and the delay of late webhooks.
   */
  record Pauses(Duration retry, Duration late) {}

  /**
   * A POST of a webhook.
   *
   * @param status 0 without a response
   */
  public record Delivery(String payment, String cause, int status) {}

  Webhooks(Plan<WebhookFault> faults, Pauses pauses) {
    this.faults = faults;
    this.pauses = pauses;
  }

  /**
   * Sends webhooks, and waits for those that must arrive before a response: until they arrived or
   * failed.
   */
  void send(List<Webhook> webhooks) {
    for (Webhook webhook : webhooks) {
      switch (faults.take(webhook.cause() + " " + webhook.payment())) {
        case NONE -> start(webhook, Duration.ZERO);
        case BEFORE_ANSWER -> {
          if (!post(webhook)) {
            start(webhook, pauses.retry());
          }
        }
        case LATE -> start(webhook, pauses.late());
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
    for (int minutes : SCHEDULE) {
      if (!rest(pauses.retry().multipliedBy(minutes))) {
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
          HttpRequest.newBuilder(URI.create(webhook.url()))
              .timeout(PATIENCE)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .header("User-Agent", "Mollie HTTP client/1.0")
              .POST(BodyPublishers.ofString("id=" + webhook.payment()))
              .build();
      status = client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException unanswered) {
      // The loop tries again.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    remember(new Delivery(webhook.payment(), webhook.cause(), status));
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
