package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.world.ShopOrder.Step;
import florin.bench.simulate.world.ShopOrder.Subscription;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential.PlainCard;
import florin.connector.OffSessionReason;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.CardCode;
import florin.core.Currency;
import florin.core.Field;
import florin.core.Id.CustomerId;
import florin.core.Id.KeyId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.RefundId;
import florin.core.MetadataChange;
import florin.core.Money;
import florin.core.Pan;
import florin.customer.ProfileChange;
import florin.http.Answer;
import florin.idempotency.ResultView;
import florin.mandate.MandateUse.Consent;
import florin.payment.CreatePayment;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.view.RefundView;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodData.SavedMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Carries out orders. It retries each request with the same idempotency key until the response is
 * final.
 */
final class Shopper {
  private static final int MOST_TRIES = 60;
  private static final int LONGEST_PAUSE_MS = 2_000;
  private static final int SHORTLY_MS = 30;
  private static final int WHOLE = 100;

  private final WorldStage stage;
  private final List<Acknowledged> records;
  private final List<String> unanswered;
  private final List<OffSessionCharge> charges = new ArrayList<>();
  private int busy;

  Shopper(WorldStage stage, List<Acknowledged> records, List<String> unanswered) {
    this.stage = stage;
    this.records = records;
    this.unanswered = unanswered;
  }

  /**
   * A charge without the payer, and its final response.
   *
   * @param isAgreed whether the mandate was active for all that the merchant knew when the charge
   *     was first sent
   */
  record OffSessionCharge(String name, boolean isAgreed, WorldAnswer answer) {}

  List<OffSessionCharge> charges() {
    return charges;
  }

  /** Returns whether a request is still being retried. */
  boolean isBusy() {
    return busy > 0;
  }

  private void start(Runnable work) {
    busy++;
    Fibers.current()
        .start(
            Fibers.life(),
            () -> {
              work.run();
              busy--;
            });
  }

  void begin(ShopOrder order) {
    start(() -> {
      Fibers.sleep(order.at());
      if (order.subscription().isEmpty()) {
        pay(order, Optional.empty());
      } else {
        customer(order).ifPresent(customer -> pay(order, Optional.of(customer)));
      }
    });
  }

  /** Creates the customer for whom an order saves its card. */
  private Optional<CustomerId> customer(ShopOrder order) {
    var nothing =
        new ProfileChange(
            new Field.Keep<>(),
            new Field.Keep<>(),
            new Field.Keep<>(),
            new Field.Keep<>(),
            new Field.Keep<>(),
            MetadataChange.NONE);
    return ask(
            order,
            "customer",
            Optional.of("order " + order.number() + " customer"),
            0,
            node ->
                ResultView.answer(
                    node.customers().create(WorldStage.REALM, CURRENT.get().origin(), nothing),
                    customer -> Answer.json(200, Map.of("id", customer.id().text()))))
        .id("cus")
        .flatMap(CustomerId.KIND::parse);
  }

  private void pay(ShopOrder order, Optional<CustomerId> customer) {
    Optional<String> key = Optional.of("order " + order.number()).filter(_ -> order.isKeyed());
    if (order.isDoubled() && order.isKeyed()) {
      start(() -> {
        Fibers.sleep(stage.weather().upTo(SHORTLY_MS));
        ask(order, "pay", key, order.amount(), creation(order, order.amount(), customer));
      });
    }
    if (order.hasOther() && order.isKeyed()) {
      start(() -> {
        Fibers.sleep(stage.weather().upTo(LONGEST_PAUSE_MS));
        ask(order, "pay", key, order.amount() + 1, creation(order, order.amount() + 1, customer));
      });
    }
    WorldAnswer paid =
        ask(order, "pay", key, order.amount(), creation(order, order.amount(), customer));
    if (paid.isOk()) {
      PaymentId payment = PaymentId.KIND.parse(paid.field("id").orElseThrow()).orElseThrow();
      order.subscription().ifPresent(subscription -> subscribe(order, subscription, paid));
      follow(order, payment);
    }
  }

  /** Charges the saved card while the payer is absent, and revokes the mandate meanwhile. */
  private void subscribe(ShopOrder order, Subscription subscription, WorldAnswer paid) {
    PaymentMethodId method = paid.id("pm").flatMap(PaymentMethodId.KIND::parse).orElseThrow();
    var isActive = new AtomicBoolean(subscription.isAgreed());
    int number = 0;
    for (Duration pause : subscription.charges()) {
      String name = "charge " + number++;
      start(() -> {
        Fibers.sleep(pause);
        charge(order, name, method, isActive);
      });
    }
    subscription
        .revocation()
        .filter(_ -> subscription.isAgreed())
        .ifPresent(pause ->
            start(() -> {
              Fibers.sleep(pause);
              WorldAnswer revoked =
                  ask(
                      order,
                      "revoke",
                      Optional.of("order " + order.number() + " revoke"),
                      0,
                      node -> node.revoke(method, CURRENT.get().origin()));
              if (revoked.isOk()) {
                isActive.set(false);
              }
            }));
  }

  private void charge(
      ShopOrder order, String name, PaymentMethodId method, AtomicBoolean isActive) {
    boolean isAgreed = isActive.get();
    String key = "order " + order.number() + " " + name;
    var command =
        new CreatePayment(
            terms(order, order.amount(), key, Optional.empty()),
            new SavedMethod(method),
            false,
            Optional.empty(),
            Optional.of(OffSessionReason.RECURRING),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            PageContent.NONE);
    WorldAnswer answer = ask(order, name, Optional.of(key), order.amount(), creation(command));
    charges.add(new OffSessionCharge(key, isAgreed, answer));
    if (answer.body().contains("revocation_of")) {
      isActive.set(false);
    }
  }

  private Function<WorldNode, Answer> creation(
      ShopOrder order, long amount, Optional<CustomerId> customer) {
    Optional<Consent> consent =
        order
            .subscription()
            .filter(Subscription::isAgreed)
            .map(_ ->
                new Consent(
                    "I agree to later charges.",
                    stage.clock().instant(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
    return creation(
        new CreatePayment(
            terms(order, amount, "order " + order.number(), customer),
            new NewMethod(
                new PlainCard(
                    new Pan(order.card().number()), 12, 2035, Optional.of(new CardCode("123"))),
                BillingDetails.NONE),
            customer.isPresent(),
            consent,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            PageContent.NONE));
  }

  private static PaymentTerms terms(
      ShopOrder order, long amount, String key, Optional<CustomerId> customer) {
    return new PaymentTerms(
        new Money(amount, Currency.get("eur")),
        order.isManual() ? CaptureMethod.MANUAL : CaptureMethod.AUTOMATIC,
        customer,
        Optional.empty(),
        Map.of("order", key),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Function<WorldNode, Answer> creation(CreatePayment command) {
    return node -> {
      WorldRequest request = CURRENT.get();
      return ResultView.answer(
          node.payments().create(WorldStage.REALM, request.origin(), command),
          result -> node.views().answer(result, request.id()));
    };
  }

  /** The request that a node is processing. Each attempt has its own id. */
  private static final ScopedValue<WorldRequest> CURRENT = ScopedValue.newInstance();

  private void follow(ShopOrder order, PaymentId payment) {
    int number = 0;
    for (Step step : order.steps()) {
      Fibers.sleep(step.pause());
      String name = "step " + number++;
      start(() -> take(order, step, name, payment));
    }
  }

  private void take(ShopOrder order, Step step, String name, PaymentId payment) {
    Optional<String> key = Optional.of("order " + order.number() + " " + name);
    long amount = Math.max(1, order.amount() * step.percent() / WHOLE);
    OptionalLong part = step.percent() == WHOLE ? OptionalLong.empty() : OptionalLong.of(amount);
    switch (step.kind()) {
      case CAPTURE ->
          ask(
              order,
              name + " capture",
              key,
              amount,
              node -> {
                WorldRequest request = CURRENT.get();
                return ResultView.answer(
                    node.followUps().capture(WorldStage.REALM, payment, request.origin(), part),
                    result -> node.views().answer(result, request.id()));
              });
      case CANCEL ->
          ask(
              order,
              name + " cancel",
              key,
              0,
              node -> {
                WorldRequest request = CURRENT.get();
                return ResultView.answer(
                    node.followUps()
                        .cancel(WorldStage.REALM, payment, request.origin(), Optional.empty()),
                    result -> node.views().answer(result, request.id()));
              });
      case REFUND -> refund(order, name, key, payment, part);
      case REFUND_AND_TAKE_BACK ->
          refund(order, name, key, payment, part)
              .field("id")
              .flatMap(RefundId.KIND::parse)
              .ifPresent(refund -> takeBack(order, name, refund));
    }
  }

  private WorldAnswer refund(
      ShopOrder order, String name, Optional<String> key, PaymentId payment, OptionalLong part) {
    var command = new CreateRefund(payment, part, Optional.empty(), Map.of());
    return ask(
        order,
        name + " refund",
        key,
        part.orElse(0),
        node ->
            ResultView.of(
                node.refunds().create(WorldStage.REALM, CURRENT.get().origin(), command),
                RefundView::of));
  }

  private void takeBack(ShopOrder order, String name, RefundId refund) {
    var caller = new Caller(WorldStage.REALM, new KeyId(new UUID(0, 1)), KeyKind.SECRET);
    ask(
        order,
        name + " take back",
        Optional.of("order " + order.number() + " " + name + " back"),
        0,
        node ->
            ResultView.of(
                node.refundCancel().cancel(caller, refund, CURRENT.get().origin()),
                RefundView::of));
  }

  private WorldAnswer ask(
      ShopOrder order,
      String what,
      Optional<String> key,
      long amount,
      Function<WorldNode, Answer> work) {
    String text = "order " + order.number() + " " + what + " " + amount;
    for (int i = 0; i < MOST_TRIES; i++) {
      var request = new WorldRequest(text, stage.requestId(), key, text);
      WorldAnswer answer =
          stage
              .anyNode()
              .ask(
                  node -> ScopedValue.where(CURRENT, request).call(() -> work.apply(node)),
                  request,
                  order.patience());
      stage.log().say(text + " gets " + answer);
      if (answer.isAcknowledged()) {
        records.add(new Acknowledged(request, answer));
      }
      if (!answer.isOpen() || key.isEmpty()) {
        return answer;
      }
      Fibers.sleep(stage.weather().upTo(LONGEST_PAUSE_MS));
    }
    unanswered.add(text);
    return WorldAnswer.CUT;
  }
}
