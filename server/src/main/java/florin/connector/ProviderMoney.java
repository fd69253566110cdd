package florin.connector;

import florin.core.Money;
import java.util.List;

/**
 * The money that a provider has moved for a payment, for Florin or from its own dashboard.
 *
 * @param captured what the provider has taken; zero while it is only held
 * @param refunds those that Florin did not ask for, the oldest first
 */
public record ProviderMoney(Money captured, List<ProviderRefund> refunds) {
  public ProviderMoney {
    refunds = List.copyOf(refunds);
  }

  /**
   * A refund that a person has made at the provider.
   *
   * @param id the provider's name of it
   */
  public record ProviderRefund(String id, Money amount, ProviderRefundStatus status) {}

  /** The states of a refund at a provider. */
  public enum ProviderRefundStatus {
    PENDING,
    SUCCEEDED,
    FAILED,
    CANCELED
  }
}
