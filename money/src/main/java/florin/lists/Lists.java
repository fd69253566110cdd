package florin.lists;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import florin.core.AddressRange;
import florin.core.Id.ListEntryId;
import florin.core.Realm;
import florin.lists.BlockedPaymentStore.Block;
import florin.lists.ListEntry.Listed;
import florin.lists.ListStore.Changed;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The block lists and allow lists in the memory of this node. An account's entries are read when a
 * payment first needs them, and again a minute later. Meanwhile, the node reads what was added or
 * removed four times a second, and its own changes immediately. So few payments ask the database.
 */
public final class Lists {
  /** The most entries of both lists of an account and mode; concurrent requests may exceed it. */
  public static final int MAX_OF_REALM = 5_000;

  /** The bytes of an entry in memory, with its value. */
  private static final int ENTRY_BYTES = 400;

  /**
   * The part of the heap that the entries of all accounts may have. Those of the account that was
   * used the longest ago go first.
   */
  private static final int SHARE_OF_HEAP = 32;

  /** Enough for the entries of two accounts. */
  private static final int LEAST_ENTRIES = 2 * (MAX_OF_REALM + 101);

  private static final int MOST_ENTRIES = 200_000;

  /** A few more than the limit, which concurrent requests may exceed. */
  private static final int READ_OF_REALM = MAX_OF_REALM + 100;

  /** Clocks of nodes differ, and a commit takes its time: rows are read again for this long. */
  private static final Duration OVERLAP = Duration.ofSeconds(5);

  /** All entries are read again, because a commit can take longer than the overlap. */
  private static final Duration REREAD = Duration.ofMinutes(1);

  private static final int READ_AT_ONCE = 1_000;

  /** The kinds whose values a thief can't choose: a card is stolen with its number. */
  private static final Set<ListKind> HARD_TO_FORGE =
      Set.of(ListKind.CARD_FINGERPRINT, ListKind.ADDRESS);

  private final ListStore store;
  private final InstantSource clock;
  private final Cache<Realm, OfRealm> realms =
      Caffeine.newBuilder()
          .maximumWeight(mostEntries(Runtime.getRuntime().maxMemory()))
          .weigher((Realm _, OfRealm of) -> 1 + of.entries.size())
          .build();
  private final AtomicLong applied = new AtomicLong();
  private Instant readUntil;
  private Instant rereadAt;

  public Lists(ListStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.readUntil = clock.instant();
    this.rereadAt = readUntil.plus(REREAD);
  }

  /** Returns the most entries of all accounts in memory. */
  static int mostEntries(long heap) {
    return Math.clamp(heap / SHARE_OF_HEAP / ENTRY_BYTES, LEAST_ENTRIES, MOST_ENTRIES);
  }

  /** The value on one of the lists. */
  private record Key(ListName list, Listed listed) {
    private static Key of(ListEntry entry) {
      return new Key(entry.list(), entry.listed());
    }
  }

  /** What a check needs of an entry. */
  private record Effect(ListEntryId id, @Nullable Instant expires, Instant created) {
    private static Effect of(ListEntry entry) {
      return new Effect(entry.id(), entry.expires().orElse(null), entry.created());
    }

    private boolean isActive(Instant now) {
      return expires == null || expires.isAfter(now);
    }
  }

  /**
   * The entries of an account and mode. It is replaced when one of them changes.
   *
   * <p>An address is looked up in the form of a range of each listed length, the longest first.
   * Accounts use few lengths, but may list thousands of ranges.
   */
  private static final class OfRealm {
    private final Map<Key, Effect> entries;
    private final Map<Integer, List<Integer>> lengths;
    private final boolean listsEmails;

    private OfRealm(Map<Key, Effect> entries) {
      this.entries = entries;
      this.lengths =
          entries.keySet().stream()
              .map(Key::listed)
              .filter(listed -> listed.kind() == ListKind.ADDRESS)
              .map(listed -> AddressRange.of(listed.value()))
              .collect(
                  Collectors.groupingBy(
                      range -> bytes(range.base()),
                      Collectors.collectingAndThen(
                          Collectors.mapping(
                              AddressRange::bits,
                              Collectors.toCollection(
                                  () -> new TreeSet<Integer>(Comparator.reverseOrder()))),
                          List::copyOf)));
      this.listsEmails =
          entries.keySet().stream()
              .map(key -> key.listed().kind())
              .anyMatch(kind -> kind == ListKind.EMAIL || kind == ListKind.EMAIL_DOMAIN);
    }

    private static OfRealm of(List<ListEntry> entries) {
      var map = new HashMap<Key, Effect>();
      entries.forEach(entry -> map.put(Key.of(entry), Effect.of(entry)));
      return new OfRealm(map);
    }

    /** Returns these entries with a change. An older row of the same value changes nothing. */
    private OfRealm with(ListEntry changed) {
      Effect known = entries.get(Key.of(changed));
      boolean isKnown =
          changed.isRemoved()
              ? known == null || !known.id().equals(changed.id())
              : known != null
                  && (known.equals(Effect.of(changed))
                      || known.created().isAfter(changed.created()));
      if (isKnown) {
        return this;
      }
      var map = new HashMap<>(entries);
      if (changed.isRemoved()) {
        map.remove(Key.of(changed));
      } else {
        map.put(Key.of(changed), Effect.of(changed));
      }
      return new OfRealm(map);
    }

    private Optional<Block> find(ListName list, PayerTraits traits, Instant now) {
      return Stream.concat(
              traits.values().stream(), traits.address().stream().flatMap(this::ranges))
          .flatMap(value ->
              Optional.ofNullable(entries.get(new Key(list, value)))
                  .filter(entry -> entry.isActive(now))
                  .map(entry -> new Block(entry.id(), value))
                  .stream())
          .findFirst();
    }

    private Stream<Listed> ranges(InetAddress address) {
      return lengths.getOrDefault(bytes(address), List.of()).stream()
          .map(bits ->
              new Listed(ListKind.ADDRESS, ListFormats.text(new AddressRange(address, bits))));
    }

    private static int bytes(InetAddress address) {
      return address.getAddress().length;
    }
  }

  /** Returns whether the account has no entry, so that no trait of a payer is needed. */
  public boolean isEmpty(Realm realm) {
    return of(realm).entries.isEmpty();
  }

  /** Returns whether the account lists email addresses or their domains. */
  public boolean listsEmails(Realm realm) {
    return of(realm).listsEmails;
  }

  /** Returns the entry that stops a payment; empty if there is none, or another one allows it. */
  public Optional<Block> findBlock(Realm realm, PayerTraits traits) {
    OfRealm of = of(realm);
    Instant now = clock.instant();
    return of.find(ListName.BLOCK, traits, now)
        .filter(_ -> of.find(ListName.ALLOW, traits, now).isEmpty());
  }

  /**
   * Returns whether the brake lets a card pass. Email addresses don't count, because anyone can
   * type one, and neither do banks, whose cards are what a thief tests.
   */
  public boolean passesBrake(Realm realm, PayerTraits traits) {
    var certain =
        new PayerTraits(
            traits.values().stream().filter(it -> HARD_TO_FORGE.contains(it.kind())).toList(),
            traits.address());
    return of(realm).find(ListName.ALLOW, certain, clock.instant()).isPresent();
  }

  /** Applies a change that was committed. */
  void apply(ListEntry changed) {
    realms
        .asMap()
        .compute(
            changed.realm(),
            (_, of) -> {
              applied.incrementAndGet();
              return of == null ? null : of.with(changed);
            });
  }

  /** Reads what was added or removed. Returns whether there may be more. */
  synchronized boolean follow() {
    Instant now = clock.instant();
    if (!now.isBefore(rereadAt)) {
      rereadAt = now.plus(REREAD);
      applied.incrementAndGet();
      realms.invalidateAll();
    }
    List<Changed> changed = store.listChanged(readUntil.minus(OVERLAP), READ_AT_ONCE);
    changed.forEach(row -> apply(row.entry()));
    boolean isMore = changed.size() == READ_AT_ONCE;
    readUntil = isMore ? changed.getLast().at().plus(OVERLAP) : now;
    return isMore;
  }

  /** Reads outside the cache's lock. What a change has overtaken is used once, but not kept. */
  private OfRealm of(Realm realm) {
    OfRealm known = realms.getIfPresent(realm);
    if (known != null) {
      return known;
    }
    long before = applied.get();
    OfRealm read = OfRealm.of(store.listOf(realm, clock.instant(), READ_OF_REALM));
    realms
        .asMap()
        .compute(realm, (_, of) -> of != null ? of : applied.get() == before ? read : null);
    return read;
  }
}
