package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The trusted proxies are 10.0.0.0/8, and 10.0.0.1 opens the connection. */
class ClientAddressesTest {
  private static final String PROXY = "10.0.0.1";

  private final ClientAddresses addresses =
      new ClientAddresses(List.of(AddressRange.of("10.0.0.0/8")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "192.0.2.1 | 192.0.2.1",
        "9.9.9.9, 192.0.2.1 | 192.0.2.1",
        "9.9.9.9, 192.0.2.1:80, 10.0.0.2 | 192.0.2.1",
        "[2001:db8::1]:80 | 2001:db8:0:0:0:0:0:1",
        "9.9.9.9, \", 192.0.2.1 | 192.0.2.1",
        "\"9.9.9.9, 192.0.2.1 | 192.0.2.1",
        "9.9.9.9, \"\\, 192.0.2.1 | 192.0.2.1",
        "9.9.9.9, unknown | 10.0.0.1",
        "9.9.9.9, | 10.0.0.1",
        "9.9.9.9, 999.1.1.1 | 10.0.0.1",
        "9.9.9.9, \" | 10.0.0.1",
        "9.9.9.9, unknown, 10.0.0.2 | 10.0.0.2",
      })
  void the_last_address_of_x_forwarded_for_that_is_no_proxy_counts(String sent, String counted) {
    assertThat(find(HttpFields.build().add("X-Forwarded-For", sent))).isEqualTo(counted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "for=192.0.2.1 | 192.0.2.1",
        "for=9.9.9.9, FOR=192.0.2.1;proto=https | 192.0.2.1",
        "proto=https; for=\"[2001:db8::1]:80\" | 2001:db8:0:0:0:0:0:1",
        "for=9.9.9.9, for=\"x, for=192.0.2.1 | 192.0.2.1",
        "for=9.9.9.9, for=unknown | 10.0.0.1",
        "for=9.9.9.9, for=\" | 10.0.0.1",
        "for=9.9.9.9, for=_hidden | 10.0.0.1",
        "for=9.9.9.9, by=10.0.0.1 | 10.0.0.1",
        "for=192.0.2.1;for=9.9.9.9 | 10.0.0.1",
        "for=192.0.2.1;host=\"a, for=9.9.9.9\" | 10.0.0.1",
      })
  void the_forwarded_header_is_read_too(String sent, String counted) {
    assertThat(find(HttpFields.build().add("Forwarded", sent))).isEqualTo(counted);
  }

  @Test
  void the_text_of_an_address_has_no_zone() throws Exception {
    byte[] address = InetAddress.ofLiteral("fe80::1").getAddress();

    assertThat(ClientAddresses.text(Inet6Address.getByAddress("", address, 3)))
        .isEqualTo("fe80::1");
    assertThat(ClientAddresses.text(InetAddress.ofLiteral("203.0.113.7"))).isEqualTo("203.0.113.7");
  }

  @Test
  void lines_of_a_header_are_one_list() {
    assertThat(
            find(
                HttpFields.build()
                    .add("X-Forwarded-For", "9.9.9.9, \"")
                    .add("X-Forwarded-For", "192.0.2.1")))
        .isEqualTo("192.0.2.1");
    assertThat(
            find(
                HttpFields.build()
                    .add("X-Forwarded-For", "192.0.2.1")
                    .add("X-Forwarded-For", "unknown")))
        .isEqualTo(PROXY);
  }

  @Test
  void a_proxy_that_forwards_no_other_address_has_no_limit() {
    assertThat(find(HttpFields.build())).isEqualTo("nobody");
    assertThat(find(HttpFields.build().add("X-Forwarded-For", "10.0.0.2"))).isEqualTo("nobody");
  }

  @Test
  void a_client_that_is_no_proxy_is_not_trusted() {
    var stranger = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 80);
    assertThat(addresses.find(stranger, HttpFields.build().add("X-Forwarded-For", "9.9.9.9")))
        .contains(stranger.getAddress());
  }

  /** A network assigns a /64 of IPv6 to each customer. */
  @Test
  void addresses_of_one_customer_are_counted_as_one() throws Exception {
    InetAddress four = InetAddress.ofLiteral("192.0.2.1");
    InetAddress six = InetAddress.ofLiteral("2001:db8:1:2::1");

    assertThat(ClientAddresses.counted(four)).isEqualTo("192.0.2.1");
    assertThat(ClientAddresses.counted(six))
        .isEqualTo(ClientAddresses.counted(InetAddress.ofLiteral("2001:db8:1:2:f::9")))
        .isNotEqualTo(ClientAddresses.counted(InetAddress.ofLiteral("2001:db8:1:3::1")));
  }

  @Test
  void ranges_are_written_as_people_write_them() throws Exception {
    assertThat(ClientAddresses.network(InetAddress.ofLiteral("192.0.2.1")))
        .isEqualTo("192.0.2.0/24");
    InetAddress six = InetAddress.ofLiteral("2001:db8:1:2::1");
    assertThat(ClientAddresses.network(six)).isEqualTo("2001:db8:1::/48");
    assertThat(ClientAddresses.counted(six)).isEqualTo("2001:db8:1:2::/64");
  }

  private String find(HttpFields headers) {
    var socket = new InetSocketAddress(InetAddress.ofLiteral(PROXY), 80);
    return addresses.find(socket, headers).map(InetAddress::getHostAddress).orElse("nobody");
  }
}
