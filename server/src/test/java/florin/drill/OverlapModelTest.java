package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.UnmatchedTransferId;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.Drills;
import florin.testing.Reply;
import florin.testing.SwiftText;
import florin.testing.SwiftText.Entry;
import florin.testing.TestApp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Overlapping exports of a bank that gives its entries no reference. The model is the bank's list
 * of entries, many of them alike, and each export has a random range of it. Once the exports cover
 * the list, payments and unapplied funds add up to the bank's total. A person dismisses possible
 * duplicates that the bank booked once. The seed replays a run.
 */
class OverlapModelTest {
  private static final long SEED =
      Long.getLong("overlap.seed", Drills.areAsked() ? System.nanoTime() : 33L);

  private static final int RUNS = Integer.getInteger("overlap.runs", Drills.areAsked() ? 40 : 3);
  private static final int BOOKINGS = 24;
  private static final int PER_DAY = 5;
  private static final List<Long> AMOUNTS = List.of(101L, 1003L);

  @Test
  void the_held_money_equals_the_booked_money_for_all_overlapping_exports() {
    try (TestApp florin = TestApp.open()) {
      var shop = new BankShop(florin);
      String iban = shop.ask(1).iban();
      florin.update("UPDATE receiving_account SET statement_format = 'mt940'");
      long balance = 0;
      for (int i = 0; i < RUNS; i++) {
        var run = new Run(florin, shop, iban, SEED + i, LocalDate.of(2020, 1, 1).plusDays(30L * i));
        balance = run.run(balance);
      }
    }
  }

  private static final class Run {
    private final TestApp florin;
    private final BankShop shop;
    private final String iban;
    private final long seed;
    private final LocalDate from;
    private final Random random;
    private final List<Entry> ledger = new ArrayList<>();

    Run(TestApp florin, BankShop shop, String iban, long seed, LocalDate from) {
      this.florin = florin;
      this.shop = shop;
      this.iban = iban;
      this.seed = seed;
      this.from = from;
      this.random = new Random(seed);
    }

    long run(long opening) {
      List<Waiting> payments = List.of(shop.ask(500), shop.ask(700));
      for (int i = 0; i < BOOKINGS; i++) {
        ledger.add(booking(i, payments));
      }
      int reached = 0;
      while (reached < BOOKINGS) {
        int begin = random.nextInt(3) == 0 ? reached : random.nextInt(reached + 1);
        int end = random.nextInt(begin + 1, Math.min(BOOKINGS, begin + 10) + 1);
        give(opening, begin, end);
        reached = Math.max(reached, end);
      }
      shop.awaitMatched();
      dismissDuplicates();
      BankReconciliation.checkAtRest(florin.database());
      compare();
      return opening + sum(0, BOOKINGS);
    }

    /**
     * Returns an entry with one of few amounts and texts, so that many entries of a day are alike.
     */
    private Entry booking(int ordinal, List<Waiting> payments) {
      LocalDate day = from.plusDays(ordinal / PER_DAY);
      long amount = AMOUNTS.get(random.nextInt(AMOUNTS.size()));
      return switch (random.nextInt(4)) {
        case 0 -> new Entry(day, -amount - 7, "OUT");
        case 1 -> new Entry(day, amount, "NO IDEA");
        default -> new Entry(day, amount, payments.get(random.nextInt(2)).reference());
      };
    }

    private long sum(int begin, int end) {
      return ledger.subList(begin, end).stream().mapToLong(Entry::amount).sum();
    }

    private void give(long opening, int begin, int end) {
      Reply taken =
          shop.send(
              new SwiftText(0, iban, opening + sum(0, begin), ledger.subList(begin, end)).file());
      assertThat(taken.status()).as("seed %d: %s", seed, taken.body()).isEqualTo(200);
      BankReconciliation.check(florin.database());
    }

    /** Returns the stored entries by day, amount and text; possible duplicates come last. */
    private Map<Entry, List<Counted>> counted() {
      var counted = new HashMap<Entry, List<Counted>>();
      for (String row :
          florin.query(
              """
              SELECT concat_ws(';', e.booked_on, CASE WHEN e.debit THEN -e.amount ELSE e.amount END, coalesce(trim(BOTH '|' FROM e.creditor_references), e.message), e.possible_duplicate, h.id)
                FROM bank_entry e
                LEFT JOIN unapplied_funds h ON h.entry_id = e.id AND h.reason = 'possible_duplicate'
               WHERE e.status <> 'duplicate'
                 AND e.booked_on BETWEEN ?::date AND ?::date
               ORDER BY e.possible_duplicate, e.id
              """,
              from.toString(),
              from.plusDays(29).toString())) {
        String[] parts = row.split(";");
        counted
            .computeIfAbsent(
                new Entry(LocalDate.parse(parts[0]), Long.parseLong(parts[1]), parts[2]),
                _ -> new ArrayList<>())
            .add(new Counted(parts[3].startsWith("t"), parts.length > 4 ? parts[4] : ""));
      }
      return counted;
    }

    private record Counted(boolean mayBeDuplicate, String holding) {}

    private long booked(Entry like) {
      return ledger.stream().filter(like::equals).count();
    }

    private void dismissDuplicates() {
      counted()
          .forEach((entry, all) -> {
            for (int i = (int) booked(entry); i < all.size(); i++) {
              if (entry.amount() > 0) {
                assertThat(all.get(i).mayBeDuplicate()).as("seed %d: %s", seed, entry).isTrue();
                dismiss(all.get(i).holding());
              }
            }
          });
    }

    private void dismiss(String holding) {
      String id = new UnmatchedTransferId(UUID.fromString(holding)).text();
      Reply dismissed = florin.post("/v2/unmatched_transfers/" + id + "/dismiss", "{}");
      assertThat(dismissed.status()).as("seed %d: %s", seed, dismissed.body()).isEqualTo(200);
    }

    /**
     * Asserts that each credit counts once. An ambiguous debit may also be stored as a possible
     * duplicate.
     */
    private void compare() {
      Map<Entry, List<Counted>> counted = counted();
      for (Entry entry : ledger) {
        List<Counted> all = counted.getOrDefault(entry, List.of());
        long certain =
            all.stream().filter(it -> entry.amount() > 0 || !it.mayBeDuplicate()).count();
        if (entry.amount() > 0) {
          assertThat(certain).as("seed %d: %s", seed, entry).isEqualTo(booked(entry));
        } else {
          assertThat(booked(entry))
              .as("seed %d: %s", seed, entry)
              .isBetween(certain, (long) all.size());
        }
      }
      assertThat(counted.keySet()).as("seed %d", seed).isSubsetOf(ledger);
      assertThat(florin.query("SELECT id FROM bank_statement WHERE gap"))
          .as("seed %d", seed)
          .isEmpty();
    }
  }
}
