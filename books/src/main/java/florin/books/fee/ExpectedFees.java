package florin.books.fee;

import florin.books.fee.FeeContracts.PricedPayment;
import florin.core.Money;
import florin.core.Realm;
import florin.customer.Customer.Address;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.payment.machine.Payment;
import florin.payment.view.PaymentFees.FeeStatus;
import florin.payment.view.PaymentFees.PaymentFee;
import florin.vault.Brand;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The fees that payments should cost by the contracts of a realm. */
public final class ExpectedFees {
  private final FeeContractStore store;

  public ExpectedFees(FeeContractStore store) {
    this.store = store;
  }

  /** Returns the fees of those captured payments that have a contract. */
  public Map<Payment, PaymentFee> of(Realm realm, List<Payment> payments) {
    List<Payment> captured =
        payments.stream().filter(it -> it.state().captured().isPresent()).toList();
    if (captured.isEmpty()) {
      return Map.of();
    }
    FeeContracts contracts =
        contracts(realm, captured.stream().map(it -> it.connector().id()).distinct().toList());
    return captured.stream()
        .flatMap(payment -> of(contracts, payment).map(fee -> Map.entry(payment, fee)).stream())
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Returns all contracts of connectors. */
  public FeeContracts contracts(Realm realm, Collection<String> connectors) {
    return new FeeContracts(store.listOf(realm, connectors));
  }

  private static Optional<Brand> brand(Payment payment) {
    return switch (payment.method().instrument()) {
      case Card card -> Optional.of(card.brand());
      case Hosted _, BankTransfer _ -> Optional.empty();
    };
  }

  private static Optional<PaymentFee> of(FeeContracts contracts, Payment payment) {
    Instant capturedAt = payment.state().captured().orElseThrow();
    Money captured = payment.state().amounts().captured();
    OptionalLong fee =
        contracts.expected(
            new PricedPayment(
                payment.connector().id(),
                brand(payment),
                payment.method().billing().address().flatMap(Address::country),
                captured.currency(),
                captured.minor(),
                LocalDate.ofInstant(capturedAt, ZoneOffset.UTC)));
    return fee.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PaymentFee.of(
                captured.currency(),
                fee.getAsLong(),
                captured.minor() - fee.getAsLong(),
                FeeStatus.EXPECTED));
  }
}
