package florin.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class ScopeTest {
  @Test
  void every_scope_is_found_by_its_text() {
    for (Scope scope : Scope.values()) {
      assertThat(scope.text()).matches("[a-z_]+:[a-z]+");
      assertThat(Scope.find(scope.text())).contains(scope);
      assertThat(Scope.named(scope.text()))
          .isEqualTo(scope.isGrantable() ? Collections.singleton(scope) : Collections.emptySet());
    }
  }

  @Test
  void a_star_names_all_of_a_resource_or_one_action_of_all() {
    assertThat(Scope.named("refunds:*"))
        .containsExactlyInAnyOrder(
            Scope.REFUNDS_READ, Scope.REFUNDS_CREATE, Scope.REFUNDS_UPDATE, Scope.REFUNDS_CANCEL);
    assertThat(Scope.named("payments:*")).doesNotContain(Scope.PAYMENTS_CLIENT);
    assertThat(Scope.named("*:read"))
        .contains(Scope.PAYMENTS_READ, Scope.BALANCE_READ)
        .allMatch(scope -> scope.text().endsWith(":read"));
  }

  @Test
  void no_text_names_everything() {
    assertThat(Scope.named("*:*")).isEmpty();
    assertThat(Scope.named("*")).isEmpty();
    assertThat(Scope.named(":")).isEmpty();
    assertThat(Scope.named("payments")).isEmpty();
    assertThat(Scope.named("payments:")).isEmpty();
    assertThat(Scope.named("payments:steal")).isEmpty();
  }
}
