package florin.bench.crash;

import florin.bench.provider.Sale;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The steps of directed runs: concurrent operations, load, and single faults. */
final class Stage implements AutoCloseable {
  private static final int CROWD = 8;
  private static final Duration LULL = Duration.ofMillis(5);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(15);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration STARTED = Duration.ofSeconds(1);

  private final World world;
  private final SplittableRandom random;
  private final Shop shop;
  private final AtomicLong numbers = new AtomicLong();

  Stage(World world, long seed) throws IOException {
    this.world = world;
    this.random = new SplittableRandom(seed);
    this.shop = world.cards();
  }

  World world() {
    return world;
  }

  Buyer buyer() {
    synchronized (random) {
      return new Buyer(shop, random.split(), numbers);
    }
  }

  /** Runs an operation several times concurrently and waits until all have ended. */
  void atOnce(int times, IntConsumer one) {
    begin(times, one).forEach(Buyer::join);
  }

  List<Thread> begin(int times, IntConsumer one) {
    return IntStream.range(0, times)
        .mapToObj(i -> Thread.startVirtualThread(() -> one.accept(i)))
        .toList();
  }

  /** Runs an action while several clients pay. */
  void underLoad(Signals.Act act) throws IOException {
    underLoad(buyer -> pay(buyer, good()), act);
  }

  /**
   * Runs an action while several clients repeat an operation.
   *
   * @param one operation that each client repeats
   */
  void underLoad(Consumer<Buyer> one, Signals.Act act) throws IOException {
    var stop = new AtomicBoolean();
    List<Thread> crowd =
        begin(
            CROWD,
            _ -> {
              Buyer buyer = buyer();
              while (!stop.get()) {
                one.accept(buyer);
                LockSupport.parkNanos(LULL.toNanos());
              }
            });
    try {
      LockSupport.parkNanos(STARTED.toNanos());
      act.run();
    } finally {
      stop.set(true);
      crowd.forEach(Buyer::join);
    }
  }

  Optional<Reply> pay(Buyer buyer, String card) {
    return pay(buyer, card, "");
  }

  /** Pays once with an idempotency key, without retries. */
  Optional<Reply> pay(Buyer buyer, String card, String more) {
    String name = buyer.name();
    return shop.post("/v2/payments", buyer.payment(name, card, more), name);
  }

  /** Pays once without an idempotency key. */
  Optional<Reply> payUnkeyed(Buyer buyer, String card) {
    return shop.post("/v2/payments", buyer.payment(buyer.name(), card, ""), "");
  }

  Optional<Reply> post(String path, String body, String key) {
    return shop.post(path, body, key);
  }

  Reply need(Optional<Reply> reply) {
    return reply
        .filter(Reply::isGood)
        .orElseThrow(() -> new IllegalStateException("a directed run got " + reply));
  }

  String good() {
    synchronized (random) {
      return Cards.good(random);
    }
  }

  Shop shop() {
    return shop;
  }

  /** Carries out sales at the provider, whose payers may or may not pay. */
  void sell(int times) {
    selling(times, Sales::carryOut);
  }

  /** Carries out sales at the provider that are paid and refunded. */
  void sellAndRefund(int times) {
    selling(times, Sales::payAndRefund);
  }

  /** Saves methods at the provider, with a payment and without one, and charges them later. */
  void saveAndCharge() {
    try (Shop hosted = world.shop(account())) {
      var sales = new Sales(hosted, account().provider(), random.split());
      for (boolean isSetup : List.of(true, false)) {
        sales.saveAndCharge(account().prefix() + numbers.incrementAndGet(), isSetup);
      }
    }
  }

  private void selling(int times, BiConsumer<Sales, Sale> one) {
    try (Shop hosted = world.shop(account())) {
      var sales = new Sales(hosted, account().provider(), random.split());
      for (int i = 0; i < times; i++) {
        one.accept(sales, sales.next(account().prefix() + numbers.incrementAndGet()));
      }
    }
  }

  /** Returns the account that sells at a provider. */
  HostedAccount account() {
    return world.accounts().getFirst();
  }

  void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  /** Waits until the network has approved a payment besides the first one. */
  void awaitBooked() throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      long end = System.nanoTime() + LONGEST_CALL.toNanos();
      while (records.countRows("simulator_operation") < 2 && System.nanoTime() < end) {
        LockSupport.parkNanos(LULL.toNanos());
      }
    }
  }

  /** Waits for a number of approvals at the network, including reversed ones. */
  void awaitApproved(int authorizations) throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      long end = System.nanoTime() + LONGEST_CALL.toNanos();
      while (records.countApproved(World.CARDS, Instant.now()) < authorizations
          && System.nanoTime() < end) {
        pause(LOOK);
      }
    }
  }

  /** Locks the payment of this name for a time, once its row exists and it is in flight. */
  void holding(String name, Duration time) throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      long end = System.nanoTime() + LONGEST_CALL.toNanos();
      while (!records.hold(name, () -> pause(time))) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(name + " was not found in flight");
        }
        pause(LULL);
      }
    }
  }

  /** Returns the backends of committers that have committed at least once. */
  List<ProcessHandle> committers() throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      return records.committers().stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
    }
  }

  /** Returns PostgreSQL's processes whose title contains these words. */
  List<ProcessHandle> postgres(String words) throws IOException {
    return world.service().postgres(words);
  }

  /**
   * Runs an action while the WAL writer is suspended, so that only awaited commits reach the disk.
   */
  void withoutWalWriter(Signals.Act act) throws IOException {
    Signals.hold(postgres("walwriter"), act);
  }

  /**
   * Crashes PostgreSQL: kills its WAL writer, so that it drops all connections and recovers from
   * disk. Killing a suspended process prevents it from writing.
   */
  void crashPostgres() throws IOException {
    postgres("walwriter").forEach(ProcessHandle::destroyForcibly);
  }

  void sql(String statement) throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      records.execute(statement);
    }
  }

  @Override
  public void close() {
    shop.close();
  }
}
