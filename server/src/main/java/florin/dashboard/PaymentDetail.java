package florin.dashboard;

import florin.connector.instance.Instances.ReceivedProviderWebhook;
import florin.core.Id.PaymentId;
import florin.dashboard.PaymentFacts.Decline;
import florin.dashboard.PaymentFacts.NextStep;
import florin.dashboard.PaymentProgress.ProgressStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The page of a payment: its head, and one of its tabs.
 *
 * @param dialogs the available actions
 */
public record PaymentDetail(Head head, Tab tab, List<TabLink> tabs, Dialogs dialogs) {
  public PaymentDetail {
    tabs = List.copyOf(tabs);
  }

  /**
   * The head of the page, above every tab.
   *
   * @param method the payment method
   * @param customer the customer, or the payer as far as known
   * @param orders the merchant's names for its order
   * @param next the next step, if a person must act or wait
   * @param receipt the address of the payer's receipt
   */
  public record Head(
      String id,
      String path,
      String amount,
      String currency,
      String status,
      Instant created,
      String method,
      Optional<Fact> customer,
      List<Fact> orders,
      List<ProgressStep> steps,
      Optional<Decline> declined,
      Optional<NextStep> next,
      Optional<String> receipt) {
    public Head {
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
      Map<String, String> metadata,
      boolean canDescribe,
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

  /** The events of the payment and their deliveries. */
  public record EventsTab(List<EventLine> rows, boolean isWhole) implements Tab {
    public EventsTab {
      rows = List.copyOf(rows);
    }
  }

  public record EventLine(
      String type, String path, Instant created, List<DeliveryLine> deliveries) {
    public EventLine {
      deliveries = List.copyOf(deliveries);
    }
  }

  /**
   * The delivery of an event to one endpoint.
   *
   * @param path of the endpoint's page; empty if the member may not view it
   * @param url of the endpoint; empty if the member may not view it, or if it was deleted
   * @param next the time of the next attempt
   */
  public record DeliveryLine(
      String endpoint,
      Optional<String> path,
      Optional<String> url,
      String status,
      String attempts,
      Optional<Instant> next) {}

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
