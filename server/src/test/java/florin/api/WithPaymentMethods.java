package florin.api;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The base of tests that save payment methods of an account and charge them. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class WithPaymentMethods {
  static final String GOOD = "4242424242424242";
  static final String UNKNOWN = "pm_01h455vb4pex5vsknk084sn02q";

  TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  final List<String> events(String method) {
    return florin.get("/v2/events?object_id=" + method).texts("/data", "type");
  }

  final String customer() {
    return florin.post("/v2/customers", "{}").text("/id");
  }

  final String method(String number) {
    return florin.post("/v2/payment_methods", card(number)).text("/id");
  }

  final Reply attach(String method, String customer) {
    return florin.post(
        "/v2/payment_methods/" + method + "/attach", "{\"customer\": \"" + customer + "\"}");
  }

  final Reply pay(String method, String more) {
    return payWith("\"" + method + "\"", more);
  }

  final Reply payWith(String method, String more) {
    return florin.post("/v2/payments", body(method, more));
  }

  static String body(String method, String more) {
    return "{"
        + more
        + "\"amount\": 900, \"currency\": \"usd\", \"payment_method\": "
        + method
        + "}";
  }

  static String card(String number) {
    return card(number, 12, 2040, "123");
  }

  static String card(String number, int month, int year, String code) {
    return """
    {"type": "card", "card": {"number": "%s", "exp_month": %d, "exp_year": %d, "cvc": "%s"}}\
    """
        .formatted(number, month, year, code);
  }
}
