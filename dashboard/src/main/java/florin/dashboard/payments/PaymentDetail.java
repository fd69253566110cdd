package florin.dashboard.payments;

import florin.connector.instance.Instances.ReceivedProviderWebhook;
import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Id.WebhookEndpointId;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.NotesView;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.RequestRow;
import florin.dashboard.parts.TabLink;
import florin.dashboard.payments.PaymentFacts.Decline;
import florin.dashboard.payments.PaymentFacts.NextStep;
import florin.dashboard.payments.PaymentProgress.ProgressStep;
import florin.dashboard.webhooks.DeliveryStatus;
import florin.event.EventLog.StoredEvent;
import florin.payment.machine.Payment;
import florin.team.RefundRequests.RefundRequest;
import florin.webhook.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The page of a payment: its head, and one of its tabs.
 *
 * @param dialogs the available actions
 * @param requests to approve refunds, newest first
 */
public record PaymentDetail(
    Head head, Tab tab, List<TabLink> tabs, Dialogs dialogs, List<RefundRequest> requests) {
  public PaymentDetail {
    requests = List.copyOf(requests);
    tabs = List.copyOf(tabs);
  }

  /**
   * The head of the page, above every tab.
   *
   * @param customer the customer, or the payer as far as known
   * @param orders the merchant's names for its order
   * @param next the next step, if a person must act or wait
   * @param disputes with the links to their pages
   * @param receipt the address of the payer's receipt
   */
  public record Head(
      Payment payment,
      Optional<Fact> customer,
      List<Fact> orders,
      List<ProgressStep> steps,
      Optional<Decline> declined,
      Optional<NextStep> next,
      List<Fact> disputes,
      Optional<String> receipt) {
    public Head {
      disputes = List.copyOf(disputes);
      orders = List.copyOf(orders);
      steps = List.copyOf(steps);
    }
  }

  /** The content of a tab. */
  public sealed interface Tab {}

  /**
   * The overview.
   *
   * @param transfer the expected bank transfer; empty for other payment methods
   * @param technical the identifiers for software
   * @param editing the form for description and metadata, while a member edits them
   */
  public record OverviewTab(
      Timeline timeline,
      Optional<TransferBlock> transfer,
      List<Fact> amounts,
      List<Fact> facts,
      List<Fact> outcome,
      List<Fact> technical,
      Optional<MetadataForm> editing,
      List<ReceivedProviderWebhook> webhooks,
      NotesView notes)
      implements Tab {
    public OverviewTab {
      amounts = List.copyOf(amounts);
      facts = List.copyOf(facts);
      outcome = List.copyOf(outcome);
      technical = List.copyOf(technical);
      webhooks = List.copyOf(webhooks);
    }
  }

  /**
   * The events of the payment and their deliveries.
   *
   * @param statuses of all deliveries
   * @param urls of the existing endpoints; empty if the member may not view them
   */
  public record EventsTab(
      List<StoredEvent> events,
      Map<EventId, List<Delivery>> deliveries,
      Map<DeliveryId, Pill> statuses,
      Optional<Map<WebhookEndpointId, String>> urls,
      boolean isWhole)
      implements Tab {
    public EventsTab {
      events = List.copyOf(events);
      deliveries = Map.copyOf(deliveries);
      statuses = Map.copyOf(statuses);
    }

    public List<Delivery> of(StoredEvent event) {
      return deliveries.getOrDefault(event.id(), List.of());
    }

    public Pill status(Delivery delivery) {
      return Objects.requireNonNull(statuses.get(delivery.id()));
    }

    /** Returns the endpoint of a delivery; empty if it was deleted. */
    public String url(Delivery delivery) {
      return urls.map(all -> all.get(delivery.endpoint())).orElse("Deleted endpoint");
    }

    /** Returns the time of the next attempt after a failed one. */
    public Optional<Instant> next(Delivery delivery) {
      return delivery.due().filter(_ -> DeliveryStatus.isRetrying(status(delivery)));
    }
  }

  /**
   * The newest API requests that concern the payment.
   *
   * @param all the address of the complete list
   */
  public record RequestsTab(List<RequestRow> rows, boolean mayView, String all) implements Tab {
    public RequestsTab {
      rows = List.copyOf(rows);
    }
  }

  /**
   * The payment as JSON.
   *
   * @param text as the API returns it, without secrets
   */
  public record JsonTab(String text) implements Tab {}

  public static String path(PaymentId id) {
    return "/dashboard/payments/" + id.text();
  }
}
