package florin.bench.rows;

import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.service.ServiceProcess;
import florin.core.Id;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The payments that fill a database: five months in chronological order, with many customers and a
 * realistic mix of statuses, cards, and currencies. The same seed gives the same payments.
 */
public final class Stock {
  /**
   * The number of payments in a block. Each block has its own customers, so each customer has a
   * similar number of payments.
   */
  private static final int BLOCK = 1000;

  private static final int CUSTOMERS_PER_BLOCK = 60;
  private static final int MAX_AMOUNT = 50_000;

  /**
   * Shorter than the retention of card numbers; otherwise, the service would be busy erasing them.
   */
  private static final Duration SPAN = Duration.ofDays(150);

  private static final long SEED = 7;
  private static final int REMEMBERED_EACH = 97;

  private static final String CUSTOMER =
      """
      {"name":"Ada Lovelace","email":"%s@example.com","address":{"line1":"1 Main Street","city":"London","postal_code":"N1 9GU","country":"GB"}}\
      """
          .formatted(RowTemplate.ORDER);

  /** The share of each sample, in percent. */
  private enum Kind {
    PLAIN("4242424242424242", "usd", false, 40),
    OF_CUSTOMER("5555555555554444", "eur", true, 30),
    AMEX("378282246310005", "gbp", true, 10),
    REFUNDED("6011111111111117", "usd", true, 4),
    YEN("3566002020360505", "jpy", true, 6),
    DECLINED("4000000000000002", "usd", true, 6),
    NO_FUNDS("4000000000009995", "eur", true, 4);

    final String card;
    final String currency;
    final boolean hasCustomer;
    final int percent;

    Kind(String card, String currency, boolean hasCustomer, int percent) {
      this.card = card;
      this.currency = currency;
      this.hasCustomer = hasCustomer;
      this.percent = percent;
    }

    /**
     * Returns the kind for a percentile.
     *
     * @param percentile 0 to 99
     */
    static Kind at(int percentile) {
      int left = percentile;
      for (Kind kind : values()) {
        left -= kind.percent;
        if (left < 0) {
          return kind;
        }
      }
      throw new IllegalStateException("the shares do not add up to 100");
    }

    String body(Optional<CustomerId> customer) {
      return """
      {"amount":%d,"currency":"%s","description":"A payment","metadata":{"order":"%s","channel":"web"},%s%s\
      "payment_method":{"type":"card","card":{"number":"%s","exp_month":12,"exp_year":2035,"cvc":"%s"}}}\
      """
          .formatted(
              RowTemplate.AMOUNT,
              currency,
              RowTemplate.ORDER,
              customer.map(id -> "\"customer\":\"" + id.text() + "\",").orElse(""),
              this == OF_CUSTOMER
                  ? "\"receipt_email\":\"" + RowTemplate.ORDER + "@example.com\","
                  : "",
              card,
              this == AMEX ? "1234" : "123");
    }
  }

  private final ServiceProcess service;
  private final long target;
  private final Instant begin;
  private final Map<Kind, Sample> samples = new LinkedHashMap<>();
  private final Sample customer;
  private final List<PaymentId> payments = new ArrayList<>();
  private final List<CustomerId> customers = new ArrayList<>();
  private long filled;

  private Stock(ServiceProcess service, long target, Sample customer) {
    this.service = service;
    this.target = target;
    this.customer = customer;
    this.begin = Instant.now().minus(SPAN);
  }

  /**
   * Creates the samples.
   *
   * @param target total number of payments, over which the months are divided
   */
  public static Stock of(ServiceProcess service, long target) throws IOException, SQLException {
    InetSocketAddress address = service.address();
    var requests = new PaymentRequests(address, service.folder().testKey());
    try (Connection connection = service.folder().database().connect()) {
      byte[] create = requests.post("/v2/customers", CUSTOMER, Optional.empty());
      CustomerId customer = idIn(Once.succeed(address, create), CustomerId.KIND);
      var stock = new Stock(service, target, Sample.ofCustomer(connection, customer.uuid()));
      for (Kind kind : Kind.values()) {
        Optional<CustomerId> owner = kind.hasCustomer ? Optional.of(customer) : Optional.empty();
        byte[] pay = requests.post("/v2/payments", kind.body(owner), Optional.of("sample-" + kind));
        PaymentId payment = idIn(Once.pay(address, pay), PaymentId.KIND);
        boolean isRefunded = kind == Kind.REFUNDED;
        if (isRefunded) {
          String refund = "{\"payment\":\"" + payment.text() + "\"}";
          Once.succeed(address, requests.post("/v2/refunds", refund, Optional.empty()));
          resolveRefunds(connection);
        }
        stock.samples.put(
            kind,
            Sample.ofPayment(connection, payment.uuid(), owner.map(CustomerId::uuid), isRefunded));
      }
      return stock;
    }
  }

  /** Changes the refunds as if their pending inquiries were long over. */
  private static void resolveRefunds(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("UPDATE attempt SET due_at = NULL WHERE refund_id IS NOT NULL");
    }
  }

  /** Returns the first id of this kind in the text. */
  public static <T extends Id> T idIn(String text, Id.Kind<T> kind) throws IOException {
    Matcher found = Pattern.compile("\\b" + kind.prefix() + "_[0-9a-z]{26}\\b").matcher(text);
    if (!found.find()) {
      throw new IOException("no " + kind.prefix() + "_ in " + text);
    }
    return kind.parse(found.group()).orElseThrow();
  }

  /** Adds payments up to this total, then vacuums as autovacuum would have done. */
  public void fillTo(long payments) throws IOException, SQLException {
    try (Connection connection = service.folder().database().connect()) {
      while (filled < payments) {
        fillBlock(connection);
      }
      try (var vacuum = connection.createStatement()) {
        for (String table : tables()) {
          vacuum.execute("VACUUM (ANALYZE) " + table);
        }
        vacuum.execute("CHECKPOINT");
      }
    }
  }

  private List<String> tables() {
    return Stream.concat(Stream.of(customer), samples.values().stream())
        .flatMap(sample -> sample.tables().keySet().stream())
        .distinct()
        .toList();
  }

  private void fillBlock(Connection connection) throws IOException, SQLException {
    var random = new SplittableRandom(SEED + filled);
    var rows = new LinkedHashMap<String, StringBuilder>();
    var owners = new ArrayList<CustomerId>();
    for (int i = 0; i < CUSTOMERS_PER_BLOCK; i++) {
      var owner = new CustomerId(Ids.of(millis(filled), random));
      customer.appendTo(rows, customer.copy(owner.uuid(), Optional.empty(), 0, filled + i, random));
      owners.add(owner);
    }
    for (int i = 0; i < BLOCK; i++) {
      Sample sample = Objects.requireNonNull(samples.get(Kind.at(random.nextInt(100))));
      var id = new PaymentId(Ids.of(millis(filled + i), random));
      CustomerId owner = owners.get(random.nextInt(owners.size()));
      sample.appendTo(
          rows,
          sample.copy(
              id.uuid(),
              Optional.of(owner.uuid()),
              1 + random.nextInt(MAX_AMOUNT),
              filled + i,
              random));
      if (i % REMEMBERED_EACH == 0) {
        payments.add(id);
        customers.add(owner);
      }
    }
    CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
    for (var table : rows.entrySet()) {
      copy.copyIn(
          "COPY " + table.getKey() + " FROM STDIN", new StringReader(table.getValue().toString()));
    }
    filled += BLOCK;
  }

  private long millis(long number) {
    return begin.plus(SPAN.dividedBy(target).multipliedBy(number)).toEpochMilli();
  }

  /**
   * Returns the e-mail address of a customer with payments.
   *
   * @param number number of any payment made at about the same time
   */
  public String email(long number) {
    return "order-" + number / BLOCK * BLOCK + "@example.com";
  }

  /** Returns some of the payments. */
  public List<PaymentId> payments() {
    return List.copyOf(payments);
  }

  /** Returns some of the customers, each of which has payments. */
  public List<CustomerId> customers() {
    return List.copyOf(customers);
  }

  /** Returns the time when a payment was created. */
  public Instant made(long number) {
    return Instant.ofEpochMilli(millis(number));
  }

  /** Returns the number of payments. */
  public long size() {
    return filled;
  }
}
