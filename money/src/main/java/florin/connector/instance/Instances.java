package florin.connector.instance;

import florin.account.AccountStore;
import florin.connector.ConnectorKind;
import florin.connector.instance.Instance.ProviderWebhookAddress;
import florin.connector.instance.Instance.State;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Id.AttemptId;
import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentId;
import florin.core.Id.ProviderWebhookId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The operations of merchants on their own connectors. Credentials are encrypted and never shown
 * again.
 */
public final class Instances {
  /**
   * The most connectors of one realm; concurrent requests may exceed it by a few. Each node keeps
   * the connectors of all realms in memory.
   */
  static final int MAX_OF_REALM = 20;

  private static final int TOKEN_BYTES = 32;

  private final InstanceStore store;
  private final ProviderWebhookStore webhooks;
  private final Setups setups;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;
  private final SecureRandom random;

  /**
   * A webhook as it is shown. Its content stays encrypted.
   *
   * @param kind in the provider's words, for example `charge.refunded`
   * @param externalId the provider's identifier of its subject
   * @param payment the payment that it concerns
   */
  public record ReceivedProviderWebhook(
      ProviderWebhookId id,
      ConnectorId connector,
      String kind,
      Optional<String> externalId,
      Optional<PaymentId> payment,
      Instant received) {}

  /**
   * The change of a connector's fields in a request. Fields that it does not name stay.
   *
   * @param settings the fields that are no secrets
   * @param credentials the secret fields
   */
  public record FieldChange(
      Map<String, Field<String>> settings, Map<String, Field<String>> credentials) {
    public FieldChange {
      settings = Map.copyOf(settings);
      credentials = Map.copyOf(credentials);
    }

    boolean isEmpty() {
      return settings.isEmpty() && credentials.isEmpty();
    }
  }

  public Instances(
      InstanceStore store,
      ProviderWebhookStore webhooks,
      Setups setups,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock,
      SecureRandom random) {
    this.store = store;
    this.webhooks = webhooks;
    this.setups = setups;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
    this.random = random;
  }

  /**
   * A request for a new connector.
   *
   * @param name the provider's name if it is left out
   */
  public record NewInstance(String kind, Optional<String> name, FieldChange fields) {}

  /**
   * A request to change a connector. Fields that it does not name stay.
   *
   * @param makesDefault whether new payments go to it first
   */
  public record InstanceChange(Optional<String> name, FieldChange fields, boolean makesDefault) {
    /** The change that makes a connector the default. */
    public static final InstanceChange DEFAULT =
        new InstanceChange(Optional.empty(), new FieldChange(Map.of(), Map.of()), true);
  }

  /** Returns the kinds that can be set up. */
  public List<ConnectorKind> listKinds() {
    return setups.kinds().list();
  }

  /** Creates a draft, which receives no payments until it is enabled; see {@link Activation}. */
  public Result<ConnectorSummary> create(Realm realm, Origin origin, NewInstance wanted) {
    return once.run(
        realm,
        origin,
        () -> {
          ConnectorKind kind = setups.kinds().find(wanted.kind()).orElseThrow(this::unknownKind);
          if (store.count(realm) >= MAX_OF_REALM) {
            throw tooMany();
          }
          FieldValues fields = FieldValues.NONE.with(kind.form(), wanted.fields());
          var provider =
              new Instance.Provider(
                  kind.kind(), wanted.name().orElse(kind.form().label()), fields.settings());
          var empty =
              new Instance(
                  realm,
                  new ConnectorId(ids.next()),
                  0,
                  provider,
                  State.DRAFT,
                  Optional.empty(),
                  new ProviderWebhookAddress(token()),
                  clock.instant());
          Instance made = empty.with(provider, setups.seal(empty, fields.secrets()));
          return decision(made, List.of(InstanceStore.insert(made), AccountStore.raiseEpoch()));
        });
  }

  public Optional<ConnectorSummary> find(Realm realm, ConnectorId id) {
    return store.find(realm, id).map(instance -> setups.summary(instance, store.readPlaces(realm)));
  }

  /** Returns a page of connectors, newest first. */
  public Page<ConnectorSummary> list(Realm realm, PageRequest page) {
    Page<Instance> rows = store.list(realm, page);
    Places places = store.readPlaces(realm);
    return new Page<>(
        rows.data().stream().map(instance -> setups.summary(instance, places)).toList(),
        rows.hasMore());
  }

  /** Returns the enabled connectors of a realm, the default first. */
  public List<ConnectorId> listEnabled(Realm realm) {
    return store.listEnabled(realm);
  }

  /** Returns a page of the webhooks from its provider, newest first. */
  public Page<ReceivedProviderWebhook> listProviderWebhooks(
      Realm realm, ConnectorId id, PageRequest page) {
    return webhooks.list(realm, id, page);
  }

  /** Returns the newest webhooks about these attempts of a payment, newest first. */
  public List<ReceivedProviderWebhook> listProviderWebhooks(
      Realm realm, List<AttemptId> attempts, int most) {
    return attempts.isEmpty() ? List.of() : webhooks.list(realm, attempts, most);
  }

  /**
   * Changes a connector. If its setup changes, it becomes a draft again, and the result of its
   * check is dropped.
   */
  public Result<ConnectorSummary> update(
      Realm realm, ConnectorId id, Origin origin, InstanceChange change) {
    return once.run(
        realm,
        origin,
        () -> {
          Instance before = store.find(realm, id).orElseThrow(id::notFound);
          Instance after = changed(before, change, store.readPlaces(realm));
          return after.equals(before)
              ? decision(before, List.of())
              : decision(after, List.of(InstanceStore.update(after), AccountStore.raiseEpoch()));
        });
  }

  private Instance changed(Instance before, InstanceChange change, Places places) {
    Instance after = changed(before, change);
    if (!change.makesDefault()) {
      return after;
    }
    if (after.status() != Status.ENABLED) {
      throw Setups.notReady(
          "Only an enabled connector can be the default. Enable it first; nothing was changed.");
    }
    if (places.isFirst(after.id())) {
      return after;
    }
    return (after.equals(before) ? after.with(after.state()) : after).placed(places.first());
  }

  private Instance changed(Instance before, InstanceChange change) {
    String name = change.name().orElse(before.provider().name());
    FieldValues was = setups.fields(before);
    FieldValues is =
        change.fields().isEmpty() ? was : was.with(setups.kind(before).form(), change.fields());
    if (!is.equals(was)) {
      return before.with(
          new Instance.Provider(before.provider().kind(), name, is.settings()),
          setups.seal(before, is.secrets()));
    }
    return name.equals(before.provider().name()) ? before : before.named(name);
  }

  /**
   * Disables a connector; enabled again, it is the last. Within a second no node gives it new
   * operations; those in flight are finished.
   */
  public Result<ConnectorSummary> disable(Realm realm, ConnectorId id, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          Instance before = store.find(realm, id).orElseThrow(id::notFound);
          if (before.status() != Status.ENABLED) {
            return decision(before, List.of());
          }
          Instance after = before.disabled();
          return decision(after, List.of(InstanceStore.update(after), AccountStore.raiseEpoch()));
        });
  }

  private Decision<ConnectorSummary> decision(Instance instance, List<Write> writes) {
    return decision(setups.summary(instance, store.readPlaces(instance.realm())), writes);
  }

  static Decision<ConnectorSummary> decision(ConnectorSummary summary, List<Write> writes) {
    return Decision.untold(summary.instance().id().uuid(), summary, writes, InstanceView::of);
  }

  private String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private Refusal unknownKind() {
    return Problem.BadParameters.of(
            "kind",
            ErrorCode.PARAMETER_INVALID,
            "kind must be one of: " + String.join(", ", setups.kinds().names()) + ".")
        .refusal();
  }

  private static Refusal tooMany() {
    return new Problem.BadRequest(
            ErrorCode.CONNECTOR_LIMIT_REACHED,
            "There are "
                + MAX_OF_REALM
                + " connectors in this account and mode, which is the maximum. Change an unused one; nothing was created.")
        .refusal();
  }
}
