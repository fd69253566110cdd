package florin.dashboard.parts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dashboard",
        "/dashboard/payments",
        "/dashboard/payments/pay_01h455vb4pex5vsknk084sn02q",
        "/dashboard/payments?status=failed&created%5Bgte%5D=1&q=a+b",
        "/dashboard/payments?q=x@example.com"
      })
  void a_path_within_the_dashboard_is_accepted(String path) {
    assertThat(LocalPath.of(path)).contains(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "dashboard",
        "/v2/payments",
        "//dashboard",
        "/dashboard/",
        "/dashboard//x",
        "/dashboard/..",
        "/dashboard/./x",
        "/dashboard/x#y",
        "/dashboard\\x",
        "/dashboard?q=\"><script>",
        "/dashboard?q=a b",
        "https://example.com/dashboard"
      })
  void every_other_path_is_rejected(String path) {
    assertThat(LocalPath.of(path)).isEmpty();
  }
}
