package florin.payment.store;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.db.IdTime;
import florin.instrument.Instrument;
import florin.payment.machine.Status;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions of a list of payments. A payment must meet all that are given.
 *
 * @param currencies the accepted currencies; empty for all
 */
public record PaymentFilter(
    Optional<CustomerId> customer,
    Optional<Status> status,
    Set<Currency> currencies,
    Optional<String> last4,
    Optional<Instrument.Type> methodType,
    Bounds amount,
    IdTime.Span created,
    Map<String, String> metadata) {
  /** The filter that every payment passes. */
  public static final PaymentFilter ALL =
      new PaymentFilter(
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Bounds.NONE,
          IdTime.Span.ALWAYS,
          Map.of());

  /** Creates a filter for payments with any type of payment method. */
  public PaymentFilter(
      Optional<CustomerId> customer,
      Optional<Status> status,
      Optional<Currency> currency,
      Optional<String> last4,
      Bounds amount,
      IdTime.Span created,
      Map<String, String> metadata) {
    this(customer, status, currency, last4, Optional.empty(), amount, created, metadata);
  }

  /** Creates a filter for one currency or all. */
  public PaymentFilter(
      Optional<CustomerId> customer,
      Optional<Status> status,
      Optional<Currency> currency,
      Optional<String> last4,
      Optional<Instrument.Type> methodType,
      Bounds amount,
      IdTime.Span created,
      Map<String, String> metadata) {
    this(
        customer,
        status,
        currency.map(Set::of).orElse(Set.of()),
        last4,
        methodType,
        amount,
        created,
        metadata);
  }

  public PaymentFilter {
    currencies = Set.copyOf(currencies);
    metadata = Map.copyOf(metadata);
  }
}
