package florin.bench.books;

import emulator.provider.BalanceLedger.Movement;
import emulator.provider.BalanceLedger.Posting;
import emulator.provider.Emulator;
import emulator.provider.Ledger.Entry;
import florin.bench.books.DayBook.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What happened in a month, from everyone but Florin: the ledgers of the emulators, the bank's
 * statements, and what the shop did itself.
 */
final class MonthRecords {
  /** The price of a simulated card. */
  static final String PERCENT = "1.9";

  static final long FIXED = 30;
  private static final String SIMULATOR = "Simulator";

  private final DayBook own = new DayBook();
  private final Map<String, Emulator> providers = new TreeMap<>();
  private final List<CardMovement> cards = new ArrayList<>();
  private final Map<LocalDate, Long> statements = new TreeMap<>();
  private final NavigableMap<LocalDate, Long> confirmed = new TreeMap<>();

  private record CardMovement(LocalDate day, String currency, long amount, long fee) {}

  /** Adds an emulator by the id of its connector. */
  void addProvider(String connector, Emulator emulator) {
    providers.put(Exported.party(connector), emulator);
  }

  /** Records a payment with a simulated card, or a refund, which is negative. */
  void card(Instant at, String currency, long amount) {
    String code = currency.toUpperCase(Locale.ROOT);
    long fee = amount > 0 ? fee(amount) : 0;
    cards.add(new CardMovement(DayBook.day(at), code, amount, fee));
    move(at, amount > 0 ? Row.CAPTURED : Row.REFUNDED, Row.AT_PROVIDER, SIMULATOR, code, amount);
    move(at, Row.AT_PROVIDER, Row.FEES, SIMULATOR, code, fee);
  }

  private static long fee(long amount) {
    return BigDecimal.valueOf(amount)
            .multiply(new BigDecimal(PERCENT))
            .movePointLeft(2)
            .setScale(0, RoundingMode.HALF_UP)
            .longValueExact()
        + FIXED;
  }

  /** Records that a dispute ended in favor of the shop. */
  void won(Instant at, String connector, long amount) {
    String party = Exported.party(connector);
    move(at, Row.DISPUTES, Row.AT_PROVIDER, party, "EUR", amount);
  }

  /** Records money of a payout that is at the bank. */
  void arrived(Instant at, String connector, long amount) {
    own.add(at, Row.IN_TRANSIT, Exported.party(connector), "EUR", -amount);
    own.add(at, Row.BANK, "", "EUR", amount);
  }

  /** Records a payout that a person has confirmed, and that is on no statement. */
  void confirmed(Instant at, String connector, long amount) {
    arrived(at, connector, amount);
    confirmed.merge(DayBook.day(at), amount, Long::sum);
  }

  /** Returns what is at the bank until a day because a person said so. */
  long confirmed(LocalDate day) {
    return confirmed.headMap(day, true).values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Records the transfer of a payer.
   *
   * @param row what it is for
   * @param party the connector of bank transfers, or empty
   */
  void transferred(Instant at, Row row, String party, long amount) {
    own.add(at, row, party, "EUR", -amount);
    own.add(at, Row.BANK, "", "EUR", amount);
  }

  /** Records the closing balance of a day's statement. */
  void closed(LocalDate day, long balance) {
    statements.put(day, balance);
  }

  /** Returns the bank's closing balances, by day. */
  Map<LocalDate, Long> statements() {
    return statements;
  }

  private void move(Instant at, Row from, Row to, String party, String currency, long amount) {
    move(own, at, from, to, party, currency, amount);
  }

  private static void move(
      DayBook book, Instant at, Row from, Row to, String party, String currency, long amount) {
    book.add(at, from, party, currency, -amount);
    book.add(at, to, party, currency, amount);
  }

  /**
   * Returns all records.
   *
   * @param now the simulator has settled the days before
   */
  DayBook book(Instant now) {
    var book = new DayBook();
    book.addAll(own);
    providers.forEach((party, emulator) -> {
      emulator.book().entries().forEach(entry -> add(book, party, entry));
      emulator.balances().movements().forEach(movement -> add(book, party, movement));
    });
    payOutCards(book, DayBook.day(now));
    return book;
  }

  /** Money is at the provider from the moment that the payer has paid. */
  private static void add(DayBook book, String party, Entry entry) {
    String currency = entry.currency().toUpperCase(Locale.ROOT);
    switch (entry.kind()) {
      case CAPTURED ->
          move(book, entry.at(), Row.CAPTURED, Row.AT_PROVIDER, party, currency, entry.amount());
      case REFUNDED ->
          move(book, entry.at(), Row.AT_PROVIDER, Row.REFUNDED, party, currency, entry.amount());
      case REFUND_FAILED ->
          move(book, entry.at(), Row.REFUNDED, Row.AT_PROVIDER, party, currency, entry.amount());
      case DISPUTED, CHARGED_BACK ->
          move(book, entry.at(), Row.AT_PROVIDER, Row.DISPUTES, party, currency, entry.amount());
      case CHARGEBACK_REVERSED ->
          move(book, entry.at(), Row.DISPUTES, Row.AT_PROVIDER, party, currency, entry.amount());
      case AUTHORIZED, DECLINED, PROCESSING, NOT_COLLECTED, RELEASED -> {}
    }
  }

  /** What the payer has paid comes to the provider's balance now or later, and is there already. */
  private static void add(DayBook book, String party, Movement movement) {
    for (Posting posting : movement.postings()) {
      Row row =
          switch (posting.account()) {
            case PAYERS, BALANCE, CONVERSION -> Row.AT_PROVIDER;
            case FEES -> Row.FEES;
            case RESERVE -> Row.RESERVE;
            case ADJUSTMENTS -> Row.UNEXPLAINED;
            case IN_TRANSIT, BANK -> Row.IN_TRANSIT;
          };
      String currency = posting.currency().toUpperCase(Locale.ROOT);
      book.add(movement.at(), row, party, currency, posting.amount());
    }
  }

  /** The simulator pays out each day at the midnight after it. */
  private void payOutCards(DayBook book, LocalDate today) {
    for (CardMovement card : cards) {
      if (card.day().isBefore(today)) {
        Instant midnight = card.day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        long net = card.amount() - card.fee();
        move(book, midnight, Row.AT_PROVIDER, Row.IN_TRANSIT, SIMULATOR, card.currency(), net);
      }
    }
  }
}
