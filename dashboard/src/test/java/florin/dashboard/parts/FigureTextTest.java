package florin.dashboard.parts;

import static org.assertj.core.api.Assertions.assertThat;

import florin.dashboard.parts.FigureText.FigureChange;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FigureTextTest {
  @Test
  void a_change_is_a_percentage_unless_the_earlier_value_is_zero() {
    assertThat(FigureText.change(54, 36, true)).isEqualTo(new FigureChange("good", "+50.0%"));
    assertThat(FigureText.change(20, 36, true)).isEqualTo(new FigureChange("bad", "−44.4%"));
    assertThat(FigureText.change(5, 0, true))
        .isEqualTo(new FigureChange("calm", "No earlier data"));
    assertThat(FigureText.change(0, 0, true)).isEqualTo(new FigureChange("calm", "No change"));
  }

  @Test
  void an_estimate_has_three_digits() {
    assertThat(FigureText.about(842)).isEqualTo("842");
    assertThat(FigureText.about(1_049)).isEqualTo("1k");
    assertThat(FigureText.about(11_249)).isEqualTo("11.2k");
    assertThat(FigureText.about(99_949)).isEqualTo("99.9k");
    assertThat(FigureText.about(99_950)).isEqualTo("100k");
    assertThat(FigureText.about(999_499)).isEqualTo("999k");
    assertThat(FigureText.about(999_500)).isEqualTo("1M");
    assertThat(FigureText.about(1_250_000_000)).isEqualTo("1250M");
  }

  @Test
  void ten_on_both_sides_are_enough_to_compare_and_nine_are_not() {
    assertThat(FigureText.isEnough(10, 10)).isTrue();
    assertThat(FigureText.isEnough(1000, 9)).isFalse();
    assertThat(FigureText.isEnough(9, 1000)).isFalse();
  }

  @Test
  void a_change_that_rounds_to_zero_is_no_change() {
    FigureChange none = new FigureChange("calm", "No change");

    assertThat(FigureText.change(36, 36, true)).isEqualTo(none);
    assertThat(FigureText.change(100_001, 100_000, true)).isEqualTo(none);
    assertThat(share(0.7, 0.7)).isEqualTo(none);
    assertThat(share(0.7, 0.7004)).isEqualTo(none);
    assertThat(share(0.7, 0.65)).isEqualTo(new FigureChange("good", "+5.0 points"));
  }

  @Test
  void a_share_of_nothing_is_compared_with_nothing() {
    assertThat(FigureText.change(OptionalDouble.of(0.7), OptionalDouble.empty()).words())
        .isEqualTo("No earlier data");
    assertThat(FigureText.change(OptionalDouble.empty(), OptionalDouble.of(0.7)).words())
        .isEqualTo("No data");
  }

  private static FigureChange share(double now, double before) {
    return FigureText.change(OptionalDouble.of(now), OptionalDouble.of(before));
  }
}
