package florin.drill;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Drills;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Imports random sequences of statements. Payers pay in parts, twice, too much or too late,
 * providers pay out and report it before or after the bank, and banks reverse entries. Statements
 * arrive out of order, repeatedly, overlapping or truncated. After each statement, no cent is lost
 * or counted twice. At the end, each payment and payout has the total of its entries. The seed
 * replays a sequence.
 */
class BankModelTest {
  private static final long SEED =
      Long.getLong("bank.seed", Drills.areAsked() ? System.nanoTime() : 16L);

  private static final int STREAMS = Integer.getInteger("bank.streams", Drills.areAsked() ? 40 : 2);
  private static final int STATEMENTS = Integer.getInteger("bank.statements", 8);

  @Test
  void the_balances_equal_the_booked_amounts_in_any_order_of_arrival() {
    try (TestApp florin = TestApp.open()) {
      var shop = new BankShop(florin);
      var stream = new Stream(florin, shop);
      for (int i = 0; i < STREAMS; i++) {
        stream.run(SEED + i);
      }
    }
  }

  private static final class Stream {
    private final TestApp florin;
    private final BankShop shop;
    private final Map<String, Long> booked = new HashMap<>();
    private final Map<String, Waiting> payments = new HashMap<>();
    private final List<Ordered> ordered = new ArrayList<>();
    private final Map<UUID, Long> payouts = new HashMap<>();
    private final List<UUID> unreported = new ArrayList<>();
    private long balance;
    private int names;
    private long nameless;

    Stream(TestApp florin, BankShop shop) {
      this.florin = florin;
      this.shop = shop;
    }

    void run(long seed) {
      var random = new Random(seed);
      List<Waiting> asked = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Waiting payment = shop.ask(random.nextLong(1, 5000));
        asked.add(payment);
        payments.put(payment.id(), payment);
      }
      var heldBack = new ArrayList<BankStatementText>();
      var given = new ArrayList<BankStatementText>();
      for (int i = 0; i < STATEMENTS; i++) {
        if (random.nextBoolean()) {
          refund(random, asked.get(random.nextInt(asked.size())));
        }
        var statement = statement(random, asked);
        if (random.nextInt(4) == 0) {
          heldBack.add(statement);
        } else {
          give(seed, random, statement);
          given.add(statement);
        }
        if (random.nextInt(3) == 0 && !given.isEmpty()) {
          again(seed, random, given.get(random.nextInt(given.size())));
        }
        if (random.nextInt(5) == 0) {
          Waiting one = asked.get(random.nextInt(asked.size()));
          florin.post("/v2/payments/" + one.id() + "/cancel", "{}");
        }
      }
      heldBack.forEach(statement -> give(seed, random, statement));
      unreported.forEach(this::report);
      unreported.clear();
      shop.awaitMatched();
      await()
          .until(() ->
              florin
                  .query("SELECT DISTINCT payout_id::text FROM match_for_payout")
                  .containsAll(payouts.keySet().stream().map(UUID::toString).toList()));
      BankReconciliation.checkAtRest(florin.database());
      compare(seed);
    }

    /**
     * Returns a statement that continues from the previous one, even if that one is imported later.
     */
    private BankStatementText statement(Random random, List<Waiting> asked) {
      var lines = new ArrayList<Line>();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        lines.add(line(random, asked));
      }
      while (!ordered.isEmpty() && random.nextInt(3) > 0) {
        lines.addAll(debits(random, ordered.removeFirst()));
      }
      var statement =
          new BankStatementText("M-" + ++names, asked.getFirst().iban(), balance, lines);
      balance = statement.closing();
      return statement;
    }

    private record Ordered(String refund, Waiting payment, long amount) {
      private String endToEndId() {
        return refund.replace("_", "").toUpperCase(Locale.ROOT);
      }
    }

    /** Refunds a part of the received money and creates the payment file for it. */
    private void refund(Random random, Waiting payment) {
      shop.awaitMatched();
      long amount = random.nextLong(1, 2000);
      Reply refund =
          florin.post(
              "/v2/refunds",
              "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment.id(), amount));
      if (refund.status() == 200) {
        ordered.add(new Ordered(refund.text("/id"), payment, amount));
        String account = florin.get("/v2/receiving_accounts").text("/data/0/id");
        Reply order =
            florin.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
        assertThat(order.status()).as(order.body()).isEqualTo(200);
      }
    }

    /**
     * Returns the entries of a refund: correct, duplicated, with another amount, returned in either
     * order, or corrected.
     */
    private List<Line> debits(Random random, Ordered refund) {
      long amount = refund.amount();
      String id = refund.endToEndId();
      Line right = Line.debit(amount, "N" + ++names, id);
      return switch (random.nextInt(7)) {
        case 0 -> {
          add(refund.payment(), -amount);
          nameless -= amount;
          yield List.of(right, Line.debit(amount, "N" + ++names, id));
        }
        case 1 -> {
          nameless -= amount + 1;
          yield List.of(Line.debit(amount + 1, "N" + ++names, id));
        }
        case 2 -> List.of(right, new Line(amount, true, "N" + ++names, "", "", id));
        case 3 -> List.of(new Line(amount, false, "N" + ++names, "", "", id), right);
        case 4 -> {
          add(refund.payment(), -amount);
          yield List.of(
              Line.debit(amount + 1, "N" + ++names, id),
              new Line(amount + 1, true, "N" + ++names, "", "", id),
              right);
        }
        default -> {
          add(refund.payment(), -amount);
          yield List.of(right);
        }
      };
    }

    private Line line(Random random, List<Waiting> asked) {
      String name = "N" + ++names;
      Waiting payment = asked.get(random.nextInt(asked.size()));
      long amount = random.nextInt(3) == 0 ? 5000 : random.nextLong(1, 3000);
      return switch (random.nextInt(7)) {
        case 6 -> Line.written(amount, name, "Sales " + payOut(random, amount));
        case 0 -> {
          nameless += amount;
          yield Line.written(amount, name, "no idea");
        }
        case 1 -> {
          add(payment, amount);
          yield Line.written(amount, name, "for " + payment.reference());
        }
        case 2 -> {
          nameless -= amount;
          yield Line.debit(amount, name, "");
        }
        default -> {
          add(payment, amount);
          yield Line.credit(amount, name, payment.reference());
        }
      };
    }

    /** Returns the reference of a payout that is reported now, or at the end. */
    private String payOut(Random random, long amount) {
      var payout = UUID.randomUUID();
      payouts.put(payout, amount);
      if (random.nextBoolean()) {
        report(payout);
      } else {
        unreported.add(payout);
      }
      return payout.toString().toUpperCase(Locale.ROOT).replace('-', ' ');
    }

    private void report(UUID payout) {
      florin.update(
          "INSERT INTO payout (realm_id, id, version, connector, reference, status, currency, amount, bank_reference, arrives_on, has_all_lines, created_at) SELECT realm_id, ?, 1, 'simulator', ?, 'in_transit', 'eur', ?, ?, '2026-11-20', false, now() FROM receiving_account LIMIT 1",
          payout,
          payout.toString(),
          requireNonNull(payouts.get(payout)),
          payout.toString());
    }

    private void add(Waiting payment, long amount) {
      booked.merge(payment.id(), amount, Long::sum);
    }

    private void give(long seed, Random random, BankStatementText statement) {
      String file = statement.xml();
      if (random.nextInt(3) == 0) {
        Reply cut = shop.send(file.substring(0, random.nextInt(1, file.length() - 2)));
        assertThat(cut.status()).as("seed %d: %s", seed, cut.body()).isEqualTo(400);
      }
      Reply taken = shop.send(file);
      assertThat(taken.status()).as("seed %d: %s", seed, taken.body()).isEqualTo(200);
      BankReconciliation.check(florin.database());
    }

    /**
     * Repeats the same file, the same statement in another file, or its entries in another
     * statement.
     */
    private void again(long seed, Random random, BankStatementText given) {
      String file =
          switch (random.nextInt(3)) {
            case 0 -> given.xml();
            case 1 -> given.xml() + "<!-- again " + ++names + " -->";
            default ->
                new BankStatementText("O-" + ++names, given.iban(), given.opening(), given.lines())
                    .xml();
          };
      Reply taken = shop.send(file);
      assertThat(taken.status()).as("seed %d: %s", seed, taken.body()).isEqualTo(200);
      BankReconciliation.check(florin.database());
    }

    private void compare(long seed) {
      booked.forEach((payment, amount) ->
          assertThat(
                  florin.query(
                      "SELECT sum(amount)::text FROM bank_match WHERE holder_id = ?::uuid OR holder_id IN (SELECT id FROM unapplied_funds WHERE payment_id = ?::uuid)",
                      uuid(payment),
                      uuid(payment)))
              .as("seed %d: %s", seed, payment)
              .containsExactly(Long.toString(amount)));
      payouts.forEach((payout, amount) ->
          assertThat(
                  florin.query(
                      "SELECT sum(amount)::text FROM match_for_payout WHERE payout_id = ?::uuid",
                      payout.toString()))
              .as("seed %d: %s", seed, payout)
              .containsExactly(Long.toString(amount)));
      assertThat(
              florin.query(
                  "SELECT sum(amount)::text FROM bank_match WHERE holder IN ('unmatched', 'other')"))
          .as("seed %d", seed)
          .containsExactly(Long.toString(nameless));
    }

    private static String uuid(String payment) {
      return PaymentId.KIND.parse(payment).orElseThrow().uuid().toString();
    }
  }
}
