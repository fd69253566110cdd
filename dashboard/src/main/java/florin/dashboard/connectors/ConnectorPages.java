package florin.dashboard.connectors;

import florin.connector.CheckReport;
import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.instance.Activation;
import florin.connector.instance.Instance;
import florin.connector.instance.Instances;
import florin.connector.instance.Instances.InstanceChange;
import florin.connector.instance.Instances.ReceivedProviderWebhook;
import florin.connector.instance.RealmConnectors;
import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.connector.instance.Setups.SecretField;
import florin.core.Id.ConnectorId;
import florin.core.Id.ProviderWebhookId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.idempotency.Origin;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages of `/dashboard/connectors`: the connections to the merchant's providers. */
public final class ConnectorPages {
  public static final String PATH = "/dashboard/connectors";

  private final Instances instances;
  private final Activation activation;
  private final RealmConnectors connectors;

  /**
   * Creates the pages.
   *
   * @param connectors as this node sees them
   */
  public ConnectorPages(Instances instances, Activation activation, RealmConnectors connectors) {
    this.instances = instances;
    this.connectors = connectors;
    this.activation = activation;
  }

  /**
   * The list.
   *
   * @param canAdd whether this installation supports any provider
   * @param isEnabled whether any takes payments
   */
  public record ListView(
      List<ConnectorSummary> connectors, boolean canAdd, boolean isEnabled, Pager pager) {}

  /**
   * The page of a connector.
   *
   * @param fails whether its circuit is open on this node
   * @param settings the settings, with plain values unless they are secret
   */
  public record DetailView(
      ConnectorSummary connector,
      boolean fails,
      List<Fact> settings,
      List<ReceivedProviderWebhook> received,
      Pager pager) {}

  public Response list(DashboardRequest visit) {
    var paging = new Paging(PATH, visit.query(), List.of());
    PageRequest asked = paging.request(ConnectorId.KIND);
    Page<ConnectorSummary> page = instances.list(visit.realm(), asked);
    return Response.Page.of(
        "connectors",
        "Connectors",
        new ListView(
            page.data(),
            !instances.listKinds().isEmpty(),
            !instances.listEnabled(visit.realm()).isEmpty(),
            paging.pager(asked, page, summary -> summary.instance().id())));
  }

  public Response show(DashboardRequest visit) {
    ConnectorSummary summary = visit.find(ConnectorId.KIND, instances::find);
    Instance instance = summary.instance();
    var paging = new Paging(path(instance.id()), visit.query(), List.of());
    PageRequest asked = paging.request(ProviderWebhookId.KIND);
    Page<ReceivedProviderWebhook> received =
        instances.listProviderWebhooks(visit.realm(), instance.id(), asked);
    return Response.Page.of(
        "connector",
        instance.provider().name(),
        new DetailView(
            summary,
            fails(instance),
            settings(summary),
            received.data(),
            paging.pager(asked, received, ReceivedProviderWebhook::id)));
  }

  public Response check(DashboardRequest visit) {
    ConnectorId id = visit.id(ConnectorId.KIND);
    CheckReport report =
        activation
            .check(visit.realm(), id, origin(visit))
            .value()
            .instance()
            .state()
            .check()
            .orElseThrow()
            .report();
    visit.note(report.hasPassed() ? "passed" : "failed");
    Done done = Done.to(path(id));
    return report.hasPassed()
        ? done.saying("Check passed.")
        : done.warning("Check failed. Fix the failed steps, then check again.");
  }

  public Response enable(DashboardRequest visit) {
    ConnectorId id = visit.id(ConnectorId.KIND);
    activation.enable(visit.realm(), id, origin(visit));
    return Done.to(path(id))
        .saying(
            instances.listEnabled(visit.realm()).indexOf(id) == 0
                ? "Connector enabled. New payments go to it."
                : "Connector enabled. New payments go to it if they name it, or if no connector before it can take them.");
  }

  public Response makeDefault(DashboardRequest visit) {
    ConnectorId id = visit.id(ConnectorId.KIND);
    instances.update(visit.realm(), id, visit.auditedOrigin(), InstanceChange.DEFAULT);
    return Done.to(path(id)).saying("This connector is now the default for new payments.");
  }

  public Response disable(DashboardRequest visit) {
    ConnectorId id = visit.id(ConnectorId.KIND);
    instances.disable(visit.realm(), id, visit.auditedOrigin());
    return Done.to(path(id))
        .saying("Connector disabled. It takes no new payments and finishes those in progress.");
  }

  /** Returns the name of the provider's kind. */
  public static String provider(ConnectorSummary connector) {
    return connector
        .form()
        .map(ConnectorForm::label)
        .orElse(connector.instance().provider().kind());
  }

  /** Returns the place of an enabled connector among those that take payments. */
  public static String place(ConnectorSummary connector) {
    return connector.isDefault() ? "default" : "number " + connector.position().orElseThrow();
  }

  /** Returns whether the last check passed; empty if there was none. */
  public static Optional<String> check(Instance connector) {
    return connector.state().check().map(it -> it.report().hasPassed() ? "passed" : "failed");
  }

  public static String path(ConnectorId id) {
    return PATH + "/" + id;
  }

  private static Origin origin(DashboardRequest visit) {
    return new Origin(visit.request(), Optional.empty());
  }

  private boolean fails(Instance instance) {
    return connectors.listHealth().stream()
        .filter(ConnectorHealth::isCircuitOpen)
        .anyMatch(health -> health.name().id().equals(instance.id().text()));
  }

  private static List<Fact> settings(ConnectorSummary summary) {
    return summary.form().stream()
        .map(ConnectorForm::fields)
        .flatMap(List::stream)
        .flatMap(field -> setting(summary, field).stream())
        .toList();
  }

  private static Optional<Fact> setting(ConnectorSummary summary, FormField field) {
    String value = summary.instance().provider().settings().get(field.name());
    if (field.secret()) {
      return Stream.of(field.name())
          .flatMap(name -> summary.secrets().stream().filter(secret -> secret.name().equals(name)))
          .map(secret -> Fact.of(field.label(), words(secret)))
          .findFirst();
    }
    return value == null && !field.required()
        ? Optional.empty()
        : Optional.of(Fact.of(field.label(), value == null ? "Not set" : value));
  }

  /**
   * Returns the state of a secret with its last characters, which distinguish it from other keys.
   */
  static String words(SecretField secret) {
    return secret.isSet()
        ? secret.last4().map(last -> "Set, ends in " + last).orElse("Set")
        : "Not set";
  }
}
