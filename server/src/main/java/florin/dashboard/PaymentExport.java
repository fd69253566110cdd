package florin.dashboard;

import florin.core.Id.CustomerId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.http.Answer;
import florin.instrument.Card;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import florin.report.PaymentSearch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/**
 * Payments as a file for spreadsheets. It is written page by page, so it may be of any length and
 * takes no memory; a file that breaks off, because it takes too long or because of a fault, is not
 * ended as HTTP ends one, so that the browser says that it is not whole.
 */
final class PaymentExport {
  /** For longer ones, the dates can be narrowed. */
  static final Duration MAX_DURATION = Duration.ofMinutes(10);

  /** Of this node, at once: so that some are left for pages. */
  static final int MAX_AT_ONCE = 4;

  private static final List<String> HEAD =
      List.of(
          "id",
          "created",
          "status",
          "amount",
          "currency",
          "captured",
          "refunded",
          "card_brand",
          "card_last4",
          "customer",
          "description",
          "receipt_email",
          "statement_descriptor",
          "failure_code",
          "decline_code",
          "metadata",
          "provider_ids");

  private final PaymentSearch search;
  private final Duration maxDuration;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);

  PaymentExport(PaymentSearch search, Duration maxDuration) {
    this.search = search;
    this.maxDuration = maxDuration;
  }

  boolean isBusy() {
    return places.availablePermits() == 0;
  }

  /** All that was asked for, newest first. */
  Answer of(Realm realm, PaymentQuery query) {
    return Answer.stream("text/csv; charset=utf-8", out -> write(realm, query, out))
        .with("Content-Disposition", "attachment; filename=\"payments.csv\"");
  }

  private void write(Realm realm, PaymentQuery query, OutputStream out) throws IOException {
    if (!places.tryAcquire()) {
      throw new IOException("more than " + MAX_AT_ONCE + " exports at once");
    }
    try {
      writePages(realm, query, out);
    } finally {
      places.release();
    }
  }

  private void writePages(Realm realm, PaymentQuery query, OutputStream out) throws IOException {
    long begun = System.nanoTime();
    out.write(Csv.line(HEAD).getBytes(StandardCharsets.UTF_8));
    Optional<UUID> after = Optional.empty();
    Page<Payment> page;
    do {
      if (System.nanoTime() - begun > maxDuration.toNanos()) {
        throw new IOException("an export took longer than " + maxDuration);
      }
      page =
          search.list(
              realm,
              query.term(),
              query.filter(),
              new PageRequest(PageRequest.MAX_LIMIT, after, Optional.empty()));
      String lines = page.data().stream().map(PaymentExport::line).collect(Collectors.joining());
      out.write(lines.getBytes(StandardCharsets.UTF_8));
      if (page.hasMore()) {
        after = Optional.of(page.data().getLast().id().uuid());
      }
    } while (page.hasMore());
  }

  private static String line(Payment payment) {
    Payment.Order order = payment.order();
    Optional<Failure> failure = payment.state().failure();
    Optional<Card> card =
        payment.method().instrument() instanceof Card paidWith
            ? Optional.of(paidWith)
            : Optional.empty();
    return Csv.line(
        List.of(
            payment.id().text(),
            payment.created().toString(),
            payment.status().text(),
            amount(order.amount()),
            order.amount().currency().code(),
            amount(payment.state().amounts().captured()),
            amount(payment.state().amounts().refunded()),
            card.map(c -> c.brand().text()).orElse(""),
            card.map(Card::last4).orElse(""),
            order.customer().map(CustomerId::text).orElse(""),
            order.description().orElse(""),
            order.receiptEmail().orElse(""),
            order.statementDescriptor().orElse(""),
            failure.map(f -> f.code().text()).orElse(""),
            failure.flatMap(Failure::declineCode).map(code -> code.text()).orElse(""),
            order.metadata().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("; ")),
            payment.state().provider().stream()
                .flatMap(provider -> provider.ids().values().stream())
                .collect(Collectors.joining(" "))));
  }

  private static String amount(Money money) {
    return AmountFormat.text(money);
  }
}
