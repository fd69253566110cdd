package florin.dashboard.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff create payment links without code. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentLinkPagesTest {
  private static final String PATH = "/dashboard/payment-links";

  private TestApp florin;
  private DashboardClient support;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterAll
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void the_order_number_is_copied_to_the_links_payments() {
    String path = create(Map.of("description", "Invoice 118", "order", "2026-118"));

    assertThat(support.get(path).body()).contains("2026-118");
    assertThat(florin.query("SELECT metadata ->> 'order' FROM payment_link")).contains("2026-118");

    Reply wrong =
        support.submit(PATH + "/new", PATH + "/new", offer(Map.of("order", "x".repeat(501))));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("id=\"order-error\"");
  }

  @Test
  void an_active_link_is_copied_or_mailed_with_one_click() {
    String path = create(Map.of("description", "Tea & cups + tax"));
    String url = florin.get("/v2/payment_links/" + id(path)).text("/url");
    String mail =
        "mailto:?subject=Tea%20%26%20cups%20%2B%20tax&body="
            + url.replace(":", "%3A").replace("/", "%2F");

    assertThat(support.get(path).body())
        .contains("data-copy=\"#link-url\"", ">Copy link<", mail.replace("&", "&amp;"));

    support.submit(path, path + "/disable", Map.of());
    assertThat(support.get(path).body()).doesNotContain(">Copy link<", "mailto:?");
  }

  @Test
  void the_list_has_the_address_to_copy_and_a_tab_for_disabled_links() {
    String on = create(Map.of("description", "Summer course"));
    String off = create(Map.of("description", "Winter course"));
    String url = florin.get("/v2/payment_links/" + id(on)).text("/url");
    assertThat(support.submit(off, off + "/disable", Map.of()).status()).isEqualTo(303);

    assertThat(support.get(PATH).body())
        .contains("Summer course", "Winter course", ">" + url + "<");
    assertThat(support.get(PATH + "?active=true").body())
        .contains("Summer course")
        .doesNotContain("Winter course");
    assertThat(support.get(PATH + "?active=false").body())
        .contains("Winter course")
        .doesNotContain("Summer course");
  }

  private String create(Map<String, String> typed) {
    Reply made = support.submit(PATH + "/new", PATH + "/new", offer(typed));
    return made.header("Location").orElseThrow();
  }

  private static Map<String, String> offer(Map<String, String> typed) {
    var form =
        new HashMap<>(
            Map.of(
                "description", "A ticket", "price", "fixed", "currency", "EUR", "amount", "25.00"));
    form.putAll(typed);
    return form;
  }

  private static String id(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
