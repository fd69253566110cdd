package florin.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.bench.agent.Edit.Calls;
import florin.bench.agent.Edit.Returns;
import florin.bench.agent.Edit.Text;
import java.lang.classfile.ClassFile;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every rewrite still finds its target in the service. */
class RewriteTest {
  @ParameterizedTest
  @EnumSource
  void every_rewrite_finds_its_target_and_produces_a_valid_class(Rewrite rewrite) {
    assertThat(rewrite.edits()).isNotEmpty();
    for (Edit edit : rewrite.edits()) {
      assertThat(ClassFile.of().verify(edit.tryOut())).as("%s", edit).isEmpty();
    }
  }

  static List<Edit> outdated() {
    return List.of(
        new Text("florin.db.Table", "no such condition", ""),
        new Returns("florin.db.Changeset", "noSuchMethod", Returns.Value.TRUE),
        new Calls("florin.vault.Vault", "seal", "noSuchCall", "plain"),
        new Calls("florin.vault.Vault", "noSuchMethod", "seal", "plain"),
        new Calls("florin.vault.Vault", "seal", "seal", "noSuchSubstitute"),
        new Returns("florin.db.NoSuchClass", "holdsFor", Returns.Value.TRUE));
  }

  @ParameterizedTest
  @MethodSource("outdated")
  void a_missing_target_is_an_error(Edit edit) {
    assertThatThrownBy(edit::tryOut)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching("(?s)(no match for|no class for|no substitute) .*");
  }
}
