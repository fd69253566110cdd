package florin.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/** The shop's webhook endpoints, on loopback, while its history is created. */
final class ShopServer implements AutoCloseable {
  private final HttpServer server;

  ShopServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      server.start();
    } catch (IOException failed) {
      throw new UncheckedIOException("opening the demo shop's own server", failed);
    }
  }

  /**
   * Serves an endpoint, and returns its URL.
   *
   * @param status supplies the status of each response
   */
  String serve(String path, IntSupplier status) {
    server.createContext(path, exchange -> answer(exchange, status.getAsInt()));
    return "http://localhost:" + server.getAddress().getPort() + path;
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      byte[] body =
          (status == 200 ? "{\"received\": true}" : "{\"error\": \"the shop says " + status + "\"}")
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
