package florin.connector;

import florin.core.Money;
import java.util.List;

/**
 * The amounts that a provider has moved for a payment, for Florin or from its own dashboard.
 *
 * @param captured the amount that the provider has captured; zero while it is only authorized
 * @param refunds the refunds that Florin did not request, the oldest first
 */
public record ProviderMoney(Money captured, List<ProviderRefund> refunds) {
  public ProviderMoney {
    refunds = List.copyOf(refunds);
  }

  /**
   * A refund that a person has made at the provider.
   *
   * @param id the provider's identifier
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
