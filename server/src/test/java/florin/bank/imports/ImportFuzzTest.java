package florin.bank.imports;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.BrokenFile;
import florin.testing.Drills;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Sends corrupted files to the API. Florin either rejects a file and stores nothing of it, or
 * imports the whole file. The same seed produces the same files.
 */
class ImportFuzzTest {
  private static final int FILES = Drills.areAsked() ? 10_000 : 200;
  private static final int LOOK_EVERY = 500;
  private static final String SWIFT = "NL91ABNA0417164300";

  private static final String THERE =
      """
      SELECT (SELECT count(*) FROM bank_file) || ' files, ' || (SELECT count(*) FROM bank_statement) || ' statements, '
             || (SELECT count(*) FROM bank_entry) || ' entries, ' || (SELECT count(*) FROM bank_position) || ' positions'
      """;

  private final long seed = Long.getLong("seed", 20261123);

  @Test
  void a_damaged_file_is_rejected_or_imported_as_a_whole() {
    try (TestApp florin = TestApp.open()) {
      var shop = new BankShop(florin);
      Waiting payment = shop.ask(100_000_000);
      florin.update(
          "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
              + " VALUES (?, ?, 1, 'disabled', ?, 'Shop GmbH', 'eur', 'mt940', now())",
          florin.realm().id(),
          UUID.randomUUID(),
          SWIFT);
      int refused = 0;
      for (int i = 0; i < FILES; i++) {
        String whole = i % 4 == 3 ? mt940(i, payment) : camt(i, payment);
        byte[] broken = BrokenFile.of(whole.getBytes(StandardCharsets.UTF_8), new Random(seed + i));
        String before = florin.query(THERE).getFirst();

        Reply reply = send(florin, broken);

        assertThat(reply.status()).as("seed %d: %s", seed + i, reply.body()).isIn(200, 400);
        if (reply.status() == 400) {
          refused++;
          assertThat(reply.text("/error/code")).as("seed %d", seed + i).isNotBlank();
          assertThat(florin.query(THERE)).as("seed %d", seed + i).containsExactly(before);
        }
        if (i % LOOK_EVERY == 0) {
          BankReconciliation.check(florin.database());
        }
      }
      shop.awaitMatched();
      BankReconciliation.checkAtRest(florin.database());
      assertThat(refused).isBetween(FILES / 10, FILES * 99 / 100);
    }
  }

  private static Reply send(TestApp florin, byte[] file) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/bank_statements")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(file))
                .build());
  }

  private static String camt(int i, Waiting payment) {
    return new BankStatementText(
            "Z-" + i,
            payment.iban(),
            0,
            List.of(
                Line.credit(3, "ZA" + i, payment.reference()),
                Line.written(2, "ZB" + i, "for " + payment.reference()),
                Line.debit(1, "ZC" + i, "E" + i)))
        .xml();
  }

  private static String mt940(int i, Waiting payment) {
    return """
    :20:START%1$d
    :25:%2$s
    :28C:%1$d/1
    :60F:C261120EUR0,00
    :61:2611201120C0,03NTRFNONREF//YA%1$d
    :86:166?00GUTSCHRIFT?20EREF+E-%1$d?21SVWZ+%3$s?30ABNANL2A?31NL91ABNA0417164300?32Jo March
    :61:2611201120D0,01NTRFNONREF//YB%1$d
    :86:177?00UEBERWEISUNG?20SVWZ+thank you
    :62F:C261120EUR0,02
    -
    """
        .formatted(i + 1, SWIFT, payment.reference());
  }
}
