package florin.dashboard.parts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectPathTest {
  @ParameterizedTest
  @CsvSource({"pay_1, Payment", "st_1, Setup", "mnd_1, Mandate", "xy_1, Object"})
  void an_object_is_named_by_the_prefix_of_its_id(String id, String noun) {
    assertThat(ObjectPath.noun(id)).isEqualTo(noun);
  }
}
