package florin.connector.stripe;

import florin.connector.Notice.NoticeReading;
import florin.connector.NoticeRequest;
import java.time.Instant;
import java.util.List;

/** What Stripe tells, and the header that it signs it with. */
public final class FuzzedNotices {
  public static final String HEADER = StripeSignature.HEADER;

  private FuzzedNotices() {}

  public static boolean verifies(String header, String body, String secret, Instant now) {
    return StripeSignature.verify(header, body, List.of(secret), now);
  }

  public static NoticeReading read(NoticeRequest request, String secret) {
    return new StripeNotices(List.of(secret), false).read(request);
  }
}
