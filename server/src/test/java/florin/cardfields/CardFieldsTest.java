package florin.cardfields;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller.KeyKind;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The frame with the card fields and `florin.js`, as a browser loads them. */
@TestInstance(Lifecycle.PER_CLASS)
class CardFieldsTest {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ";

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
  void only_the_origins_of_the_key_may_show_the_frame() {
    Shop.allow(florin, florin.publishableKey());
    Reply none =
        Awaitility.await()
            .until(() -> frame(florin.publishableKey()), reply -> reply.status() != 200);
    assertThat(none.status()).isEqualTo(403);
    assertThat(none.body()).contains("no allowed origins", "./florin keys origins");
    assertThat(none.header("Content-Security-Policy")).contains(POLICY + "'none'");

    Reply shown = allowed(florin.publishableKey() + "&locale=fr&theme=dark");

    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body())
        .contains("lang=\"fr\"", "<title>Données de la carte</title>", "/dark.css\"");
    assertThat(shown.header("Content-Security-Policy"))
        .contains(POLICY + "https://shop.example http://localhost:3000");
    assertThat(shown.header("Cache-Control")).contains("private, no-store");
  }

  @Test
  void a_secret_unknown_or_missing_key_shows_nothing() {
    for (String key : new String[] {florin.secretKey(), "pk_test_x", ""}) {
      Reply refused = frame(key);
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("no valid publishable key").doesNotContain("<form");
      assertThat(refused.header("Content-Security-Policy")).contains(POLICY + "'none'");
    }
    assertThat(florin.client().get("/elements/card").status()).isEqualTo(403);
  }

  @Test
  void in_live_mode_without_a_connector_for_cards_it_says_so() {
    String key = liveKey();
    Reply shown = Awaitility.await().until(() -> frame(key), reply -> reply.status() == 200);

    assertThat(shown.body()).contains("take payments at the moment").doesNotContain("<form");
  }

  /** Florin creates no live key on the tests' database, whose fsync is off. */
  private String liveKey() {
    String live =
        florin
            .app()
            .accounts()
            .createKey(florin.realm(), KeyKind.PUBLISHABLE, "Live by hand")
            .text()
            .reveal();
    florin.update(
        "UPDATE api_key SET realm_id = realm_id + 1, origins = '{https://shop.example}' WHERE plain = '%s'"
            .formatted(live));
    return live;
  }

  @Test
  void the_script_is_immutable_and_has_the_printed_hash() throws Exception {
    Matcher tag =
        Pattern.compile("src=\"(/js/[0-9a-f]{16}/florin.js)\" integrity=\"sha384-([^\"]+)\"")
            .matcher(FlorinScriptApi.tag(""));
    assertThat(tag.find()).isTrue();

    Reply script = florin.client().get(tag.group(1));
    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("Cache-Control")).contains("public, max-age=31536000, immutable");
    assertThat(script.header("Access-Control-Allow-Origin")).contains("*");
    byte[] hash =
        MessageDigest.getInstance("SHA-384").digest(script.body().getBytes(StandardCharsets.UTF_8));
    assertThat(Base64.getEncoder().encodeToString(hash)).isEqualTo(tag.group(2));

    for (String other : new String[] {"/js/florin.js", "/js/0123456789abcdef/florin.js"}) {
      Reply current = florin.client().get(other);
      assertThat(current.body()).isEqualTo(script.body());
      assertThat(current.header("Cache-Control")).contains("no-cache");
      assertThat(current.header("Access-Control-Allow-Origin")).contains("*");
    }
  }

  @Test
  void the_files_of_the_frame_are_immutable() {
    Matcher files =
        Pattern.compile("(?:src|href)=\"([0-9a-f]{16}/[a-z.]+)\"")
            .matcher(allowed(florin.publishableKey()).body());
    assertThat(files.results().toList())
        .hasSize(2)
        .allSatisfy(file -> {
          Reply reply = florin.client().get("/elements/" + file.group(1));
          assertThat(reply.status()).isEqualTo(200);
          assertThat(reply.header("Cache-Control")).contains("public, max-age=31536000, immutable");
        });
    assertThat(florin.client().get("/elements/0123456789abcdef/card.js").header("Cache-Control"))
        .contains("no-cache");
    assertThat(florin.client().get("/elements/0123456789abcdef/other.js").status()).isEqualTo(404);
  }

  /** Allows two origins, and waits until the node has seen the change. */
  private Reply allowed(String query) {
    Shop.allow(florin, florin.publishableKey(), "https://shop.example", "http://localhost:3000");
    return Awaitility.await().until(() -> frame(query), reply -> reply.status() == 200);
  }

  private Reply frame(String key) {
    return florin.client().get("/elements/card?key=" + key);
  }
}
