package florin.dashboard;

import florin.core.Field;
import florin.core.Id.DeliveryId;
import florin.core.Id.WebhookEndpointId;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.Response.Done;
import florin.http.Form;
import florin.http.Format;
import florin.idempotency.Origin;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.EndpointChange;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoints;
import florin.webhook.WebhookEndpoints.NewSecret;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** `/dashboard/webhooks`: where a merchant hears of events, and how that goes. */
public final class WebhookPages {
  static final String PATH = "/dashboard/webhooks";

  /** What the pages let choose of the time in which the old secret signs too. */
  private enum Overlap {
    NONE(Duration.ZERO),
    DAY(Duration.ofDays(1)),
    WEEK(Duration.ofDays(7));

    private final Duration time;

    Overlap(Duration time) {
      this.time = time;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Format<Overlap> OVERLAP =
      Format.choice(List.of(Overlap.values()), Overlap::text);

  /** A browser's `datetime-local`, which we take for UTC. */
  private static final Format<Instant> SINCE =
      Format.text(
          "must be a date and a time, for example 2026-11-21T10:00",
          Instant.EPOCH,
          WebhookPages::readLocal);

  private final WebhookEndpoints endpoints;
  private final Deliveries deliveries;

  public WebhookPages(WebhookEndpoints endpoints, Deliveries deliveries) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
  }

  public record ListView(List<EndpointRow> rows, Pager pager) {}

  /**
   * @param form of the dialog that was just filled in
   * @param status the filter of the deliveries; empty for all
   */
  public record DetailView(
      EndpointRow endpoint, Form form, String status, List<DeliveryRow> deliveries, Pager pager) {
    public List<String> statuses() {
      return Delivery.Status.all().stream().map(Delivery.Status::text).toList();
    }
  }

  Response list(Visit visit) {
    var paging = new Paging(PATH, visit.query(), List.of());
    PageRequest asked = paging.request(WebhookEndpointId.KIND);
    Page<WebhookEndpoint> page = endpoints.list(visit.realm(), asked);
    return Response.Page.of(
        "webhooks",
        "Webhooks",
        new ListView(
            page.data().stream().map(EndpointRow::of).toList(),
            paging.pager(asked, page, WebhookEndpoint::id)));
  }

  Response show(Visit visit) {
    return Response.Page.of("webhook", "Webhook endpoint", detail(visit, Form.empty()));
  }

  Response enable(Visit visit) {
    return become(
        visit, Status.ENABLED, "The endpoint is enabled. What it missed can be replayed.");
  }

  Response disable(Visit visit) {
    return become(visit, Status.DISABLED, "The endpoint is disabled: nothing is sent to it.");
  }

  Response test(Visit visit) {
    WebhookEndpoint endpoint = find(visit);
    endpoints.test(visit.realm(), endpoint.id(), origin(visit));
    return Done.to(PATH + "/" + endpoint.id())
        .saying("A test event is on its way. Load the page again to see what came of it.");
  }

  Response rotate(Visit visit) {
    WebhookEndpoint endpoint = find(visit);
    Overlap overlap = visit.form().required("overlap", OVERLAP);
    if (!visit.form().isGood()) {
      return Response.Page.again("webhook", "Webhook endpoint", detail(visit, visit.form()));
    }
    NewSecret made =
        endpoints.rotateSecret(visit.realm(), endpoint.id(), origin(visit), overlap.time).value();
    return Done.to(PATH + "/" + endpoint.id())
        .saying("There is a new signing secret. Keep it: it is shown now only.")
        .showingOnce(made.secret().text());
  }

  Response replay(Visit visit) {
    WebhookEndpoint endpoint = find(visit);
    Instant since = visit.form().required("since", SINCE);
    if (!visit.form().isGood()) {
      return Response.Page.again("webhook", "Webhook endpoint", detail(visit, visit.form()));
    }
    endpoints.replay(visit.realm(), endpoint.id(), origin(visit), since);
    return Done.to(PATH + "/" + endpoint.id())
        .saying("What it should have had since then, and has not, is being sent.");
  }

  Response delete(Visit visit) {
    WebhookEndpoint endpoint = find(visit);
    endpoints.delete(visit.realm(), endpoint.id(), origin(visit));
    return Done.to(PATH).saying("The endpoint is deleted.");
  }

  private Response become(Visit visit, Status status, String words) {
    WebhookEndpoint endpoint = find(visit);
    endpoints.update(
        visit.realm(),
        endpoint.id(),
        origin(visit),
        new EndpointChange(
            Optional.empty(),
            Optional.empty(),
            new Field.Keep<>(),
            MetadataChange.NONE,
            Optional.of(status)));
    return Done.to(PATH + "/" + endpoint.id()).saying(words);
  }

  private WebhookEndpoint find(Visit visit) {
    return find(endpoints, visit);
  }

  static WebhookEndpoint find(WebhookEndpoints endpoints, Visit visit) {
    WebhookEndpointId id = visit.id(WebhookEndpointId.KIND);
    return endpoints.find(visit.realm(), id).orElseThrow(id::notFound);
  }

  private DetailView detail(Visit visit, Form form) {
    WebhookEndpoint endpoint = find(visit);
    String path = PATH + "/" + endpoint.id();
    Optional<Delivery.Status> status =
        visit
            .query()
            .value("status")
            .flatMap(text ->
                Delivery.Status.all().stream()
                    .filter(each -> each.text().equals(text))
                    .findFirst());
    var paging = new Paging(path, visit.query(), List.of("status"));
    PageRequest asked = paging.request(DeliveryId.KIND);
    Page<Delivery> page = deliveries.listOfEndpoint(visit.realm(), endpoint.id(), status, asked);
    return new DetailView(
        EndpointRow.of(endpoint),
        form,
        status.map(Delivery.Status::text).orElse(""),
        DeliveryRow.of(
            page.data(),
            deliveries.listAttempts(visit.realm(), page.data()),
            Map.of(endpoint.id(), endpoint.target().url())),
        paging.pager(asked, page, Delivery::id));
  }

  private static Optional<Instant> readLocal(String text) {
    try {
      return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException wrong) {
      return Optional.empty();
    }
  }

  static Origin origin(Visit visit) {
    return new Origin(visit.request(), Optional.empty());
  }
}
