package florin.demo;

import florin.core.IdSource;
import florin.customer.Customers;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.challenge.Challenges;
import florin.payment.recovery.DueAttempts;
import florin.payment.refund.Refunds;
import florin.paymentmethod.PaymentMethods;
import florin.webhook.DeliveryHistory;
import florin.webhook.WebhookEndpoints;

/** All that a merchant can do, and what is done in place of those who work by themselves. */
public record UseCases(
    OfPayments ofPayments,
    Customers customers,
    PaymentMethods methods,
    WebhookEndpoints endpoints,
    DeliveryHistory deliveries,
    IdSource ids) {
  /** With payments, and what is due of them in place of the loop of recovery. */
  public record OfPayments(
      Payments payments,
      FollowUps followUps,
      Refunds refunds,
      Challenges challenges,
      DueAttempts dueAttempts) {}

  Payments payments() {
    return ofPayments.payments();
  }

  FollowUps followUps() {
    return ofPayments.followUps();
  }

  Challenges challenges() {
    return ofPayments.challenges();
  }

  DueAttempts dueAttempts() {
    return ofPayments.dueAttempts();
  }

  Refunds refunds() {
    return ofPayments.refunds();
  }
}
