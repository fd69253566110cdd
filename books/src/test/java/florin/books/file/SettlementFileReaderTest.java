package florin.books.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.books.file.SettlementFileReader.FileContent;
import florin.books.file.SettlementFileReader.FileFormat;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlementFileReaderTest {
  private static final List<SettlementLine.Type> TYPES = List.of(SettlementLine.Type.values());

  private static final String HEADER =
      "reference,type,object,currency,gross,fee,tax,net,original_currency,original_amount,description,occurred_at,available_at,payout";
  private static final String ROW =
      "L1,payment,,eur,1000,39,0,961,,,,2026-11-28T10:00:00Z,2026-11-30,";
  private static final List<String> CODES = List.of("eur", "usd", "jpy", "kwd");

  private static final String ADYEN_HEADER =
      "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,"
          + "Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,"
          + "Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),"
          + "Payment Fees (NC),Modification Merchant Reference,Batch Number\r\n";

  @Test
  void any_line_that_is_written_is_read_back_equal() throws SettlementFileException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      List<SettlementLine> lines = new ArrayList<>();
      for (int n = random.nextInt(20); n >= 0; n--) {
        lines.add(line(random, "L" + n));
      }
      String end = random.nextBoolean() ? "\n" : "\r\n";
      String file =
          (random.nextBoolean() ? "\uFEFF" : "")
              + HEADER
              + end
              + lines.stream().map(line -> written(line, random)).collect(Collectors.joining(end))
              + (random.nextBoolean() ? end : "");

      FileContent read = read(FileFormat.CSV, file);

      assertThat(read.lines()).as("seed %s", seed).isEqualTo(lines);
    }
  }

  @Test
  void a_payout_has_the_amount_of_its_row() throws SettlementFileException {
    FileContent read =
        read(
            FileFormat.CSV,
            HEADER
                + "\nL1,payment,,eur,1000,39,0,961,,,,2026-11-28,2026-11-28,P1"
                + "\nL2,payout,,eur,-961,0,0,-961,,,,2026-11-29,2026-11-30,P1"
                + "\nL3,payment,,eur,1000,39,0,961,,,,2026-11-28,2026-11-28,P2");

    assertThat(read.payouts()).containsExactly(payout("P1", 961, "2026-11-30", false));
    assertThat(read.lines().get(0).payout()).contains("P1");
    assertThat(read.lines().get(2).payout()).contains("P2");
  }

  @Test
  void a_payout_with_a_fee_has_the_amount_that_the_bank_gets() throws SettlementFileException {
    String rows =
        """

        L1,payment,,eur,1000,39,0,961,,,,2026-11-29,,P1
        L2,payout,,eur,-951,10,0,-961,,,,2026-11-29,2026-11-30,P1\
        """;

    assertThat(read(FileFormat.CSV, HEADER + rows).payouts())
        .containsExactly(payout("P1", 951, "2026-11-30", false));
    var whole =
        SettlementFileReader.of(
            """
            reference = reference
            type = type
            other_type = payment
            types = payout=payout
            currency = currency
            amounts = minor
            gross = gross
            fee = fee
            occurred_at = occurred_at
            payout = payout
            whole_payouts = true
            """);
    assertThat(
            whole
                .read((HEADER + rows).getBytes(StandardCharsets.UTF_8))
                .payouts()
                .getFirst()
                .amount())
        .isEqualTo(951);
  }

  @Test
  void a_payout_that_failed_has_the_amount_that_came_back() throws SettlementFileException {
    FileContent read =
        read(FileFormat.CSV, HEADER + "\nL1,payout_failure,,eur,961,0,0,961,,,,2026-11-29,,P1");

    assertThat(read.payouts().getFirst().amount()).isEqualTo(961);
    assertThat(read.payouts().getFirst().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void a_payout_that_is_too_large_or_has_a_wrong_reference_is_rejected() {
    String payout = HEADER + "\nL1,payout,,eur,-961,0,0,-961,,,,2026-11-29,,";
    String large = "999999999999999";
    String half = ",payout,,eur,-%s,0,0,-%s,,,,2026-11-29,,P1".formatted(large, large);

    for (String file :
        List.of(
            payout + "x".repeat(256),
            payout + "\"P\n1\"",
            HEADER + "\nL1" + half + "\nL2" + half)) {
      assertThat(rejected(FileFormat.CSV, file))
          .hasMessage(
              "The payout's reference has a control character or more than 255 characters, or its amount is too large.");
    }
    StringBuilder lines = new StringBuilder(HEADER);
    for (int i = 0; i < 10_000; i++) {
      lines.append("\nL").append(i).append(half);
    }
    assertThat(rejected(FileFormat.CSV, lines.toString()))
        .hasMessage("The payout's amount is too large.");
  }

  @Test
  void a_settlement_of_adyen_has_the_net_amounts_and_the_parts_of_the_fee()
      throws SettlementFileException {
    String payment = new PaymentId(new UUID(1, 2)).toString();
    FileContent read =
        read(
            FileFormat.ADYEN_SETTLEMENT_DETAILS,
            ADYEN_HEADER
                + row("P1", payment, "Settled", "EUR", "10.00", "", "EUR", "", "9.61", "0.12", "")
                + row("P2", "", "Settled", "USD", "", "20.00", "EUR", "", "17.50", "0.12", "")
                + row("P1", payment, "Refunded", "EUR", "", "3.00", "EUR", "3.37", "", "0.10", "")
                + row("", "", "Fee", "", "", "", "EUR", "1.00", "", "", "")
                + row("", "", "MerchantPayout", "", "", "", "EUR", "22.74", "", "", ""));

    SettlementLine paid = read.lines().get(0);
    assertThat(paid.reference()).isEqualTo("7:P1:m1:Settled");
    assertThat(paid.subject()).contains(new PaymentId(new UUID(1, 2)));
    assertThat(List.of(paid.gross(), paid.fee(), paid.net())).containsExactly(1_000L, 39L, 961L);
    assertThat(paid.occurredAt()).isEqualTo(Instant.parse("2026-07-01T08:00:00Z"));
    SettlementLine converted = read.lines().get(1);
    assertThat(converted.original()).contains(new Original(Currency.get("usd"), 2_000));
    assertThat(converted.gross()).isEqualTo(1_789);
    SettlementLine refund = read.lines().get(2);
    assertThat(List.of(refund.gross(), refund.fee(), refund.net()))
        .containsExactly(-300L, 37L, -337L);
    SettlementLine fee = read.lines().get(3);
    assertThat(List.of(fee.gross(), fee.fee())).containsExactly(0L, 100L);
    assertThat(read.payouts()).containsExactly(payout("7", 2_274, "2026-07-01", true));
  }

  /** The total of the fees is in a column too, which must not be added. */
  private static String row(
      String psp,
      String reference,
      String type,
      String grossCurrency,
      String grossDebit,
      String grossCredit,
      String currency,
      String debit,
      String credit,
      String commission,
      String modification) {
    boolean hasFees = !commission.isEmpty();
    return String.join(
            ",",
            "Shop",
            "ShopEU",
            psp,
            reference,
            "visa",
            "2026-07-01 10:00:00",
            "CEST",
            type,
            "m1",
            grossCurrency,
            grossDebit,
            grossCredit,
            "1",
            currency,
            debit,
            credit,
            commission,
            "",
            hasFees ? "0.07" : "",
            hasFees ? "0.20" : "",
            "99.99",
            modification,
            "7")
        + "\r\n";
  }

  @Test
  void a_reconciliation_of_stripe_has_a_payout_of_its_lines() throws SettlementFileException {
    String attempt = new AttemptId(new UUID(1, 2)).toString();
    FileContent read =
        read(
            FileFormat.STRIPE_PAYOUT_RECONCILIATION,
            """
            automatic_payout_id,balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,description,payment_metadata[florin]
            po_1,txn_1,2026-11-20 10:00:00,2026-11-27 00:00:00,eur,10.00,0.39,9.61,charge,"Order, 1",%s
            po_1,txn_2,2026-11-21 10:00:00,2026-11-28 00:00:00,eur,-3.00,0.00,-3.00,refund,,
            po_1,txn_3,2026-11-21 10:00:00,2026-11-28 00:00:00,eur,-1.00,0.19,-1.19,fee,Radar,
            po_1,txn_4,2026-11-21 10:00:00,2026-11-28 00:00:00,eur,0.50,0.00,0.50,something_new,,
            """
                .formatted(attempt));

    assertThat(read.lines())
        .extracting(SettlementLine::type)
        .containsExactly(
            SettlementLine.Type.PAYMENT,
            SettlementLine.Type.REFUND,
            SettlementLine.Type.FEE,
            SettlementLine.Type.ADJUSTMENT);
    assertThat(read.lines().getFirst().subject()).contains(new AttemptId(new UUID(1, 2)));
    assertThat(read.lines().getFirst().description()).isEqualTo("Order, 1");
    assertThat(read.lines().getFirst().availableAt())
        .isEqualTo(Instant.parse("2026-11-27T00:00:00Z"));
    assertThat(read.lines().get(2).fee()).isEqualTo(119);
    assertThat(read.lines().get(2).gross()).isZero();
    assertThat(read.payouts()).containsExactly(payout("po_1", 592, "2026-11-28", true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "date_format = dd.MM.yyyy | 30.11.2026 | | 2026-11-30T00:00:00Z",
        "date_format = dd.MM.yyyy | 31.11.2026 | | ",
        "date_format = d MMM 'y'yy | 3 Nov y26 | | 2026-11-03T00:00:00Z",
        "date_format = dd.MM.yyyy HH:mm | 30.11.2026 10:00 | Asia/Tokyo | 2026-11-30T01:00:00Z",
        "date_format = dd.MM.yyyy HH:mm XXX | 30.11.2026 10:00 +02:00 | Asia/Tokyo | 2026-11-30T08:00:00Z",
        "date_format = dd.MM.yyyy HH:mm z | 25.10.2026 02:30 CET | | 2026-10-25T01:30:00Z",
        "fixed_time_zone = Europe/Berlin | 2026-11-30 10:00:00 | | 2026-11-30T09:00:00Z",
        "fixed_time_zone = Europe/Berlin | 2026-11-30T10:00:00 | | 2026-11-30T09:00:00Z",
        "fixed_time_zone = Europe/Berlin | 2026-11-30T10:00:00Z | | 2026-11-30T10:00:00Z",
        "fixed_time_zone = Europe/Berlin | 2026-11-30 | | 2026-11-29T23:00:00Z",
        "fixed_time_zone = Europe/Berlin | 2026-11-30 10:00:00 | Asia/Tokyo | 2026-11-30T01:00:00Z",
        "fee = Fee | 2026-11-30 10:00:00 | | 2026-11-30T10:00:00Z",
        "fee = Fee | 2026-02-30 10:00:00 | | ",
        "fee = Fee | 2026-10-25 02:30:00 | CEST | 2026-10-25T00:30:00Z",
        "fee = Fee | 2026-10-25 02:30:00 | CET | 2026-10-25T01:30:00Z",
        "fee = Fee | 2026-10-25 02:30:00 | Europe/Berlin | 2026-10-25T00:30:00Z"
      })
  void a_time_has_the_zone_of_its_text_or_of_its_column_or_the_fixed_one(
      String key, String time, String zone, Instant expected) throws SettlementFileException {
    SettlementFileReader reader =
        SettlementFileReader.of(
            """
            reference = Id
            other_type = payment
            type = Id
            fixed_currency = eur
            gross = Amount
            occurred_at = Time
            time_zone = Zone
            """
                + key);
    byte[] file =
        "Id,Amount,Fee,Time,Zone\nL1,10.00,0,%s,%s\n"
            .formatted(time, zone == null ? "" : zone)
            .getBytes(StandardCharsets.UTF_8);

    if (expected == null) {
      assertThatThrownBy(() -> reader.read(file)).hasMessageStartingWith("Time must be a time");
    } else {
      assertThat(reader.read(file).lines().getFirst().occurredAt()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "961, | 960, | 2 | The net amount is not the amount less the fee.",
        "1000 | 10.00 | 2 | gross must be a whole number.",
        "1000 | 1e3 | 2 | gross must be a whole number.",
        "1000 | \u0661\u0660 | 2 | gross must be a whole number.",
        "1000 | 9999999999999999 | 2 | gross must be a whole number.",
        "eur | xyz | 2 | currency is no active currency of ISO 4217.",
        "eur | '' | 2 | currency is empty.",
        "payment | tip | 2 | type is no known type.",
        "payment | payout | 2 | The payout has no reference.",
        "L1 | '' | 2 | The reference must have 1 to 255 characters.",
        "2026-11-30 | 30.11.2026 | 2 | available_at must be a time such as 2026-11-28 10:30:00.",
        "2026-11-30 | 2026-02-30 | 2 | available_at must be a time such as 2026-11-28 10:30:00.",
        "L1, | L1,, | 2 | The row has 15 fields, and the header 14.",
        "L1 | L\"1 | 2 | A field with a quotation mark must be in quotation marks.",
        "L1 | \"L1 | 2 | A quotation mark is missing at the end of a field.",
        "L1 | \"L1\"x | 2 | There is text after the closing quotation mark of a field.",
        "L1 | L\u00071 | 2 | The file has a control character.",
        "reference,type | reference,kind | 1 | The header has no column type.",
        "object | type | 1 | The header names a column twice."
      })
  void a_wrong_file_is_rejected_with_the_line(String text, String other, int line, String message) {
    SettlementFileException wrong =
        rejected(FileFormat.CSV, (HEADER + "\n" + ROW).replaceFirst(text, quoted(other)));

    assertThat(wrong).hasMessage(message);
    assertThat(wrong.line()).isEqualTo(line);
  }

  @Test
  void a_reference_that_is_repeated_is_rejected() {
    SettlementFileException wrong =
        rejected(
            FileFormat.CSV, HEADER + "\n" + ROW.replace("961,,,,", "961,,,\"d\n1\",") + "\n" + ROW);

    assertThat(wrong).hasMessage("The row has the same reference as line 2.");
    assertThat(wrong.line()).isEqualTo(4);
  }

  @Test
  void a_control_character_in_a_reference_and_another_century_are_rejected() {
    assertThat(rejected(FileFormat.CSV, HEADER + "\n" + ROW.replace("L1", "\"L\n1\"")).line())
        .isEqualTo(2);
    assertThat(rejected(FileFormat.CSV, HEADER + "\n" + ROW.replace("2026-11-28T", "1926-11-28T")))
        .hasMessageContaining("a time is not in this century");
  }

  @Test
  void fields_and_files_that_are_too_long_are_rejected() {
    assertThat(rejected(FileFormat.CSV, HEADER + "\n" + ROW.replace("L1", "x".repeat(256))))
        .hasMessage("The reference must have 1 to 255 characters.");
    assertThat(
            rejected(
                FileFormat.CSV,
                HEADER + "\n" + ROW.replace(",,,,", ",,," + "x".repeat(1_025) + ",")))
        .hasMessage("The description has more than 1024 characters.");
    assertThat(rejected(FileFormat.CSV, HEADER + "\n" + "x".repeat(4_097)))
        .hasMessage("A field has more than 4096 characters.");
    assertThat(rejected(FileFormat.CSV, HEADER + "\n\"" + "x".repeat(4_097)))
        .hasMessage("A field has more than 4096 characters.");
    assertThat(rejected(FileFormat.CSV, "x,".repeat(200) + "x"))
        .hasMessage("The row has more than 200 fields.");
    assertThat(rejected(FileFormat.CSV, HEADER + "\n" + (ROW + "\n").repeat(50_001)))
        .hasMessage("The file has more than 50000 lines of data.");
  }

  @Test
  void a_file_without_text_is_rejected() {
    assertThat(rejected(FileFormat.CSV, "")).hasMessage("The file is empty.");
    assertThat(
            catchThrowableOfType(
                SettlementFileException.class,
                () ->
                    new SettlementFileReader(FileFormat.CSV)
                        .read(new byte[] {'a', (byte) 0xC3, '\n'})))
        .hasMessage("The file must be UTF-8.");
    assertThat(rejected(FileFormat.CSV, HEADER + "\r" + ROW))
        .hasMessage("A line must end with LF or CR LF.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "23.01 | 23.00 | 2 | The lines of a payout don't add up to its amount.",
        "EUR,,9.61 | USD,,9.61 | 3 | The lines of a payout have different currencies.",
        "9.61 | 9.615 | 2 | Net Credit (NC) has more decimals than its currency.",
        "9.61 | 9,61 | 2 | The row has 24 fields, and the header 23.",
        "9.61 | '' | 2 | The row has no amount.",
        "EUR,10.00 | EUR,10.01 | 2 | The net amount is not the amount less the fee.",
        "CEST | Mars | 2 | Creation Date must be a time such as 2026-11-28 10:30:00.",
        "Batch Number | Batch | 1 | The header has no column Batch Number."
      })
  void a_wrong_file_of_adyen_is_rejected(String text, String other, int line, String message) {
    SettlementFileException wrong =
        rejected(
            FileFormat.ADYEN_SETTLEMENT_DETAILS,
            (ADYEN_HEADER
                    + row("P1", "", "Settled", "EUR", "10.00", "", "EUR", "", "9.61", "0.12", "")
                    + row("P2", "", "Settled", "EUR", "14.01", "", "EUR", "", "13.40", "0.34", "")
                    + row("", "", "MerchantPayout", "", "", "", "EUR", "23.01", "", "", ""))
                .replaceFirst(text.replace("(", "\\(").replace(")", "\\)"), other));

    assertThat(wrong).hasMessage(message);
    assertThat(wrong.line()).isEqualTo(line);
  }

  private static ReportedPayout payout(
      String reference, long amount, String arrives, boolean hasAllLines) {
    return new ReportedPayout(
        reference,
        Status.IN_TRANSIT,
        Currency.get("eur"),
        amount,
        LocalDate.parse(arrives),
        Optional.empty(),
        Optional.empty(),
        hasAllLines);
  }

  private static String quoted(String replacement) {
    return java.util.regex.Matcher.quoteReplacement(replacement);
  }

  private static SettlementLine line(Random random, String reference) {
    SettlementLine.Type type = TYPES.get(random.nextInt(TYPES.size()));
    boolean isPayout =
        type == SettlementLine.Type.PAYOUT || type == SettlementLine.Type.PAYOUT_FAILURE;
    Currency currency = Currency.get(CODES.get(random.nextInt(4)));
    Currency other = Currency.get("chf");
    long gross =
        type == SettlementLine.Type.FEE
            ? 0
            : random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
    Instant occurredAt = Instant.ofEpochSecond(random.nextLong(1_000_000_000L, 4_000_000_000L));
    return new SettlementLine(
        text(random, 1).replaceAll("\\p{Cntrl}", "") + reference,
        type,
        subject(random),
        currency,
        gross,
        random.nextLong(-1_000_000, 1_000_000),
        random.nextLong(1_000),
        random.nextBoolean() || gross == 0
            ? Optional.empty()
            : Optional.of(
                new Original(other, Long.signum(gross) * random.nextLong(1, 1_000_000_000_000L))),
        text(random, 40),
        occurredAt,
        random.nextBoolean() ? occurredAt : occurredAt.plusSeconds(random.nextInt(1_000_000)),
        // Each payout has its own lines, because those of one payout have one currency.
        isPayout ? Optional.of("P" + reference) : Optional.empty());
  }

  private static Optional<Id> subject(Random random) {
    var uuid = new UUID(random.nextLong() >>> 1, random.nextLong());
    return switch (random.nextInt(4)) {
      case 0 -> Optional.of(new PaymentId(uuid));
      case 1 -> Optional.of(new RefundId(uuid));
      case 2 -> Optional.of(new AttemptId(uuid));
      default -> Optional.empty();
    };
  }

  private static String text(Random random, int most) {
    String letters = "ab,\"\n\r\t;'=\u00e9\u20ac\uFFFF ";
    return random
        .ints(random.nextInt(most + 1), 0, letters.length())
        .mapToObj(i -> String.valueOf(letters.charAt(i)))
        .collect(Collectors.joining())
        .strip();
  }

  private static String written(SettlementLine line, Random random) {
    return Stream.of(
            line.reference(),
            line.type().text(),
            line.subject().map(Object::toString).orElse(""),
            line.currency().code(),
            line.type() == SettlementLine.Type.FEE
                ? Long.toString(-line.fee())
                : Long.toString(line.gross()),
            line.type() == SettlementLine.Type.FEE ? "0" : Long.toString(line.fee()),
            Long.toString(line.tax()),
            Long.toString(line.net()),
            line.original().map(it -> it.currency().code()).orElse(""),
            line.original().map(it -> Long.toString(it.amount())).orElse(""),
            line.description(),
            line.occurredAt().toString(),
            line.availableAt().toString(),
            line.payout().orElse(""))
        .map(field -> field(field, random))
        .collect(Collectors.joining(","));
  }

  private static String field(String text, Random random) {
    boolean needsQuotes =
        text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return needsQuotes || random.nextInt(5) == 0 ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  private static FileContent read(FileFormat format, String file) throws SettlementFileException {
    return new SettlementFileReader(format).read(file.getBytes(StandardCharsets.UTF_8));
  }

  private static SettlementFileException rejected(FileFormat format, String file) {
    return catchThrowableOfType(SettlementFileException.class, () -> read(format, file));
  }
}
