package florin.bank.statement;

import static org.assertj.core.api.Assertions.assertThat;

import com.prowidesoftware.swift.model.field.Field20;
import com.prowidesoftware.swift.model.field.Field25;
import com.prowidesoftware.swift.model.field.Field28C;
import com.prowidesoftware.swift.model.field.Field60F;
import com.prowidesoftware.swift.model.field.Field61;
import com.prowidesoftware.swift.model.field.Field62F;
import com.prowidesoftware.swift.model.field.Field86;
import com.prowidesoftware.swift.model.mt.mt9xx.MT940;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.core.Money;
import florin.testing.Drills;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The readers return every field of statements that the Prowide library wrote. Banks use that
 * library.
 */
class OtherLibrariesTest {
  private static final int STATEMENTS = Drills.areAsked() ? 5_000 : 100;
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyMMdd");
  private static final DateTimeFormatter DAY_OF_YEAR = DateTimeFormatter.ofPattern("MMdd");
  private static final int FULL_PART = 27;
  private static final int FULL_LINE = 65;

  private final long seed = Long.getLong("seed", 20261123);

  @Test
  void camt_053_version_08_is_read_as_intended() throws Exception {
    List<Told> meant = random(false);

    List<Told> read = camt(OtherWriter.version08(meant));

    assertThat(read).as("seed %s", seed).isEqualTo(meant);
  }

  @Test
  void camt_053_version_02_is_read_as_intended() throws Exception {
    List<Told> meant = random(false);

    List<Told> read = camt(OtherWriter.version02(meant));

    assertThat(read).as("seed %s", seed).hasSameSizeAs(meant);
    for (int i = 0; i < meant.size(); i++) {
      assertThat(read.get(i).entries()).as("seed %s", seed).isEqualTo(meant.get(i).entries());
      assertThat(read.get(i).head().opening()).isEqualTo(meant.get(i).head().opening());
      assertThat(read.get(i).head().duplicate()).isEqualTo(meant.get(i).head().duplicate());
      assertThat(read.get(i).head().sequence()).isEqualTo(meant.get(i).head().sequence());
      assertThat(read.get(i).end()).isEqualTo(meant.get(i).end());
    }
  }

  @Test
  void mt940_is_read_as_intended() throws Exception {
    List<Told> meant = random(true);
    var file = new StringBuilder();
    meant.forEach(told -> file.append(mt940(told)).append("\r\n"));

    List<Told> read =
        Told.of(file.toString().getBytes(StandardCharsets.UTF_8), StatementFormat.MT940);

    assertThat(read).as("seed %s", seed).hasSameSizeAs(meant);
    for (int i = 0; i < meant.size(); i++) {
      assertThat(read.get(i).entries()).as("seed %s", seed).isEqualTo(meant.get(i).entries());
      assertThat(read.get(i).head().account()).isEqualTo(meant.get(i).head().account());
      assertThat(read.get(i).head().sequence()).isEqualTo(meant.get(i).head().sequence());
      assertThat(read.get(i).head().opening()).isEqualTo(meant.get(i).head().opening());
      assertThat(read.get(i).end()).isEqualTo(meant.get(i).end());
    }
  }

  private List<Told> random(boolean plain) {
    var statements = new RandomStatements(new Random(seed), plain);
    return Stream.generate(statements::next).limit(STATEMENTS).toList();
  }

  private static List<Told> camt(String file) throws StatementException {
    return Told.of(file.getBytes(StandardCharsets.UTF_8), StatementFormat.CAMT_053);
  }

  private static String mt940(Told told) {
    var message = new MT940("COBADEFFXXX", "COBADEFFXXX");
    message.append(
        new Field20("STARTUMSE"),
        new Field25(told.head().account().text()),
        new Field28C(told.head().sequence().orElseThrow() + "/1"),
        new Field60F(balance(told.head().opening().orElseThrow())));
    for (StatementEntry entry : told.entries()) {
      message.append(line(entry), new Field86(about(entry.details().getFirst())));
    }
    message.append(new Field62F(balance(told.end().closing().orElseThrow())));
    return message.message();
  }

  private static String balance(Balance balance) {
    return (balance.debit() ? "D" : "C")
        + "261123"
        + balance.amount().currency().code().toUpperCase(Locale.ROOT)
        + amount(balance.amount());
  }

  private static Field61 line(StatementEntry entry) {
    boolean original = entry.credit() != entry.reversal();
    var line =
        new Field61()
            .setValueDate(DAY.format(entry.valueDate().orElseThrow()))
            .setEntryDate(DAY_OF_YEAR.format(entry.bookingDate()))
            .setDebitCreditMark((entry.reversal() ? "R" : "") + (original ? "C" : "D"))
            .setAmount(amount(entry.amount()))
            .setTransactionType("N")
            .setIdentificationCode("TRF")
            .setReferenceForTheAccountOwner("NONREF");
    entry.bankReference().ifPresent(line::setReferenceOfTheAccountServicingInstitution);
    return line;
  }

  /**
   * Writes the text as the German banks' agreement defines it: parts of 27 characters, lines of 65.
   */
  private static String about(EntryDetail detail) {
    var parts = new ArrayList<String>();
    detail.endToEndId().ifPresent(id -> parts.addAll(cut("EREF+" + id)));
    detail.paymentInformationId().ifPresent(id -> parts.addAll(cut("KREF+" + id)));
    parts.addAll(cut("SVWZ+" + detail.text()));
    var whole = new StringBuilder("166?00GUTSCHRIFT?10931");
    for (int i = 0; i < parts.size(); i++) {
      whole.append('?').append(i < 10 ? 20 + i : 50 + i).append(parts.get(i));
    }
    Optional<Counterparty> party = detail.counterparty();
    party.flatMap(Counterparty::bic).ifPresent(bic -> whole.append("?30").append(bic.text()));
    party.flatMap(Counterparty::iban).ifPresent(iban -> whole.append("?31").append(iban.text()));
    party
        .flatMap(Counterparty::name)
        .map(OtherLibrariesTest::cut)
        .ifPresent(name -> {
          for (int i = 0; i < name.size(); i++) {
            whole.append('?').append(32 + i).append(name.get(i));
          }
        });
    return String.join("\r\n", whole.toString().split("(?<=\\G.{" + FULL_LINE + "})"));
  }

  private static List<String> cut(String text) {
    return List.of(text.split("(?<=\\G.{" + FULL_PART + "})"));
  }

  private static String amount(Money money) {
    String decimal =
        BigDecimal.valueOf(money.minor(), money.currency().exponent())
            .toPlainString()
            .replace('.', ',');
    return decimal.contains(",") ? decimal : decimal + ",";
  }
}
