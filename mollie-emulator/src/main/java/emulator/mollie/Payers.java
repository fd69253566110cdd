package emulator.mollie;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The actions of payers on Mollie's page, and of their banks. */
public final class Payers {
  private final World world;

  /**
   * A payment as its payer sees it.
   *
   * @param methods those that the payer can choose from
   * @param isHeld whether the payment is only authorized at first
   */
  public record Visit(
      String payment,
      Status status,
      String description,
      String amount,
      String currency,
      List<Method> methods,
      boolean isHeld) {
    public Visit {
      methods = List.copyOf(methods);
    }
  }

  Payers(World world) {
    this.world = world;
  }

  /**
   * Pays successfully, with the payment's method or the first possible one. A SEPA debit is pending
   * until {@link #resolve}.
   *
   * @param payment its id
   * @return the address that the payer goes to
   * @throws IllegalStateException if the payment can no longer be paid
   */
  public Optional<URI> pay(String payment) {
    return pay(payment, method(payment));
  }

  public Optional<URI> pay(String payment, Method method) {
    return pay(payment, method, Card.MASTERCARD);
  }

  public Optional<URI> pay(String payment, Card card) {
    return pay(payment, Method.CREDITCARD, card);
  }

  private Optional<URI> pay(String payment, Method method, Card card) {
    Status choice =
        visit(payment).isHeld()
            ? Status.AUTHORIZED
            : method == Method.DIRECTDEBIT ? Status.PENDING : Status.PAID;
    return decide(payment, method, card, choice, null);
  }

  /** Fails to pay. Only payments with a card have a reason. */
  public Optional<URI> fail(String payment, FailureReason reason) {
    return decide(payment, method(payment), Card.MASTERCARD, Status.FAILED, reason);
  }

  public Optional<URI> cancel(String payment) {
    return choose(payment, method(payment), Status.CANCELED);
  }

  public Optional<URI> expire(String payment) {
    return choose(payment, method(payment), Status.EXPIRED);
  }

  /**
   * Makes a choice on Mollie's page of test mode.
   *
   * @throws IllegalStateException if the payment doesn't allow the choice
   */
  public Optional<URI> choose(String payment, Method method, Status choice) {
    return decide(payment, method, Card.MASTERCARD, choice, null);
  }

  private Optional<URI> decide(
      String payment, Method method, Card card, Status choice, @Nullable FailureReason failure) {
    return world.change(() -> {
      Payment found = find(payment);
      world.decide(found, method, card, choice, failure);
      return (choice == Status.CANCELED ? found.text("cancelUrl") : Optional.<String>empty())
          .or(() -> found.text("redirectUrl"))
          .map(URI::create);
    });
  }

  /** Returns the payment's method, or the first that its payer can choose. */
  Method method(String payment) {
    return world.change(() -> {
      Payment found = find(payment);
      return found.method == null ? found.terms.methods().getFirst() : found.method;
    });
  }

  /**
   * Completes a pending payment.
   *
   * @param collected false if the payer's bank returns it
   */
  public void resolve(String payment, boolean collected) {
    choose(payment, method(payment), collected ? Status.PAID : Status.FAILED);
  }

  /** Charges back all that was paid, and returns the chargeback's id. */
  public String chargeBack(String payment) {
    return chargeBack(payment, Optional.empty());
  }

  /**
   * Charges a payment back, and returns the chargeback's id.
   *
   * @param value the amount, such as `10.00`; empty for all that was paid
   */
  public String chargeBack(String payment, Optional<String> value) {
    return world.change(() -> {
      Payment found = find(payment);
      Amount amount =
          value
              .map(text -> Amount.of(text, found.amount.currency()))
              .orElseGet(() -> found.amount.with(found.paid() - found.chargedBack()));
      return world.chargeBack(found, amount).id;
    });
  }

  /** Reverses a chargeback, which returns the money to the merchant. */
  public void reverseChargeback(String chargeback) {
    run(() -> world.reverse(get(world.chargebacks, chargeback)));
  }

  /** Fails a refund, for example because the payer's account is closed. */
  public void failRefund(String refund) {
    run(() -> world.fail(get(world.refunds, refund)));
  }

  /**
   * Sets the reason for which all charges of a mandate fail.
   *
   * @param reason empty if they succeed again
   */
  public void declineCharges(String mandate, Optional<FailureReason> reason) {
    run(() -> get(world.mandates, mandate).declines = reason.orElse(null));
  }

  /** Makes a mandate invalid, as a payer's bank does. */
  public void invalidate(String mandate) {
    run(() -> get(world.mandates, mandate).status = "invalid");
  }

  /** Sets whether recurring charges of cards and PayPal accounts are pending at first. */
  public void makeChargesWait(boolean waiting) {
    run(() -> world.makeChargesWait(waiting));
  }

  /** Returns all payments, in the order of creation. */
  public List<Visit> payments() {
    return world.change(() -> world.payments.values().stream().map(Payers::visit).toList());
  }

  public Visit visit(String payment) {
    return world.change(() -> visit(find(payment)));
  }

  private static Visit visit(Payment payment) {
    List<Method> methods =
        payment.method == null ? payment.terms.methods() : List.of(payment.method);
    return new Visit(
        payment.id,
        payment.status,
        payment.text("description").orElse(""),
        payment.amount.value(),
        payment.amount.currency(),
        methods,
        payment.terms.isHeld());
  }

  private Payment find(String payment) {
    return get(world.payments, payment);
  }

  private static <T> T get(Map<String, T> all, String id) {
    return Optional.ofNullable(all.get(id))
        .orElseThrow(() -> new NoSuchElementException("there is no " + id));
  }

  private void run(Runnable work) {
    Supplier<Boolean> change =
        () -> {
          work.run();
          return true;
        };
    world.change(change);
  }
}
