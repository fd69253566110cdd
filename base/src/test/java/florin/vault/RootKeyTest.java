package florin.vault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootKeyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "florin pan",
        "a label of more than the sixty-four bytes of a block of SHA-256, to be sure"
      })
  void a_key_is_derived_as_in_javas_own_hkdf(String label) throws Exception {
    RootKey key = RootKey.random(new SecureRandom());
    byte[] info = label.getBytes(StandardCharsets.US_ASCII);
    var bytes = new SecretKeySpec(Base64.getDecoder().decode(key.base64()), "Generic");
    assertThat(key.derive(info))
        .isEqualTo(
            KDF.getInstance("HKDF-SHA256")
                .deriveData(HKDFParameterSpec.expandOnly(bytes, info, RootKey.LENGTH)));
  }

  @Test
  void each_label_has_its_own_key() {
    RootKey key = RootKey.random(new SecureRandom());
    assertThat(key.derive(new byte[] {1})).isNotEqualTo(key.derive(new byte[] {2}));
  }
}
