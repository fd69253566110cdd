package florin.dashboard;

import florin.connector.instance.ReceivedNotice;
import florin.core.Id.PaymentId;
import java.time.Instant;
import java.util.Optional;

/** What a provider has told, as pages show it. */
public record NoticeRow(
    String kind,
    Optional<String> externalId,
    Optional<String> payment,
    String connectorPath,
    Instant received) {
  static NoticeRow of(ReceivedNotice notice) {
    return new NoticeRow(
        notice.kind(),
        notice.externalId(),
        notice.payment().map(PaymentId::text),
        ConnectorPages.PATH + "/" + notice.connector(),
        notice.received());
  }
}
