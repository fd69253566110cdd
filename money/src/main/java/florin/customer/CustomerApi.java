package florin.customer;

import florin.core.Field;
import florin.core.Id.CustomerId;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.Realm;
import florin.customer.ProfileChange.AddressChange;
import florin.db.IdTime;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import java.util.Optional;

/** The endpoints of `/v2/customers`. */
public final class CustomerApi {
  private static final Format<String> NAME = TextFormats.line(256);
  private static final Format<String> DESCRIPTION = TextFormats.paragraph(1000);

  private final Customers customers;

  public CustomerApi(Customers customers) {
    this.customers = customers;
  }

  /** The query of `GET /v2/customers`. */
  public record ListCustomers(
      Cursor<CustomerId> cursor, Optional<String> email, IdTime.Span created) {}

  /** The path and body of an update. */
  public record UpdateCustomer(CustomerId id, ProfileChange change) {}

  /** Reads the body of `POST /v2/customers`. */
  public static ProfileChange readCreate(Exchange exchange) {
    return readProfile(Params.of(exchange.json()));
  }

  public Answer create(Call<ProfileChange> call) {
    return ResultView.of(
        customers.create(call.realm(), ResultView.origin(call), call.input()), CustomerView::of);
  }

  public static CustomerId readId(Exchange exchange) {
    return exchange.pathId(CustomerId.KIND);
  }

  public Answer retrieve(Call<CustomerId> call) {
    return Answer.found(call.input(), customers.find(call.realm(), call.input()), CustomerView::of);
  }

  public static ListCustomers readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<CustomerId> cursor = Cursor.read(query, CustomerId.KIND);
    Optional<String> email =
        query.optional("email", TextFormats.line(ContactFormats.MAX_EMAIL_LENGTH));
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListCustomers(cursor, email, created));
  }

  public Answer list(Call<ListCustomers> call) {
    Realm realm = call.realm();
    ListCustomers input = call.input();
    Page<Customer> page =
        customers.list(
            realm,
            input.email(),
            input.created(),
            input.cursor().page(id -> customers.find(realm, id).isPresent()));
    return Answer.list("/v2/customers", page, CustomerView::of);
  }

  public static UpdateCustomer readUpdate(Exchange exchange) {
    return new UpdateCustomer(readId(exchange), readProfile(Params.of(exchange.json())));
  }

  public Answer update(Call<UpdateCustomer> call) {
    UpdateCustomer input = call.input();
    return ResultView.of(
        customers.update(call.realm(), input.id(), ResultView.origin(call), input.change()),
        CustomerView::of);
  }

  public Answer delete(Call<CustomerId> call) {
    return ResultView.of(
        customers.delete(call.realm(), call.input(), ResultView.origin(call)),
        CustomerView::deleted);
  }

  /** Reads a customer's data, from any source. */
  public static ProfileChange readProfile(Params body) {
    Field<String> email = body.field("email", ContactFormats.EMAIL);
    Field<String> name = body.field("name", NAME);
    Field<String> phone = body.field("phone", ContactFormats.PHONE);
    Field<AddressChange> address = ContactFormats.readAddress(body);
    Field<String> description = body.field("description", DESCRIPTION);
    MetadataChange metadata = TextFormats.metadata(body);
    return body.build(() -> new ProfileChange(email, name, phone, address, description, metadata));
  }
}
