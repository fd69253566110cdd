package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Mode;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard decides by the address alone, without a connection. */
class AddressGuardTest {
  private static final String NOT_PUBLIC =
      "must be a public address. This one is in a private network";
  private static final AddressGuard STRICT = new AddressGuard(false, Set.of(), List.of());
  private static final AddressGuard TESTING = new AddressGuard(true, Set.of(8080), List.of());

  /**
   * The IANA registries of special-purpose addresses, and ranges that RFC 4291 has not assigned.
   */
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.255.255.255",
    "10.0.0.0, 10.255.255.255",
    "100.64.0.0, 100.127.255.255",
    "127.0.0.0, 127.255.255.255",
    "169.254.0.0, 169.254.255.255",
    "172.16.0.0, 172.31.255.255",
    "192.0.0.0, 192.0.0.255",
    "192.0.2.0, 192.0.2.255",
    "192.88.99.0, 192.88.99.255",
    "192.168.0.0, 192.168.255.255",
    "198.18.0.0, 198.19.255.255",
    "198.51.100.0, 198.51.100.255",
    "203.0.113.0, 203.0.113.255",
    "224.0.0.0, 239.255.255.255",
    "240.0.0.0, 255.255.255.255",
    "::, ::",
    "::1, ::1",
    "64:ff9b::, 64:ff9b::ffff:ffff",
    "64:ff9b:1::, 64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
    "100::, 100::ffff:ffff:ffff:ffff",
    "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001::, 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2002::, 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff::, 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::, 5fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fc00::, fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fe80::, febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fec0::, feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "ff00::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
  })
  void no_reserved_range_is_sent_to(String first, String last) throws Exception {
    for (InetAddress address : List.of(InetAddress.ofLiteral(first), InetAddress.ofLiteral(last))) {
      String expected =
          address.isLoopbackAddress()
              ? "must be a public address. This one is the machine"
              : NOT_PUBLIC;
      String literal =
          address instanceof Inet6Address
              ? "[" + address.getHostAddress() + "]"
              : address.getHostAddress();
      assertThat(refusal(Mode.LIVE, "https://" + literal + "/")).startsWith(expected);
      assertThat(refusal(Mode.TEST, "http://" + literal + "/")).startsWith(expected);
      assertThatThrownBy(() -> STRICT.requireAllowed(Mode.LIVE, List.of(address), 443))
          .isInstanceOf(WebhookUrl.UrlException.class)
          .hasMessageStartingWith(expected);
      assertThat(AddressGuard.isPublic(address)).isFalse();
      if (address instanceof Inet4Address) {
        assertThat(refusal(Mode.LIVE, "https://[::ffff:" + literal + "]/")).startsWith(expected);
        assertThat(AddressGuard.isPublic(mapped(address))).isFalse();
      }
    }
  }

  /** Public addresses next to the reserved ranges. */
  @ParameterizedTest
  @CsvSource({
    "1.0.0.0, 9.255.255.255",
    "11.0.0.0, 100.63.255.255",
    "100.128.0.0, 126.255.255.255",
    "128.0.0.0, 169.253.255.255",
    "169.255.0.0, 172.15.255.255",
    "172.32.0.0, 191.255.255.255",
    "192.0.1.0, 192.0.1.255",
    "192.0.3.0, 192.88.98.255",
    "192.88.100.0, 192.167.255.255",
    "192.169.0.0, 198.17.255.255",
    "198.20.0.0, 198.51.99.255",
    "198.51.101.0, 203.0.112.255",
    "203.0.114.0, 223.255.255.255",
    "2000::, 2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::, 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::, 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::, 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::, 3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
  })
  void addresses_between_the_reserved_ranges_are_allowed(String first, String last)
      throws Exception {
    STRICT.requireAllowed(
        Mode.LIVE, List.of(InetAddress.ofLiteral(first), InetAddress.ofLiteral(last)), 443);
    assertThat(AddressGuard.isPublic(InetAddress.ofLiteral(first))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "99999"})
  void an_invalid_port_is_rejected(String port) {
    assertThat(refusal(Mode.TEST, "http://shop.example:" + port + "/"))
        .isEqualTo("must have a port from 1 to 65535.");
  }

  @Test
  void the_operators_list_allows_only_its_own_addresses() throws Exception {
    var guard = new AddressGuard(false, Set.of(), List.of("10.1.0.0/16", "fd00::/8", "localhost"));

    assertThat(guard.check(Mode.LIVE, "https://10.1.2.3/").port()).isEqualTo(443);
    assertThat(guard.check(Mode.TEST, "http://[fd00::1]/").port()).isEqualTo(80);
    assertThat(guard.check(Mode.TEST, "http://localhost:3000/").port()).isEqualTo(3000);
    assertThat(refusal(guard, Mode.LIVE, "https://localhost/"))
        .startsWith("must be a public address. This one is the machine");
    assertThat(refusal(guard, Mode.TEST, "http://10.2.0.1/")).startsWith(NOT_PUBLIC);
    assertThat(refusal(guard, Mode.TEST, "http://192.168.0.1/")).startsWith(NOT_PUBLIC);
  }

  @Test
  void public_addresses_are_allowed() throws Exception {
    for (String url :
        List.of(
            "https://93.184.215.14/",
            "https://shop.example/webhooks?a=b",
            "https://shop.example:8443/",
            "https://xn--mller-kva.example/",
            "https://[2606:2800:220:1:248:1893:25c8:1946]/")) {
      assertThat(STRICT.check(Mode.LIVE, url).tls()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:3000/",
    "http://a.localhost:3000/",
    "http://127.0.0.2:3000/",
    "http://[::1]:3000/"
  })
  void loopback_is_allowed_in_test_mode_only_and_only_if_florin_is_local(String url)
      throws Exception {
    assertThat(TESTING.check(Mode.TEST, url).port()).isEqualTo(3000);
    assertThat(refusal(TESTING, Mode.LIVE, url.replace("http", "https")))
        .contains("the machine that Florin runs on");
    assertThat(refusal(STRICT, Mode.TEST, url)).contains("the machine that Florin runs on");
  }

  @Test
  void the_ports_of_florin_and_of_its_database_are_never_called() throws Exception {
    var all = new AddressGuard(true, Set.of(8080), List.of("0.0.0.0/0", "localhost"));

    for (String host : List.of("localhost", "127.0.0.2", "[::1]", "0.0.0.0")) {
      assertThat(refusal(all, Mode.TEST, "http://" + host + ":8080/"))
          .isEqualTo("must not point to Florin itself or to its database.");
    }
    assertThat(all.check(Mode.TEST, "http://0.0.0.0:8081/").port()).isEqualTo(8081);
    assertThat(all.check(Mode.TEST, "http://93.184.215.14:8080/").port()).isEqualTo(8080);
  }

  @Test
  void one_internal_address_among_several_blocks_all() {
    assertThatThrownBy(() ->
            STRICT.requireAllowed(
                Mode.LIVE,
                List.of(InetAddress.ofLiteral("93.184.215.14"), InetAddress.ofLiteral("10.0.0.1")),
                443))
        .hasMessageStartingWith(NOT_PUBLIC);
  }

  @Test
  void the_operators_list_accepts_addresses_ranges_and_localhost_only() {
    for (String entry : List.of("10.1.2.3", "10.0.0.0/8", "fd00::/8", "localhost")) {
      assertThat(AddressGuard.isEntry(entry)).isTrue();
    }
    for (String other : List.of("", "shop.example", "10.0.0.0/33", "localhost/8")) {
      assertThat(AddressGuard.isEntry(other)).isFalse();
      assertThatThrownBy(() -> new AddressGuard(false, Set.of(), List.of(other)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_url_has_a_scheme_for_its_mode_a_host_and_no_deceptive_parts() throws Exception {
    assertThat(refusal(Mode.LIVE, "http://shop.example/")).contains("https:// in live mode");
    assertThat(refusal(Mode.TEST, "ftp://shop.example/")).isEqualTo("must be http or https.");
    assertThat(refusal(Mode.TEST, "http://me@shop.example/")).contains("no user");
    assertThat(refusal(Mode.TEST, "http://shop.example/#a")).contains("no fragment");
    assertThat(refusal(Mode.TEST, "http:shop.example")).contains("a URL with a host");
    assertThat(refusal(Mode.TEST, "http://shop example/")).contains("RFC 3986");
    assertThat(refusal(Mode.TEST, "http://[fe80::1%25lo]/")).contains("without a zone");
    assertThat(refusal(Mode.TEST, "http://a.0x7f/")).contains("a URL with a host");
    String longest = "http://shop.example/".concat("a".repeat(WebhookUrl.MAX_LENGTH - 20));
    assertThat(STRICT.check(Mode.TEST, longest).tls()).isFalse();
    assertThat(refusal(Mode.TEST, longest + "a")).contains("a URL with a host");
  }

  @Test
  void a_url_is_parsed() throws Exception {
    WebhookUrl name = WebhookUrl.parse(Mode.TEST, "http://SHOP.example.:65535/a");
    assertThat(name.host()).isEqualTo("shop.example");
    assertThat(name.port()).isEqualTo(65_535);
    assertThat(name.literal()).isEmpty();
    assertThat(name.tls()).isFalse();
    WebhookUrl literal = WebhookUrl.parse(Mode.LIVE, "HTTPS://[2606:2800::1]:1/");
    assertThat(literal.host()).isEqualTo("2606:2800::1");
    assertThat(literal.port()).isEqualTo(1);
    assertThat(literal.literal()).contains(InetAddress.ofLiteral("2606:2800::1"));
    assertThat(literal.tls()).isTrue();
  }

  private static String refusal(Mode mode, String url) {
    return refusal(STRICT, mode, url);
  }

  private static String refusal(AddressGuard guard, Mode mode, String url) {
    try {
      return guard.check(mode, url).host() + " is let through";
    } catch (WebhookUrl.UrlException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  /** Returns the address as an IPv4-mapped IPv6 address, which a resolver may return. */
  private static InetAddress mapped(InetAddress address) throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = -1;
    bytes[11] = -1;
    System.arraycopy(address.getAddress(), 0, bytes, 12, 4);
    return Inet6Address.getByAddress(null, bytes, -1);
  }
}
