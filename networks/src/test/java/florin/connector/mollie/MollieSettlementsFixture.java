package florin.connector.mollie;

import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Requests;
import florin.connector.SettlementLine;
import florin.connector.SettlementListing;
import florin.connector.instance.ExchangeStore;
import florin.connector.remote.RemoteClient;
import florin.core.Currency;
import florin.core.Id.ConnectorId;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Reads balance transactions and settlements as Mollie's reference shows them. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class MollieSettlementsFixture {
  static final String KEY = "test_abcdefghijklmnopqrstuvwxyz123456";
  static final String TOKEN = "access_abcdefghijklmnopqrstuvwxyz";
  static final String BALANCE = "/v2/balances";
  static final String TRANSACTIONS = "/v2/balances/bal_1/transactions";
  static final String SETTLEMENTS = "/v2/settlements";
  static final Pattern FROM = Pattern.compile("from=([^&]+)");
  static final Pattern LIMIT = Pattern.compile("limit=([0-9]+)");
  static final Pattern ID = Pattern.compile("'id': '([^']+)'");
  static final Currency EUR = Currency.get("eur");
  static final Currency USD = Currency.get("usd");
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final Instant SINCE = Instant.parse("2026-02-20T00:00:00Z");

  final HttpServer server;
  final Map<String, List<String>> lists = new ConcurrentHashMap<>();
  final Map<String, Answer> answers = new ConcurrentHashMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  volatile int pageSize = 100;
  final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  final Db db;
  final GroupCommit commits;
  final MollieKind kind;
  final ConnectorId id = new ConnectorId(UUID.randomUUID());
  final Exchanges exchanges;
  final Connector connector;

  record Answer(int status, String body) {}

  MollieSettlementsFixture() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    exchanges = new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id);
    kind = new MollieKind(client(), false, now::get);
    connector = open(kind, Map.of("api_key", KEY, "organization_token", TOKEN));
  }

  RemoteClient<MollieError> client() {
    return new RemoteClient<>(
        new MollieApi(),
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
        List.of());
  }

  Connector open(MollieKind kind, Map<String, String> secrets) {
    return kind.open(
        new ConnectorSetup(Requests.REALM, id, Map.of(), new ProviderSecrets(secrets)), exchanges);
  }

  @AfterAll
  void close() {
    kind.close();
    server.stop(0);
    commits.close();
    db.close();
  }

  @BeforeEach
  void nothing() {
    now.set(NOW);
    pageSize = 100;
    answers.clear();
    answers.put(
        BALANCE,
        new Answer(
            200,
            "{'_embedded': {'balances': [{'resource': 'balance', 'id': 'bal_1', 'mode': 'test'}]}}"));
    lists.clear();
    lists.put(TRANSACTIONS, List.of());
    lists.put(SETTLEMENTS, List.of());
    calls.clear();
  }

  OperationRef sent(OperationKind operation, String externalId, Map<String, String> facts) {
    OperationRef reference = Requests.reference();
    exchanges.sending(reference, operation, 0, "create");
    exchanges.answered(reference, 0, Optional.of(externalId), facts);
    return reference;
  }

  SettlementLine line(String movement) {
    return lines(movement).getFirst();
  }

  List<SettlementLine> lines(String... movements) {
    lists.put(TRANSACTIONS, List.of(movements));
    return page(Optional.empty()).lines();
  }

  SettlementListing.Page page(Optional<String> cursor) {
    return (SettlementListing.Page) connector.listSettlements(SINCE, cursor, soon());
  }

  /** Reads until there is no more. */
  List<SettlementListing.Page> cycle(Optional<String> start) {
    var pages = new ArrayList<SettlementListing.Page>();
    Optional<String> cursor = start;
    do {
      pages.add(page(cursor));
      cursor = Optional.of(pages.getLast().cursor());
    } while (pages.getLast().hasMore() && pages.size() < 500);
    assertThat(pages.getLast().hasMore()).isFalse();
    return pages;
  }

  String unanswered(Optional<String> cursor) {
    return ((SettlementListing.Unanswered) connector.listSettlements(SINCE, cursor, soon()))
        .detail();
  }

  static String movement(
      String id, String type, String initial, String deductions, String context) {
    return """
    {'resource': 'balance-transaction', 'id': '%s', 'type': '%s', 'resultAmount': {'currency': 'EUR', 'value': '%s'},
     'initialAmount': {'currency': 'EUR', 'value': '%s'}, 'deductions': {'currency': 'EUR', 'value': '%s'},
     'createdAt': '2026-02-28T12:00:00+00:00', 'context': {%s}}\
    """
        .formatted(
            id,
            type,
            new java.math.BigDecimal(initial).add(new java.math.BigDecimal(deductions)),
            initial,
            deductions,
            context);
  }

  static String transfer(String id, String amount, String settlement) {
    return movement(
            id,
            "outgoing-transfer",
            amount,
            "0.00",
            "'settlementId': '" + settlement + "', 'transferId': 'trf_1'")
        .replace("'deductions': {'currency': 'EUR', 'value': '0.00'}", "'deductions': null");
  }

  /** Adds an older settlement. */
  void settlement(String id, String status, String amount) {
    String body =
        """
        {'resource': 'settlement', 'id': '%s', 'reference': '1234567.2404.%s', 'status': '%s', 'balanceId': 'bal_1',
         'amount': {'currency': 'EUR', 'value': '%s'}, 'createdAt': '2026-02-28T13:00:00+00:00', 'settledAt': null}\
        """
            .formatted(id, id, status, amount);
    var all = new ArrayList<>(lists.getOrDefault(SETTLEMENTS, List.of()));
    all.add(body);
    lists.put(SETTLEMENTS, List.copyOf(all));
    answers.put(SETTLEMENTS + "/" + id, new Answer(200, body));
  }

  static String list(List<String> objects, Optional<String> next) {
    return "{'count': %d, '_embedded': {'balance_transactions': [%s], 'settlements': [%s]}, '_links': {'next': %s}}"
        .formatted(
            objects.size(),
            String.join(", ", objects),
            String.join(", ", objects),
            next.map(id -> "{'href': 'https://api.mollie.com/v2/x?from=" + id + "&limit=5'}")
                .orElse("null"));
  }

  void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    boolean isOfPayments = path.startsWith("/v2/payments");
    String expected = "Bearer " + (isOfPayments ? KEY : TOKEN);
    if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      throw new IOException("the wrong key");
    }
    calls.add(path + (query.isEmpty() ? "" : "?" + query));
    Answer answer =
        Optional.ofNullable(answers.get(path)).orElseGet(() -> new Answer(200, page(path, query)));
    byte[] bytes = answer.body().replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/hal+json");
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Returns a page of a list as Mollie does, which begins with the object in `from`. */
  String page(String path, String query) {
    List<String> all = lists.getOrDefault(path, List.of());
    List<String> ids = all.stream().map(MollieSettlementsFixture::id).toList();
    Matcher from = FROM.matcher(query);
    int begin = from.find() ? ids.indexOf(from.group(1)) : 0;
    Matcher limit = LIMIT.matcher(query);
    int size = limit.find() ? Math.min(pageSize, Integer.parseInt(limit.group(1))) : pageSize;
    int end = Math.min(all.size(), begin + size);
    return list(
        all.subList(begin, end), end < all.size() ? Optional.of(ids.get(end)) : Optional.empty());
  }

  static String id(String object) {
    Matcher id = ID.matcher(object);
    return id.find() ? id.group(1) : "";
  }
}
