package florin.connector.instance;

import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorName;
import florin.connector.ConnectorSetup;
import florin.connector.Connectors;
import florin.connector.Exchanges;
import florin.connector.SafeConnector;
import florin.connector.instance.Instance.Status;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.vault.VaultException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connectors that realms have set up, and the one of test mode for all. What is in memory holds
 * until the epoch moves, as for keys: within a second one that was disabled takes nothing new on
 * any node, and goes on with what it has begun.
 */
public final class RealmConnectors implements Connectors {
  private static final Logger LOG = LoggerFactory.getLogger(RealmConnectors.class);

  private final Connector builtIn;
  private final Map<String, ConnectorKind> kinds = new HashMap<>();
  private final InstanceStore store;
  private final CredentialSealStore seal;
  private final Function<Instance, Exchanges> exchanges;
  private final LongSupplier epoch;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Snapshot snapshot = new Snapshot(-1, Map.of(), Map.of(), Map.of());

  /**
   * @param builtIn that of test mode, for every realm that has set up none
   * @param kinds what this program can speak to
   * @param epoch as this node last saw it
   */
  public RealmConnectors(
      Connector builtIn,
      List<ConnectorKind> kinds,
      InstanceStore store,
      CredentialSealStore seal,
      Function<Instance, Exchanges> exchanges,
      LongSupplier epoch) {
    this.builtIn = builtIn;
    kinds.forEach(kind -> this.kinds.put(kind.kind(), kind));
    this.store = store;
    this.seal = seal;
    this.exchanges = exchanges;
    this.epoch = epoch;
  }

  /** One that can be called. */
  record Opened(Instance instance, Connector connector) {}

  private record Snapshot(
      long epoch,
      Map<Realm, Connector> enabled,
      Map<ConnectorId, Opened> all,
      Map<String, Opened> byToken) {}

  @Override
  public Optional<Connector> findFor(Realm realm) {
    return Optional.ofNullable(current().enabled().get(realm))
        .or(() -> Optional.of(builtIn))
        .filter(connector -> connector.capabilities().live() == realm.isLive());
  }

  @Override
  public Optional<Connector> find(Realm realm, ConnectorName name) {
    if (name.id().equals(builtIn.id())) {
      return Optional.of(builtIn);
    }
    return ConnectorId.KIND
        .parse(name.id())
        .map(id -> current().all().get(id))
        .filter(opened -> opened.instance().realm().equals(realm))
        .map(Opened::connector);
  }

  /** Whose address for notices that is. Nothing is read for a token that nobody has. */
  Optional<Opened> findByToken(String token) {
    return Optional.ofNullable(current().byToken().get(token));
  }

  private Snapshot current() {
    Snapshot known = snapshot;
    return kinds.isEmpty() || known.epoch() == epoch.getAsLong() ? known : readAnew();
  }

  private Snapshot readAnew() {
    reading.lock();
    try {
      long now = epoch.getAsLong();
      if (snapshot.epoch() != now) {
        snapshot = read(now);
      }
      return snapshot;
    } finally {
      reading.unlock();
    }
  }

  private Snapshot read(long now) {
    var enabled = new HashMap<Realm, Connector>();
    var all = new HashMap<ConnectorId, Opened>();
    var byToken = new HashMap<String, Opened>();
    for (Instance instance : store.list()) {
      open(instance)
          .ifPresent(opened -> {
            all.put(instance.id(), opened);
            byToken.put(instance.noticeToken(), opened);
            if (instance.status() == Status.ENABLED) {
              enabled.putIfAbsent(instance.realm(), opened.connector());
            }
          });
    }
    return new Snapshot(now, Map.copyOf(enabled), Map.copyOf(all), Map.copyOf(byToken));
  }

  /** As it was opened before, where nothing of it has changed: it may hold connections. */
  private Optional<Opened> open(Instance instance) {
    Opened before = snapshot.all().get(instance.id());
    if (before != null && before.instance().equals(instance)) {
      return Optional.of(before);
    }
    ConnectorKind kind = kinds.get(instance.provider().kind());
    if (kind == null) {
      LOG.error("{} is of a kind that this Florin does not know", instance.id());
      return Optional.empty();
    }
    try {
      var setup =
          new ConnectorSetup(
              instance.realm(), instance.id(), instance.provider().settings(), seal.open(instance));
      return Optional.of(
          new Opened(instance, new SafeConnector(kind.open(setup, exchanges.apply(instance)))));
    } catch (IllegalStateException | IllegalArgumentException | VaultException unusable) {
      LOG.error("{} cannot be opened", instance.id(), unusable);
      return Optional.empty();
    }
  }
}
