package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import florin.core.Mode;
import florin.testing.SelfSigned;
import florin.webhook.DeliveryAttempts.PostOutcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.StandardConstants;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deliveries over TLS. All host names resolve to one server, whose certificate has one name. */
class TlsDeliveryTest {
  private static final String NAME = "shop.example";
  private static final byte[] BODY = "{\"id\": \"evt_1\"}".getBytes(StandardCharsets.US_ASCII);

  private final List<String> namesAsked = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private SelfSigned certificate;
  private HttpsServer server;

  @BeforeEach
  void serve() throws Exception {
    certificate = SelfSigned.of("EC", NAME);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.setHttpsConfigurator(
        new HttpsConfigurator(certificate.showing()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters tls = getSSLContext().getDefaultSSLParameters();
            tls.setSNIMatchers(List.of(new Noting()));
            parameters.setSSLParameters(tls);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  /** Records the name that a client requests (RFC 6066, section 3), and accepts any name. */
  private final class Noting extends SNIMatcher {
    Noting() {
      super(StandardConstants.SNI_HOST_NAME);
    }

    @Override
    public boolean matches(SNIServerName name) {
      namesAsked.add(new String(name.getEncoded(), StandardCharsets.US_ASCII));
      return true;
    }
  }

  @Test
  void a_delivery_requests_the_urls_own_name_and_arrives() throws Exception {
    try (Sender sender = sender(trusting(certificate))) {
      PostOutcome sent = post(sender, NAME);

      assertThat(sent.isDelivered()).as("%s", sent).isTrue();
      assertThat(namesAsked).containsOnly(NAME);
      assertThat(bodies).containsExactly(new String(BODY, StandardCharsets.US_ASCII));
    }
  }

  @Test
  void a_certificate_for_another_name_is_rejected_and_the_attempt_has_the_reason()
      throws Exception {
    try (Sender sender = sender(trusting(certificate))) {
      assertThat(post(sender, "other.example"))
          .isInstanceOfSatisfying(
              PostOutcome.Failed.class,
              failed -> assertThat(failed.reason()).startsWith("TLS failed: ").contains("name"));
    }
    assertThat(namesAsked).containsOnly("other.example");
    assertThat(bodies).isEmpty();
  }

  @Test
  void an_untrusted_certificate_is_rejected_and_the_attempt_has_the_reason() {
    try (Sender sender = sender(new SslContextFactory.Client())) {
      assertThat(post(sender, NAME))
          .isInstanceOfSatisfying(
              PostOutcome.Failed.class,
              failed -> assertThat(failed.reason()).startsWith("TLS failed: "));
    }
    assertThat(bodies).isEmpty();
  }

  private static SslContextFactory.Client trusting(SelfSigned certificate) throws Exception {
    var tls = new SslContextFactory.Client();
    tls.setTrustStore(certificate.trusted());
    return tls;
  }

  private static Sender sender(SslContextFactory.Client tls) {
    return new Sender(
        Mode.TEST,
        new AddressGuard(true, Set.of(), List.of()),
        _ -> List.of(InetAddress.getLoopbackAddress()),
        4,
        tls,
        Sender.TIMEOUT);
  }

  private PostOutcome post(Sender sender, String host) {
    return sender.post(
        "https://" + host + ":" + server.getAddress().getPort() + "/hook",
        BODY,
        Map.of(),
        Instant.parse("2026-01-02T00:00:00Z"));
  }
}
