package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.testing.SelfSigned;
import florin.testing.TestConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TLS from PEM files, and HTTP/2 with and without TLS. The JDK's keytool creates the certificate.
 */
class TlsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  void a_pem_chain_and_key_serve_both_versions_of_http(String algorithm) throws Exception {
    SelfSigned keys = SelfSigned.of(algorithm, "localhost");
    HttpConfig.Tls tls = pem(keys);
    try (Server server = start(Optional.of(tls));
        HttpClient client = HttpClient.newBuilder().sslContext(keys.trusting()).build()) {
      for (HttpClient.Version version : HttpClient.Version.values()) {
        HttpResponse<String> answer =
            client.send(
                HttpRequest.newBuilder(
                        URI.create("https://localhost:" + server.port() + "/v2/length"))
                    .version(version)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("12345"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.body()).isEqualTo("5");
      }
    }
  }

  @Test
  void a_client_that_never_shakes_hands_is_closed() throws Exception {
    Duration brief = Duration.ofMillis(500);
    try (Server server =
            start(
                Optional.of(pem(SelfSigned.of("EC", "localhost"))),
                TestConfig.limits("headerTimeout", brief));
        Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      silent.setSoTimeout(10_000);
      assertThat(silent.getInputStream().readAllBytes()).isEmpty();
    }
  }

  @Test
  void a_key_that_is_not_pkcs8_is_rejected_with_advice() throws Exception {
    HttpConfig.Tls right = pem(SelfSigned.of("EC", "localhost"));
    Path key = folder.resolve("old.pem");
    Files.writeString(
        key, "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");

    assertThatThrownBy(() -> start(Optional.of(new HttpConfig.Tls(right.certificateChain(), key))))
        .hasMessageContaining("openssl pkcs8 -topk8");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void without_tls_no_client_upgrades_to_http2(HttpClient.Version version) throws Exception {
    try (Server server = start(Optional.empty());
        HttpClient client = HttpClient.newBuilder().version(version).build()) {
      URI uri = URI.create("http://127.0.0.1:" + server.port() + "/v2/length");
      HttpRequest get = HttpRequest.newBuilder(uri).GET().build();

      HttpResponse<String> answer = client.send(get, HttpResponse.BodyHandlers.ofString());

      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("allow")).contains("POST");
      assertThat(answer.headers().firstValue("request-id")).isPresent();
    }
  }

  @Test
  void over_http2_a_body_past_the_limit_is_413() throws Exception {
    SelfSigned keys = SelfSigned.of("EC", "localhost");
    try (Server server = start(Optional.of(pem(keys)));
        HttpClient client = HttpClient.newBuilder().sslContext(keys.trusting()).build()) {
      URI uri = URI.create("https://localhost:" + server.port() + "/v2/length");

      HttpResponse<String> large =
          client.send(
              HttpRequest.newBuilder(uri)
                  .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[3 << 20]))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(large.version()).isEqualTo(HttpClient.Version.HTTP_2);
      RequestHandlerTest.assertError(large, 413, "invalid_request_error", "request_too_large");
    }
  }

  @Test
  void http2_by_prior_knowledge_is_spoken_in_clear() throws IOException {
    try (Server server = start(Optional.empty());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
      out.flush();
      InputStream in = socket.getInputStream();

      byte[] frame = in.readNBytes(9);

      assertThat(frame[3]).as("the first frame is SETTINGS").isEqualTo((byte) 4);
    }
  }

  private static Server start(Optional<HttpConfig.Tls> tls) {
    return start(tls, HttpConfig.Limits.DEFAULT);
  }

  private static Server start(Optional<HttpConfig.Tls> tls, HttpConfig.Limits limits) {
    return TestServer.start(
        new HttpConfig("127.0.0.1", 0, tls, List.of(), limits),
        new PrometheusRegistry(),
        Optional::empty,
        TestServer.byKey(
            "POST", "/v2/length", exchange -> Answer.json(200, exchange.body().length)));
  }

  private HttpConfig.Tls pem(SelfSigned signed) throws Exception {
    SelfSigned.Pem pem = signed.writePem(folder);
    return new HttpConfig.Tls(pem.chain(), pem.key());
  }
}
