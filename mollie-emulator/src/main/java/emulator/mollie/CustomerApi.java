package emulator.mollie;

import emulator.provider.Answer;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** `/v2/customers` and their mandates. */
final class CustomerApi {
  static final Set<String> FIELDS = Set.of("name", "email", "locale", "metadata");
  static final Set<String> LIST = Set.of("from", "limit", "sort");
  static final Set<String> CREATE_MANDATE =
      Set.of(
          "method",
          "consumerName",
          "consumerAccount",
          "consumerBic",
          "consumerEmail",
          "signatureDate",
          "mandateReference",
          "paypalBillingAgreementId",
          "payPalVaultId");

  private static final BigInteger NINETY_SEVEN = BigInteger.valueOf(97);

  private CustomerApi() {}

  static Answer create(Call call) {
    World world = call.world();
    var customer =
        new Customer(world.ids.next("cst"), call.live(), world.now(), call.body().copy(FIELDS));
    world.customers.put(customer.id, customer);
    return Answer.hal(201, call.shapes().customer(customer));
  }

  static Answer get(Call call) {
    return Answer.hal(200, call.shapes().customer(call.customer()));
  }

  static Answer update(Call call) {
    Customer customer = call.customer();
    customer.given.setAll(call.body().copy(FIELDS));
    return Answer.hal(200, call.shapes().customer(customer));
  }

  /** Deletes a customer, and revokes the mandates. */
  static Answer delete(Call call) {
    Customer customer = call.customer();
    customer.deleted = true;
    customer.mandates.forEach(CustomerApi::revoke);
    return Answer.empty(204);
  }

  static Answer list(Call call) {
    return call.page(
        "customers",
        call.world().customers.values().stream()
            .filter(customer -> customer.live == call.live() && !customer.deleted),
        customer -> customer.id,
        call.shapes()::customer);
  }

  static Answer createMandate(Call call) {
    Customer customer = call.customer();
    Body in = call.body();
    Method method =
        Method.find(in.get("method"))
            .filter(one -> one == Method.DIRECTDEBIT || one == Method.PAYPAL)
            .orElseThrow(() -> Problem.invalid("The method is invalid", "method"));
    var mandate = new Mandate(call.world().ids.next("mdt"), customer, call.world().now(), method);
    ObjectNode details = mandate.details.put("consumerName", in.get("consumerName"));
    if (method == Method.DIRECTDEBIT) {
      String account = in.get("consumerAccount").replace(" ", "");
      if (!isIban(account)) {
        throw Problem.invalid("The bank account is invalid", "consumerAccount");
      }
      details
          .put("consumerAccount", account)
          .put("consumerBic", in.find("consumerBic").orElse(null));
    } else {
      details.put("consumerAccount", in.get("consumerEmail"));
      if (in.has("paypalBillingAgreementId") == in.has("payPalVaultId")) {
        throw Problem.missing("paypalBillingAgreementId");
      }
    }
    mandate.reference = in.find("mandateReference").orElse(null);
    mandate.signatureDate =
        in.find("signatureDate").orElseGet(() -> Shapes.date(call.world().now()));
    mandate.status = "valid";
    call.world().add(mandate);
    return Answer.hal(201, call.shapes().mandate(mandate));
  }

  private static boolean isIban(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (!upper.matches("[A-Z]{2}[0-9]{2}[0-9A-Z]{10,30}")) {
      return false;
    }
    var digits = new StringBuilder();
    (upper.substring(4) + upper.substring(0, 4))
        .chars()
        .forEach(one -> digits.append(Character.digit(one, 36)));
    return new BigInteger(digits.toString()).mod(NINETY_SEVEN).equals(BigInteger.ONE);
  }

  static Answer mandate(Call call) {
    return Answer.hal(200, call.shapes().mandate(findMandate(call)));
  }

  private static Mandate findMandate(Call call) {
    Customer customer = call.customer();
    Mandate mandate = call.world().mandates.get(call.part());
    if (mandate == null || mandate.customer != customer) {
      throw Problem.noSuch("mandate", call.part());
    }
    if (mandate.revoked) {
      throw Problem.gone("mandate");
    }
    return mandate;
  }

  static Answer mandates(Call call) {
    return call.page(
        "mandates",
        call.customer().mandates.stream().filter(mandate -> !mandate.revoked),
        mandate -> mandate.id,
        call.shapes()::mandate);
  }

  static Answer revokeMandate(Call call) {
    revoke(findMandate(call));
    return Answer.empty(204);
  }

  private static void revoke(Mandate mandate) {
    mandate.revoked = true;
    mandate.status = "invalid";
  }
}
