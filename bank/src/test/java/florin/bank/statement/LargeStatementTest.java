package florin.bank.statement;

import static florin.bank.statement.StatementFormat.CAMT_053;
import static florin.bank.statement.StatementFormat.MT940;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Reads statements of the maximum size, and files that try to fill the memory. The reader's memory
 * does not grow with the file. The test generates each file while it is read.
 */
@Isolated("others in the JVM would be measured too")
@Tag("drill")
class LargeStatementTest {
  private static final long MOST_HELD = 48L * 1024 * 1024;
  private static final int LARGE = 99 * 1024 * 1024;

  @Test
  void a_hundred_megabytes_are_read_in_little_memory() throws Exception {
    for (StatementFormat format : new StatementFormat[] {CAMT_053, MT940}) {
      int entries = LARGE / (format == MT940 ? mt940(0) : camt(0)).length();
      var seen = new Seen();
      long cpu = cpu();

      StatementReader.read(file(format, entries), format, seen);

      Duration took = Duration.ofNanos(cpu() - cpu);
      System.out.printf(
          "%s: %,d entries, %.1f µs of CPU an entry, at most %,d KB held%n",
          format.text(), entries, took.toNanos() / 1_000.0 / entries, seen.most / 1024);
      assertThat(seen.entries).isEqualTo(entries);
      assertThat(seen.most).isLessThan(MOST_HELD);
      assertThat(took.dividedBy(entries)).isLessThan(Duration.ofNanos(300_000));
    }
  }

  @Test
  void a_larger_file_is_rejected_while_it_is_read() {
    for (StatementFormat format : new StatementFormat[] {CAMT_053, MT940}) {
      int entries = LARGE / (format == MT940 ? mt940(0) : camt(0)).length() * 5 / 4;

      StatementException refused =
          catchThrowableOfType(
              StatementException.class,
              () -> StatementReader.read(file(format, entries), format, new Seen()));

      assertThat(refused.kind()).isEqualTo(Kind.TOO_LARGE);
      assertThat(refused).hasMessageContaining("100 MB");
    }
  }

  /** Tests a tag, a comment, a text, an attribute and names, each of a hundred megabytes. */
  @Test
  void a_file_that_needs_to_be_held_in_full_is_rejected_in_little_memory() {
    IntFunction<String> xs = _ -> "x".repeat(1_000);
    IntFunction<String> gt = _ -> "> ".repeat(500);
    hostile("<Document xmlns='camt.053.001.08' a='", xs);
    hostile("<Document xmlns='camt.053.001.08' a='", gt);
    hostile("<Document xmlns='camt.053.001.08'><!--", xs);
    hostile("<Document xmlns='camt.053.001.08'><?p ", gt);
    hostile("<Document xmlns='camt.053.001.08'><a><![CDATA[", gt);
    hostile("<Document xmlns='camt.053.001.08'><", xs);
    hostile("<Document xmlns='camt.053.001.08'>", i -> "<n" + i + "/>");
    hostile("<Document xmlns='camt.053.001.08'>", i -> "<n a" + i + "='1'/>");
    hostile("<Document xmlns='camt.053.001.08'>", i -> "<n xmlns='u" + i + "'/>");
    hostile("<Document xmlns='camt.053.001.08'>", i -> "<p" + i + ":n xmlns:p" + i + "='u'/>");
    hostile("<Document xmlns='camt.053.001.08'>", _ -> "<n>");
    hostile(
        "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'><BkToCstmrStmt><Stmt><Id>",
        xs);
    hostile("<Document xmlns='camt.053.001.08'><a>", xs); // a text that no field uses
    hostile(":20:", xs, MT940);
    hostile(":20:", _ -> "x\n", MT940);
    hostile(":20:X\n", _ -> ":86:x\n", MT940);
    hostile("", _ -> "x\n", MT940);
  }

  private static void hostile(String head, IntFunction<String> more) {
    hostile(head, more, CAMT_053);
  }

  private static void hostile(String head, IntFunction<String> more, StatementFormat format) {
    var seen = new Seen();
    var file =
        new Endless(
            Stream.concat(Stream.of(head), IntStream.range(0, Integer.MAX_VALUE).mapToObj(more)),
            seen);

    StatementException refused =
        catchThrowableOfType(
            StatementException.class, () -> StatementReader.read(file, format, seen));

    assertThat(refused).as(head).isNotNull();
    assertThat(seen.most).as(head).isLessThan(MOST_HELD);
  }

  private static InputStream file(StatementFormat format, int entries) {
    return new Endless(
        format == MT940
            ? parts(
                ":20:X\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C261122EUR0,00\n",
                entries,
                LargeStatementTest::mt940,
                ":62F:C261123EUR" + entries + ",00\n-\n")
            : parts(
                """
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
                <CreDtTm>2026-11-23T21:00:00Z</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
                <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
                <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%d.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
                """
                    .formatted(entries),
                entries,
                LargeStatementTest::camt,
                "</Stmt></BkToCstmrStmt></Document>"),
        null);
  }

  private static Stream<String> parts(
      String head, int entries, IntFunction<String> entry, String end) {
    return Stream.concat(
        Stream.concat(Stream.of(head), IntStream.range(0, entries).mapToObj(entry)),
        Stream.of(end));
  }

  private static String camt(int i) {
    return """
    <Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-23</Dt></BookgDt><ValDt><Dt>2026-11-23</Dt></ValDt><AcctSvcrRef>B-%08d</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls><TxDtls><Refs><EndToEndId>E-%08d</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <RltdPties><Dbtr><Pty><Nm>Ana Müller</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties>
    <RltdAgts><DbtrAgt><FinInstnId><BICFI>ABNANL2A</BICFI></FinInstnId></DbtrAgt></RltdAgts>
    <RmtInf><Ustrd>Order 17 RF18 5390 0754 7034</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
    """
        .formatted(i, i);
  }

  private static String mt940(int i) {
    return """
    :61:2611231123C1,00NTRFNONREF//B-%08d
    :86:166?00GUTSCHRIFT?109310?20EREF+E-%08d?21SVWZ+RF18 5390 0754 70
    34 vielen Dank?30ABNANL2A?31NL91ABNA0417164300?32Ana Mueller
    """
        .formatted(i, i);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * Measures the memory that the reader holds: the heap after a collection, at regular intervals.
   */
  private static final class Seen implements StatementSink {
    private static final int EVERY = 20_000;
    private final long before = held();
    private long most;
    private int entries;

    @Override
    public void head(StatementHead head) {}

    @Override
    public void entry(StatementEntry entry) {
      if (++entries % EVERY == 0) {
        look();
      }
    }

    @Override
    public void end(StatementEnd end) {}

    void look() {
      most = Math.max(most, held() - before);
    }

    @SuppressWarnings("SystemGc")
    private static long held() {
      System.gc();
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
  }

  /** A file that is generated while it is read. */
  private static final class Endless extends InputStream {
    private static final int LOOK_EVERY = 8 * 1024 * 1024;
    private final Iterator<String> parts;
    private final @Nullable Seen seen;
    private byte[] part = new byte[0];
    private int at;
    private int sinceLook;

    Endless(Stream<String> parts, @Nullable Seen seen) {
      this.parts = parts.iterator();
      this.seen = seen;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      while (at == part.length) {
        if (!parts.hasNext()) {
          return -1;
        }
        part = parts.next().getBytes(StandardCharsets.UTF_8);
        at = 0;
      }
      int count = Math.min(length, part.length - at);
      System.arraycopy(part, at, into, offset, count);
      at += count;
      sinceLook += count;
      if (seen != null && sinceLook > LOOK_EVERY) {
        sinceLook = 0;
        seen.look();
      }
      return count;
    }
  }
}
