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
 * Which payments a list shall hold: all that is given must be so.
 *
 * @param currencies any of these; empty for every one
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
  /** Every payment. */
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

  /** With whatever they were paid. */
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

  /** In one currency, or in whichever. */
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
