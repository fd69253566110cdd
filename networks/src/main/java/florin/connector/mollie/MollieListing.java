package florin.connector.mollie;

import florin.connector.Connector.ProviderListing;
import florin.connector.Deadline;
import florin.connector.OperationRef;
import florin.connector.ProviderObject;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteObject;
import florin.core.Id.AttemptId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The listing of Mollie's objects with Florin's references: first the payments, then the refunds.
 * The cursor of the next page consists of the stage's name and the first id of that page.
 */
final class MollieListing {
  private static final String PAYMENTS = "payments";
  private static final String REFUNDS = "refunds";
  private static final Pattern FROM = Pattern.compile("[?&]from=([A-Za-z0-9_]{1,100})");
  private static final int MAX_STATUS = 64;

  private final MollieAccount account;

  MollieListing(MollieAccount account) {
    this.account = account;
  }

  ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    String[] position = after.orElse(PAYMENTS).split(":", 2);
    Optional<String> from = position.length == 1 ? Optional.empty() : Optional.of(position[1]);
    return switch (account.line().send(MollieRequests.list(position[0], from), deadline)) {
      case RemoteAnswer.Done(RemoteObject page) -> read(page, position[0], since);
      case RemoteAnswer<MollieError> other -> new ProviderListing.Unanswered(other.toString());
    };
  }

  /** Reads a page, which is sorted by creation, the newest first. */
  private static ProviderListing read(RemoteObject page, String stage, Instant since) {
    List<RemoteObject> all = page.objects("_embedded", stage);
    boolean isOver = all.isEmpty() || created(all.getLast()).isBefore(since);
    Matcher next = FROM.matcher(isOver ? "" : page.text("_links", "next", "href").orElse(""));
    return new ProviderListing.Page(
        all.stream()
            .filter(object -> !created(object).isBefore(since))
            .flatMap(object -> read(object).stream())
            .toList(),
        next.find()
            ? Optional.of(stage + ":" + next.group(1))
            : Optional.of(REFUNDS).filter(_ -> stage.equals(PAYMENTS)));
  }

  private static Instant created(RemoteObject object) {
    return MolliePayment.time(object, "createdAt").orElse(Instant.EPOCH);
  }

  /** Reads an object. Returns empty if another application of this account created it. */
  private static Optional<ProviderObject> read(RemoteObject object) {
    Optional<String> id = object.text("id").filter(it -> !it.isEmpty());
    String status =
        (object.text("resource").orElse("") + " " + object.text("status").orElse("")).strip();
    return MollieFollowUps.reference(object)
        .flatMap(AttemptId.KIND::parse)
        .filter(_ -> id.isPresent())
        .map(attempt ->
            new ProviderObject(
                id.get(),
                new OperationRef(attempt),
                MollieMoney.read("amount", object),
                status.isEmpty()
                    ? "unknown"
                    : status.substring(0, Math.min(status.length(), MAX_STATUS)),
                created(object),
                new MolliePayment(object).dashboard()));
  }
}
