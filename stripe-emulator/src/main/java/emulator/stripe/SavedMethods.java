package emulator.stripe;

import java.util.LinkedHashMap;
import java.util.Map;

/** The customers with their payment methods, and all changes to them. */
final class SavedMethods {
  final Map<String, Customer> customers = new LinkedHashMap<>();
  final Map<String, PaymentMethod> methods = new LinkedHashMap<>();
  final Map<String, SetupIntent> setups = new LinkedHashMap<>();
  private final World world;

  SavedMethods(World world) {
    this.world = world;
  }

  Customer create(boolean live, Map<String, String> metadata) {
    var customer = new Customer("cus_" + world.ids.text(14), live, world.now(), metadata);
    customers.put(customer.id, customer);
    return customer;
  }

  void emitCreated(Customer customer) {
    world.emit("customer.created", customer.live, MethodShapes.customer(customer));
  }

  /** Creates the SetupIntent of a session in the mode `setup`. */
  void begin(Session session) {
    Session.Saving saving = session.terms.saving();
    String id = "seti_1" + world.ids.text(23);
    var setup =
        new SetupIntent(
            id,
            session.live,
            world.now(),
            id + "_secret_" + world.ids.text(25),
            saving.setupMetadata(),
            saving.setupDescription());
    setup.customer = session.customer;
    session.setup = setup;
    setups.put(setup.id, setup);
    emit("setup_intent.created", setup);
  }

  /** Sets a card up on the page of the session. */
  void setUp(Session session, SetupIntent setup, Card card) {
    if (!card.isCard()) {
      throw new IllegalArgumentException("the emulator doesn't save a debit");
    }
    PaymentMethod method = create(session, card);
    session.card = card;
    if (!card.canBeSetUp()) {
      setup.failed = method;
      emit("setup_intent.setup_failed", setup);
      return;
    }
    setup.failed = null;
    setup.status = "succeeded";
    setup.method = method;
    session.status = "complete";
    method.setUp = true;
    join(session);
    setup.customer = session.customer;
    attach(method, session);
    emit("setup_intent.succeeded", setup);
    world.emit("checkout.session.completed", session);
  }

  /** Creates the payment method of a payer on the page. */
  PaymentMethod create(Session session, Card card) {
    var method =
        new PaymentMethod(
            "pm_1" + world.ids.text(23), session.live, world.now(), card, session.email());
    methods.put(method.id, method);
    return method;
  }

  /** Creates the customer of a session that asks for one, or completes the one that it has. */
  void join(Session session) {
    Customer customer = session.customer;
    if (customer == null && session.terms.saving().createsCustomer()) {
      customer = create(session.live, Map.of());
      customer.name = Session.PAYER;
      customer.email = session.email();
      session.customer = customer;
      emitCreated(customer);
    } else if (customer != null && customer.email == null) {
      customer.email = session.email();
    }
  }

  /** Attaches the payment method to the customer of the session, if it has one. */
  void attach(PaymentMethod method, Session session) {
    if (session.customer != null && method.card.isCard()) {
      method.customer = session.customer;
      emit("payment_method.attached", method);
    }
  }

  void detach(PaymentMethod method) {
    method.customer = null;
    emit("payment_method.detached", method);
  }

  void cancel(SetupIntent setup) {
    setup.status = "canceled";
    emit("setup_intent.canceled", setup);
  }

  private void emit(String type, PaymentMethod method) {
    world.emit(type, method.live, MethodShapes.method(Shapes.plain(), method));
  }

  private void emit(String type, SetupIntent setup) {
    world.emit(type, setup.live, MethodShapes.setup(Shapes.plain(), setup));
  }
}
