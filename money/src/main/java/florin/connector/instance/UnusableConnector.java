package florin.connector.instance;

import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
import florin.connector.Connector.ProviderListing;
import florin.connector.ConnectorName;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.ResumeRequest;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A placeholder for a connector that can't be opened. No new operation begins with it, and those in
 * flight are asked about later. It sends nothing. It never reports that a message was not sent,
 * because an earlier message under the same reference may have been sent.
 *
 * @param why for the log; without the realm's settings
 */
record UnusableConnector(ConnectorName name, boolean live, String why) implements Connector {
  /** The pause after which opening may succeed. */
  static final Duration RETRY = Duration.ofSeconds(5);

  private static final Problem PROBLEM =
      new Problem.Unavailable(
          ErrorCode.CONNECTOR_UNAVAILABLE,
          "The connector of this account can't be used; the service's log has the reason. Repeat the request after the cause is fixed; nothing was charged or changed.",
          RETRY);

  static Refusal refusal() {
    return PROBLEM.refusal();
  }

  @Override
  public String id() {
    return name.id();
  }

  @Override
  public String kind() {
    return name.kind();
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        live, false, false, AcceptedCredentials.NOTHING, Timing.UNKNOWN, Repetition.NONE);
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    return unknown();
  }

  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    return unknown();
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    return unknown();
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    return new Inquiry.Unreachable(why);
  }

  @Override
  public ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    return new ProviderListing.Unanswered(why);
  }

  private Outcome unknown() {
    return new Outcome.Unknown(why);
  }
}
