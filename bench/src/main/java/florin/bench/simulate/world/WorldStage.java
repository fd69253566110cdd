package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import florin.bench.simulate.fiber.Life;
import florin.bench.simulate.memory.MemoryConnections;
import florin.bench.simulate.memory.MemoryDatabase;
import florin.connector.Connector;
import florin.connector.simulator.SimulatedNetwork;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.SimulatedGroupCommit;
import florin.db.SimulatedGroupCommit.CommitFate;
import florin.vault.Keyring;
import florin.vault.SecretSeal;
import florin.webhook.SimulatedDeliveries;
import florin.webhook.SimulatedSender.WorldReceiver;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The parts of a simulation run: a database, a network, a receiver, and nodes that start and crash.
 */
final class WorldStage {
  static final Realm REALM = new Realm(2);

  private static final Instant BEGIN = Instant.parse("2027-03-01T09:00:00Z");
  private static final Keyring KEYRING = Keyring.generate(new SeededRandom(1));
  private static final Duration LOOK = Duration.ofMillis(100);

  private final WorldLog log;
  private final Weather weather;
  private final InstantSource clock =
      () -> BEGIN.plusNanos(Fibers.nanoTime()).truncatedTo(ChronoUnit.MICROS);
  private final IdSource ids = new IdSource(clock);
  private final MemoryDatabase database;
  private final MemoryDatabase book;
  private final WorldInbox inbox;
  private final Connector line;
  private final SecretSeal seal = new SecretSeal(() -> KEYRING, new SeededRandom(2));
  private final List<Optional<WorldNode>> nodes = new ArrayList<>();
  private final List<String> bugs = new ArrayList<>();
  private int lives;

  WorldStage(int nodeCount, Weather weather, WorldLog log) {
    this.weather = weather;
    this.log = log;
    this.database = new MemoryDatabase(clock);
    this.book = new MemoryDatabase(clock);
    this.inbox = new WorldInbox(weather, log);
    var bookDb = new Db(new MemoryConnections(book, () -> {}, () -> {}).source());
    this.line =
        new LossyConnector(
            SimulatedNetwork.of(calmCommits(book), bookDb, clock),
            new Life("network"),
            weather,
            log);
    calmCommits(database)
        .commit(SimulatedDeliveries.endpoint(REALM, ids.next(), seal, clock.instant()));
    for (int i = 0; i < nodeCount; i++) {
      nodes.add(Optional.empty());
      startNode(i);
    }
  }

  private static GroupCommit calmCommits(MemoryDatabase of) {
    return (GroupCommit)
        (Object) new SimulatedGroupCommit(of, List.of(), CommitFate.NONE, (_, _) -> {}, _ -> {});
  }

  void startNode(int number) {
    lives++;
    var node = new UUID(0x70_0000_0000L, number + 1);
    var boot = new UUID(0xB0_0000_0000L, lives);
    var life = new Life("node " + (number + 1) + " life " + lives);
    Fibers.current()
        .start(
            life,
            () -> {
              try {
                nodes.set(number, Optional.of(new WorldNode(this, node, boot)));
              } catch (DatabaseUnavailableException away) {
                log.say(life + " can't start");
                Fibers.current().start(new Life("supervisor"), () -> startAgain(life, number));
              }
            });
  }

  /** Starts a node again that couldn't reach its database at the start. */
  private void startAgain(Life failed, int number) {
    Fibers.current().end(failed);
    Fibers.sleep(LOOK);
    startNode(number);
  }

  /** Crashes a node in the middle of its work. */
  void crash(int number) {
    nodes
        .get(number)
        .ifPresent(node -> {
          log.say(node.life() + " crashes");
          nodes.set(number, Optional.empty());
          node.die();
        });
  }

  void standStill(int number, Duration time) {
    nodes
        .get(number)
        .ifPresent(node -> {
          log.say(node.life() + " stalls for " + time);
          Fibers.current().standStill(node.life(), time);
        });
  }

  /** Returns a random running node, and waits for one if none is running. */
  WorldNode anyNode() {
    while (true) {
      List<WorldNode> there = nodes.stream().flatMap(Optional::stream).toList();
      if (!there.isEmpty()) {
        return there.get(Fibers.random().nextInt(there.size()));
      }
      Fibers.sleep(LOOK);
    }
  }

  boolean hasNode(int number) {
    return nodes.get(number).isPresent();
  }

  RequestId requestId() {
    return new RequestId(ids.next());
  }

  Weather weather() {
    return weather;
  }

  WorldLog log() {
    return log;
  }

  InstantSource clock() {
    return clock;
  }

  MemoryDatabase database() {
    return database;
  }

  MemoryDatabase book() {
    return book;
  }

  Connector line() {
    return line;
  }

  Keyring keyring() {
    return KEYRING;
  }

  SecretSeal seal() {
    return seal;
  }

  WorldReceiver receiver() {
    return inbox;
  }

  WorldInbox inbox() {
    return inbox;
  }

  List<String> bugs() {
    return bugs;
  }
}
