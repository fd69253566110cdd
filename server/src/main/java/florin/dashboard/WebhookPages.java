package florin.dashboard;

import florin.core.Field;
import florin.core.Id.DeliveryId;
import florin.core.Id.WebhookEndpointId;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.Response.Done;
import florin.event.EventType;
import florin.http.Form;
import florin.http.Format;
import florin.idempotency.Origin;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.EndpointChange;
import florin.webhook.EndpointFormats;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoints;
import florin.webhook.WebhookEndpoints.NewEndpoint;
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
  private static final String PATH = "/dashboard/webhooks";

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

  /**
   * An endpoint as pages show it.
   *
   * @param whyDisabled a sentence; empty while it is enabled
   */
  public record Row(
      String id,
      String url,
      Optional<String> description,
      String status,
      boolean failing,
      Optional<String> whyDisabled,
      List<String> events,
      Instant created,
      boolean hasOldSecret) {
    static Row of(WebhookEndpoint endpoint) {
      return new Row(
          endpoint.id().text(),
          endpoint.target().url(),
          endpoint.target().description(),
          endpoint.status().text(),
          endpoint.failing(),
          endpoint.disabledReason().map(Row::words),
          endpoint.target().enabledEvents(),
          endpoint.created(),
          endpoint.secrets().old().isPresent());
    }

    public String path() {
      return PATH + "/" + id;
    }

    public boolean isEnabled() {
      return whyDisabled.isEmpty();
    }

    public String eventWords() {
      return events.contains(WebhookEndpoint.ALL)
          ? "all"
          : events.size() == 1 ? events.getFirst() : events.size() + " types";
    }

    private static String words(WebhookEndpoint.DisabledReason reason) {
      return switch (reason) {
        case REQUESTED -> "Somebody of your team disabled it.";
        case GONE -> "It answered 410 Gone, so nothing more was sent to it.";
        case FAILING -> "Every delivery failed for five days, so nothing more was sent to it.";
      };
    }
  }

  public record ListView(List<Row> rows, Pager pager) {}

  /**
   * @param action where the form goes
   */
  public record EditView(Form form, String action, List<String> types, boolean isNew) {
    public boolean wantsAll() {
      return form.isTicked("all");
    }
  }

  /**
   * @param form of the dialog that was just filled in
   * @param status the filter of the deliveries; empty for all
   */
  public record DetailView(
      Row endpoint, Form form, String status, List<DeliveryRow> deliveries, Pager pager) {
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
            page.data().stream().map(Row::of).toList(),
            paging.pager(asked, page, WebhookEndpoint::id)));
  }

  Response showNew(Visit visit) {
    return Response.Page.of(
        "webhook-edit", "Add an endpoint", newView(Form.of(Map.of("all", "on"))));
  }

  Response create(Visit visit) {
    Form form = visit.form();
    String url = form.required("url", EndpointFormats.URL);
    Optional<String> description = form.optional("description", EndpointFormats.DESCRIPTION);
    List<String> events = readEvents(form);
    if (form.isGood()) {
      try {
        NewSecret made =
            endpoints
                .create(
                    visit.realm(),
                    origin(visit),
                    new NewEndpoint(url, Optional.of(events), description, Map.of()))
                .value();
        WebhookEndpointId id = made.endpoint().id();
        visit.about(id);
        return Done.to(PATH + "/" + id)
            .saying("The endpoint is there. Keep its signing secret: it is shown now only.")
            .showingOnce(made.secret().text());
      } catch (Refusal refused) {
        form.wrong("url", refused.problem());
      }
    }
    return Response.Page.again("webhook-edit", "Add an endpoint", newView(form));
  }

  Response show(Visit visit) {
    return Response.Page.of("webhook", "Webhook endpoint", detail(visit, Form.empty()));
  }

  Response showEdit(Visit visit) {
    WebhookEndpoint endpoint = find(visit);
    WebhookEndpoint.Target target = endpoint.target();
    Form form =
        Form.of(
            Map.of(
                "url",
                target.url(),
                "description",
                target.description().orElse(""),
                target.enabledEvents().contains(WebhookEndpoint.ALL) ? "all" : "some",
                "on"),
            Map.of("events", target.enabledEvents()));
    return Response.Page.of("webhook-edit", "Change the endpoint", editView(endpoint, form));
  }

  Response edit(Visit visit) {
    WebhookEndpoint endpoint = find(visit);
    Form form = visit.form();
    String url = form.required("url", EndpointFormats.URL);
    Optional<String> description = form.optional("description", EndpointFormats.DESCRIPTION);
    List<String> events = readEvents(form);
    if (form.isGood()) {
      try {
        update(
            visit,
            endpoint,
            new EndpointChange(
                Optional.of(url),
                Optional.of(events),
                description.<Field<String>>map(Field.Set::new).orElseGet(Field.Clear::new),
                MetadataChange.NONE,
                Optional.empty()));
        return Done.to(PATH + "/" + endpoint.id()).saying("The endpoint is changed.");
      } catch (Refusal refused) {
        form.wrong("url", refused.problem());
      }
    }
    return Response.Page.again("webhook-edit", "Change the endpoint", editView(endpoint, form));
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
    update(
        visit,
        endpoint,
        new EndpointChange(
            Optional.empty(),
            Optional.empty(),
            new Field.Keep<>(),
            MetadataChange.NONE,
            Optional.of(status)));
    return Done.to(PATH + "/" + endpoint.id()).saying(words);
  }

  private void update(Visit visit, WebhookEndpoint endpoint, EndpointChange change) {
    endpoints.update(visit.realm(), endpoint.id(), origin(visit), change);
  }

  private WebhookEndpoint find(Visit visit) {
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
        Row.of(endpoint),
        form,
        status.map(Delivery.Status::text).orElse(""),
        DeliveryRow.of(
            page.data(),
            deliveries.listAttempts(visit.realm(), page.data()),
            Map.of(endpoint.id(), endpoint.target().url())),
        paging.pager(asked, page, Delivery::id));
  }

  private static EditView newView(Form form) {
    return new EditView(form, PATH + "/new", EventType.texts(), true);
  }

  private static EditView editView(WebhookEndpoint endpoint, Form form) {
    return new EditView(form, PATH + "/" + endpoint.id() + "/edit", EventType.texts(), false);
  }

  private static List<String> readEvents(Form form) {
    if (form.isTicked("all")) {
      return List.of(WebhookEndpoint.ALL);
    }
    List<String> chosen =
        form.texts("events").stream().filter(type -> EventType.find(type).isPresent()).toList();
    if (chosen.isEmpty()) {
      form.wrong("events", "Choose all events, or at least one type.");
    }
    return chosen;
  }

  private static Optional<Instant> readLocal(String text) {
    try {
      return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException wrong) {
      return Optional.empty();
    }
  }

  private static Origin origin(Visit visit) {
    return new Origin(visit.request(), Optional.empty());
  }
}
