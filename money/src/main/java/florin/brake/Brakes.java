package florin.brake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import florin.brake.BrowserTry.Decision;
import florin.brake.BrowserTry.Outcome;
import florin.brake.BrowserTryStore.Changed;
import florin.brake.BrowserTryStore.Past;
import florin.brake.RecentCards.Verdict;
import florin.brake.StoppedRequests.OfRealm;
import florin.core.Realm;
import florin.db.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brake on card testing. A thief tries stolen cards where a browser can pay without a server's
 * key: on Florin's pages, and with a publishable key. Each such card is counted before any network
 * is asked. If the source of a card had most of its cards declined, its next one is slowed, must
 * prove its work, or is refused.
 *
 * <p>A card is one row, written in the commit that begins its payment. The counts are in the memory
 * of each node, which derives them from the rows: its own immediately, and those of others by
 * reading them four times a second. So a payment costs one insert, and no lock that other payers
 * share. A crash loses counts only together with the payment that they counted.
 *
 * <p>If the operator turns the brake off, cards are counted, and all pass.
 */
public final class Brakes {
  private static final Logger LOG = LoggerFactory.getLogger(Brakes.class);

  /** The time for which a slowed card waits. */
  public static final Duration DELAY = Duration.ofSeconds(2);

  /** The most cards that wait on one node; further ones are refused. */
  private static final int MOST_WAITING = 200;

  /** Those of one account, so that a flood on it doesn't refuse the payers of others. */
  private static final int MOST_WAITING_OF_REALM = 50;

  /** The accounts whose counts are in memory. */
  private static final int MOST_REALMS = 1_000;

  /** The share of declines of an account whose past is too short to tell. */
  private static final double UNKNOWN_SHARE = 0.2;

  /** The least share that is taken as usual, so that a good past makes no account sensitive. */
  private static final double LEAST_SHARE = 0.1;

  /** The highest share, so that a bad past doesn't hide everything. */
  private static final double HIGHEST_SHARE = 0.5;

  /** The cards from which the past tells. */
  private static final int LEAST_PAST = 100;

  /** The bytes of a card or a subject in memory. */
  private static final int ENTRY_BYTES = 400;

  /** The part of the heap that the cards and subjects of all accounts may have. */
  private static final int SHARE_OF_HEAP = 16;

  private static final int LEAST_ENTRIES = 5_000;
  private static final int MOST_ENTRIES = 200_000;

  private static final Duration USUAL_FOR = Duration.ofHours(1);

  /** Clocks of nodes differ, and a commit takes its time: rows are read again for this long. */
  private static final Duration OVERLAP = Duration.ofSeconds(2);

  private static final int READ_AT_ONCE = 1_000;

  /** The pause between two warnings about the same kind of source of an account. */
  private static final Duration BETWEEN_WARNINGS = Duration.ofHours(1);

  private static final int MOST_WARNINGS = 1_000;

  private final BrowserTryStore store;
  private final BrakeStore brakes;
  private final Engagements engagements;
  private final UUID node;
  private final boolean isOn;
  private final InstantSource clock;
  private final Semaphore waiting = new Semaphore(MOST_WAITING);
  private final StoppedRequests stopped = new StoppedRequests();
  private final Cache<Realm, Counts> realms =
      Caffeine.newBuilder()
          .maximumSize(MOST_REALMS)
          .expireAfterAccess(RecentTries.WINDOW.multipliedBy(2))
          .build();
  private final Cache<Warning, Boolean> warned =
      Caffeine.newBuilder().maximumSize(MOST_WARNINGS).expireAfterWrite(BETWEEN_WARNINGS).build();
  private Instant readUntil;

  /**
   * Creates the brake.
   *
   * @param node the identity of this node
   * @param isOn whether it brakes; it counts anyway
   */
  public Brakes(
      BrowserTryStore store,
      BrakeStore brakes,
      Engagements engagements,
      UUID node,
      boolean isOn,
      InstantSource clock) {
    this.store = store;
    this.brakes = brakes;
    this.engagements = engagements;
    this.node = node;
    this.isOn = isOn;
    this.clock = clock;
    this.readUntil = clock.instant();
  }

  /** The counts of an account, and the share of its cards that is usually declined. */
  private static final class Counts {
    private final RecentCards cards;
    private final Semaphore waiting = new Semaphore(MOST_WAITING_OF_REALM);
    private final AtomicBoolean isRecognizing = new AtomicBoolean();
    private volatile double usual = UNKNOWN_SHARE;
    private volatile Instant usualUntil = Instant.MIN;

    private Counts(Realm realm) {
      this.cards = new RecentCards(realm.mode());
    }
  }

  /** A step that the brake took for a kind of source. */
  private record Warning(Realm realm, SubjectKind kind, Step step) {}

  /**
   * Decides about a card from a browser. It counts nothing yet.
   *
   * @param isPage whether it came from a page of Florin's
   */
  public Verdict judge(Realm realm, Map<SubjectKind, String> subjects, boolean isPage) {
    if (!isOn) {
      return Verdict.NONE;
    }
    Counts of = of(realm);
    Verdict verdict = of.cards.judge(subjects, isPage, usual(realm, of), clock.instant());
    recognize(realm, of);
    verdict.decisions().forEach(decision -> warn(realm, decision));
    return verdict;
  }

  /** The log has the kind of source only, because an address is personal data. */
  private void warn(Realm realm, Decision decision) {
    var engaged = new Warning(realm, decision.kind(), decision.step());
    if (warned.asMap().putIfAbsent(engaged, true) == null) {
      LOG.warn(
          "The brake on card testing takes the step '{}' in {} mode (realm {}), because {} of {} cards of the same {} were declined within an hour. FLORIN_CARD_BRAKE=off turns the brake off.",
          decision.step().text(),
          realm.isLive() ? "live" : "test",
          realm.id(),
          decision.declined(),
          decision.cards(),
          decision.kind().text());
    }
  }

  /**
   * Counts a card.
   *
   * @return the write for the commit that begins its payment, or stores its payment method
   */
  public Write count(BrowserTry tried) {
    of(tried.realm()).cards.add(tried);
    return BrowserTryStore.insert(tried, node);
  }

  /**
   * Records that a request was slowed, asked for a proof, or refused.
   *
   * @param address of the payer
   */
  public void stopped(Realm realm, Verdict verdict, Optional<String> address) {
    Instant now = clock.instant();
    RecentCards cards = of(realm).cards;
    var reasons = new LinkedHashMap<Decision, Instant>();
    verdict
        .decisions()
        .forEach(reason -> reasons.put(reason, cards.until(reason.kind(), reason.value(), now)));
    stopped.add(realm, reasons, verdict.step(), address);
  }

  /**
   * Counts a decline.
   *
   * @param method the payment method, which may not have come from a browser
   * @return the write for the commit of the outcome
   */
  public Write decline(Realm realm, UUID method, Instant now) {
    Counts of = realms.getIfPresent(realm);
    if (of != null) {
      of.cards.resolve(method, Outcome.DECLINED);
    }
    return BrowserTryStore.resolve(realm, method, true, node, now);
  }

  /**
   * Counts an approval, which makes a card a good one.
   *
   * @return the write for the commit of the outcome; empty if no browser sent the card lately, so
   *     that a server's payment costs none
   */
  public Optional<Write> charge(Realm realm, UUID method, Instant now) {
    Counts of = realms.getIfPresent(realm);
    return of != null && of.cards.resolve(method, Outcome.CHARGED)
        ? Optional.of(BrowserTryStore.resolve(realm, method, false, node, now))
        : Optional.empty();
  }

  Engagements engagements() {
    return engagements;
  }

  /** Forgets the cards of a brake's subject, if this node counts them. */
  void release(Brake brake) {
    Counts of = realms.getIfPresent(brake.realm());
    if (of != null) {
      release(of, brake);
    }
  }

  private static void release(Counts of, Brake brake) {
    brake
        .state()
        .release()
        .ifPresent(release -> of.cards.release(brake.kind(), brake.subject(), release.at()));
  }

  /** Stores what this node has stopped. If that fails, the counts are too low. */
  boolean report() {
    for (Map.Entry<Realm, OfRealm> of : stopped.take().entrySet()) {
      engagements.store(of.getKey(), of.getValue());
    }
    return false;
  }

  /** Waits for {@link #DELAY}. Returns false if too many are waiting. */
  public boolean slow(Realm realm) {
    Semaphore ofRealm = of(realm).waiting;
    if (!ofRealm.tryAcquire()) {
      return false;
    }
    try {
      return waiting.tryAcquire() && slept();
    } finally {
      ofRealm.release();
    }
  }

  /** Waits, and returns the place of a waiting card. */
  private boolean slept() {
    try {
      Thread.sleep(DELAY);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting.release();
    }
  }

  /** Reads what other nodes have counted. Returns whether there may be more. */
  synchronized boolean follow() {
    Instant now = clock.instant();
    List<Changed> changed = store.listChanged(readUntil.minus(OVERLAP), node, READ_AT_ONCE);
    for (Changed row : changed) {
      Counts of = realms.getIfPresent(row.tried().realm());
      // A card that was saved long ago can be declined today. It isn't one of this hour.
      if (of != null && row.tried().at().isAfter(now.minus(RecentTries.WINDOW))) {
        of.cards.add(row.tried());
      }
    }
    brakes.listReleased(readUntil.minus(OVERLAP), READ_AT_ONCE).forEach(this::release);
    trim(
        realms.asMap().values().stream().map(of -> of.cards).toList(),
        mostEntries(Runtime.getRuntime().maxMemory()));
    boolean isMore = changed.size() == READ_AT_ONCE;
    readUntil = isMore ? changed.getLast().at().plus(OVERLAP) : now;
    return isMore;
  }

  /** Returns the most cards and subjects of all accounts in memory. */
  static int mostEntries(long heap) {
    return Math.clamp(heap / SHARE_OF_HEAP / ENTRY_BYTES, LEAST_ENTRIES, MOST_ENTRIES);
  }

  /**
   * Keeps all accounts together within a limit. The largest one forgets first, because it is the
   * one under attack, and the others keep their counts.
   */
  static void trim(List<RecentCards> accounts, int most) {
    int excess = accounts.stream().mapToInt(RecentCards::size).sum() - most;
    while (excess > 0) {
      RecentCards largest =
          accounts.stream().max(Comparator.comparingInt(RecentCards::size)).orElseThrow();
      int before = largest.size();
      largest.forget(Math.min(excess, Math.max(1, before / 2)));
      excess -= Math.max(1, before - largest.size());
    }
  }

  private Counts of(Realm realm) {
    return realms.get(realm, this::load);
  }

  /** Counts what was written before this node needed it. */
  private Counts load(Realm realm) {
    var of = new Counts(realm);
    Instant since = clock.instant().minus(RecentTries.WINDOW);
    brakes.listReleased(realm, since, READ_AT_ONCE).forEach(brake -> release(of, brake));
    store.listRecent(realm, since).forEach(of.cards::add);
    return of;
  }

  /** Reads what is familiar to an account as soon as it is watched, for its next cards. */
  private void recognize(Realm realm, Counts of) {
    Instant now = clock.instant();
    if (of.cards.needsFamiliar(now) && of.isRecognizing.compareAndSet(false, true)) {
      try {
        // Known before it is read: if the read fails, the next cards don't wait for it again.
        of.cards.recognize(Optional.empty(), now);
        of.cards.recognize(store.findFamiliar(realm, now.minus(RecentTries.WINDOW)), now);
      } catch (RuntimeException failed) {
        LOG.warn("what is familiar to the realm {} can't be read", realm.id(), failed);
      } finally {
        of.isRecognizing.set(false);
      }
    }
  }

  private double usual(Realm realm, Counts of) {
    Instant now = clock.instant();
    if (now.isAfter(of.usualUntil)) {
      of.usualUntil = now.plus(USUAL_FOR);
      Past past = store.countPast(realm, now.minus(RecentTries.WINDOW));
      of.usual = usual(past.cards(), past.declined());
    }
    return of.usual;
  }

  /** Returns the share of declined cards that is usual after this past. */
  static double usual(int cards, int declined) {
    return cards < LEAST_PAST
        ? UNKNOWN_SHARE
        : Math.clamp((double) declined / cards, LEAST_SHARE, HIGHEST_SHARE);
  }
}
