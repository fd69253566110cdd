package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;

import com.prowidesoftware.swift.model.mx.MxPain00100109;
import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A merchant with paid bank transfers, whose refunds go into payment files. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class CreditTransferInitiationCase {
  static final Duration PATIENCE = Duration.ofSeconds(20);

  TestApp florin;
  BankShop shop;
  String account;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    shop = new BankShop(florin);
    shop.ask(100);
    account = florin.get("/v2/receiving_accounts").text("/data/0/id");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_or_doubled() {
    shop.awaitMatched();
    BankReconciliation.checkAtRest(florin.database());
  }

  int names;

  Waiting paid(long amount) {
    Waiting payment = shop.ask(amount);
    book(payment, Line.credit(amount, "P" + ++names, payment.reference()));
    assertThat(shop.payment(payment).text("/status")).isEqualTo("succeeded");
    return payment;
  }

  void book(Waiting payment, Line... lines) {
    shop.book(payment.iban(), lines);
    shop.awaitMatched();
  }

  Reply refund(Waiting payment, String more) {
    return florin.post("/v2/refunds", "{\"payment\": \"" + payment.id() + "\"" + more + "}");
  }

  Reply refund(String id) {
    return florin.get("/v2/refunds/" + id);
  }

  Reply order() {
    return florin.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
  }

  String file(Reply order) {
    Reply file = florin.get("/v2/payment_files/" + order.text("/id") + ".xml");
    assertThat(file.status()).as(file.body()).isEqualTo(200);
    return file.body();
  }

  static List<CreditTransferTransaction34> transfers(String file) {
    return MxPain00100109.parse(file).getCstmrCdtTrfInitn().getPmtInf().getFirst().getCdtTrfTxInf();
  }

  static String endToEndId(Reply refund) {
    return refund.text("/id").replace("_", "").toUpperCase(java.util.Locale.ROOT);
  }

  Reply ordered(Waiting payment) {
    Reply refund = refund(payment, "");
    assertThat(refund.text("/status")).as(refund.body()).isEqualTo("pending");
    Reply order = order();
    assertThat(order.status()).as(order.body()).isEqualTo(200);
    return refund;
  }

  static Line back(Reply refund, long amount, String name) {
    return new Line(amount, true, name, "", "", endToEndId(refund));
  }

  String newest() {
    return florin.get("/v2/payment_files").text("/data/0/id");
  }
}
