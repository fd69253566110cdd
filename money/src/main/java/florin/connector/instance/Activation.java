package florin.connector.instance;

import florin.account.AccountStore;
import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.instance.Instance.LastCheck;
import florin.connector.instance.Instance.State;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests connectors against their providers, and enables them. The provider is called without a
 * lock. The result is stored only if the connector has not changed in the meantime.
 */
public final class Activation {
  /**
   * The time in which a caller receives the check's report. No proxy or client in front of Florin
   * gives up earlier.
   */
  static final Duration CHECK_DEADLINE = Duration.ofSeconds(25);

  static final Duration SUBSCRIBE_DEADLINE = Duration.ofSeconds(10);

  /** The most conversations with providers on one node, because each occupies a request's place. */
  static final int MAX_UNDER_WAY = 4;

  private static final Duration RETRY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Activation.class);

  private final InstanceStore store;
  private final Setups setups;
  private final Function<Instance, Exchanges> exchanges;
  private final IdempotentCommand once;
  private final InstantSource clock;
  private final Set<ConnectorId> underWay = new HashSet<>();

  public Activation(
      InstanceStore store,
      Setups setups,
      Function<Instance, Exchanges> exchanges,
      IdempotentCommand once,
      InstantSource clock) {
    this.store = store;
    this.setups = setups;
    this.exchanges = exchanges;
    this.once = once;
    this.clock = clock;
  }

  /** Tests the setup against the provider, and stores the report. */
  public Result<ConnectorSummary> check(Realm realm, ConnectorId id, Origin origin) {
    return alone(
        realm,
        id,
        origin,
        before -> {
          requireComplete(before);
          var check = new LastCheck(clock.instant(), report(before));
          return kept(
              before,
              before.with(
                  new State(before.status(), Optional.of(check), before.state().position())),
              origin,
              List.of());
        });
  }

  /**
   * Enables the connector, so that each node sends payments to it within a second. The setup must
   * have passed its check. In live mode it must be genuine, and Florin's URL must be reachable for
   * the provider.
   */
  public Result<ConnectorSummary> enable(Realm realm, ConnectorId id, Origin origin) {
    return alone(
        realm,
        id,
        origin,
        before -> {
          requireComplete(before);
          if (realm.isLive()) {
            requireFitForMoney(before);
          }
          requirePassed(before);
          requirePlace(before, store.readPlaces(realm));
          if (before.status() == Status.ENABLED
              && (!setups.isPublic() || setups.areWebhooksRequested(before))) {
            return kept(before, before, origin, List.of());
          }
          Instance after =
              setups.isPublic()
                  ? subscribed(before)
                  : before.enabled(before.sealed(), Optional.empty());
          return kept(before, after, origin, List.of(AccountStore.raiseEpoch()));
        });
  }

  private CheckReport report(Instance instance) {
    ConnectorKind kind = setups.kind(instance);
    try {
      return kind.check(
          setups.of(instance), exchanges.apply(instance), Deadline.in(CHECK_DEADLINE));
    } catch (ConnectorSetupException refused) {
      return failed(String.valueOf(refused.getMessage()));
    } catch (RuntimeException broken) {
      LOG.warn("{}: its check broke off", instance.id(), broken);
      return failed("The check failed with an internal error. The service's log has the cause.");
    }
  }

  private static CheckReport failed(String detail) {
    return new CheckReport(List.of(new CheckStep("The check", CheckResult.FAILED, detail)));
  }

  private Instance subscribed(Instance instance) {
    URI address = setups.webhookUrl(instance);
    ProviderSecrets secrets;
    try {
      secrets =
          setups
              .kind(instance)
              .subscribe(setups.of(instance), address, Deadline.in(SUBSCRIBE_DEADLINE));
    } catch (ConnectorSetupException refused) {
      throw Setups.notReady(
          "The connector was not enabled, because registering for webhooks at the provider failed: "
              + refused.getMessage());
    }
    if (secrets.secrets().isEmpty()) { // A kind whose provider is configured in another way.
      return instance.enabled(instance.sealed(), Optional.empty());
    }
    var all = new HashMap<>(setups.fields(instance).secrets());
    all.putAll(secrets.secrets());
    return instance.enabled(setups.seal(instance, all), Optional.of(address.toString()));
  }

  private void requireComplete(Instance instance) {
    List<String> missing = setups.fields(instance).missing(setups.kind(instance).form());
    if (!missing.isEmpty()) {
      throw Setups.notReady(
          "The connector lacks "
              + String.join(" and ", missing)
              + (missing.size() == 1 ? ". Set it" : ". Set them")
              + ", then try again; nothing was changed.");
    }
  }

  /** Fails closed: a connector receives live payments only if it has shown that it works. */
  private void requireFitForMoney(Instance instance) {
    ConnectorSetup setup = setups.of(instance);
    if (!setups.kind(instance).isGenuine(setup)) {
      throw Setups.notReady(
          "This Florin calls an emulator instead of the provider, so it can't take live payments. Ask your operator to remove FLORIN_STRIPE_URL or FLORIN_MOLLIE_URL; nothing was changed.");
    }
    if (!setups.isPublic()) {
      throw Setups.notReady(
          "FLORIN_BASE_URL is not an https address that payers and the provider can reach. Ask your operator to set it and to restart Florin; the connector was not enabled.");
    }
  }

  private static void requirePassed(Instance instance) {
    if (!instance.state().hasPassed()) {
      throw Setups.notReady(
          instance.state().check().isEmpty()
              ? "The connector was changed after its last check. Check it first; it was not enabled."
              : "The connector failed its last check. Fix the failed steps, then check it again; it was not enabled.");
    }
  }

  /** Stores the new state, unless the connector has changed while the provider was called. */
  private Result<ConnectorSummary> kept(
      Instance before, Instance after, Origin origin, List<Write> besides) {
    return once.run(
        before.realm(),
        origin,
        () -> {
          ConnectorId id = before.id();
          Instance now = store.find(before.realm(), id).orElseThrow(id::notFound);
          if (now.version() != before.version()) {
            throw conflict(
                "The connector was changed at the same time. Retrieve it, then repeat the request; nothing was changed.");
          }
          Places places = store.readPlaces(before.realm());
          if (after.equals(before)) {
            return Instances.decision(setups.summary(before, places), List.of());
          }
          Instance placed = placed(after, places);
          var writes = new ArrayList<Write>(besides);
          writes.add(InstanceStore.update(placed));
          return Instances.decision(setups.summary(placed, places), writes);
        });
  }

  /** Returns an enabled connector at its place, which is the last for one that has none. */
  private static Instance placed(Instance after, Places places) {
    if (after.status() != Status.ENABLED) {
      return after;
    }
    requirePlace(after, places);
    return after.state().position().isPresent() ? after : after.placed(places.last());
  }

  private static void requirePlace(Instance instance, Places places) {
    if (places.areTaken(instance.id())) {
      throw new Problem.BadRequest(
              ErrorCode.CONNECTOR_LIMIT_REACHED,
              "%s connectors are enabled in this account and mode, which is the maximum. Disable one first; the connector was not enabled."
                  .formatted(Places.MAX_ENABLED))
          .refusal();
    }
  }

  /**
   * Runs one operation at a time for each connector, so that the stored secrets are those that the
   * provider received last.
   */
  private Result<ConnectorSummary> alone(
      Realm realm,
      ConnectorId id,
      Origin origin,
      Function<Instance, Result<ConnectorSummary>> work) {
    Supplier<Result<ConnectorSummary>> asked =
        () -> {
          Instance before = store.find(realm, id).orElseThrow(id::notFound);
          enter(id);
          try {
            return work.apply(before);
          } finally {
            leave(id);
          }
        };
    return once.<ConnectorSummary>findReplay(realm, origin).orElseGet(asked);
  }

  private void enter(ConnectorId id) {
    synchronized (underWay) {
      if (underWay.contains(id)) {
        throw conflict(
            "The connector is already being checked or enabled. Wait for that response; this request changed nothing.");
      }
      if (underWay.size() >= MAX_UNDER_WAY) {
        throw new Problem.Unavailable(
                ErrorCode.OVERLOADED,
                "Too many connectors are being checked or enabled. Try again in a moment; nothing was changed.",
                RETRY)
            .refusal();
      }
      underWay.add(id);
    }
  }

  private void leave(ConnectorId id) {
    synchronized (underWay) {
      underWay.remove(id);
    }
  }

  private static Refusal conflict(String message) {
    return new Problem.Conflict(ErrorCode.LOCK_TIMEOUT, message, RETRY).refusal();
  }
}
