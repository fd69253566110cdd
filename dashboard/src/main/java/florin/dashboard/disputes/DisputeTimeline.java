package florin.dashboard.disputes;

import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.parts.EventText;
import florin.dashboard.payments.Timeline;
import florin.dashboard.payments.Timeline.TimelineEntry;
import florin.dispute.Dispute;
import florin.event.EventLog;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import florin.http.JsonText;
import java.util.List;
import java.util.Optional;

/** The history of a dispute in sentences, newest first. */
final class DisputeTimeline {
  /** The most events, the newest. */
  private static final int MAX_EVENTS = 50;

  private DisputeTimeline() {}

  static Timeline of(EventLog events, Dispute dispute) {
    Page<StoredEvent> found =
        events.list(
            dispute.realm(),
            EventFilter.of(Optional.of(dispute.id().uuid()), List.of()),
            PageRequest.first(MAX_EVENTS));
    return new Timeline(
        found.data().stream().map(event -> entry(event, dispute)).toList(),
        List.of(),
        !found.hasMore());
  }

  private static TimelineEntry entry(StoredEvent event, Dispute dispute) {
    boolean isNew = event.type().equals(EventType.DISPUTE_CREATED.text());
    Dispute.Status status =
        JsonText.of(event.body())
            .find("/data/object/status")
            .map(Dispute.Status::of)
            .orElse(dispute.status());
    return new TimelineEntry(
        EventText.created(event), tone(status), isNew ? opened(status) : moved(status), List.of());
  }

  private static String opened(Dispute.Status status) {
    return status == Dispute.Status.INQUIRY
        ? "The payer's bank inquired about the payment"
        : "The payer disputed the payment";
  }

  private static String moved(Dispute.Status status) {
    return switch (status) {
      case INQUIRY -> "The inquiry changed";
      case NEEDS_RESPONSE -> "A response is needed, and the provider holds the money";
      case SUBMITTED -> "Evidence sent to the provider";
      case UNDER_REVIEW -> "The bank reviews the evidence";
      case SECOND_ROUND -> "The decision was appealed";
      case WON -> "The dispute was won";
      case LOST -> "The dispute was lost, and the payer got the money back";
      case ACCEPTED -> "The dispute was accepted, and the payer got the money back";
      case EXPIRED -> "The deadline passed without a response, and the payer got the money back";
      case PREVENTED -> "It ended before the bank took money";
    };
  }

  private static String tone(Dispute.Status status) {
    return switch (status) {
      case INQUIRY -> "wait";
      case NEEDS_RESPONSE, LOST, EXPIRED -> "bad";
      case SUBMITTED, UNDER_REVIEW, SECOND_ROUND -> "note";
      case WON -> "good";
      case ACCEPTED, PREVENTED -> "calm";
    };
  }
}
