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
import florin.http.ListView;
import florin.http.Params;
import florin.http.PathId;
import florin.http.Range;
import florin.idempotency.GivenView;
import florin.idempotency.Origin;
import florin.vault.TextFormats;
import java.util.Optional;

/** `/v2/customers`. */
public final class CustomerApi {
  private static final String NOUN = "customer";
  private static final Format<String> NAME = TextFormats.line(256);
  private static final Format<String> ADDRESS_LINE = TextFormats.line(256);
  private static final Format<String> POSTAL_CODE = TextFormats.line(32);
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

  /** The body of `POST /v2/customers`. */
  public static ProfileChange readCreate(Exchange exchange) {
    return readProfile(Params.of(exchange.json()));
  }

  public Answer create(Call<ProfileChange> call) {
    return GivenView.of(
        customers.create(
            call.caller().realm(), new Origin(call.request(), call.keyed()), call.input()));
  }

  public static CustomerId readId(Exchange exchange) {
    return PathId.read(exchange, CustomerId.KIND, NOUN);
  }

  public Answer retrieve(Call<CustomerId> call) {
    return customers
        .find(call.caller().realm(), call.input())
        .map(customer -> Answer.json(200, CustomerView.of(customer)))
        .orElseThrow(() -> PathId.missing(NOUN));
  }

  public static ListCustomers readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<CustomerId> cursor = Cursor.read(query, CustomerId.KIND);
    Optional<String> email = query.optional("email", Format.line(ContactFormats.MAX_EMAIL_LENGTH));
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListCustomers(cursor, email, created));
  }

  public Answer list(Call<ListCustomers> call) {
    Realm realm = call.caller().realm();
    ListCustomers input = call.input();
    Page<Customer> page =
        customers.list(
            realm,
            input.email(),
            input.created(),
            input.cursor().page(id -> customers.find(realm, id).isPresent()));
    return ListView.answer("/v2/customers", page, CustomerView::of);
  }

  public static UpdateCustomer readUpdate(Exchange exchange) {
    return new UpdateCustomer(readId(exchange), readProfile(Params.of(exchange.json())));
  }

  public Answer update(Call<UpdateCustomer> call) {
    UpdateCustomer input = call.input();
    return GivenView.of(
        customers.update(
            call.caller().realm(),
            input.id(),
            new Origin(call.request(), call.keyed()),
            input.change(),
            () -> PathId.missing(NOUN)));
  }

  public Answer delete(Call<CustomerId> call) {
    return GivenView.of(
        customers.delete(
            call.caller().realm(),
            call.input(),
            new Origin(call.request(), call.keyed()),
            () -> PathId.missing(NOUN)));
  }

  private static ProfileChange readProfile(Params body) {
    Field<String> email = body.field("email", ContactFormats.EMAIL);
    Field<String> name = body.field("name", NAME);
    Field<String> phone = body.field("phone", ContactFormats.PHONE);
    Field<AddressChange> address = readAddress(body);
    Field<String> description = body.field("description", DESCRIPTION);
    MetadataChange metadata = TextFormats.metadata(body);
    return body.build(() -> new ProfileChange(email, name, phone, address, description, metadata));
  }

  /** The field `address`. */
  public static Field<AddressChange> readAddress(Params body) {
    if (body.clears("address")) {
      return new Field.Clear<>();
    }
    Optional<Params> address = body.optionalObject("address");
    if (address.isEmpty()) {
      return new Field.Keep<>();
    }
    Params parts = address.get();
    return new Field.Set<>(
        new AddressChange(
            parts.field("line1", ADDRESS_LINE),
            parts.field("line2", ADDRESS_LINE),
            parts.field("city", ADDRESS_LINE),
            parts.field("state", ADDRESS_LINE),
            parts.field("postal_code", POSTAL_CODE),
            parts.field("country", ContactFormats.COUNTRY)));
  }
}
