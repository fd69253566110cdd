package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresAddressTest {
  @Test
  void a_postgres_uri_is_read() {
    assertThat(
            PostgresAddress.parse(
                "postgres://florin:secret@db.example:6432/pay?sslmode=verify-full&sslrootcert=/etc/ca.pem"))
        .isEqualTo(
            new PostgresAddress(
                "jdbc:postgresql://db.example:6432/pay?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem",
                "florin", "secret"));
  }

  @Test
  void a_jdbc_url_is_parsed_and_its_login_removed() {
    assertThat(
            PostgresAddress.parse(
                "jdbc:postgresql://db.example/pay?user=florin&password=a%26b+c&sslmode=require"))
        .isEqualTo(
            new PostgresAddress(
                "jdbc:postgresql://db.example/pay?sslmode=require", "florin", "a&b+c"));
  }

  @Test
  void escapes_in_a_login_are_undone() {
    var address = PostgresAddress.parse("postgresql://a%40b:p%2F%3A@w+%25@h/d");
    assertThat(address.user()).isEqualTo("a@b");
    assertThat(address.password()).isEqualTo("p/:@w+%");
  }

  @Test
  void a_login_needs_no_password() {
    assertThat(PostgresAddress.parse("postgres://florin@h/d").password()).isEmpty();
  }

  @Test
  void several_hosts_and_an_ipv6_address_are_kept() {
    var address =
        PostgresAddress.parse(
            "postgres://u:p@one:5432,[::1]:5433/d?target_session_attrs=read-write&connect_timeout=3");
    assertThat(address.jdbcUrl())
        .isEqualTo(
            "jdbc:postgresql://one:5432,[::1]:5433/d?targetServerType=primary&connectTimeout=3");
    assertThat(address.ports()).containsExactlyInAnyOrder(5432, 5433);
  }

  @Test
  void the_default_port_is_5432() {
    assertThat(PostgresAddress.parse("postgres://u:p@h/d").ports()).containsExactly(5432);
  }

  @Test
  void another_database_keeps_server_and_parameters() {
    assertThat(
            PostgresAddress.parse("postgres://u:p@h:1/d?sslmode=require")
                .withDatabase("e")
                .jdbcUrl())
        .isEqualTo("jdbc:postgresql://h:1/e?sslmode=require");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql://u:secret@h/d | doesn't begin",
        "postgres://h/d | has no user",
        "postgres://u:sec/ret@h/d | has no user",
        "postgres://u:secret@/d | names no host",
        "postgres://u:secret@h | has no database name",
        "postgres://u:secret@h/ | has no database name",
        "postgres://u:secret@h:port/d | no valid host and port",
        "postgres://u:secret@h:99999/d | no valid host and port",
        "postgres://u:secret%zz@h/d | broken %-escape",
        "postgres://u:secret@h/d?sslmod=require | the parameter 'sslmod'",
        "jdbc:postgresql://h/d?password=secret | has no user",
        "jdbc:postgresql://h/?user=u&password=secret | has no database name",
        "jdbc:postgresql://h:x/d?user=u&password=secret | no valid host and port",
      })
  void an_error_is_named_without_the_password(String text, String message) {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> PostgresAddress.parse(text))
        .withMessageContaining("FLORIN_DATABASE_URL")
        .withMessageContaining(message)
        .withMessageNotContaining("secret")
        .withMessageNotContaining("sec/ret");
  }

  @Test
  void its_url_is_read_as_the_same() {
    var address =
        PostgresAddress.parse("postgres://fl%26orin:s%20%2Bcret@h:5433/d?sslmode=require");
    assertThat(PostgresAddress.parse(address.url())).isEqualTo(address);
    assertThat(PostgresAddress.parse(address.withDatabase("other").url()))
        .isEqualTo(address.withDatabase("other"));
  }

  @Test
  void it_prints_without_its_secrets() {
    var address = PostgresAddress.parse("postgres://florin:secret@h/d?sslpassword=hidden");
    assertThat(address).hasToString("jdbc:postgresql://h/d as florin");
  }
}
