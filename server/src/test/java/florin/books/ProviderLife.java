package florin.books;

import static java.util.Objects.requireNonNull;

import florin.books.DyingProjection.Died;
import florin.books.LedgerLife.Refund;
import florin.books.LedgerLife.Sale;
import florin.books.LedgerModel.Money;
import florin.books.LedgerModel.Side;
import florin.books.LedgerRows.Place;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementLine.Type;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.idempotency.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The providers of a {@link LedgerLife}. They settle payments and refunds, convert some, correct
 * some later, and pay out. Some reports are repeated, and some are read by a process that dies.
 */
final class ProviderLife {
  private final Random random;
  private final Db db;
  private final Parts parts;
  private final LedgerModel model;
  private final UUID account;

  /** The lines that are in no payout, by realm, connector and currency. */
  private final Map<String, List<SettlementLine>> unpaid = new TreeMap<>();

  /** The lines of the next report. */
  private final Map<String, List<SettlementLine>> reported = new TreeMap<>();

  private final Map<String, Place> places = new TreeMap<>();
  private final List<MadePayout> payouts = new ArrayList<>();
  private int names;

  /** The product's parts that read reports, with a clock that a life sets. */
  record Parts(Settlements settlements, Payouts payouts, Clock clock) {}

  /** A clock that shows the time of a life. */
  static final class Clock implements InstantSource {
    private volatile Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }
  }

  private static final class MadePayout {
    final Place place;
    final ReportedPayout reported;
    long confirmed;
    long booked;
    boolean isFailed;

    MadePayout(Place place, ReportedPayout reported) {
      this.place = place;
      this.reported = reported;
    }
  }

  ProviderLife(Random random, Db db, Parts parts, LedgerModel model, UUID account) {
    this.random = random;
    this.db = db;
    this.parts = parts;
    this.model = model;
    this.account = account;
  }

  /** Reports some lines: payments and refunds that are not settled, and others. */
  void report(Instant now, List<Sale> sales, List<Refund> refunds) {
    for (Sale sale : sales) {
      if (sale.captured > 0 && !sale.isTransfer && !sale.isSettled && random.nextBoolean()) {
        sale.isSettled = true;
        settle(now, sale.place, Type.PAYMENT, new PaymentId(sale.id), sale.captured);
      }
    }
    for (Refund refund : refunds) {
      if (!refund.isSettled && !refund.sale.isTransfer && random.nextBoolean()) {
        refund.isSettled = true;
        settle(now, refund.sale.place, Type.REFUND, new RefundId(refund.id), -refund.amount);
      }
    }
    if (!sales.isEmpty()) {
      other(now, sales.get(random.nextInt(sales.size())));
    }
    reported.forEach((key, lines) -> {
      read(now, requireNonNull(places.get(key)), lines, List.of());
      unpaid.computeIfAbsent(key, _ -> new ArrayList<>()).addAll(lines);
    });
    reported.clear();
  }

  /** Settles a payment or a refund, in another currency if the provider converts it. */
  private void settle(Instant now, Place place, Type type, Id subject, long amount) {
    long fee = random.nextLong(0, 90);
    if (random.nextInt(5) == 0) {
      String other = place.currency().equals("eur") ? "usd" : "eur";
      var original = new Original(Currency.get(place.currency()), amount);
      Place paid = new Place(place.realm(), other, place.connector());
      add(
          now,
          paid,
          type,
          Optional.of(subject),
          amount * 9 / 10,
          fee,
          Optional.of(original),
          "pending");
    } else {
      add(now, place, type, Optional.of(subject), amount, fee, Optional.empty(), "pending");
    }
  }

  /** A line without a payment of Florin, a correction, or one that names a payment only. */
  private void other(Instant now, Sale sale) {
    Place place =
        sale.isTransfer
            ? new Place(sale.place.realm(), sale.place.currency(), "cn_one")
            : sale.place;
    Optional<Id> payment = sale.isTransfer ? Optional.empty() : Optional.of(new PaymentId(sale.id));
    String known = payment.isPresent() ? "pending" : "unexplained";
    long amount = random.nextLong(1, 900);
    switch (random.nextInt(8)) {
      case 0 -> add(now, place, Type.FEE, Optional.empty(), 0, amount, "pending");
      case 1 -> add(now, place, Type.RESERVE, Optional.empty(), -amount, 0, "reserve");
      case 2 -> add(now, place, Type.RESERVE, Optional.empty(), amount, 0, "reserve");
      case 3 -> add(now, place, Type.ADJUSTMENT, payment, amount - 450, amount % 7, "unexplained");
      case 4 ->
          add(now, place, Type.PAYMENT, Optional.of(new PaymentId(id())), amount, 9, "unexplained");
      case 5 -> add(now, place, Type.DISPUTE, payment, -amount, 15, known);
      case 6 -> add(now, place, Type.REFUND, payment, -amount, 0, known);
      default -> add(now, place, Type.PAYMENT, payment, 0, -(amount % 20), known);
    }
  }

  private UUID id() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** Returns an id in the order of time, by which new matches are found. */
  private UUID id(Instant at) {
    return new UUID(IdTime.first(at).getMostSignificantBits(), random.nextLong());
  }

  private void add(
      Instant now,
      Place place,
      Type type,
      Optional<Id> subject,
      long gross,
      long fee,
      String from) {
    add(now, place, type, subject, gross, fee, Optional.empty(), from);
  }

  private void add(
      Instant now,
      Place place,
      Type type,
      Optional<Id> subject,
      long gross,
      long fee,
      Optional<Original> original,
      String from) {
    var line =
        new SettlementLine(
            name(),
            type,
            subject,
            Currency.get(place.currency()),
            gross,
            fee,
            0,
            original,
            "",
            now,
            now.plus(Duration.ofDays(random.nextInt(4))),
            Optional.empty());
    book(place, line, from);
    places.put(place.toString(), place);
    reported.computeIfAbsent(place.toString(), _ -> new ArrayList<>()).add(line);
  }

  /** Makes Florin read a report, sometimes twice, and sometimes in a process that dies. */
  private void read(
      Instant now, Place place, List<SettlementLine> lines, List<ReportedPayout> reported) {
    parts.clock.now = now;
    var realm = new Realm(place.realm());
    if (random.nextInt(6) == 0) {
      try {
        parts.settlements.add(
            realm,
            place.connector(),
            lines,
            reported,
            Optional.empty(),
            (_, _) -> {
              throw new Died();
            });
      } catch (Died expected) {
        // The report is read again.
      }
    }
    for (int times = random.nextInt(6) == 0 ? 2 : 1; times > 0; times--) {
      parts.settlements.add(
          realm, place.connector(), lines, reported, Optional.empty(), (_, _) -> {});
    }
  }

  private void book(Place place, SettlementLine line, String from) {
    Instant at = line.occurredAt();
    Instant available = line.type().text().startsWith("payout") ? at : line.availableAt();
    Optional<Side> converted =
        line.original()
            .map(original -> {
              Side conversion = side(place, "conversion");
              model.move(
                  at,
                  new Money(place.realm(), original.currency().code(), original.amount()),
                  side(place, from),
                  conversion);
              return conversion;
            });
    Side source = converted.orElseGet(() -> side(place, from));
    model.move(available, money(place, line.net()), source, side(place, "available"));
    model.move(at, money(place, line.fee()), source, side(place, "fees"));
  }

  private static Money money(Place place, long amount) {
    return new Money(place.realm(), place.currency(), amount);
  }

  private String name() {
    return account + " " + ++names;
  }

  private static Side side(Place place, String role) {
    return new Side(role, place.connector());
  }

  /** Pays out all lines of a balance. If their sum is below zero, the provider collects it. */
  void payOut(Instant now) {
    if (unpaid.isEmpty()) {
      return;
    }
    String key = List.copyOf(unpaid.keySet()).get(random.nextInt(unpaid.size()));
    Place place = requireNonNull(places.get(key));
    String reference = name();
    List<SettlementLine> lines =
        requireNonNull(unpaid.remove(key)).stream().map(line -> with(line, reference)).toList();
    long fee = random.nextInt(3) == 0 ? random.nextLong(1, 90) : 0;
    long amount = lines.stream().mapToLong(SettlementLine::net).sum() - fee;
    if (amount == 0) {
      return;
    }
    var payout =
        new MadePayout(
            place,
            new ReportedPayout(
                reference,
                ReportedPayout.Status.IN_TRANSIT,
                Currency.get(place.currency()),
                amount,
                LocalDate.ofInstant(now, ZoneOffset.UTC),
                Optional.of("REF " + reference),
                Optional.empty(),
                true));
    var sent = line(now, payout, Type.PAYOUT, -amount, fee);
    var all = new ArrayList<>(lines);
    all.add(sent);
    read(now, place, all, List.of(payout.reported));
    book(place, sent, "payouts_in_transit");
    payouts.add(payout);
  }

  private static SettlementLine with(SettlementLine line, String payout) {
    return new SettlementLine(
        line.reference(),
        line.type(),
        line.subject(),
        line.currency(),
        line.gross(),
        line.fee(),
        line.tax(),
        line.original(),
        line.description(),
        line.occurredAt(),
        line.availableAt(),
        Optional.of(payout));
  }

  private SettlementLine line(Instant now, MadePayout payout, Type type, long gross, long fee) {
    return new SettlementLine(
        name(),
        type,
        Optional.empty(),
        payout.reported.currency(),
        gross,
        fee,
        0,
        Optional.empty(),
        "",
        now,
        now,
        Optional.of(payout.reported.reference()));
  }

  /** A payout arrives, a second time too, is confirmed, is taken back by the bank, or fails. */
  void movePayout(Instant now) {
    if (payouts.isEmpty()) {
      return;
    }
    MadePayout payout = payouts.get(random.nextInt(payouts.size()));
    long amount = payout.reported.amount();
    parts.clock.now = now;
    switch (random.nextInt(6)) {
      case 0, 1 -> arrive(payout, amount, now);
      case 2 -> arrive(payout, random.nextInt(3) == 0 ? amount + 3 : amount, now);
      case 3 -> confirm(payout);
      case 4 -> {
        if (payout.booked != 0) {
          arrive(payout, -payout.booked, now);
        }
      }
      default -> {
        if (!payout.isFailed) {
          fail(payout, now);
        }
      }
    }
  }

  private Id.PayoutId find(MadePayout payout) {
    String reference = payout.reported.reference();
    Place place = payout.place;
    return requireNonNull(
        parts
            .payouts
            .find(new Realm(place.realm()), place.connector(), List.of(reference))
            .get(reference));
  }

  /** A bank entry, which replaces the confirmation of a person. */
  private void arrive(MadePayout payout, long amount, Instant now) {
    if (amount == 0) {
      return;
    }
    UUID entry = id();
    UUID match = id(now);
    UUID of = find(payout).uuid();
    var _ =
        db.transaction(connection -> {
          LedgerRows.entry(
              connection, entry, payout.place, account, amount, LedgerLife.bankDay(now));
          LedgerRows.match(
              connection, now, match, payout.place.realm(), entry, "payout", of, null, amount);
          return true;
        });
    while (parts.payouts.follow()) {}
    bank(payout, amount, account.toString(), LedgerLife.bankDay(now));
    payout.booked += amount;
    bank(payout, -payout.confirmed, "", now);
    payout.confirmed = 0;
  }

  private void confirm(MadePayout payout) {
    if (payout.booked != 0 || payout.confirmed != 0 || payout.isFailed) {
      return;
    }
    parts.payouts.confirm(
        new Realm(payout.place.realm()),
        find(payout),
        new Origin(new RequestId(id()), Optional.empty()));
    payout.confirmed = payout.reported.amount();
    bank(payout, payout.confirmed, "", parts.clock.now);
  }

  private void bank(MadePayout payout, long amount, String party, Instant at) {
    Place place = payout.place;
    model.move(
        at, money(place, amount), side(place, "payouts_in_transit"), new Side("bank", party));
  }

  private void fail(MadePayout payout, Instant now) {
    ReportedPayout before = payout.reported;
    var failed =
        new ReportedPayout(
            before.reference(),
            ReportedPayout.Status.FAILED,
            before.currency(),
            before.amount(),
            before.arrivesOn(),
            before.bankReference(),
            Optional.of("the account is closed"),
            true);
    SettlementLine line = line(now, payout, Type.PAYOUT_FAILURE, before.amount(), 0);
    payout.isFailed = true;
    read(now, payout.place, List.of(line), List.of(failed));
    book(payout.place, line, "payouts_in_transit");
  }
}
