package florin.demo;

import florin.core.IdSource;
import florin.customer.Customers;
import florin.dispute.DisputeStore;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.challenge.Challenges;
import florin.payment.dispute.DisputeResponses;
import florin.payment.dispute.TestDisputes;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.recovery.DueAttempts;
import florin.payment.refund.Refunds;
import florin.paymentmethod.PaymentMethods;
import florin.webhook.DeliveryHistory;
import florin.webhook.WebhookEndpoints;

/**
 * The merchant's use cases, and the background work that the demo runs in place of the background
 * jobs.
 */
public record UseCases(
    OfPayments ofPayments,
    OfDisputes ofDisputes,
    Customers customers,
    PaymentMethods methods,
    WebhookEndpoints endpoints,
    DeliveryHistory deliveries,
    IdSource ids) {
  /**
   * The use cases for payments, and the due attempts that the demo processes in place of recovery.
   */
  public record OfPayments(
      Payments payments,
      FollowUps followUps,
      Refunds refunds,
      Challenges challenges,
      DueAttempts dueAttempts) {}

  /** The use cases for disputes. */
  public record OfDisputes(
      DisputeStore store,
      EvidenceDrafts evidence,
      DisputeResponses responses,
      TestDisputes decisions) {}

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
