package florin.demo;

import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.Field;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.MetadataChange;
import florin.core.Pan;
import florin.customer.ProfileChange;
import florin.demo.Orders.Purchase;
import florin.demo.People.Person;
import florin.demo.TestCards.Use;
import florin.payment.CreatePayment;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodData.SavedMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Creates the payments of orders, with their customers and saved cards. */
final class Checkout {
  private static final int FIRST_NUMBER = 10_412;
  private static final int MONTHS = 12;

  private final DemoMerchant merchant;
  private final Random random;
  private final int year;
  private final List<KnownCustomer> customers = new ArrayList<>();
  private int orders;
  private int registered;

  /** A customer, and the saved card, if any. */
  private record KnownCustomer(CustomerId id, Person person, Optional<PaymentMethodId> card) {}

  /**
   * Creates a checkout.
   *
   * @param year a year in which cards are still valid
   */
  Checkout(DemoMerchant merchant, Random random, int year) {
    this.merchant = merchant;
    this.random = random;
    this.year = year;
  }

  int customers() {
    return registered;
  }

  Payment pay(Purchase order) {
    if (order.card().use() == Use.ON_FILE) {
      return payByKeptCard(order);
    }
    Optional<KnownCustomer> buyer = buyer(order);
    boolean mayBeKept = buyer.isPresent() && order.card().isUsual();
    Optional<PaymentMethodId> kept = buyer.filter(_ -> mayBeKept).flatMap(KnownCustomer::card);
    PaymentMethodData methodData =
        kept.<PaymentMethodData>map(SavedMethod::new).orElseGet(() -> card(order, buyer));
    boolean keeps = mayBeKept && kept.isEmpty();
    Payment payment =
        merchant.pay(new CreatePayment(what(order, buyer), methodData, keeps, Optional.empty()));
    if (keeps && payment.status() == Status.SUCCEEDED) {
      remember(buyer.orElseThrow(), payment.method().id());
    }
    return payment;
  }

  /** Changes one customer and deletes another. */
  void tidyCustomers() {
    customers.stream()
        .findFirst()
        .ifPresent(customer ->
            merchant.change(
                customer.id(),
                new ProfileChange(
                    new Field.Keep<>(),
                    new Field.Keep<>(),
                    new Field.Set<>("+15555550199"),
                    new Field.Keep<>(),
                    new Field.Set<>("Prefers to be called in the morning"),
                    MetadataChange.NONE)));
    KnownCustomer leaving = register();
    customers.remove(leaving);
    merchant.delete(leaving.id());
  }

  /** Pays with a card that can be saved and is declined when it is charged. */
  private Payment payByKeptCard(Purchase order) {
    KnownCustomer buyer = register();
    PaymentMethodId kept = merchant.save(card(order, Optional.of(buyer)), buyer.id());
    Payment payment =
        merchant.pay(
            new CreatePayment(
                what(order, Optional.of(buyer)), new SavedMethod(kept), false, Optional.empty()));
    merchant.detach(kept);
    return payment;
  }

  private Optional<KnownCustomer> buyer(Purchase order) {
    return switch (order.buyer()) {
      case GUEST -> Optional.empty();
      case NEW -> Optional.of(register());
      case KNOWN ->
          Optional.of(
              customers.isEmpty() ? register() : customers.get(random.nextInt(customers.size())));
    };
  }

  private KnownCustomer register() {
    Person person = People.any(random, ++registered);
    var known = new KnownCustomer(merchant.register(person.profile()), person, Optional.empty());
    customers.add(known);
    return known;
  }

  private void remember(KnownCustomer buyer, PaymentMethodId card) {
    customers.set(
        customers.indexOf(buyer), new KnownCustomer(buyer.id(), buyer.person(), Optional.of(card)));
  }

  private NewMethod card(Purchase order, Optional<KnownCustomer> buyer) {
    Person person = buyer.map(KnownCustomer::person).orElseGet(() -> People.any(random, 0));
    var card =
        new PlainCard(
            new Pan(order.card().number()),
            1 + random.nextInt(MONTHS),
            year + 1 + random.nextInt(4),
            Optional.of(new CardCode(order.card().isAmex() ? "1234" : "123")));
    var billing =
        new BillingDetails(
            Optional.of(person.name()),
            Optional.empty(),
            Optional.empty(),
            Optional.of(person.address()));
    return new NewMethod(card, billing);
  }

  private Payment.PaymentTerms what(Purchase order, Optional<KnownCustomer> buyer) {
    String number = Integer.toString(FIRST_NUMBER + orders++);
    String channel = order.draw() < 0.6 ? "web" : order.draw() < 0.9 ? "app" : "telephone";
    return new Payment.PaymentTerms(
        order.basket().amount(),
        order.isManual() ? CaptureMethod.MANUAL : CaptureMethod.AUTOMATIC,
        buyer.map(KnownCustomer::id),
        Optional.of("Order " + number + ": " + order.basket().text()),
        Map.of("order", number, "channel", channel),
        buyer.map(known -> known.person().email()),
        Optional.of("DEMO SHOP"),
        Optional.empty());
  }
}
