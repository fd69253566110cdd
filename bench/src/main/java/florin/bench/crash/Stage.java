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
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** What a directed run is made of: so many of one thing, one fault at one moment. */
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

  /** As often, all at once; returns when all are done. */
  void atOnce(int times, IntConsumer one) {
    begin(times, one).forEach(Buyer::join);
  }

  List<Thread> begin(int times, IntConsumer one) {
    return IntStream.range(0, times)
        .mapToObj(i -> Thread.startVirtualThread(() -> one.accept(i)))
        .toList();
  }

  /** While a crowd of clients pays. */
  void underLoad(Signals.Act act) throws IOException {
    underLoad(buyer -> pay(buyer, good()), act);
  }

  /**
   * @param one what each client of the crowd does again and again
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

  /** Once, whatever comes of it, under a key. */
  Optional<Reply> pay(Buyer buyer, String card, String more) {
    String name = buyer.name();
    return shop.post("/v2/payments", buyer.payment(name, card, more), name);
  }

  /** The same without a key. */
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

  /** Payers pay at the provider, or do not. */
  void sell(int times) {
    try (Shop hosted = world.hosted()) {
      var sales = new Sales(hosted, world.stripe(), random.split());
      for (int i = 0; i < times; i++) {
        Sale sale = sales.next(CrashDrill.HOSTED + numbers.incrementAndGet());
        sales.carryOut(sale);
      }
    }
  }

  void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  /** Until the network has approved one more than the one that was paid before. */
  void awaitBooked() throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      long end = System.nanoTime() + LONGEST_CALL.toNanos();
      while (records.countRows("simulator_operation") < 2 && System.nanoTime() < end) {
        LockSupport.parkNanos(LULL.toNanos());
      }
    }
  }

  /** Until the network has approved so many, of which any may be reversed by now. */
  void awaitApproved(int authorizations) throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      long end = System.nanoTime() + LONGEST_CALL.toNanos();
      while (records.countApproved(World.CARDS, Instant.now()) < authorizations
          && System.nanoTime() < end) {
        pause(LOOK);
      }
    }
  }

  /** Has nobody change the payment of this name, once it is written and under way, for so long. */
  void holding(String name, Duration time) throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      long end = System.nanoTime() + LONGEST_CALL.toNanos();
      while (!records.hold(name, () -> pause(time))) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(name + " was not seen while it was under way");
        }
        pause(LULL);
      }
    }
  }

  /** The processes that serve committers, which have committed something by now. */
  List<ProcessHandle> committers() throws IOException {
    try (var records = new CrashRecords(world.folder().database())) {
      return records.committers().stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
    }
  }

  /** PostgreSQL's processes of which the title has these words. */
  List<ProcessHandle> postgres(String words) throws IOException {
    return world.service().postgres(words);
  }

  /**
   * With what writes down lazily standing still, so that nothing is but what somebody waits for.
   */
  void withoutWalWriter(Signals.Act act) throws IOException {
    Signals.hold(postgres("walwriter"), act);
  }

  /**
   * PostgreSQL ends all its connections then, and starts anew from what is on the disk. Who dies is
   * the process that writes lazily: were it let go on before it is ended, it would write.
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
