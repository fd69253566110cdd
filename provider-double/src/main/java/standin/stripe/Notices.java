package standin.stripe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What tells merchants' endpoints of events: signed, and again where that was not answered with a
 * 2xx, a few times. Each delivery goes by itself, so that their order is nobody's.
 */
public final class Notices implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int TRIES = 6;

  /** Deliveries that are remembered. */
  private static final int REMEMBERED = 10_000;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Plan<NoticeFault> faults;
  private final InstantSource clock;
  private final Pauses pauses;
  private final Deque<Delivery> deliveries = new ArrayDeque<>();
  private final List<Notice> held = new ArrayList<>();
  private final List<Notice> lost = new ArrayList<>();
  private int underWay;
  private boolean closed;

  /**
   * How long to wait before the second try of a delivery, twice as long each time, and by faults.
   */
  record Pauses(Duration retry, Duration late) {}

  /**
   * A POST of a notice.
   *
   * @param status 0 when there was no answer
   */
  public record Delivery(String event, String type, int status) {}

  Notices(Plan<NoticeFault> faults, InstantSource clock, Pauses pauses) {
    this.faults = faults;
    this.clock = clock;
    this.pauses = pauses;
  }

  /** Returns when what must arrive before an answer has arrived, or was tried. */
  void send(List<Notice> notices) {
    for (Notice notice : notices) {
      switch (faults.take(notice.type())) {
        case NONE -> start(notice, Duration.ZERO);
        case BEFORE_ANSWER -> {
          if (!post(notice)) {
            start(notice, pauses.retry());
          }
        }
        case LATE -> start(notice, pauses.late());
        case TWICE -> {
          start(notice, Duration.ZERO);
          start(notice, Duration.ZERO);
        }
        case AFTER_THE_NEXT -> hold(notice);
        case NEVER -> lose(notice);
      }
    }
  }

  private synchronized void lose(Notice notice) {
    lost.add(notice);
  }

  /** Sends the lost webhooks again, as *Resend* in Stripe's dashboard does. */
  public void resendLost() {
    takeLost().forEach(notice -> start(notice, Duration.ZERO));
  }

  /** Sends the lost webhooks again, to another address than before. */
  public void resendLost(URI address) {
    takeLost().forEach(notice -> start(notice.to(address), Duration.ZERO));
  }

  private synchronized List<Notice> takeLost() {
    List<Notice> taken = List.copyOf(lost);
    lost.clear();
    return taken;
  }

  private synchronized void hold(Notice notice) {
    held.add(notice);
  }

  private synchronized List<Notice> takeHeld() {
    List<Notice> taken = List.copyOf(held);
    held.clear();
    return taken;
  }

  private void start(Notice notice, Duration pause) {
    synchronized (this) {
      if (closed) {
        return;
      }
      underWay++;
    }
    Thread.ofVirtual()
        .name("notice")
        .start(() -> {
          try {
            deliver(notice, pause);
          } finally {
            end();
          }
        });
  }

  private void deliver(Notice notice, Duration pause) {
    Duration next = pause;
    for (int tried = 0; tried < TRIES && rest(next); tried++) {
      if (post(notice)) {
        takeHeld().forEach(one -> start(one, Duration.ZERO));
        return;
      }
      next = pauses.retry().multipliedBy(1L << tried);
    }
    lose(notice);
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

  private boolean post(Notice notice) {
    int status = 0;
    try {
      long now = clock.instant().getEpochSecond();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(notice.url()))
              .timeout(PATIENCE)
              .header("Content-Type", "application/json; charset=utf-8")
              .header("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
              .header("Stripe-Signature", Signature.header(now, notice.body(), notice.secrets()))
              .POST(BodyPublishers.ofString(notice.body()))
              .build();
      status = client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException unanswered) {
      // It is tried again.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    remember(new Delivery(notice.id(), notice.type(), status));
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

  /** The last ones, in the order in which they ended. */
  public synchronized List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  /** Waits until nothing is under way, and delivers then what was held back for a next one. */
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
        throw new IllegalStateException(underWay + " notices are still under way");
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
