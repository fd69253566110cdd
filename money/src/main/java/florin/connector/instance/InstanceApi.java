package florin.connector.instance;

import florin.connector.instance.InstanceView.KindView;
import florin.connector.instance.Instances.FieldChange;
import florin.connector.instance.Instances.InstanceChange;
import florin.connector.instance.Instances.NewInstance;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.Id.ConnectorId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Params;
import florin.idempotency.ResultView;
import java.util.Optional;

/** The API operations of `/v2/connectors` and `/v2/connector_kinds`. */
public final class InstanceApi {
  private final Instances instances;
  private final Activation activation;

  public InstanceApi(Instances instances, Activation activation) {
    this.instances = instances;
    this.activation = activation;
  }

  /** The path and body of an update. */
  public record UpdateInstance(ConnectorId id, InstanceChange change) {}

  /** The query of `GET /v2/connector_kinds`, which has no parameters. */
  public record ListKinds() {}

  public static NewInstance readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String kind = body.required("kind", InstanceFormats.KIND);
    Optional<String> name = body.optional("name", InstanceFormats.NAME);
    FieldChange fields = InstanceFormats.fields(body);
    return body.build(() -> new NewInstance(kind, name, fields));
  }

  public Answer create(Call<NewInstance> call) {
    return ResultView.of(
        instances.create(call.realm(), ResultView.origin(call), call.input()), InstanceView::of);
  }

  public static Cursor<ConnectorId> readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<ConnectorId> cursor = Cursor.read(query, ConnectorId.KIND);
    return query.build(() -> cursor);
  }

  public Answer list(Call<Cursor<ConnectorId>> call) {
    Realm realm = call.realm();
    Page<ConnectorSummary> page =
        instances.list(realm, call.input().page(id -> instances.find(realm, id).isPresent()));
    return Answer.list("/v2/connectors", page, InstanceView::of);
  }

  public static ConnectorId readId(Exchange exchange) {
    return exchange.pathId(ConnectorId.KIND);
  }

  public Answer retrieve(Call<ConnectorId> call) {
    return Answer.found(call.input(), instances.find(call.realm(), call.input()), InstanceView::of);
  }

  public static UpdateInstance readUpdate(Exchange exchange) {
    ConnectorId id = readId(exchange);
    Params body = Params.of(exchange.json());
    body.notUpdatable("kind");
    Optional<String> name = body.optional("name", InstanceFormats.NAME);
    FieldChange fields = InstanceFormats.fields(body);
    boolean makesDefault = body.optional("position", InstanceFormats.DEFAULT).isPresent();
    return body.build(() -> new UpdateInstance(id, new InstanceChange(name, fields, makesDefault)));
  }

  public Answer update(Call<UpdateInstance> call) {
    UpdateInstance input = call.input();
    return ResultView.of(
        instances.update(call.realm(), input.id(), ResultView.origin(call), input.change()),
        InstanceView::of);
  }

  public Answer check(Call<ConnectorId> call) {
    return ResultView.of(
        activation.check(call.realm(), call.input(), ResultView.origin(call)), InstanceView::of);
  }

  public Answer enable(Call<ConnectorId> call) {
    return ResultView.of(
        activation.enable(call.realm(), call.input(), ResultView.origin(call)), InstanceView::of);
  }

  public Answer disable(Call<ConnectorId> call) {
    return ResultView.of(
        instances.disable(call.realm(), call.input(), ResultView.origin(call)), InstanceView::of);
  }

  public static ListKinds readKinds(Exchange exchange) {
    return Params.of(exchange.query()).build(ListKinds::new);
  }

  /** Returns all kinds of connector on one page. */
  public Answer listKinds(Call<ListKinds> call) {
    return Answer.list(
        "/v2/connector_kinds", new Page<>(instances.listKinds(), false), KindView::of);
  }
}
