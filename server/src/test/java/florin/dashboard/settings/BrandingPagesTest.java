package florin.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import florin.branding.Logo;
import florin.branding.Pictures;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A merchant's color and logo, from the form to the pages that payers see. */
@TestInstance(Lifecycle.PER_CLASS)
class BrandingPagesTest {
  private static final String PATH = "/dashboard/branding";
  private static final Pattern LOGO = Pattern.compile("src=\"\\.\\.(/logos/[0-9a-f]{64})\"");
  private static final String BOUNDARY = "----a-boundary";

  private TestApp florin;
  private DashboardClient owner;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterEach
  void forget() {
    florin.update("DELETE FROM logo");
    florin.update("DELETE FROM branding");
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void a_logo_is_on_the_pages_for_payers_and_browsers_cache_it_permanently()
      throws IOException, InterruptedException {
    byte[] png = Pictures.png(300, 100);

    Reply saved = upload("#112233", png);

    assertThat(owner.follow(saved).body())
        .contains("Branding saved. Your checkout pages now use it.");
    assertThat(owner.get("/dashboard/checkout-preview").body())
        .contains("width=\"144\" height=\"48\"");
    String session =
        florin
            .post(
                "/v2/checkout_sessions",
                "{\"currency\": \"eur\", \"amount\": 500, \"success_url\": \"https://shop.example/\", \"cancel_url\": \"https://shop.example/\"}")
            .text("/url");
    String link =
        florin.post("/v2/payment_links", "{\"currency\": \"eur\", \"amount\": 500}").text("/url");
    String receipt =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/receipt_url");
    String logo = "";
    for (String url : new String[] {session, link, receipt}) {
      Reply page = owner.get(path(url));
      logo = logo(page);
      assertThat(page.header("Content-Security-Policy").orElseThrow())
          .contains("img-src 'self' data:;");
    }
    assertThat(owner.get(path(session)).body()).contains("--accent: #112233;");

    try (var client = HttpClient.newHttpClient()) {
      var served = client.send(owner.request(logo).build(), BodyHandlers.ofByteArray());
      assertThat(served.body()).isEqualTo(png);
      var reply = new Reply(served.statusCode(), served.headers(), "");
      assertThat(reply.header("Content-Type")).contains("image/png");
      assertThat(reply.header("Cache-Control")).contains("public, max-age=31536000, immutable");
      assertThat(reply.header("X-Content-Type-Options")).contains("nosniff");
      assertThat(reply.header("Content-Security-Policy")).contains("default-src 'none'; sandbox");
    }
  }

  @Test
  void another_logo_has_another_address_and_a_removed_one_is_gone() {
    upload("", Pictures.png(10, 10));
    String first = logo(checkout());
    upload("", Pictures.jpeg(10, 10));
    String second = logo(checkout());

    assertThat(second).isNotEqualTo(first);
    assertThat(owner.get(first).status()).isEqualTo(404);
    assertThat(owner.get(second).header("Content-Type")).contains("image/jpeg");

    Reply removed = owner.submit(PATH, PATH + "/logo/remove", Map.of());

    assertThat(owner.follow(removed).body()).contains("Logo removed.").doesNotContain("/logos/");
    assertThat(checkout().body()).doesNotContain("<img");
    assertThat(checkout().header("Content-Security-Policy").orElseThrow())
        .contains("img-src data:;");
    assertThat(owner.get(second).status()).isEqualTo(404);
  }

  @Test
  void the_preview_of_a_receipt_has_the_saved_branding_and_leads_nowhere() {
    upload("#112233", Pictures.png(10, 10));

    Reply receipt = owner.get("/dashboard/checkout-preview?page=receipt&scheme=dark");

    assertThat(receipt.body())
        .contains("€42.00", "Notebook", "Visa •••• 4242", "--accent: #112233;")
        .contains("color-scheme: dark; }")
        .doesNotContain("<script", ".pdf", "prefers-color-scheme");
    assertThat(logo(receipt)).isEqualTo(logo(checkout()));
    assertThat(receipt.header("X-Frame-Options")).contains("SAMEORIGIN");
    assertThat(receipt.header("Content-Security-Policy").orElseThrow())
        .endsWith("form-action 'none'; frame-ancestors 'self'");
  }

  @Test
  void the_preview_is_the_checkout_page_with_the_saved_branding_and_pays_nothing() {
    upload("#112233", Pictures.png(10, 10));

    Reply dark = owner.get("/dashboard/checkout-preview?scheme=dark");

    assertThat(owner.get(PATH).body())
        .contains("src=\"/dashboard/checkout-preview?page=checkout&amp;scheme=dark\"");
    assertThat(dark.body())
        .contains("Pay €42.00", "--accent: #112233;", "id=\"number\"", "color-scheme: dark; }")
        .doesNotContain("<script", "prefers-color-scheme");
    assertThat(logo(dark)).isEqualTo(logo(checkout()));
    assertThat(owner.get("/dashboard/checkout-preview").body()).contains("color-scheme: light; }");
    assertThat(dark.header("X-Frame-Options")).contains("SAMEORIGIN");
    assertThat(dark.header("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; style-src 'sha256-")
        .endsWith("form-action 'none'; frame-ancestors 'self'")
        .doesNotContain("script-src", "unsafe");
  }

  @Test
  void changing_the_color_keeps_the_logo() {
    upload("#112233", Pictures.png(10, 10));
    String logo = logo(checkout());

    upload("", new byte[0]);

    assertThat(logo(checkout())).isEqualTo(logo);
    assertThat(checkout().body()).doesNotContain("#112233");
  }

  @Test
  void an_invalid_logo_is_reported_at_its_field_and_nothing_is_saved() {
    assertRefused(Pictures.gif(), "The logo must be a PNG or JPEG file.");
    assertRefused(
        "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8),
        "The logo must be a PNG or JPEG file.");
    assertRefused(Pictures.png(1025, 2), "The logo must be at most 1024 × 1024 pixels.");
    assertRefused(new byte[Logo.MAX_BYTES + 1], "The logo must be at most 64 KiB.");
    Reply colour = upload("red", Pictures.png(10, 10));
    assertThat(colour.status()).isEqualTo(422);
    assertThat(colour.body()).contains("id=\"accent-error\"");
    assertThat(florin.query("SELECT count(*) FROM logo")).containsExactly("0");
  }

  private void assertRefused(byte[] file, String words) {
    Reply reply = upload("#112233", file);
    assertThat(reply.status()).as(words).isEqualTo(422);
    assertThat(reply.body()).contains("id=\"logo-error\">" + words);
    assertThat(florin.query("SELECT count(*) FROM logo")).containsExactly("0");
    assertThat(florin.query("SELECT count(*) FROM branding")).containsExactly("0");
  }

  @Test
  void an_oversized_or_malformed_form_is_rejected_before_it_is_parsed() {
    assertThat(upload("", new byte[200 << 10]).status()).isEqualTo(413);
    assertThat(send("multipart/form-data", body("", new byte[1])).status()).isEqualTo(400);
    assertThat(send("multipart/form-data; boundary=other", body("", new byte[1])).status())
        .isEqualTo(400);
    byte[] whole = body("", Pictures.png(10, 10));
    assertThat(send(type(), java.util.Arrays.copyOf(whole, whole.length - 40)).status())
        .isEqualTo(400);
    assertThat(send("text/plain", whole).status()).isEqualTo(415);
    assertThat(florin.query("SELECT count(*) FROM logo")).containsExactly("0");
  }

  @Test
  void a_form_with_a_file_needs_its_token_like_any_other() {
    byte[] forged = body(Map.of("csrf", "not it"), Pictures.png(10, 10));
    assertThat(send(type(), forged).status()).isEqualTo(403);
    assertThat(florin.query("SELECT count(*) FROM logo")).containsExactly("0");
  }

  @Test
  void a_member_without_permission_sees_facts_instead_of_fields() {
    upload("#112233", Pictures.png(30, 20));
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(support.get(PATH).body())
          .contains("#112233", "30 × 20 pixels", "Only owners and admins can change this.")
          .doesNotContain("type=\"file\"", "name=\"accent\"");
      assertThat(support.get("/dashboard/settings").body())
          .contains("My company", "Only owners and admins can change this.")
          .doesNotContain("name=\"address\"", "name=\"support_email\"");
    }
  }

  @Test
  void a_logo_can_only_be_found_by_its_hash() {
    upload("", Pictures.png(10, 10));
    assertThat(owner.get("/logos/" + "0".repeat(64)).status()).isEqualTo(404);
    assertThat(owner.get("/logos/1").status()).isEqualTo(404);
    assertThat(
            owner
                .get("/logos/" + logo(checkout()).substring(7).toUpperCase(java.util.Locale.ROOT))
                .status())
        .isEqualTo(404);
  }

  private Reply checkout() {
    return owner.get(
        path(
            florin
                .post("/v2/payment_links", "{\"currency\": \"eur\", \"amount\": 500}")
                .text("/url")));
  }

  private static String logo(Reply page) {
    return LOGO.matcher(page.body())
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError(page.body()));
  }

  private static String path(String url) {
    return URI.create(url).getRawPath();
  }

  private Reply upload(String accent, byte[] file) {
    return send(type(), body(accent, file));
  }

  private Reply send(String type, byte[] body) {
    return owner.send(
        owner
            .request(PATH)
            .header("Content-Type", type)
            .header("Origin", owner.origin())
            .header("Referer", owner.origin() + PATH)
            .POST(BodyPublishers.ofByteArray(body))
            .build());
  }

  private static String type() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  private byte[] body(String accent, byte[] file) {
    return body(Map.of("csrf", DashboardClient.formToken(owner.get(PATH)), "accent", accent), file);
  }

  /** Writes a multipart body as browsers do (RFC 7578). */
  private static byte[] body(Map<String, String> texts, byte[] file) {
    var body = new ByteArrayOutputStream();
    String begin = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"";
    texts.forEach((name, text) -> write(body, begin + name + "\"\r\n\r\n" + text + "\r\n"));
    String named = file.length == 0 ? "" : "logo.png";
    write(body, begin + "logo\"; filename=\"" + named + "\"\r\nContent-Type: image/png\r\n\r\n");
    body.writeBytes(file);
    write(body, "\r\n--" + BOUNDARY + "--\r\n");
    return body.toByteArray();
  }

  private static void write(ByteArrayOutputStream body, String text) {
    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
