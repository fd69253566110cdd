package florin.bench.simulate.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The parts that a seed draws before a run starts. Leaving one out doesn't change the others. */
final class WorldParts {
  /** The time with crashes, stalls, and faults; a calm follows. */
  static final Duration STORM = Duration.ofSeconds(8);

  private static final int MOST_ORDERS = 8;
  private static final int MOST_CRASHES = 4;
  private static final int MOST_STALLS = 2;
  private static final int LONGEST_STALL_MS = 40_000;
  private static final int ORDERS_BEGIN_WITHIN_MS = 5_000;
  private static final int LONGEST_DOWN_MS = 3_000;

  /**
   * A crash of a node.
   *
   * @param down time until the node starts again
   */
  record Crash(int node, Duration at, Duration down) {}

  /** A pause of a node, which the node doesn't notice and which may exceed a lease. */
  record Stall(int node, Duration at, Duration lasting) {}

  private final List<ShopOrder> orders = new ArrayList<>();
  private final List<Crash> crashes = new ArrayList<>();
  private final List<Stall> stalls = new ArrayList<>();
  private final Set<WorldFault> faults = EnumSet.noneOf(WorldFault.class);
  private final List<String> names = new ArrayList<>();
  private final int nodes;

  WorldParts(long seed, Set<Integer> leftOut) {
    var random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    this.nodes = 1 + random.nextInt(2);
    int orderCount = 2 + random.nextInt(MOST_ORDERS - 1);
    for (int i = 0; i < orderCount; i++) {
      ShopOrder order =
          ShopOrder.draw(i, new Random(random.nextLong()), random.nextInt(ORDERS_BEGIN_WITHIN_MS));
      if (isIn(order.toString(), leftOut)) {
        orders.add(order);
      }
    }
    int crashCount = random.nextInt(MOST_CRASHES + 1);
    for (int i = 0; i < crashCount; i++) {
      var crash =
          new Crash(
              random.nextInt(nodes),
              Duration.ofMillis(random.nextInt((int) STORM.toMillis())),
              Duration.ofMillis(50 + random.nextInt(LONGEST_DOWN_MS)));
      if (isIn(crash.toString(), leftOut)) {
        crashes.add(crash);
      }
    }
    int stallCount = random.nextInt(MOST_STALLS + 1);
    for (int i = 0; i < stallCount; i++) {
      var stall =
          new Stall(
              random.nextInt(nodes),
              Duration.ofMillis(random.nextInt((int) STORM.toMillis())),
              Duration.ofMillis(100 + random.nextInt(LONGEST_STALL_MS)));
      if (isIn(stall.toString(), leftOut)) {
        stalls.add(stall);
      }
    }
    for (WorldFault fault : WorldFault.values()) {
      if (random.nextInt(3) > 0 && isIn(fault.toString(), leftOut)) {
        faults.add(fault);
      }
    }
  }

  private boolean isIn(String name, Set<Integer> leftOut) {
    names.add(name);
    return !leftOut.contains(names.size() - 1);
  }

  List<ShopOrder> orders() {
    return orders;
  }

  List<Crash> crashes() {
    return crashes;
  }

  List<Stall> stalls() {
    return stalls;
  }

  boolean has(WorldFault fault) {
    return faults.contains(fault);
  }

  int nodes() {
    return nodes;
  }

  /** Returns the names of all parts, including those left out. */
  List<String> names() {
    return names;
  }
}
