package florin.bench.books;

import emulator.mollie.MollieEmulator;
import emulator.provider.Ledger.Standing;
import emulator.stripe.FeeSchedule;
import emulator.stripe.StripeEmulator;
import florin.bench.books.MonthBank.End;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A month of the shop, and the three days before it. Each day it sells in the morning, the
 * providers act in the afternoon, and the bank's statement comes in the evening.
 */
final class Month {
  /** The days before the month, so that the report of the month has opening balances. */
  private static final int BEFORE = 3;

  private static final LocalTime MORNING = LocalTime.of(10, 0);
  private static final LocalTime AFTERNOON = LocalTime.of(15, 0);
  private static final LocalTime EVENING = LocalTime.of(20, 0);

  /** The time at which the month after this one can close it. */
  private static final LocalTime CLOSING = LocalTime.of(3, 0);

  /** Finds the connectors whose reports were read to their ends since a time. */
  private static final String READ =
      """
      SELECT connector
        FROM settlement_position
       WHERE realm_id = ?
         AND connector LIKE 'cn@_%' ESCAPE '@'
         AND read_at >= ?
         AND due_at > read_at + interval '30 minutes'
      """;

  private final YearMonth month;
  private final MonthClock clock;
  private final Parts parts;
  private final StripeEmulator stripe;
  private final MollieEmulator mollie;
  private final Shop shop;
  private final Deque<String> payouts = new ArrayDeque<>();
  private final List<Open> disputes = new ArrayList<>();
  private final List<Chargeback> chargebacks = new ArrayList<>();
  private int stripePayouts;

  /**
   * The parts of the shop that act.
   *
   * @param stripe the connector of Stripe
   */
  record Parts(
      MonthShop sales, MonthBank bank, MonthRecords records, Db db, Realm realm, String stripe) {}

  private record Open(String id, long amount) {}

  private record Chargeback(String id, String payment) {}

  Month(
      YearMonth month,
      MonthClock clock,
      Parts parts,
      StripeEmulator stripe,
      MollieEmulator mollie,
      Shop shop) {
    this.month = month;
    this.clock = clock;
    this.parts = parts;
    this.stripe = stripe;
    this.mollie = mollie;
    this.shop = shop;
  }

  /** Returns the first moment of the shop. */
  static Instant begin(YearMonth month) {
    return at(month.atDay(1).minusDays(BEFORE), LocalTime.of(9, 0));
  }

  private static Instant at(LocalDate day, LocalTime time) {
    return day.atTime(time).toInstant(ZoneOffset.UTC);
  }

  /** Returns the days of the shop until now, without a day that has only begun. */
  List<LocalDate> days() {
    return month.atDay(1).minusDays(BEFORE).datesUntil(month.plusMonths(1).atDay(1)).toList();
  }

  /** Sets prices with tax, and a rate for dollars. Money is available after two days. */
  void setPrices() throws IOException {
    stripe.treasury().setPrices(FeeSchedule.USUAL.withTax(new BigDecimal("19")));
    stripe.treasury().convert("usd", new BigDecimal("0.92"));
    for (String currency : new String[] {"eur", "usd"}) {
      String contract =
          "{\"connector\":\"simulator\",\"percent\":\"%s\",\"fixed\":%d,\"currency\":\"%s\",\"valid_from\":\"%s\"}"
              .formatted(MonthRecords.PERCENT, MonthRecords.FIXED, currency, days().getFirst());
      MonthShop.good(shop.post("/v2/fee_contracts", contract, ""));
    }
  }

  /** Lets a day pass. */
  void pass(LocalDate day, int number, int sales) throws IOException {
    moveTo(day, MORNING);
    parts.sales.sell(number, sales);
    long asked = 5_000 + 11L * number;
    Reply waiting = parts.sales.expectTransfer(number, asked);
    moveTo(day, AFTERNOON);
    act(day, number);
    moveTo(day, EVENING);
    awaitRead();
    parts.bank.transfer(clock.instant(), waiting, asked, number % 8 == 3 ? 500 : 0);
    if (number % 10 == 6) {
      parts.bank.transferOfStranger(clock.instant(), 777 + number);
    }
    parts.bank.close(clock.instant());
  }

  /** Moves on to the morning after the month, when it can be closed. */
  void end() throws IOException {
    moveTo(month.plusMonths(1).atDay(1), CLOSING);
    awaitRead();
  }

  private void moveTo(LocalDate day, LocalTime time) throws IOException {
    Instant wanted = at(day, time);
    clock.moveTo(wanted);
    Waiting.until(
        "the service has the time " + wanted,
        () ->
            MonthShop.good(shop.get("/v2/balance")).json().get("as_of").asLong()
                >= wanted.getEpochSecond());
  }

  private void act(LocalDate day, int number) throws IOException {
    if (number % 3 == 2) {
      payOutStripe(day);
    } else if (number % 3 == 0) {
      movePayouts();
    }
    if (number % 7 == 4) {
      mollie.treasury().settle().forEach(settlement -> payOutMollie(day, settlement));
    }
    dispute(number);
    charge(number);
  }

  /**
   * Pays out what is available at Stripe. The second payout is two days late at the bank, of the
   * third the bank keeps something, the fourth fails, and a person confirms the fifth.
   */
  private void payOutStripe(LocalDate day) {
    List<String> made = stripe.treasury().settle();
    for (String payout : made) {
      stripe.treasury().movePayout(payout, "in_transit");
      if (day.plusDays(2).isAfter(month.atEndOfMonth())) {
        parts.bank.expect(payout, "in_transit");
        continue;
      }
      payouts.add(payout);
      int number = stripePayouts++;
      if (number == 3) {
        parts.bank.expect(payout, "failed");
      } else {
        End end =
            switch (number) {
              case 2 -> End.DIFFERS;
              case 4 -> End.CONFIRMED;
              default -> End.CLOSED;
            };
        parts.bank.expect(day.plusDays(number == 1 ? 3 : 1), payout, end);
      }
    }
  }

  /** Stripe's payouts of the day before are paid, or fail. */
  private void movePayouts() throws IOException {
    while (!payouts.isEmpty()) {
      String payout = payouts.remove();
      stripe.treasury().movePayout(payout, stripePayouts == 4 ? "failed" : "paid");
      if (stripePayouts == 5) {
        parts.bank.confirm(clock.instant(), payout);
      }
    }
  }

  private void payOutMollie(LocalDate day, String settlement) {
    mollie.treasury().moveSettlement(settlement, "paidout");
    if (day.plusDays(2).isAfter(month.atEndOfMonth())) {
      parts.bank.expect(settlement, "in_transit");
    } else {
      parts.bank.expect(day.plusDays(1), settlement, End.CLOSED);
    }
  }

  /** Opens disputes, and ends some: at each provider, one is lost, and one is won. */
  private void dispute(int number) throws IOException {
    switch (number) {
      case 6, 11, 21 -> {
        Standing paid = parts.sales.dispute(stripe);
        String dispute = stripe.payers().dispute(paid.names().payment(), "fraudulent");
        disputes.add(new Open(dispute, paid.captured()));
      }
      case 13 -> stripe.payers().moveDispute(disputes.get(0).id(), "lost");
      case 18 -> {
        stripe.payers().moveDispute(disputes.get(1).id(), "won");
        parts.records.won(clock.instant(), parts.stripe, disputes.get(1).amount());
      }
      case 8, 23 -> {
        String payment = parts.sales.dispute(mollie).names().payment();
        chargebacks.add(new Chargeback(mollie.payers().chargeBack(payment), payment));
      }
      case 16 -> reverse(chargebacks.getFirst());
      default -> {}
    }
  }

  /**
   * Reverses a chargeback. Mollie sends no webhook for it, and sends one for a refund in its
   * dashboard.
   */
  private void reverse(Chargeback chargeback) {
    mollie.payers().reverseChargeback(chargeback.id());
    mollie.staff().refund(chargeback.payment(), Optional.of("0.10"));
  }

  /** Fees, reserves and corrections that belong to no payment. */
  private void charge(int number) {
    switch (number) {
      case 14 -> {
        stripe.treasury().chargeFee(250, "eur");
        mollie.treasury().chargeFee(false, "2.50");
      }
      case 15 -> {
        stripe.treasury().reserve(1_000, "eur");
        mollie.treasury().reserve(false, "12.00");
      }
      case 25 -> {
        stripe.treasury().reserve(-400, "eur");
        mollie.treasury().release(false, "5.00");
      }
      case 27 -> {
        stripe.treasury().correct(-30, "eur");
        mollie.treasury().correct(false, "-0.40");
      }
      default -> {}
    }
  }

  /** Makes the service read the providers' reports, and waits until they were read to their end. */
  private void awaitRead() throws IOException {
    Instant begin = clock.instant();
    MonthShop.good(shop.post("/v2/balance/refresh", "{}", ""));
    Waiting.until(
        "the providers' reports were read",
        () ->
            parts.db.list(READ, row -> row.getString("connector"), parts.realm.id(), begin).size()
                == 2);
  }
}
