package florin.testing.provider;

import static java.util.Objects.requireNonNull;

import florin.connector.AuthorizeRequest;
import florin.connector.Capabilities;
import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Checks;
import florin.connector.Connector;
import florin.connector.Connector.ProviderListing;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.ConnectorSetup;
import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.ProviderDetails.Payer;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.ProviderObject;
import florin.connector.ProviderWebhook;
import florin.connector.ResponseCodes;
import florin.connector.ResumeRequest;
import florin.connector.RiskLevel;
import florin.connector.SettlementListing;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Money;
import florin.core.Realm;
import florin.testing.provider.Line.Answer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A connector that works like one to a live provider. It creates an object and then confirms it.
 * Only its {@link Exchanges} tell which requests may be in flight.
 */
final class ProviderConnector implements Connector {
  /** The allowed lead of Florin's clock over the provider's. */
  private static final Duration SPARE = Duration.ofMinutes(1);

  private static final Duration REPEATABLE = Duration.ofHours(24);
  private static final Duration OLDEST_WEBHOOK = Duration.ofMinutes(5);

  private static final int CREATE = 0;
  private static final int CONFIRM = 1;

  /**
   * The key of a decline code in an exchange, since the provider doesn't store declined operations.
   */
  private static final String DECLINED = "declined";

  private static final Outcome TAKEN = ResponseCodes.decline(ResponseCodes.DUPLICATE_TRANSACTION);
  private static final Outcome NOT_OURS = ResponseCodes.decline(ResponseCodes.RECORD_NOT_FOUND);

  private final ConnectorSetup setup;
  private final Exchanges exchanges;
  private final InstantSource clock;
  private final Line line;
  private final Capabilities capabilities;

  private final Function<Optional<String>, SettlementListing> settlements;

  ProviderConnector(
      ConnectorSetup setup,
      Exchanges exchanges,
      InstantSource clock,
      Function<Optional<String>, SettlementListing> settlements) {
    this.settlements = settlements;
    this.setup = setup;
    this.exchanges = exchanges;
    this.clock = clock;
    this.line = new Line(setup);
    this.capabilities =
        new Capabilities(
            setup.realm().isLive(),
            false,
            setup.settings().containsKey("hosted"),
            setup.settings().containsKey("takes_no_cards")
                ? new AcceptedCredentials(Set.of(Credential.Transfer.class))
                : accepts(setup),
            new Timing(
                Duration.parse(setup.settings().getOrDefault("deadline", "PT25S")),
                Duration.ofSeconds(90),
                Duration.ofMillis(500),
                Duration.ZERO),
            new Repetition(REPEATABLE, true));
  }

  private static AcceptedCredentials accepts(ConnectorSetup setup) {
    return new AcceptedCredentials(
        setup.settings().containsKey("saves")
            ? Set.of(PlainCard.class, Credential.Page.class, Credential.Saved.class)
            : Set.of(PlainCard.class, Credential.Page.class));
  }

  @Override
  public boolean revoke(Credential.Saved credential, Deadline deadline) {
    String token = credential.ids().get("token");
    return switch (line.post(
        "/saved/" + token + "/revoke",
        UUID.randomUUID().toString(),
        new Fields(Map.of()),
        deadline)) {
      case Answer.Done _, Answer.NotFound() -> true;
      case Answer.Refused _, Answer.NotSent(), Answer.Lost _ -> false;
    };
  }

  @Override
  public String id() {
    return setup.id().text();
  }

  @Override
  public String kind() {
    return ProviderKind.KIND;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
    OperationRef reference = request.reference();
    if (!isOurs(request.realm())
        || !exchanges.sending(reference, OperationKind.AUTHORIZE, CREATE, "create")) {
      return TAKEN;
    }
    return switch (line.post("/objects", reference + ":create", creation(request), deadline)) {
      case Answer.Done(Fields created) -> {
        exchanges.answered(reference, CREATE, created.find("id"), Map.of());
        yield capabilities.hosted() && request.credential() instanceof Credential.Page
            ? waiting(created)
            : confirm(request, created.get("id"), deadline);
      }
      case Answer.Refused(Fields why) -> declined(reference, CREATE, why);
      // An object that is created and not confirmed holds no money.
      case Answer.NotFound(), Answer.NotSent(), Answer.Lost(var _) -> new Outcome.NotSent();
    };
  }

  private Outcome confirm(AuthorizeRequest request, String id, Deadline deadline) {
    OperationRef reference = request.reference();
    if (!exchanges.sending(reference, OperationKind.AUTHORIZE, CONFIRM, "confirm")) {
      return TAKEN;
    }
    Answer answer =
        line.post(
            "/objects/" + id + "/confirm", reference + ":confirm", new Fields(Map.of()), deadline);
    return switch (answer) {
      case Answer.Done(Fields confirmed) -> {
        exchanges.answered(reference, CONFIRM, Optional.of(id), Map.of());
        yield outcome(confirmed, request.amount());
      }
      case Answer.Refused(Fields why) -> declined(reference, CONFIRM, why);
      case Answer.NotSent() -> new Outcome.NotSent();
      case Answer.NotFound() -> new Outcome.Unknown("not found");
      case Answer.Lost(String detail) -> new Outcome.Unknown(detail);
    };
  }

  /** Asks the provider for the outcome: the payer's parameters are passed on and not trusted. */
  @Override
  public Outcome resume(ResumeRequest request, Deadline deadline) {
    OperationRef reference = request.authorize().reference();
    return exchanges
        .findExternalId(reference)
        .map(id -> line.get("/objects/" + id + brought(request), deadline))
        .map(answer ->
            answer instanceof Answer.Done(Fields found)
                ? outcome(found, request.authorize().amount())
                : new Outcome.Unknown(answer.toString()))
        .orElse(NOT_OURS);
  }

  private static String brought(ResumeRequest request) {
    String result = request.parameters().get("result");
    return result == null ? "" : "?result=" + URLEncoder.encode(result, StandardCharsets.UTF_8);
  }

  @Override
  public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
    return switch (operation) {
      case CAPTURE -> move(request, operation, "/capture", deadline);
      case REFUND -> move(request, operation, "/refunds", deadline);
      case CANCEL -> cancel(request, deadline);
      default -> ResponseCodes.decline(ResponseCodes.INVALID_TRANSACTION);
    };
  }

  private Outcome cancel(FollowUp request, Deadline deadline) {
    if (!isOurs(request.realm())) {
      return NOT_OURS;
    }
    List<ExchangeStep> steps = exchanges.list(request.authorization());
    int next =
        steps.stream().filter(it -> !it.isClosed()).mapToInt(ExchangeStep::number).max().orElse(-1);
    boolean nothingThere =
        Exchanges.externalId(steps).isEmpty()
            && exchanges.close(request.authorization(), OperationKind.AUTHORIZE, next + 1);
    return nothingThere
        ? approved(request.reference().toString(), Money.zero(request.amount().currency()))
        : move(request, OperationKind.CANCEL, "/cancel", deadline);
  }

  @Override
  public Inquiry inquire(InquiryRequest request, Deadline deadline) {
    List<ExchangeStep> steps = exchanges.list(request.reference());
    if (steps.isEmpty() && exchanges.close(request.reference(), request.operation(), 0)) {
      return new Inquiry.Absent();
    }
    if (steps.stream().anyMatch(ExchangeStep::isClosed)) {
      return new Inquiry.Absent();
    }
    List<ExchangeStep> sent = exchanges.list(request.reference());
    String declined = sent.getLast().facts().get(DECLINED);
    if (declined != null) {
      return new Inquiry.Found(ResponseCodes.decline(declined));
    }
    return request.operation() == OperationKind.AUTHORIZE
        ? inquireObject(request, sent, deadline)
        : inquireMovement(request, sent, deadline);
  }

  @Override
  public ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
    Optional<Instant> signed =
        request
            .header()
            .apply("Provider-Signature")
            .flatMap(header -> signed(header, request.body()));
    if (signed.isEmpty() || signed.get().plus(OLDEST_WEBHOOK).isBefore(request.received())) {
      return new ProviderWebhook.ProviderWebhookReading.Forged();
    }
    Fields fields = Fields.parse(request.body());
    return new ProviderWebhook.ProviderWebhookReading.Genuine(
        new ProviderWebhook(
            fields.find("id"),
            fields.find("reference").flatMap(AttemptId.KIND::parse).map(OperationRef::new),
            fields.find("object"),
            fields.get("kind"),
            true));
  }

  @Override
  public ProviderListing list(Instant since, Optional<String> after, Deadline deadline) {
    String query =
        "since=" + since.getEpochSecond() + after.map(last -> "%0Aafter=" + last).orElse("");
    return switch (line.get("/objects?" + query, deadline)) {
      case Answer.Done(Fields page) -> page(page);
      case Answer.NotFound(), Answer.NotSent(), Answer.Refused(var _) ->
          new ProviderListing.Unanswered("no list");
      case Answer.Lost(String detail) -> new ProviderListing.Unanswered(detail);
    };
  }

  private static ProviderListing page(Fields page) {
    var objects = new ArrayList<ProviderObject>();
    for (int i = 0; i < page.number("count"); i++) {
      objects.add(
          new ProviderObject(
              page.get(i + ".id"),
              new OperationRef(AttemptId.KIND.parse(page.get(i + ".reference")).orElseThrow()),
              Optional.of(new Money(page.number(i + ".amount"), Currency.get("eur"))),
              page.get(i + ".state"),
              Instant.ofEpochSecond(page.number(i + ".created")),
              Optional.of(URI.create("https://provider.example/" + page.get(i + ".id")))));
    }
    return new ProviderListing.Page(
        objects,
        page.get("more").equals("true") ? Optional.of(objects.getLast().id()) : Optional.empty());
  }

  private Optional<Instant> signed(String header, String body) {
    try {
      Instant at = Instant.ofEpochSecond(Long.parseLong(header.substring(2, header.indexOf(','))));
      return MessageDigest.isEqual(bytes(header), bytes(Provider.sign(body, at)))
          ? Optional.of(at)
          : Optional.empty();
    } catch (RuntimeException malformed) {
      return Optional.empty();
    }
  }

  private Inquiry inquireObject(
      InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    Optional<String> id = Exchanges.externalId(steps);
    if (id.isEmpty()) {
      return notYet(steps);
    }
    return switch (line.get("/objects/" + id.get(), deadline)) {
      case Answer.Done(Fields found) ->
          switch (found.get("state")) {
            case "canceled" -> new Inquiry.Absent();
            case "requires_confirmation" -> notYet(steps);
            default -> new Inquiry.Found(outcome(found, request.amount()));
          };
      case Answer other -> new Inquiry.Unreachable(other.toString());
    };
  }

  private Inquiry inquireMovement(
      InquiryRequest request, List<ExchangeStep> steps, Deadline deadline) {
    if (request.operation() == OperationKind.CAPTURE
        && setup.settings().containsKey("captures_by_repetition")) {
      return new Inquiry.Unclear();
    }
    Optional<String> id = exchanges.findExternalId(request.authorization());
    if (id.isEmpty()) {
      return notYet(steps);
    }
    String path =
        "/objects/%s/movements/%s?since=%d"
            .formatted(
                id.get(), request.reference(), request.began().minus(SPARE).getEpochSecond());
    return switch (line.get(path, deadline)) {
      case Answer.Done(Fields found) ->
          new Inquiry.Found(
              approved(
                  found.get("id"), new Money(found.number("amount"), request.amount().currency())));
      case Answer.NotFound() -> notYet(steps);
      case Answer other -> new Inquiry.Unreachable(other.toString());
    };
  }

  /** Returns "not yet" while the request may still arrive. */
  private Inquiry notYet(List<ExchangeStep> steps) {
    Instant until = steps.getLast().sent().plus(capabilities.timing().mayStillArrive());
    return clock.instant().isBefore(until) ? new Inquiry.NotYet(until) : new Inquiry.Unclear();
  }

  private Outcome move(FollowUp request, OperationKind operation, String path, Deadline deadline) {
    Optional<String> id = exchanges.findExternalId(request.authorization());
    if (!isOurs(request.realm()) || id.isEmpty()) {
      return NOT_OURS;
    }
    OperationRef reference = request.reference();
    if (!exchanges.sending(reference, operation, 0, operation.text())) {
      return TAKEN;
    }
    Fields asked =
        Fields.of(
            "amount",
            Long.toString(request.amount().minor()),
            "currency",
            request.amount().currency().code(),
            "reference",
            reference.toString());
    return switch (line.post(
        "/objects/" + id.get() + path, reference.toString(), asked, deadline)) {
      case Answer.Done(Fields moved) -> {
        exchanges.answered(reference, 0, moved.find("id"), Map.of());
        yield approved(
            moved.get("id"), new Money(moved.number("amount"), request.amount().currency()));
      }
      case Answer.Refused(Fields why) -> declined(reference, 0, why);
      case Answer.NotSent() -> new Outcome.NotSent();
      case Answer.NotFound() -> new Outcome.Unknown("not found");
      case Answer.Lost(String detail) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * Records a decline. A rejection of a reused name says nothing about the first request, so it
   * isn't recorded.
   */
  private Outcome declined(OperationRef reference, int number, Fields why) {
    Outcome.Declined declined = ResponseCodes.decline(why.get("code"));
    if (!declined.equals(TAKEN)) {
      exchanges.answered(reference, number, Optional.empty(), Map.of(DECLINED, why.get("code")));
    }
    return declined;
  }

  private Fields creation(AuthorizeRequest request) {
    String capture = request.capture() == AuthorizeRequest.Capture.MANUAL ? "manual" : "automatic";
    String amount = Long.toString(request.amount().minor());
    String reference = request.reference().toString();
    if (request.credential() instanceof Credential.Saved saved) {
      return Fields.of(
          "reference",
          reference,
          "amount",
          amount,
          "capture",
          capture,
          "card",
          requireNonNull(saved.ids().get("token")));
    }
    return capabilities.hosted()
        ? Fields.of(
            "reference",
            reference,
            "amount",
            amount,
            "capture",
            capture,
            "return_url",
            request.returnUrl().map(URI::toString).orElse(""),
            request.page().saves() ? "saves" : "keeps_nothing",
            "yes")
        : Fields.of(
            "reference",
            reference,
            "amount",
            amount,
            "capture",
            capture,
            "card",
            request.card().pan().digits());
  }

  private Outcome outcome(Fields object, Money asked) {
    return switch (object.get("state")) {
      case "approved" ->
          approved(
              object.get("id"),
              new Money(object.number("amount"), asked.currency()),
              details(object));
      case "declined" -> ResponseCodes.decline("05");
      case "pending" -> new Outcome.Pending();
      case "requires_action" -> waiting(object);
      case "canceled" -> ResponseCodes.decline("12");
      default -> new Outcome.Unknown(object.get("state"));
    };
  }

  private Outcome waiting(Fields object) {
    return new Outcome.RequiresAction(
        object.get("id"),
        new PayerAction.Redirect(
            URI.create(object.get("url")), Instant.ofEpochSecond(object.number("expires"))));
  }

  /** Returns the details that only a hosted provider knows. */
  private Optional<ProviderDetails> details(Fields object) {
    return capabilities.hosted()
        ? Optional.of(
            new ProviderDetails(
                Map.of("object", object.get("id")),
                Optional.of(URI.create("https://provider.example/" + object.get("id"))),
                Optional.of(new PaidCard("visa", "4242", 12, 2040, "credit")),
                Optional.empty(),
                Optional.of(
                    new Payer(
                        Optional.of("Jo Payer"),
                        Optional.of("jo@payer.example"),
                        Optional.of("AT"),
                        Optional.empty())),
                object
                    .find("dispute")
                    .filter(reason -> !reason.isEmpty())
                    .map(ProviderConnector::disputes)
                    .orElseGet(List::of),
                Optional.empty(),
                object
                    .find("saved")
                    .filter(token -> !token.isEmpty())
                    .map(token -> new Credential.Saved(id(), Map.of("token", token)))))
        : Optional.empty();
  }

  /** Parses disputes, separated by semicolons, the oldest first. */
  private static List<ProviderDispute> disputes(String said) {
    String[] all = said.split(";");
    return IntStream.range(0, all.length).mapToObj(i -> dispute(i + 1, all[i])).toList();
  }

  /** Parses a reason (`fraudulent`), or a reason with an outcome (`fraudulent:lost`). */
  private static ProviderDispute dispute(int number, String said) {
    String[] parts = said.split(":", 2);
    return new ProviderDispute(
        Optional.of("dp_" + number),
        parts.length == 1 ? DisputeStatus.NEEDS_RESPONSE : DisputeStatus.of(parts[1]),
        Optional.of(new Money(400, Currency.get("eur"))),
        parts[0],
        Optional.of(Instant.ofEpochSecond(1_800_000_000)));
  }

  private static Outcome approved(String id, Money amount) {
    return approved(id, amount, Optional.empty());
  }

  private static Outcome approved(String id, Money amount, Optional<ProviderDetails> details) {
    return new Outcome.Approved(
        id,
        Optional.empty(),
        Optional.empty(),
        amount,
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty(),
        details);
  }

  private boolean isOurs(Realm realm) {
    return realm.equals(setup.realm());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public SettlementListing listSettlements(
      Instant since, Optional<String> after, Deadline deadline) {
    return settlements.apply(after);
  }
}
