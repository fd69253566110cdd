package florin.connector.stripe;

import florin.connector.Connector.ProviderListing;
import florin.connector.Deadline;
import florin.connector.OperationRef;
import florin.connector.ProviderObject;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.core.Id.AttemptId;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The listing of Stripe's objects with Florin's references: first the sessions, then the charges
 * without a page, and then the refunds. The cursor of the next page consists of the stage's name
 * and the last id.
 */
final class StripeListing {
  private static final String SESSIONS = "sessions";
  private static final String CHARGES = "charges";
  private static final String REFUNDS = "refunds";
  private static final Map<String, String> NEXT = Map.of(SESSIONS, CHARGES, CHARGES, REFUNDS);
  private static final int MAX_STATUS = 64;

  private final StripeAccount account;

  StripeListing(StripeAccount account) {
    this.account = account;
  }

  ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    String[] position = after.orElse(SESSIONS).split(":", 2);
    String stage = position[0];
    Optional<String> last = Stream.of(position).skip(1).filter(it -> !it.isEmpty()).findFirst();
    RemoteRequest request =
        switch (stage) {
          case REFUNDS -> StripeRequests.refundsSince(since, last);
          case CHARGES -> StripeRequests.chargesSince(since, last);
          default -> StripeRequests.sessionsSince(since, last);
        };
    return switch (account.line().send(request, deadline)) {
      case RemoteAnswer.Done(RemoteObject page) -> read(page, stage);
      case RemoteAnswer<StripeError> other -> new ProviderListing.Unanswered(other.toString());
    };
  }

  private ProviderListing read(RemoteObject page, String stage) {
    List<RemoteObject> all = page.objects("data");
    Optional<String> last =
        all.isEmpty() || !page.is("has_more") ? Optional.empty() : all.getLast().text("id");
    return new ProviderListing.Page(
        all.stream().flatMap(object -> find(object, stage).stream()).toList(),
        last.map(id -> stage + ":" + id).or(() -> Optional.ofNullable(NEXT.get(stage))));
  }

  /** Reads an object. Returns empty if another application of this account created it. */
  private Optional<ProviderObject> find(RemoteObject object, String stage) {
    // The intent of a page has the reference too, but is listed as its session.
    String field =
        stage.equals(CHARGES) ? StripeRequests.CHARGE_REFERENCE : StripeRequests.REFERENCE;
    Optional<OperationRef> reference =
        object
            .text("client_reference_id")
            .or(() -> object.text("metadata", field))
            .flatMap(AttemptId.KIND::parse)
            .map(OperationRef::new);
    Optional<String> id = object.text("id");
    return reference.isEmpty()
            || id.isEmpty()
            || !object.flag("livemode").orElse(account.live()).equals(account.live())
        ? Optional.empty()
        : Optional.of(
            new ProviderObject(
                id.get(),
                reference.get(),
                StripeSession.money("amount_total", object)
                    .or(() -> StripeSession.money("amount", object)),
                status(object),
                Instant.ofEpochSecond(object.number("created").orElse(0)),
                (stage.equals(CHARGES) ? id : object.id("payment_intent")).map(this::page)));
  }

  /** Returns the status. For a session it includes whether it was paid. */
  private static String status(RemoteObject object) {
    String said =
        (object.text("object").orElse("")
                + " "
                + object.text("status").orElse("")
                + " "
                + object.text("payment_status").orElse(""))
            .replace("checkout.session", "page")
            .replace("payment_intent", "charge")
            .strip();
    return said.isEmpty() ? "unknown" : said.substring(0, Math.min(said.length(), MAX_STATUS));
  }

  private URI page(String intent) {
    return StripeDetails.page(intent, account.live());
  }
}
