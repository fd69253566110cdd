package florin.dashboard.webhooks;

import florin.core.Field;
import florin.core.Id.DeliveryId;
import florin.core.Id.WebhookEndpointId;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.TabLink;
import florin.dashboard.parts.TimeText;
import florin.dashboard.webhooks.TestEventPages.TestResult;
import florin.event.EventLog;
import florin.http.Form;
import florin.http.Format;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.EndpointChange;
import florin.webhook.Verification;
import florin.webhook.Verification.Finding;
import florin.webhook.Verification.VerificationFault;
import florin.webhook.VerificationApi.BodyFormats;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoints;
import florin.webhook.WebhookEndpoints.NewSecret;
import florin.webhook.WebhookHealth;
import florin.webhook.WebhookHealth.DayHealth;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** `/dashboard/webhooks`: the merchant's webhook endpoints and their deliveries. */
public final class WebhookPages {
  public static final String PATH = "/dashboard/webhooks";

  private static final String TITLE = "Webhook endpoint";

  /** The dialogs that the address can open. */
  private static final Set<String> DIALOGS = Set.of("rotate", "replay", "verify");

  /** The options for the time in which both secrets sign. */
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

  /** A browser's `datetime-local`, in the visitor's zone. */
  private static final Format<Instant> SINCE =
      Format.text(
          "must be a date and a time, for example 2026-11-21T10:00",
          Instant.EPOCH,
          WebhookPages::readLocal);

  private final WebhookEndpoints endpoints;
  private final Deliveries deliveries;
  private final EventLog events;
  private final WebhookHealth health;
  private final Verification verification;
  private final long daysKept;
  private final InstantSource clock;

  /**
   * Creates the pages.
   *
   * @param kept the retention period of events
   */
  public WebhookPages(
      WebhookEndpoints endpoints,
      Deliveries deliveries,
      EventLog events,
      WebhookHealth health,
      Verification verification,
      Duration kept,
      InstantSource clock) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
    this.events = events;
    this.health = health;
    this.verification = verification;
    this.daysKept = kept.toDays();
    this.clock = clock;
  }

  public record ListRow(EndpointRow endpoint, HealthView health) {}

  public record ListView(List<ListRow> rows, Pager pager) {}

  /**
   * The reason why an endpoint fails.
   *
   * @param answer the response to the last attempt
   */
  public record EndpointFailure(String answer, Instant at, String advice) {}

  /**
   * The result of a signature check.
   *
   * @param other the URL of another endpoint, if its secret created the signature
   */
  public record FindingView(
      boolean isGood, String words, Optional<String> other, Optional<String> age) {}

  /**
   * The page of an endpoint.
   *
   * @param failure why it fails; empty if it does not
   * @param form of the dialog that was just submitted
   * @param dialog the open dialog; empty for none
   * @param status the filter of the deliveries; empty for all
   * @param once the token of each form, so that an action runs once
   * @param daysKept the retention period of events, in days
   * @param test the result of the test event that was just sent
   */
  public record DetailView(
      EndpointRow endpoint,
      HealthView health,
      Optional<EndpointFailure> failure,
      Form form,
      String dialog,
      Optional<FindingView> finding,
      String status,
      List<DeliveryRow> deliveries,
      Pager pager,
      String once,
      long daysKept,
      Optional<TestResult> test) {
    public List<TabLink> tabs() {
      return Stream.concat(
              Stream.of(TabLink.of("All", endpoint.path(), status.isEmpty())),
              Delivery.Status.all().stream()
                  .map(Delivery.Status::text)
                  .map(text ->
                      TabLink.of(
                          Pill.of(text).words(),
                          endpoint.path() + "?status=" + text,
                          text.equals(status))))
          .toList();
    }

    public boolean shows(String which) {
      return dialog.equals(which);
    }
  }

  public Response list(DashboardRequest visit) {
    var paging = new Paging(PATH, visit.query(), List.of());
    PageRequest asked = paging.request(WebhookEndpointId.KIND);
    Page<WebhookEndpoint> page = endpoints.list(visit.realm(), asked);
    Map<WebhookEndpointId, DayHealth> days =
        health.listDays(visit.realm(), page.data().stream().map(WebhookEndpoint::id).toList());
    return Response.Page.of(
        "webhooks",
        "Webhooks",
        new ListView(
            page.data().stream()
                .map(endpoint ->
                    new ListRow(
                        new EndpointRow(endpoint),
                        HealthView.of(Objects.requireNonNull(days.get(endpoint.id())))))
                .toList(),
            paging.pager(asked, page, WebhookEndpoint::id)));
  }

  public Response show(DashboardRequest visit) {
    String dialog = visit.query().value("dialog").filter(DIALOGS::contains).orElse("");
    return Response.Page.of("webhook", TITLE, detail(visit, first(), dialog, Optional.empty()));
  }

  public Response enable(DashboardRequest visit) {
    return become(visit, Status.ENABLED, "Endpoint enabled. You can resend the events it missed.");
  }

  public Response disable(DashboardRequest visit) {
    return become(
        visit, Status.DISABLED, "Endpoint disabled. Florin no longer sends events to it.");
  }

  public Response rotate(DashboardRequest visit) {
    WebhookEndpoint endpoint = find(visit);
    Overlap overlap = visit.form().required("overlap", OVERLAP);
    if (!visit.form().isGood()) {
      return again(visit, "rotate");
    }
    NewSecret made =
        endpoints
            .rotateSecret(visit.realm(), endpoint.id(), visit.auditedOrigin(), overlap.time)
            .value();
    return Done.to(PATH + "/" + endpoint.id())
        .saying("Secret rotated. Copy the new one now.")
        .showingOnce(made.secret().text());
  }

  public Response replay(DashboardRequest visit) {
    WebhookEndpoint endpoint = find(visit);
    Instant since = visit.form().required("since", SINCE);
    Instant until = visit.form().optional("until", SINCE).orElseGet(clock::instant);
    if (visit.form().isGood() && until.isBefore(since)) {
      visit.form().wrong("since", "Must not be after the end.");
    }
    if (!visit.form().isGood()) {
      return again(visit, "replay");
    }
    endpoints.replay(visit.realm(), endpoint.id(), visit.auditedOrigin(), since, until);
    return Done.to(PATH + "/" + endpoint.id())
        .saying("Florin is resending the events of this period.");
  }

  public Response delete(DashboardRequest visit) {
    WebhookEndpoint endpoint = find(visit);
    endpoints.delete(visit.realm(), endpoint.id(), visit.auditedOrigin());
    return Done.to(PATH).saying("Endpoint deleted.");
  }

  private Response become(DashboardRequest visit, Status status, String words) {
    WebhookEndpoint endpoint = find(visit);
    endpoints.update(
        visit.realm(),
        endpoint.id(),
        visit.auditedOrigin(),
        new EndpointChange(
            Optional.empty(),
            Optional.empty(),
            new Field.Keep<>(),
            MetadataChange.NONE,
            Optional.of(status)));
    return Done.to(PATH + "/" + endpoint.id()).saying(words);
  }

  private WebhookEndpoint find(DashboardRequest visit) {
    return visit.find(WebhookEndpointId.KIND, endpoints::find);
  }

  /** Checks the signature of a pasted body, and explains a mismatch. */
  public Response verify(DashboardRequest visit) {
    WebhookEndpoint endpoint = find(visit);
    String header = visit.form().required("header", BodyFormats.HEADER);
    String body = body(visit);
    if (!visit.form().isGood()) {
      return again(visit, "verify");
    }
    Finding finding =
        verification.check(
            visit.realm(),
            endpoint.id(),
            header,
            body,
            BodyFormats.event(body),
            BodyFormats::isSameJson);
    return Response.Page.of(
        "webhook", TITLE, detail(visit, visit.form(), "verify", Optional.of(view(visit, finding))));
  }

  /** Returns the pasted body with line feeds, because browsers submit every line end as CRLF. */
  private static String body(DashboardRequest visit) {
    String body = visit.form().text("body").replace("\r\n", "\n");
    if (body.isBlank()) {
      visit.form().wrong("body", "Please fill in this field.");
    }
    return body;
  }

  private FindingView view(DashboardRequest visit, Finding finding) {
    return new FindingView(
        finding.fault().isEmpty(),
        finding
            .fault()
            .map(VerificationFault::message)
            .orElse("The signature is valid: this endpoint's secret signed this exact body."),
        finding
            .signedBy()
            .flatMap(id -> endpoints.find(visit.realm(), id))
            .map(other -> other.target().url()),
        finding.age().map(WebhookPages::age));
  }

  private static String age(Duration age) {
    String words =
        age.abs().toHours() > 0
            ? age.abs().toHours() + " h"
            : age.abs().toMinutes() > 0
                ? age.abs().toMinutes() + " min"
                : age.abs().toSeconds() + " s";
    return age.isNegative() ? words + " in the future" : words + " ago";
  }

  private Response again(DashboardRequest visit, String dialog) {
    return Response.Page.again(
        "webhook", TITLE, detail(visit, visit.form(), dialog, Optional.empty()));
  }

  /** Returns the form for resending events, prefilled with the last day. */
  private Form first() {
    return Form.of(Map.of("since", local(clock.instant().minus(Duration.ofDays(1)))));
  }

  private static String local(Instant time) {
    return LocalDateTime.ofInstant(time.truncatedTo(ChronoUnit.MINUTES), ZoneOffset.UTC)
        .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
  }

  private DetailView detail(
      DashboardRequest visit, Form form, String dialog, Optional<FindingView> finding) {
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
        new EndpointRow(endpoint),
        HealthView.of(
            Objects.requireNonNull(
                health.listDays(visit.realm(), List.of(endpoint.id())).get(endpoint.id()))),
        failure(visit, endpoint),
        form,
        dialog,
        finding,
        status.map(Delivery.Status::text).orElse(""),
        DeliveryRow.of(
            deliveries,
            visit.realm(),
            page.data(),
            events.list(visit.realm(), page.data().stream().map(Delivery::event).toList()),
            Map.of(endpoint.id(), endpoint.target().url())),
        paging.pager(asked, page, Delivery::id),
        visit.request().text(),
        daysKept,
        TestEventPages.find(visit, deliveries, endpoint.id()));
  }

  /** Returns why the endpoint fails; empty if a member disabled it, which needs no explanation. */
  private Optional<EndpointFailure> failure(DashboardRequest visit, WebhookEndpoint endpoint) {
    boolean isOurs =
        endpoint
            .disabledReason()
            .map(why -> why != WebhookEndpoint.DisabledReason.REQUESTED)
            .orElseGet(endpoint::failing);
    return isOurs
        ? deliveries
            .findLastFailure(visit.realm(), endpoint.id())
            .map(attempt ->
                new EndpointFailure(
                    attempt.text(),
                    attempt.created(),
                    FailureText.advice(attempt, endpoint.target().url())))
        : Optional.empty();
  }

  private static Optional<Instant> readLocal(String text) {
    try {
      return Optional.of(LocalDateTime.parse(text).atZone(TimeText.zone()).toInstant());
    } catch (DateTimeParseException wrong) {
      return Optional.empty();
    }
  }
}
