package florin.dashboard;

import florin.core.Id.PaymentId;
import florin.dashboard.PaymentFacts.Decline;
import florin.dashboard.PaymentFacts.NextStep;
import florin.dashboard.PaymentProgress.ProgressStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the page of a payment shows: what stands on top of it, and one of its tabs.
 *
 * @param dialogs what can be done
 */
public record PaymentDetail(Head head, Tab tab, List<TabLink> tabs, Dialogs dialogs) {
  public PaymentDetail {
    tabs = List.copyOf(tabs);
  }

  /**
   * What every tab begins with.
   *
   * @param method what was paid with
   * @param customer or whoever else is known to have paid
   * @param orders what merchants call its order
   * @param next what is to be done, or waited for
   * @param receipt the payer's page of it, from elsewhere than the dashboard
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

  /** What is below. */
  public sealed interface Tab {}

  /**
   * @param transfer where a payer was asked for a bank transfer
   * @param technical what software knows it by
   * @param editing the form of what is said about it, where somebody changes that
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
      List<ProviderWebhookRow> webhooks,
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

  /** What merchants' endpoints were told. */
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
   * An event's way to one endpoint.
   *
   * @param path of the endpoint's page, for whom may see it
   * @param url where it is, likewise; empty when it is deleted
   * @param next when it is tried next
   */
  public record DeliveryLine(
      String endpoint,
      Optional<String> path,
      Optional<String> url,
      String status,
      String attempts,
      Optional<Instant> next) {}

  /**
   * What programs have asked about it, the newest.
   *
   * @param all where all stand that name it
   */
  public record RequestsTab(List<RequestRow> rows, boolean mayView, String all) implements Tab {
    public RequestsTab {
      rows = List.copyOf(rows);
    }
  }

  /**
   * @param text the payment as the interface shows it, without what is secret
   */
  public record JsonTab(String text) implements Tab {}

  static String path(PaymentId id) {
    return "/dashboard/payments/" + id.text();
  }
}
