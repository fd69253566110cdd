package florin.dashboard;

import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.event.EventLog.StoredEvent;
import florin.page.AmountText;
import florin.payment.machine.Attempt;
import florin.payment.machine.Refund;
import florin.webhook.Delivery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that happened to a payment, newest first: what was asked of the network, its refunds, its
 * events, and where those were delivered to.
 *
 * @param isWhole false when there is more than {@link #MAX_ENTRIES}
 */
public record Timeline(List<TimelineEntry> entries, boolean isWhole) {
  /** So that a payment with a thousand refunds is still a page. */
  static final int MAX_ENTRIES = 100;

  public Timeline {
    entries = List.copyOf(entries);
  }

  /**
   * @param tone as of a {@link Pill}
   * @param code names what it is about, to be copied; empty for nothing
   */
  public record TimelineEntry(
      Instant at,
      String tone,
      String title,
      List<String> details,
      Optional<String> code,
      Optional<String> path,
      List<DeliveryLine> deliveries) {
    public TimelineEntry {
      details = List.copyOf(details);
      deliveries = List.copyOf(deliveries);
    }
  }

  /**
   * An event's way to one endpoint.
   *
   * @param path of the endpoint's page, for whom may see it
   * @param url where it is, likewise; empty when it is deleted
   */
  public record DeliveryLine(
      String endpoint,
      Optional<String> path,
      Optional<String> url,
      String status,
      String attempts) {}

  /**
   * @param urls of the endpoints, for whom may see them
   */
  static Timeline of(
      List<Attempt> attempts,
      List<Refund> refunds,
      List<StoredEvent> events,
      Map<EventId, List<Delivery>> deliveries,
      Optional<Map<WebhookEndpointId, String>> urls,
      boolean isWhole) {
    var entries = new ArrayList<TimelineEntry>();
    events.forEach(
        event -> entries.add(of(event, deliveries.getOrDefault(event.id(), List.of()), urls)));
    refunds.forEach(refund -> entries.add(of(refund)));
    attempts.forEach(attempt -> entries.add(of(attempt)));
    List<TimelineEntry> newest =
        entries.stream()
            .sorted(Comparator.comparing(TimelineEntry::at).reversed())
            .limit(MAX_ENTRIES)
            .toList();
    return new Timeline(newest, isWhole && newest.size() == entries.size());
  }

  private static TimelineEntry of(
      StoredEvent event, List<Delivery> deliveries, Optional<Map<WebhookEndpointId, String>> urls) {
    return new TimelineEntry(
        event.id().made(),
        tone(event.type()),
        event.type(),
        List.of(),
        Optional.of(event.id().text()),
        ObjectPath.of(event.id().text()),
        deliveries.stream().map(delivery -> line(delivery, urls)).toList());
  }

  private static String tone(String type) {
    return switch (type) {
      case "payment.succeeded" -> "good";
      case "payment.failed", "refund.failed" -> "bad";
      case "payment.requires_action", "payment.amount_capturable_updated" -> "wait";
      default -> "calm";
    };
  }

  private static DeliveryLine line(
      Delivery delivery, Optional<Map<WebhookEndpointId, String>> urls) {
    int attempts = delivery.attempts();
    return new DeliveryLine(
        delivery.endpoint().text(),
        ObjectPath.of(delivery.endpoint().text()).filter(_ -> urls.isPresent()),
        urls.flatMap(all -> Optional.ofNullable(all.get(delivery.endpoint()))),
        delivery.status().text(),
        attempts == 1 ? "1 attempt" : attempts + " attempts");
  }

  private static TimelineEntry of(Refund refund) {
    var details = new ArrayList<String>();
    refund.reason().ifPresent(reason -> details.add("Reason: " + CodeText.of(reason)));
    refund.state().failure().ifPresent(why -> details.add("Why it failed: " + CodeText.of(why)));
    return new TimelineEntry(
        refund.created(),
        Pill.of(refund.status().text()).tone(),
        "Refund of " + AmountText.of(refund.amount()) + ": " + refund.status().text(),
        details,
        Optional.of(refund.id().text()),
        Optional.empty(),
        List.of());
  }

  private static TimelineEntry of(Attempt attempt) {
    var details = new ArrayList<String>();
    attempt
        .state()
        .completion()
        .ifPresent(completion -> {
          completion.responseCode().ifPresent(code -> details.add("Network response code " + code));
          completion
              .connectorReference()
              .ifPresent(reference -> details.add("Reference at the connector " + reference));
          switch (completion.by()) {
            case ANSWER -> {}
            case INQUIRY -> details.add("Found out by asking the network again");
            case REVERSAL ->
                details.add(
                    attempt.state().amountApproved().isPresent()
                        ? "Undone, since the network approved another amount"
                        : "Undone, since the outcome was not to be learnt");
            case RETRY -> details.add("Found out when the request was repeated");
          }
        });
    attempt
        .state()
        .amountApproved()
        .ifPresent(approved ->
            details.add(
                "The network approved "
                    + AmountText.of(approved)
                    + " instead of "
                    + AmountText.of(attempt.amount())
                    + (mustBeLookedAt(attempt) ? ": somebody must look" : "")));
    attempt.request().ifPresent(request -> details.add("Request " + request.text()));
    return new TimelineEntry(
        attempt.created(),
        attempt.state().amountApproved().isPresent() ? "bad" : tone(attempt.progress()),
        attempt.operation().label()
            + " of "
            + AmountText.of(attempt.amount())
            + " asked of the network: "
            + words(attempt.progress()),
        details,
        Optional.of(attempt.id().text()),
        Optional.empty(),
        List.of());
  }

  /**
   * An authorisation of another amount Florin undoes itself; all else goes on being asked about.
   */
  private static boolean mustBeLookedAt(Attempt attempt) {
    return !attempt.operation().isOfAuthorization() && attempt.state().due().isPresent();
  }

  private static String words(Attempt.Progress progress) {
    return switch (progress) {
      case BEGUN, PENDING -> "under way";
      case UNKNOWN -> "no answer yet, we are finding out";
      case APPROVED -> "approved";
      case DECLINED -> "declined";
      case NOT_SENT -> "could not be sent";
      case REQUIRES_ACTION -> "the payer must act";
      case REVERSING -> "being undone";
      case REVERSED -> "undone";
      case ABANDONED -> "never arrived";
    };
  }

  private static String tone(Attempt.Progress progress) {
    return switch (progress) {
      case APPROVED -> "good";
      case DECLINED, NOT_SENT, REVERSED, ABANDONED -> "bad";
      case REQUIRES_ACTION, REVERSING -> "wait";
      case BEGUN, PENDING, UNKNOWN -> "note";
    };
  }
}
