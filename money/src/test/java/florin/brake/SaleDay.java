package florin.brake;

import florin.brake.BrowserTry.Outcome;
import florin.brake.RecentCards.Verdict;
import florin.core.Mode;
import florin.core.Realm;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sale of two hours with 5,000 honest payers, and beside them a bot that tries 2,000 stolen cards
 * from 400 addresses. Time is simulated, and each outcome arrives more than a second after its card
 * was counted. The decisions are those of the service.
 */
final class SaleDay {
  static final int PAYERS = 5_000;
  static final int STOLEN = 2_000;

  private static final int SECONDS = 7_200;
  private static final int BOT_STARTS = 1_200;
  private static final int ADDRESSES = 400;
  private static final int LATENCY_MS = 1_200;
  private static final double DECLINED = 0.08;
  private static final double GOOD_AMONG_STOLEN = 0.03;
  private static final double ON_PAGES = 0.85;
  private static final double USUAL = 0.1;
  private static final int BANKS = 60;
  private static final int CARRIERS = 8;
  private static final int OFFICES = 40;

  /** The share of payers whose bank the account has not seen. */
  private static final double OF_NEW_BANKS = 0.001;

  private static final int LARGE_BANK = 0;
  private static final Realm REALM = new Realm(2);
  private static final Instant START = Instant.parse("2026-11-27T08:00:00Z");

  /**
   * The bot.
   *
   * @param banks the banks whose cards it has; the first is also the largest of honest payers
   * @param networks the networks in which its addresses are
   * @param solves whether it runs the script of the page
   * @param isLocal whether its banks are those of the payers
   */
  record Bot(int banks, int networks, boolean solves, boolean isLocal) {}

  /** What the day has shown. */
  static final class Figures {
    int tested;
    int testedBeforeSlow = -1;
    int testedBeforeProof = -1;
    int testedBeforeClose = -1;
    int failedProofs;
    int closed;
    final Set<Integer> slowedPayers = new HashSet<>();
    final Set<Integer> closedPayers = new HashSet<>();
    final Set<Integer> provingPayers = new HashSet<>();

    Set<Integer> touchedPayers() {
      var touched = new HashSet<>(slowedPayers);
      touched.addAll(closedPayers);
      return touched;
    }

    @Override
    public String toString() {
      return "stolen cards tested %d (before slow %d, proof %d, close %d), proofs not solved %d, closed %d; payers slowed %d, closed %d, asked for a proof %d"
          .formatted(
              tested,
              testedBeforeSlow,
              testedBeforeProof,
              testedBeforeClose,
              failedProofs,
              closed,
              slowedPayers.size(),
              closedPayers.size(),
              provingPayers.size());
    }
  }

  /** The account had payers from these banks, carriers and offices before. */
  private static final Familiar FAMILIAR =
      new Familiar(
          Stream.of(
                  IntStream.range(0, BANKS).mapToObj(i -> "bank " + i),
                  IntStream.range(0, CARRIERS).mapToObj(i -> "100.64." + i + ".0/24"),
                  IntStream.range(0, OFFICES).mapToObj(i -> "192.0." + i + ".0/24"))
              .flatMap(names -> names)
              .toList());

  private record Event(long ms, long order, Runnable action) {}

  private final RecentCards cards = new RecentCards(Mode.LIVE);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::ms).thenComparingLong(Event::order));
  private final Figures figures = new Figures();
  private final Random random;
  private final Bot bot;
  private final boolean isBraked;
  private long now;
  private long order;

  private SaleDay(Bot bot, boolean isBraked, long seed) {
    this.bot = bot;
    this.isBraked = isBraked;
    this.random = new Random(seed);
  }

  static Figures run(Bot bot, boolean isBraked, long seed) {
    var day = new SaleDay(bot, isBraked, seed);
    for (int payer = 0; payer < PAYERS; payer++) {
      int whose = payer;
      day.at(day.random.nextInt(SECONDS * 1_000), () -> day.comes(whose));
    }
    for (int card = 0; card < STOLEN; card++) {
      int which = card;
      day.at(BOT_STARTS * 1_000L + card * 1_000L, () -> day.tries(which));
    }
    while (!day.events.isEmpty()) {
      Event next = day.events.poll();
      day.now = next.ms();
      next.action().run();
    }
    return day.figures;
  }

  private void at(long ms, Runnable action) {
    events.add(new Event(ms, order++, action));
  }

  /**
   * Three of ten pay from a phone behind a shared address, two from an office, the others at home.
   */
  private void comes(int payer) {
    var subjects = new EnumMap<SubjectKind, String>(SubjectKind.class);
    int place = random.nextInt(10);
    if (place < 3) {
      int carrier = random.nextInt(CARRIERS);
      address(subjects, "100.64." + carrier, random.nextInt(50));
    } else if (place < 5) {
      address(subjects, "192.0." + random.nextInt(OFFICES), 1);
    } else {
      address(subjects, "home." + payer, 1);
    }
    subjects.put(SubjectKind.CHECKOUT_SESSION, "cs_" + payer);
    subjects.put(SubjectKind.EMAIL_DOMAIN, random.nextInt(10) < 4 ? "gmail.com" : domain());
    pays(payer, subjects, "card " + payer, 0);
  }

  private String domain() {
    return "mail" + random.nextInt(200) + ".example";
  }

  private static void address(Map<SubjectKind, String> subjects, String network, int host) {
    subjects.put(SubjectKind.NETWORK, network + ".0/24");
    subjects.put(SubjectKind.ADDRESS, network + "." + host);
  }

  private void pays(int payer, Map<SubjectKind, String> who, String card, int tries) {
    var subjects = new EnumMap<SubjectKind, String>(who);
    subjects.put(SubjectKind.CARD, card);
    // Half of the payers have a card of one of the six largest banks.
    String bank = "bank " + (random.nextBoolean() ? random.nextInt(6) : random.nextInt(BANKS));
    subjects.put(SubjectKind.BIN, random.nextDouble() < OF_NEW_BANKS ? "new bank " + payer : bank);
    boolean isPage = random.nextDouble() < ON_PAGES;
    Verdict verdict = judge(subjects, isPage);
    switch (verdict.step()) {
      case NONE -> {}
      case SLOW -> figures.slowedPayers.add(payer);
      case PROVE -> (isPage ? figures.provingPayers : figures.slowedPayers).add(payer);
      case CLOSE -> {
        figures.closedPayers.add(payer);
        return;
      }
    }
    boolean isDeclined = random.nextDouble() < DECLINED;
    count(subjects, verdict, isDeclined);
    if (isDeclined && tries < 2) {
      int then = random.nextInt(10);
      String next = then < 5 ? card : card + "'";
      if (then < 9) {
        at(now + 30_000, () -> pays(payer, who, next, tries + 1));
      }
    }
  }

  private void tries(int card) {
    var subjects = new EnumMap<SubjectKind, String>(SubjectKind.class);
    int host = card % ADDRESSES;
    address(subjects, "bot." + host % bot.networks(), host);
    subjects.put(SubjectKind.CARD, "stolen " + card);
    subjects.put(
        SubjectKind.BIN,
        "bank "
            + (bot.isLocal()
                ? card % BANKS
                : card % bot.banks() == 0 ? LARGE_BANK : BANKS + card % bot.banks()));
    boolean isPage = card % 3 != 0;
    if (isPage) {
      subjects.put(SubjectKind.CHECKOUT_SESSION, "cs_bot" + card);
      subjects.put(SubjectKind.EMAIL_DOMAIN, "gmail.com");
    } else {
      subjects.put(SubjectKind.PUBLISHABLE_KEY, "key");
    }
    Verdict verdict = judge(subjects, isPage);
    switch (verdict.step()) {
      case NONE -> {}
      case SLOW -> figures.testedBeforeSlow = first(figures.testedBeforeSlow);
      case PROVE -> {
        figures.testedBeforeProof = first(figures.testedBeforeProof);
        if (isPage && !bot.solves()) {
          figures.failedProofs++;
          return;
        }
      }
      case CLOSE -> {
        figures.testedBeforeClose = first(figures.testedBeforeClose);
        figures.closed++;
        return;
      }
    }
    figures.tested++;
    count(subjects, verdict, random.nextDouble() >= GOOD_AMONG_STOLEN);
  }

  private int first(int before) {
    return before < 0 ? figures.tested : before;
  }

  private Verdict judge(Map<SubjectKind, String> subjects, boolean isPage) {
    if (!isBraked) {
      return Verdict.NONE;
    }
    Verdict verdict = cards.judge(subjects, isPage, USUAL, instant());
    if (cards.needsFamiliar(instant())) {
      cards.recognize(Optional.of(FAMILIAR), instant());
    }
    return verdict;
  }

  private void count(Map<SubjectKind, String> subjects, Verdict verdict, boolean isDeclined) {
    UUID id = new UUID(random.nextLong(), order);
    cards.add(new BrowserTry(REALM, id, instant(), subjects, verdict.decisions(), Outcome.OPEN));
    at(now + LATENCY_MS, () -> cards.resolve(id, isDeclined ? Outcome.DECLINED : Outcome.CHARGED));
  }

  private Instant instant() {
    return START.plusMillis(now);
  }
}
