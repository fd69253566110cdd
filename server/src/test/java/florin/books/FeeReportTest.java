package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fees of a month, by connector, brand and region. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeeReportTest {
  private static final String VISA = "4242424242424242";
  private static final String MASTERCARD = "5555555555554444";
  private static final String FIRST = "2025-11-01T00:00:00Z";
  private static final String LAST = "2025-11-30T23:59:59.999999Z";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_report_has_the_fees_of_the_month_by_brand_and_region() {
    String german = pay(VISA, "DE");
    line("1", "payment", german, FIRST, 8_000, 12, 2);
    line("2", "payment", german, LAST, 2_000, 3, 0);
    line("3", "payment", pay(VISA, "FR"), FIRST, 10_000, 10, 0);
    line("4", "payment", pay(VISA, "US"), FIRST, 200, 5, 1);
    line("5", "payment", pay(MASTERCARD, "DE"), FIRST, 3_000, -20, 0);
    line("6", "payment", pay(VISA, ""), FIRST, 16_000, 1, 0);
    line("7", "payment", "", FIRST, 500, 0, 0);
    line("8", "payment", "", FIRST, 0, 0, 0);
    line("9", "fee", "", FIRST, 0, 900, 144);
    line("10", "dispute", german, FIRST, -10_000, 1_500, 0);
    line("11", "reserve", "", FIRST, -50, 0, 0);
    line("12", "payment", german, "2025-10-31T23:59:59.999999Z", 7_000, 70, 0);
    line("13", "fee", "", "2025-12-01T00:00:00Z", 0, 70, 0);

    Reply report = florin.get("/v2/fee_report?month=2025-11");

    assertThat(report.status()).as(report.body()).isEqualTo(200);
    assertThat(report.body())
        .isEqualTo(
            """
            {"object":"fee_report","month":"2025-11","time_zone":"UTC","from":1761955200,"until":1764547200,"complete":true,"closed_at":null,"fees":[\
            %s"brand":"mastercard","region":"eea","adjustment":false,"payments":1,"volume":3000,"fees":-20,"tax":0,"percent":"-0.667"},\
            %s"brand":"visa","region":"eea","adjustment":false,"payments":2,"volume":20000,"fees":25,"tax":2,"percent":"0.125"},\
            %s"brand":"visa","region":"outside_eea","adjustment":false,"payments":1,"volume":200,"fees":5,"tax":1,"percent":"2.500"},\
            %s"brand":"visa","region":null,"adjustment":false,"payments":1,"volume":16000,"fees":1,"tax":0,"percent":"0.006"},\
            %s"brand":null,"region":null,"adjustment":false,"payments":2,"volume":500,"fees":0,"tax":0,"percent":"0.000"},\
            %s"brand":null,"region":null,"adjustment":false,"payments":0,"volume":0,"fees":1500,"tax":0,"percent":null},\
            %s"brand":null,"region":null,"adjustment":false,"payments":0,"volume":0,"fees":900,"tax":144,"percent":null}\
            ],"livemode":false}\
            """
                .formatted(
                    start("payment"),
                    start("payment"),
                    start("payment"),
                    start("payment"),
                    start("payment"),
                    start("dispute"),
                    start("fee")));
  }

  private static String start(String type) {
    return "{\"currency\":\"usd\",\"connector\":\"simulator\",\"type\":\"%s\",".formatted(type);
  }

  @Test
  void half_of_the_last_digit_is_rounded_up() {
    line("20", "payment", "", "2025-09-10T12:00:00Z", 200_000, 1, 0);
    line("21", "payment", pay(VISA, "DE"), "2025-09-10T12:00:00Z", 200_001, 1, 0);

    assertThat(florin.get("/v2/fee_report?month=2025-09").texts("/fees", "percent"))
        .containsExactly("0.000", "0.001");
  }

  @Test
  void a_month_that_has_not_ended_is_incomplete() {
    assertThat(florin.get("/v2/fee_report?month=2999-12").body())
        .isEqualTo(
            "{\"object\":\"fee_report\",\"month\":\"2999-12\",\"time_zone\":\"UTC\",\"from\":32501001600,\"until\":32503680000,\"complete\":false,\"closed_at\":null,\"fees\":[],\"livemode\":false}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?month=", "?month=2026-13", "?month=2026-11-01", "?month=1999-12"})
  void a_report_needs_a_month(String query) {
    Reply rejected = florin.get("/v2/fee_report" + query);

    assertThat(rejected.status()).as(rejected.body()).isEqualTo(400);
    assertThat(rejected.text("/error/param")).isEqualTo("month");
  }

  private String pay(String card, String country) {
    String payment = TestApp.payment(20_000, card);
    Reply paid =
        florin.post(
            "/v2/payments",
            country.isEmpty()
                ? payment
                : payment.replace(
                    "\"card\":",
                    "\"billing_details\": {\"address\": {\"country\": \"%s\"}}, \"card\":"
                        .formatted(country)));
    assertThat(paid.status()).as(paid.body()).isEqualTo(200);
    return paid.text("/id");
  }

  private void line(
      String reference, String type, String payment, String at, long gross, long fee, long tax) {
    florin.update(
        """
        INSERT INTO settlement_line (realm_id, id, connector, reference, type, object_id, currency, gross, fee, tax, net,
                                     description, occurred_at, available_at, created_at)
        VALUES (%d, '%s', 'simulator', '%s', '%s', %s, 'usd', %d, %d, %d, %d, '', '%s', '%s', now())\
        """
            .formatted(
                florin.realm().id(),
                UUID.randomUUID(),
                reference,
                type,
                PaymentId.KIND.parse(payment).map(id -> "'%s'".formatted(id.uuid())).orElse("NULL"),
                gross,
                fee,
                tax,
                gross - fee,
                at,
                at));
  }
}
