package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefund;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefundStatus;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.connector.stripe.StripeSession.PageState;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The refunds of one payment, as Stripe lists them. */
final class StripeRefunds {
  /** The most pages of refunds that are read for one payment; a payment has fewer. */
  private static final int MAX_LISTS = 10;

  private final StripeAccount account;

  StripeRefunds(StripeAccount account) {
    this.account = account;
  }

  /** Returns all refunds, the newest first; empty if Stripe does not respond. */
  Optional<List<RemoteObject>> list(String intent, Deadline deadline) {
    var all = new ArrayList<RemoteObject>();
    Optional<String> after = Optional.empty();
    for (int i = 0; i < MAX_LISTS; i++) {
      RemoteAnswer<StripeError> answer =
          account.line().send(StripeRequests.refunds(intent, after), deadline);
      if (!(answer instanceof RemoteAnswer.Done(RemoteObject page))) {
        return Optional.empty();
      }
      List<RemoteObject> refunds = page.objects("data");
      all.addAll(refunds);
      if (!page.is("has_more") || refunds.isEmpty()) {
        return Optional.of(all);
      }
      after = refunds.getLast().text("id");
    }
    return Optional.empty();
  }

  /**
   * Returns the amounts that Stripe has captured and refunded, without the refunds that Florin
   * requested and books itself.
   *
   * @param newestFirst all refunds of the charge
   */
  ProviderMoney money(StripeSession session, Currency currency, List<RemoteObject> newestFirst) {
    Money zero = Money.zero(currency);
    Money captured =
        session.state() == PageState.PAID
            ? session
                .object()
                .object("payment_intent")
                .flatMap(StripeRefunds::received)
                .orElse(zero)
            : zero;
    var refunds = new ArrayList<ProviderRefund>();
    newestFirst.reversed().stream()
        .filter(refund -> !isBookedByItsAttempt(refund))
        .flatMap(refund -> read(refund).stream())
        .forEach(refunds::add);
    if (!captured.isZero()) {
      release(session, captured, refunds);
    }
    return new ProviderMoney(captured, captured.isZero() ? List.of() : refunds);
  }

  /**
   * Removes the refund by which Stripe releases the rest after a partial capture, because no money
   * was refunded. Stripe creates it with the capture, so it is the oldest of that amount.
   */
  private static void release(
      StripeSession session, Money captured, List<ProviderRefund> oldestFirst) {
    session
        .object()
        .object("payment_intent")
        .flatMap(intent -> StripeSession.money("amount", intent))
        .filter(authorized -> authorized.isMoreThan(captured))
        .map(authorized -> authorized.minus(captured))
        .flatMap(
            rest -> oldestFirst.stream().filter(refund -> refund.amount().equals(rest)).findFirst())
        .ifPresent(oldestFirst::remove);
  }

  private static Optional<Money> received(RemoteObject intent) {
    return StripeSession.money("amount_received", intent);
  }

  /**
   * Returns whether the refund is one that Florin requested, and that its attempt books.
   *
   * <p>An attempt that was resolved as declined books nothing more. Stripe's support can complete
   * such a request later, after a server error. Then the refund counts as made at the provider.
   */
  private boolean isBookedByItsAttempt(RemoteObject refund) {
    return refund
        .text("metadata", StripeRequests.REFERENCE)
        .flatMap(AttemptId.KIND::parse)
        .filter(attempt -> !isDeclined(new OperationRef(attempt)))
        .isPresent();
  }

  private boolean isDeclined(OperationRef reference) {
    return RemoteFacts.outcome(account.exchanges().list(reference))
        .filter(Outcome.Declined.class::isInstance)
        .isPresent();
  }

  private static Optional<ProviderRefund> read(RemoteObject refund) {
    Optional<String> id = refund.text("id");
    Optional<Money> amount = StripeSession.money("amount", refund).filter(it -> !it.isZero());
    Optional<ProviderRefundStatus> status =
        switch (refund.text("status").orElse("")) {
          case "succeeded" -> Optional.of(ProviderRefundStatus.SUCCEEDED);
          case "pending", "requires_action" -> Optional.of(ProviderRefundStatus.PENDING);
          case "failed" -> Optional.of(ProviderRefundStatus.FAILED);
          case "canceled" -> Optional.of(ProviderRefundStatus.CANCELED);
          default -> Optional.empty();
        };
    return id.isEmpty() || amount.isEmpty() || status.isEmpty()
        ? Optional.empty()
        : Optional.of(new ProviderRefund(id.get(), amount.get(), status.get()));
  }
}
