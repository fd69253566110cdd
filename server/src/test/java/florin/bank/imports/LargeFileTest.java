package florin.bank.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.payment.execution.CrashPoint;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.Records;
import florin.testing.TestApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Imports a file of nearly the maximum size from the folder, with far less memory than its size.
 */
@Tag("drill")
@Isolated("others in the JVM would be measured too")
class LargeFileTest {
  private static final long BYTES = 98L << 20;
  private static final long MOST_HELD = 32L << 20;

  /** Additional information that Florin ignores. It makes the file large with fewer entries. */
  private static final String MUCH =
      "<AddtlTxInf>" + "nothing to know ".repeat(120) + "</AddtlTxInf>";

  @Test
  void a_hundred_megabytes_are_imported_from_the_folder_in_little_memory(@TempDir Path folder)
      throws IOException {
    try (TestApp florin =
        TestApp.open(
            CrashPoint.NONE, usual -> Records.with(usual, "bankFolder", Optional.of(folder)))) {
      var shop = new BankShop(florin);
      Waiting payment = shop.ask(500);
      String account =
          new ReceivingAccountId(
                  UUID.fromString(
                      florin.query("SELECT id::text FROM receiving_account").getFirst()))
              .text();
      Path sub = Files.createDirectories(folder.resolve(account));
      Path made = folder.resolve("made.xml");
      int entries = write(made, payment);
      long before = held();
      var most = new AtomicLong();

      Files.move(made, sub.resolve("large.xml"), StandardCopyOption.ATOMIC_MOVE);
      await()
          .atMost(Duration.ofMinutes(10))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> {
            most.accumulateAndGet(held() - before, Math::max);
            assertThat(sub.resolve("failed/large.xml.reason.txt")).doesNotExist();
            return Files.exists(sub.resolve("done/large.xml"))
                && florin.query("SELECT 1 FROM bank_entry WHERE status = 'new' LIMIT 1").isEmpty();
          });

      System.out.printf("%,d entries, at most %,d KB held%n", entries, most.get() / 1024);
      assertThat(shop.payment(payment).text("/status")).isEqualTo("succeeded");
      assertThat(florin.query("SELECT count(*)::text FROM bank_entry"))
          .containsExactly(Integer.toString(entries));
      assertThat(most.get()).isLessThan(MOST_HELD);
      BankReconciliation.check(florin.database());
    }
  }

  /** Writes a file whose first entry pays the payment. All other entries are unrelated debits. */
  private static int write(Path file, Waiting payment) throws IOException {
    int entries = Math.toIntExact(BYTES / entry(0, "DBIT", "").length());
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write(
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>L</MsgId></GrpHdr>
          <Stmt><Id>L-1</Id><CreDtTm>2026-11-20T18:00:00Z</CreDtTm><Acct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></Acct>
          <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%d.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
          <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
          """
              .formatted(payment.iban(), 5L * (entries - 1)));
      out.write(entry(0, "CRDT", "<Ustrd>" + payment.reference() + "</Ustrd>"));
      for (int i = 1; i < entries; i++) {
        out.write(entry(i, "DBIT", ""));
      }
      out.write("</Stmt></BkToCstmrStmt></Document>\n");
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
    return entries;
  }

  private static String entry(int number, String direction, String message) {
    return """
    <Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>%1$s</CdtDbtInd><RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>L-%2$08d</AcctSvcrRef>
    <BkTxCd><Prtry><Cd>x</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>%1$s</CdtDbtInd>
    <RmtInf>%3$s</RmtInf>%4$s</TxDtls></NtryDtls></Ntry>
    """
        .formatted(direction, number, message, MUCH);
  }

  @SuppressWarnings("SystemGc")
  private static long held() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
