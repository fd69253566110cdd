package florin.dashboard.webhooks;

import florin.core.Field;
import florin.core.Id.WebhookEndpointId;
import florin.core.MetadataChange;
import florin.core.Refusal;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.event.EventType;
import florin.http.Form;
import florin.webhook.EndpointChange;
import florin.webhook.EndpointFormats;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoints;
import florin.webhook.WebhookEndpoints.NewEndpoint;
import florin.webhook.WebhookEndpoints.NewSecret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The forms of `/dashboard/webhooks` that add an endpoint or change its events. */
public final class WebhookEditPages {
  /**
   * The form.
   *
   * @param action its target
   */
  public record EditView(Form form, String action, List<String> types, boolean isNew) {
    public boolean wantsAll() {
      return form.isTicked("all");
    }
  }

  private final WebhookEndpoints endpoints;

  public WebhookEditPages(WebhookEndpoints endpoints) {
    this.endpoints = endpoints;
  }

  public Response showNew(DashboardRequest visit) {
    return Response.Page.of("webhook-edit", "Add endpoint", newView(Form.of(Map.of("all", "on"))));
  }

  public Response create(DashboardRequest visit) {
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
                    visit.auditedOrigin(NewSecret.class, it -> visit.about(it.endpoint().id())),
                    new NewEndpoint(url, Optional.of(events), description, Map.of()))
                .value();
        WebhookEndpointId id = made.endpoint().id();
        return Done.to(WebhookPages.PATH + "/" + id)
            .saying("Endpoint added. Copy its signing secret now.")
            .showingOnce(made.secret().text());
      } catch (Refusal refused) {
        form.wrong("url", refused.problem());
      }
    }
    return Response.Page.again("webhook-edit", "Add endpoint", newView(form));
  }

  public Response showEdit(DashboardRequest visit) {
    WebhookEndpoint endpoint = visit.find(WebhookEndpointId.KIND, endpoints::find);
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
    return Response.Page.of("webhook-edit", "Edit endpoint", editView(endpoint, form));
  }

  public Response edit(DashboardRequest visit) {
    WebhookEndpoint endpoint = visit.find(WebhookEndpointId.KIND, endpoints::find);
    Form form = visit.form();
    String url = form.required("url", EndpointFormats.URL);
    Optional<String> description = form.optional("description", EndpointFormats.DESCRIPTION);
    List<String> events = readEvents(form);
    if (form.isGood()) {
      try {
        endpoints.update(
            visit.realm(),
            endpoint.id(),
            visit.auditedOrigin(),
            new EndpointChange(
                Optional.of(url),
                Optional.of(events),
                description.<Field<String>>map(Field.Set::new).orElseGet(Field.Clear::new),
                MetadataChange.NONE,
                Optional.empty()));
        return Done.to(WebhookPages.PATH + "/" + endpoint.id()).saying("Endpoint saved.");
      } catch (Refusal refused) {
        form.wrong("url", refused.problem());
      }
    }
    return Response.Page.again("webhook-edit", "Edit endpoint", editView(endpoint, form));
  }

  private static EditView newView(Form form) {
    return new EditView(form, WebhookPages.PATH + "/new", EventType.texts(), true);
  }

  private static EditView editView(WebhookEndpoint endpoint, Form form) {
    return new EditView(
        form, WebhookPages.PATH + "/" + endpoint.id() + "/edit", EventType.texts(), false);
  }

  private static List<String> readEvents(Form form) {
    if (form.isTicked("all")) {
      return List.of(WebhookEndpoint.ALL);
    }
    List<String> chosen =
        form.texts("events").stream().filter(type -> EventType.find(type).isPresent()).toList();
    if (chosen.isEmpty()) {
      form.wrong("events", "Select all events or at least one type.");
    }
    return chosen;
  }
}
