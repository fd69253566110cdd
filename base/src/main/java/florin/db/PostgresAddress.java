package florin.db;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The address of a database and the login.
 *
 * @param jdbcUrl for pgjdbc, which applies its parameters (TLS, several hosts); without user and
 *     password
 * @param password empty if the server requires none
 */
public record PostgresAddress(String jdbcUrl, String user, String password) {
  private static final String JDBC = "jdbc:postgresql:";

  /** The names of libpq that differ in pgjdbc. The other parameters have the same name in both. */
  private static final Map<String, String> LIBPQ_NAMES =
      Map.of(
          "application_name", "ApplicationName",
          "channel_binding", "channelBinding",
          "connect_timeout", "connectTimeout",
          "gssencmode", "gssEncMode",
          "target_session_attrs", "targetServerType");

  /**
   * Reads the value of `FLORIN_DATABASE_URL` in either form:
   * `postgres://user:password@host:port/database?…` (or `postgresql://`), escaped as in RFC 3986,
   * with the parameters of libpq or pgjdbc; or
   * `jdbc:postgresql://host:port/database?user=…&password=…`.
   *
   * @throws StartFailure if it has neither form, lacks a part, or has an unknown parameter, because
   *     a mistyped `sslmode` must not lead to an unencrypted connection. The message does not show
   *     the password.
   */
  public static PostgresAddress parse(String text) {
    try {
      if (text.startsWith(JDBC)) {
        return fromJdbc(text);
      }
      if (text.startsWith("postgres://") || text.startsWith("postgresql://")) {
        return fromUri(text.substring(text.indexOf("//") + 2));
      }
    } catch (IllegalArgumentException e) {
      throw wrong("has a broken %-escape");
    }
    throw wrong("doesn't begin with postgres:// or jdbc:postgresql:");
  }

  private static PostgresAddress fromUri(String text) {
    var parts = text.split("\\?", 2);
    var place = parts[0].split("/", 2);
    int at = place[0].lastIndexOf('@');
    if (at < 0) {
      throw wrong("has no user (in a password, write / as %2F, ? as %3F and % as %25)");
    }
    var login = place[0].substring(0, at).split(":", 2);
    var hosts = place[0].substring(at + 1);
    var database = place.length > 1 ? decode(place[1]) : "";
    if (hosts.isEmpty()) {
      throw wrong("names no host");
    }
    var url = JDBC + "//" + hosts + "/" + encode(database);
    var parameters = parameters(parts.length > 1 ? parts[1] : "");
    return checked(url, parameters, decode(login[0]), login.length > 1 ? decode(login[1]) : "");
  }

  private static PostgresAddress fromJdbc(String text) {
    var parts = text.split("\\?", 2);
    var parameters = parameters(parts.length > 1 ? parts[1] : "");
    var user = Optional.ofNullable(parameters.remove("user")).orElse("");
    var password = Optional.ofNullable(parameters.remove("password")).orElse("");
    return checked(parts[0], parameters, user, password);
  }

  private static PostgresAddress checked(
      String url, Map<String, String> parameters, String user, String password) {
    if (user.isEmpty()) {
      throw wrong("has no user");
    }
    var known = properties(url);
    for (var name : parameters.keySet()) {
      if (!known.containsKey(name)) {
        throw wrong(
            "has the parameter '" + name + "', which the PostgreSQL driver doesn't support");
      }
    }
    if (known.getOrDefault("PGDBNAME", "").isEmpty()) {
      throw wrong("has no database name");
    }
    var query =
        parameters.entrySet().stream()
            .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
            .collect(Collectors.joining("&"));
    return new PostgresAddress(query.isEmpty() ? url : url + "?" + query, user, password);
  }

  private static Map<String, String> parameters(String query) {
    var parameters = new LinkedHashMap<String, String>();
    for (var part : query.split("&")) {
      if (part.isEmpty()) {
        continue;
      }
      var pair = part.split("=", 2);
      var name = LIBPQ_NAMES.getOrDefault(decode(pair[0]), decode(pair[0]));
      var value = pair.length > 1 ? decode(pair[1]) : "";
      var readWrite = name.equals("targetServerType") && value.equals("read-write");
      parameters.put(name, readWrite ? "primary" : value);
    }
    return parameters;
  }

  /**
   * Returns all properties of the driver, with the values that it reads from this URL, or with
   * empty values.
   */
  private static Map<String, String> properties(String url) {
    var properties = new HashMap<String, String>();
    try {
      for (var property : DriverManager.getDriver(url).getPropertyInfo(url, new Properties())) {
        properties.put(property.name, Objects.requireNonNullElse(property.value, ""));
      }
    } catch (SQLException e) {
      throw wrong("has no valid host and port");
    }
    return properties;
  }

  private static StartFailure wrong(String what) {
    return new StartFailure(
        "FLORIN_DATABASE_URL "
            + what
            + ". Expected: postgres://USER:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full"
            + " or jdbc:postgresql://HOST:5432/DATABASE?user=USER&password=PASSWORD&sslmode=verify-full");
  }

  /** Decodes a text in which a plus sign is literal, unlike in a form. */
  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns a new connection, which the caller closes. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, properties());
  }

  /**
   * Returns the driver's properties. Each statement is prepared on the server from its first use.
   */
  Properties properties() {
    var properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("prepareThreshold", "1");
    return properties;
  }

  /** Returns the ports of its hosts. */
  public Set<Integer> ports() {
    var ports = properties(jdbcUrl).getOrDefault("PGPORT", "");
    return Arrays.stream(ports.split(","))
        .map(Integer::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the address of another database on the same server, with the same user and parameters.
   */
  public PostgresAddress withDatabase(String database) {
    var parts = jdbcUrl.split("\\?", 2);
    var server = parts[0].substring(0, parts[0].lastIndexOf('/') + 1);
    var query = parts.length > 1 ? "?" + parts[1] : "";
    return new PostgresAddress(server + encode(database) + query, user, password);
  }

  /** Returns the complete address with its password, in the form that {@link #parse} reads. */
  public String url() {
    return jdbcUrl
        + (jdbcUrl.contains("?") ? "&" : "?")
        + "user="
        + encode(user)
        + "&password="
        + encode(password);
  }

  /** Returns the address without password and parameters, some of which are secret too. */
  @Override
  public String toString() {
    return jdbcUrl.split("\\?", 2)[0] + " as " + user;
  }
}
