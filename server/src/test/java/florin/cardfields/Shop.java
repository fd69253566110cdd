package florin.cardfields;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import florin.account.Accounts;
import florin.account.ApiKey;
import florin.core.PageOrigin;
import florin.page.Pages;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A shop at an origin of its own, with the policy that the guide recommends. */
public final class Shop implements AutoCloseable {
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="%s">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title><link rel="stylesheet" href="/shop.css"></head>
      <body>
      <main>
      <h1>Shop</h1>
      <label>Email <input id="before"></label>
      <div id="card"></div>
      <button type="button" id="pay">Pay</button>
      <button type="button" id="act">Confirm</button>
      <output></output>
      </main>
      %s
      <script src="/shop.js"></script>
      </body>
      </html>
      """;

  private static final String STYLE =
      """
      body { font-family: system-ui; margin: 24px; max-width: 420px }
      #card { margin: 16px 0 }
      @media (prefers-color-scheme: dark) { :root { color-scheme: light dark } body { background: #16181d; color: #fff } }
      """;

  private final HttpServer server;
  private final TestApp florin;
  private volatile String tag;
  private volatile String language = "en";

  private Shop(HttpServer server, TestApp florin) {
    this.server = server;
    this.florin = florin;
    this.tag = FlorinScriptApi.tag(base(florin));
  }

  public static Shop open(TestApp florin) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var shop = new Shop(server, florin);
    server.createContext("/", shop::answer);
    server.start();
    return shop;
  }

  static String base(TestApp florin) {
    return "http://127.0.0.1:" + florin.app().port();
  }

  public String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Shows the page with another tag of florin.js, in another language. */
  Shop with(String newTag, String newLanguage) {
    tag = newTag;
    language = newLanguage;
    return this;
  }

  /** Returns the address of the page. */
  public String page(String key, String options) {
    return origin() + "/?key=" + key + "&options=" + encoded(options);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Lets the pages of these origins show the card fields of a publishable key. */
  public static void allow(TestApp florin, String key, String... origins) {
    Accounts accounts = florin.app().accounts();
    ApiKey found =
        accounts.listKeys(florin.realm()).stream()
            .filter(it -> it.plain().filter(key::equals).isPresent())
            .findFirst()
            .orElseThrow();
    accounts.allow(found, Stream.of(origins).map(PageOrigin::new).toList(), _ -> true);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String base = base(florin);
    exchange
        .getResponseHeaders()
        .add(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self' %s; frame-src %s; connect-src %s"
                .formatted(base, base, base));
    switch (path) {
      case "/" -> send(exchange, "text/html", PAGE.formatted(language, tag));
      case "/shop.js" -> send(exchange, "text/javascript", Pages.read(Shop.class, "shop.js"));
      case "/shop.css" -> send(exchange, "text/css", STYLE);
      default -> {
        exchange.sendResponseHeaders(404, -1);
        exchange.close();
      }
    }
  }

  private static void send(HttpExchange exchange, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
