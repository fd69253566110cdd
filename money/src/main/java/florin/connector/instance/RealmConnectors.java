package florin.connector.instance;

import florin.connector.CallLimiter;
import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorName;
import florin.connector.ConnectorSetup;
import florin.connector.Connectors;
import florin.connector.Exchanges;
import florin.connector.PaymentNeeds;
import florin.connector.ProviderCircuit;
import florin.connector.SafeConnector;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.vault.VaultException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connectors that realms have set up, and the test connector that all realms share. They are
 * cached until the epoch changes, as API keys are. Within a second, a disabled connector receives
 * no new operations on any node, and finishes those in flight.
 *
 * <p>A connector that can't be opened is kept: operations of its payments are rejected, and its new
 * payments go to the next connector that fits. Opening is tried again regularly, because the cause
 * may be fixed without a new epoch.
 */
public final class RealmConnectors implements Connectors {
  private static final Logger LOG = LoggerFactory.getLogger(RealmConnectors.class);

  /** The most connectors of all realms together, because each node keeps all of them in memory. */
  static final int MAX_INSTANCES = 10_000;

  /** The pause before a connector that can't be opened is tried again. */
  static final Duration RETRY = UnusableConnector.RETRY;

  private final Connector builtIn;
  private final Map<String, ConnectorKind> kinds = new HashMap<>();
  private final InstanceStore store;
  private final CredentialSealStore seal;
  private final Function<Instance, Exchanges> exchanges;
  private final LongSupplier epoch;
  private final LongSupplier nanoTime;
  private final int callsAtOnce;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Snapshot snapshot =
      new Snapshot(-1, 0, true, Map.of(), Map.of(), Map.of(), Optional.empty());

  /**
   * Creates the registry.
   *
   * @param builtIn the test connector for each realm that has set up none
   * @param kinds the kinds that this program supports
   * @param epoch as this node last read it
   * @param nanoTime {@link System#nanoTime()}
   * @param callsAtOnce how many requests' calls may be in flight at one connector
   */
  public RealmConnectors(
      Connector builtIn,
      List<ConnectorKind> kinds,
      InstanceStore store,
      CredentialSealStore seal,
      Function<Instance, Exchanges> exchanges,
      LongSupplier epoch,
      LongSupplier nanoTime,
      int callsAtOnce) {
    this.callsAtOnce = callsAtOnce;
    this.builtIn = builtIn;
    kinds.forEach(kind -> this.kinds.put(kind.kind(), kind));
    this.store = store;
    this.seal = seal;
    this.exchanges = exchanges;
    this.epoch = epoch;
    this.nanoTime = nanoTime;
  }

  /** A row and its connector: an {@link UnusableConnector} if it can't be opened. */
  public record ConnectorEntry(Instance instance, Connector connector) {
    public boolean isUsable() {
      return !(connector instanceof UnusableConnector);
    }

    /**
     * Returns whether the connector is usable or a draft. A draft may be incomplete, which its
     * check reports.
     */
    boolean isAsItShould() {
      return isUsable() || instance.status() == Status.DRAFT;
    }
  }

  /**
   * The cached connectors.
   *
   * @param read when they were read, by {@link #nanoTime}
   * @param whole whether all of them can be used
   * @param enabled the enabled connectors, the default first
   * @param unread the realm of the first row over the limit: the cache is incomplete for it and for
   *     later realms
   */
  private record Snapshot(
      long epoch,
      long read,
      boolean whole,
      Map<Realm, List<Connector>> enabled,
      Map<ConnectorId, ConnectorEntry> all,
      Map<String, ConnectorEntry> byToken,
      Optional<Realm> unread) {
    boolean knowsAllOf(Realm realm) {
      return unread.isEmpty() || realm.id() < unread.get().id();
    }
  }

  @Override
  public List<Connector> listEnabled(Realm realm) {
    Snapshot now = current();
    List<Connector> enabled = now.enabled().getOrDefault(realm, List.of());
    if (enabled.isEmpty() && !now.knowsAllOf(realm)) {
      throw UnusableConnector.refusal();
    }
    return enabled.isEmpty() && builtIn.capabilities().live() == realm.isLive()
        ? List.of(builtIn)
        : enabled;
  }

  @Override
  public List<Connector> route(Realm realm, PaymentNeeds needs) {
    return Routing.order(listEnabled(realm), needs);
  }

  @Override
  public Optional<Connector> find(Realm realm, ConnectorName name) {
    if (name.id().equals(builtIn.id())) {
      return Optional.of(builtIn);
    }
    Snapshot now = current();
    return ConnectorId.KIND
        .parse(name.id())
        .map(id -> now.all().get(id))
        .filter(entry -> entry.instance().realm().equals(realm))
        .map(ConnectorEntry::connector)
        .or(() ->
            now.knowsAllOf(realm)
                ? Optional.empty()
                : Optional.of(new UnusableConnector(name, realm.isLive(), "it was not read")));
  }

  @Override
  public Optional<Connector> findUsable(Realm realm, ConnectorName name) {
    return find(realm, name).map(RealmConnectors::usable);
  }

  /**
   * Returns the connector with this webhook token. An unknown token causes no query.
   *
   * @throws Refusal if the connector can't be used now
   */
  Optional<ConnectorEntry> findByToken(String token) {
    Snapshot now = current();
    Optional<ConnectorEntry> found = Optional.ofNullable(now.byToken().get(token));
    if (found.isEmpty() ? now.unread().isPresent() : !found.get().isUsable()) {
      throw UnusableConnector.refusal();
    }
    return found;
  }

  /** Returns all connectors, in any status. */
  public List<ConnectorEntry> listAll() {
    return current().all().values().stream()
        .sorted(Comparator.comparing(entry -> entry.instance().id().uuid()))
        .toList();
  }

  /**
   * The health of a connector, as this process sees it.
   *
   * @param calls the requests' calls that are in flight
   */
  public record ConnectorHealth(
      Realm realm, ConnectorName name, boolean isCircuitOpen, boolean isKeyRefused, int calls) {}

  /** Returns the health of all connectors that can be used. */
  public List<ConnectorHealth> listHealth() {
    return snapshot.all().values().stream().flatMap(RealmConnectors::health).toList();
  }

  private static Stream<ConnectorHealth> health(ConnectorEntry entry) {
    return entry.connector() instanceof SafeConnector connector
        ? Stream.of(
            new ConnectorHealth(
                entry.instance().realm(),
                connector.name(),
                connector.isCircuitOpen(),
                connector.isKeyRefused(),
                connector.room().inside()))
        : Stream.empty();
  }

  private static Connector usable(Connector connector) {
    if (connector instanceof UnusableConnector) {
      throw UnusableConnector.refusal();
    }
    return connector;
  }

  private Snapshot current() {
    Snapshot known = snapshot;
    if (known.epoch() != epoch.getAsLong()) {
      return readAnew();
    }
    return isToBeTriedAgain(known) ? tryAgain(known) : known;
  }

  private boolean isToBeTriedAgain(Snapshot known) {
    return !known.whole() && nanoTime.getAsLong() - known.read() >= RETRY.toNanos();
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

  /** Reads the connectors again in one thread; other callers don't wait for it. */
  private Snapshot tryAgain(Snapshot known) {
    if (!reading.tryLock()) {
      return known;
    }
    try {
      if (isToBeTriedAgain(snapshot)) {
        snapshot = read(snapshot.epoch());
      }
      return snapshot;
    } finally {
      reading.unlock();
    }
  }

  private Snapshot read(long now) {
    List<Instance> rows = store.list(MAX_INSTANCES + 1);
    Optional<Realm> unread = rows.stream().skip(MAX_INSTANCES).findFirst().map(Instance::realm);
    if (unread.isPresent() && snapshot.unread().isEmpty()) {
      LOG.error("there are more than {} connectors: the rest cannot be used", MAX_INSTANCES);
    }
    var enabled = new HashMap<Realm, List<Connector>>();
    var all = new HashMap<ConnectorId, ConnectorEntry>();
    var byToken = new HashMap<String, ConnectorEntry>();
    for (Instance instance : rows.subList(0, Math.min(rows.size(), MAX_INSTANCES))) {
      ConnectorEntry entry = entry(instance);
      all.put(instance.id(), entry);
      byToken.put(instance.webhookToken(), entry);
      if (instance.status() == Status.ENABLED) {
        enabled.computeIfAbsent(instance.realm(), _ -> new ArrayList<>()).add(entry.connector());
      }
    }
    return new Snapshot(
        now,
        nanoTime.getAsLong(),
        unread.isEmpty() && all.values().stream().allMatch(ConnectorEntry::isAsItShould),
        enabled.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, connectors -> List.copyOf(connectors.getValue()))),
        Map.copyOf(all),
        Map.copyOf(byToken),
        unread);
  }

  /**
   * Returns the entry of a connector. If it has not changed, the open connector is kept, because it
   * may hold connections.
   */
  private ConnectorEntry entry(Instance instance) {
    ConnectorEntry before = snapshot.all().get(instance.id());
    if (before != null && before.isUsable() && before.instance().equals(instance)) {
      return before;
    }
    var entry = new ConnectorEntry(instance, open(instance));
    if (!entry.equals(before)) {
      tell(entry, before != null && !before.isUsable());
    }
    return entry;
  }

  /** Logs a change of usability once, however often opening is tried. */
  private static void tell(ConnectorEntry entry, boolean wasUnusable) {
    if (!entry.isAsItShould() && entry.connector() instanceof UnusableConnector unusable) {
      LOG.error(
          "{} can't be used, so the next connector takes its new payments: {}",
          entry.instance().id(),
          unusable.why());
    } else if (wasUnusable && entry.isUsable()) {
      LOG.info("{} is open", entry.instance().id());
    }
  }

  private Connector open(Instance instance) {
    ConnectorKind kind = kinds.get(instance.provider().kind());
    if (kind == null) {
      return unusable(instance, "this version doesn't support its kind");
    }
    try {
      var setup =
          new ConnectorSetup(
              instance.realm(), instance.id(), instance.provider().settings(), seal.open(instance));
      Exchanges kept = exchanges.apply(instance);
      var connector =
          SafeConnector.guarded(
              kind.open(setup, kept),
              kept,
              new ProviderCircuit(nanoTime),
              new CallLimiter(callsAtOnce));
      return connector.capabilities().live() == instance.realm().isLive()
          ? connector
          : unusable(instance, "it belongs to the other mode");
    } catch (VaultException sealed) {
      return unusable(instance, "its secret can't be decrypted: " + sealed.reason());
    } catch (RuntimeException refused) {
      // The exception's message may quote the realm's settings.
      return unusable(
          instance, "its kind rejects its settings: " + refused.getClass().getSimpleName());
    }
  }

  private static UnusableConnector unusable(Instance instance, String why) {
    return new UnusableConnector(instance.name(), instance.realm().isLive(), why);
  }
}
