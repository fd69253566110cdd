package florin.dashboard.customers;

import florin.checkout.CheckoutSession;
import florin.checkout.CheckoutSessionApi;
import florin.checkout.CheckoutSessions;
import florin.checkout.CheckoutSessions.CreateSession;
import florin.core.Id.CustomerId;
import florin.core.Refusal;
import florin.customer.Customer;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import florin.customer.CustomerApi;
import florin.customer.Customers;
import florin.customer.ProfileChange;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.NoteForms;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.payments.NewPaymentPages;
import florin.http.Form;
import florin.http.FormBody;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The forms that create, change and charge customers, request cards, and add notes. */
public final class CustomerEditPages {
  public static final String NEW_PATH = CustomerPages.PATH + "/new";

  private static final String TEMPLATE = "customer-edit";
  private static final String NEW_TITLE = "Create customer";
  private static final String EDIT_TITLE = "Edit customer";

  private static final String[] TEXTS = {"name", "email", "phone", "description"};
  private static final String[] ADDRESS = {
    "line1", "line2", "postal_code", "city", "state", "country"
  };

  private final Customers customers;
  private final NewPaymentPages payments;
  private final CheckoutSessions sessions;
  private final NoteForms notes;
  private final CustomerPage page;

  public CustomerEditPages(
      Customers customers,
      NewPaymentPages payments,
      CheckoutSessions sessions,
      NoteForms notes,
      CustomerPage page) {
    this.customers = customers;
    this.payments = payments;
    this.sessions = sessions;
    this.notes = notes;
    this.page = page;
  }

  /**
   * The form.
   *
   * @param path the URL of the form
   * @param back the previous page
   */
  public record View(Form form, boolean isNew, String path, String back, String backLabel) {}

  public Response showNew(DashboardRequest visit) {
    return Response.Page.of(TEMPLATE, NEW_TITLE, ofNew(Form.empty()));
  }

  public Response create(DashboardRequest visit) {
    Form form = visit.form();
    Optional<ProfileChange> profile = read(form);
    if (profile.isPresent()) {
      try {
        Customer made =
            customers
                .create(
                    visit.realm(),
                    visit.auditedOrigin(Customer.class, it -> visit.about(it.id())),
                    profile.get())
                .value();
        return Done.to(CustomerPages.pathOf(made.id())).saying("Customer created");
      } catch (Refusal refused) {
        form.wrong("name", refused.problem());
      }
    }
    return Response.Page.again(TEMPLATE, NEW_TITLE, ofNew(form));
  }

  public Response showEdit(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    return Response.Page.of(
        TEMPLATE, EDIT_TITLE, ofEdit(customer, Form.of(values(customer.profile()))));
  }

  public Response edit(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    Form form = visit.form();
    Optional<ProfileChange> profile = read(form);
    if (profile.isPresent()) {
      try {
        customers.update(visit.realm(), customer.id(), visit.auditedOrigin(), profile.get());
        return Done.to(CustomerPages.pathOf(customer.id())).saying("Customer saved");
      } catch (Refusal refused) {
        form.wrong("name", refused.problem());
      }
    }
    return Response.Page.again(TEMPLATE, EDIT_TITLE, ofEdit(customer, form));
  }

  /** Charges a saved method without the payer. */
  public Response charge(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    Form form = visit.form();
    FormBody body = NewPaymentPages.money(form);
    if (form.text("payment_method").isBlank()) {
      form.wrong("payment_method", "Choose a card to charge.");
    }
    body.put("customer", customer.id().text()).given("payment_method").given("description");
    return payments
        .pay(visit, body, "amount")
        .orElseGet(() -> page.again(visit, customer, CustomerPage.CHARGE));
  }

  /** Creates the page on which a customer saves a card. */
  public Response requestCard(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    Form form = visit.form();
    var body =
        new FormBody(form)
            .put("mode", "setup")
            .put("customer", customer.id().text())
            .put("expires_in", CheckoutSession.LONGEST.toSeconds());
    if (!form.text(CustomerPage.MANDATE).isBlank()) {
      body.object("mandate", "text");
    }
    Optional<CreateSession> asked = body.read(CustomerPage.MANDATE, CheckoutSessionApi::readCreate);
    if (asked.isPresent()) {
      try {
        CheckoutSession made =
            sessions
                .create(
                    visit.realm(),
                    visit.auditedOrigin(CheckoutSession.class, it -> visit.about(it.id())),
                    asked.get())
                .value();
        return Done.to(ObjectPath.of(made.id()))
            .saying("Link created. Send it to the customer, who can use it for 7 days.");
      } catch (Refusal refused) {
        form.wrong(CustomerPage.MANDATE, refused.problem());
      }
    }
    return page.again(visit, customer, CustomerPage.CARD);
  }

  public Response addNote(DashboardRequest visit) {
    Customer customer = visit.find(CustomerId.KIND, customers::find);
    return notes.add(visit, customer.id())
        ? Done.to(CustomerPages.pathOf(customer.id()) + "#notes").saying("Note added")
        : page.again(visit, customer, CustomerPage.NOTE);
  }

  public Response deleteNote(DashboardRequest visit) {
    CustomerId id = visit.find(CustomerId.KIND, customers::find).id();
    return notes.remove(visit, id, CustomerPages.pathOf(id) + "#notes");
  }

  private static Optional<ProfileChange> read(Form form) {
    var body = new FormBody(form);
    for (String name : TEXTS) {
      body.text(name);
    }
    return body.object("address", ADDRESS).read("name", CustomerApi::readProfile);
  }

  private static Map<String, String> values(CustomerProfile profile) {
    var values = new HashMap<String, String>();
    profile.name().ifPresent(text -> values.put("name", text));
    profile.email().ifPresent(text -> values.put("email", text));
    profile.phone().ifPresent(text -> values.put("phone", text));
    profile.description().ifPresent(text -> values.put("description", text));
    profile.address().ifPresent(address -> put(values, address));
    return values;
  }

  private static void put(Map<String, String> values, Address address) {
    address.line1().ifPresent(text -> values.put("address.line1", text));
    address.line2().ifPresent(text -> values.put("address.line2", text));
    address.postalCode().ifPresent(text -> values.put("address.postal_code", text));
    address.city().ifPresent(text -> values.put("address.city", text));
    address.state().ifPresent(text -> values.put("address.state", text));
    address.country().ifPresent(text -> values.put("address.country", text));
  }

  private static View ofNew(Form form) {
    return new View(form, true, NEW_PATH, CustomerPages.PATH, "Customers");
  }

  private static View ofEdit(Customer customer, Form form) {
    String path = CustomerPages.pathOf(customer.id());
    return new View(form, false, path + "/edit", path, CustomerText.of(customer));
  }
}
