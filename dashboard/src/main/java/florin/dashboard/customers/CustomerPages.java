package florin.dashboard.customers;

import florin.core.Bounds;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.db.IdTime;
import florin.payment.store.PaymentFilter;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethods;
import java.util.Map;
import java.util.Optional;

/** The commands on a customer and the saved cards. */
public final class CustomerPages {
  public static final String PATH = "/dashboard/customers";

  private final Customers customers;
  private final PaymentMethods methods;
  private final CustomerPage page;

  public CustomerPages(Customers customers, PaymentMethods methods, CustomerPage page) {
    this.customers = customers;
    this.methods = methods;
    this.page = page;
  }

  public Response show(DashboardRequest visit) {
    return page.show(visit, visit.find(CustomerId.KIND, customers::find));
  }

  /** Detaches a card permanently: it can be neither charged nor attached again. */
  public Response detach(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    PaymentMethod method =
        PaymentMethodId.KIND
            .parse(visit.form().text("payment_method"))
            .flatMap(id -> methods.find(visit.realm(), id))
            .filter(found -> found.customer().equals(Optional.of(customer.id())))
            .orElseThrow(PaymentMethodId.KIND::notFound);
    String card = method.instrument().label();
    visit.note(card + ", " + method.id().text());
    methods.detach(visit.realm(), method.id(), visit.auditedOrigin());
    return Done.to(pathOf(customer.id())).saying(card + " was detached.");
  }

  /** Deletes a customer permanently, with cards and notes; payments stay. */
  public Response delete(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    customers.delete(visit.realm(), customer.id(), visit.auditedOrigin());
    return Done.to(PATH)
        .saying(CustomerText.of(customer) + " was deleted. Florin keeps the payments.");
  }

  public static PaymentFilter paymentsOf(CustomerId customer) {
    return new PaymentFilter(
        Optional.of(customer),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Bounds.NONE,
        IdTime.Span.ALWAYS,
        Map.of());
  }

  public static String pathOf(CustomerId id) {
    return PATH + "/" + id.text();
  }
}
