package florin.drill;

import florin.testing.Http2Wire;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a stranger can do to a service with a laptop: connections that ask and do not read, and
 * bodies that never end. Bounded in connections and in bytes, on loopback only.
 */
final class Flood implements Closeable {
  private final int port;
  private final List<Closeable> held = new ArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();

  Flood(int port) {
    this.port = port;
  }

  /** Connections that were not to be had, or were ended while the flood was made. */
  int refused() {
    return refused.get();
  }

  /** HTTP/2 requests without a key, of whose answers not a byte is taken. */
  void unreadAnswers(int connections, int streams, BooleanSupplier wanted) {
    for (int i = 0; i < connections && wanted.getAsBoolean(); i++) {
      try {
        var wire = new Http2Wire(port, 0);
        held.add(wire);
        for (int stream = 0; stream < streams; stream++) {
          wire.request(2 * stream + 1, true, "GET", "/v2/nothing");
        }
        wire.flush();
      } catch (IOException ended) {
        refused.incrementAndGet();
      }
    }
  }

  /** Bodies in which nothing is known, as large as they may be; nobody reads what is said of it. */
  void unknownParameters(int connections, String key, BooleanSupplier wanted) {
    String body =
        IntStream.range(0, 80_000)
            .mapToObj(i -> "\"k%06d\":1".formatted(i))
            .collect(Collectors.joining(",", "{", "}"));
    byte[] request = (head(key, body.length()) + body).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < connections && wanted.getAsBoolean(); i++) {
      send(request);
    }
  }

  /** Half-megabyte bodies that lack their end. */
  void endlessBodies(int connections, String key, BooleanSupplier wanted) {
    String part = "{\"description\":\"" + "a".repeat((512 << 10) - 100);
    byte[] request = (head(key, 1 << 20) + part).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < connections && wanted.getAsBoolean(); i++) {
      send(request);
    }
  }

  private static String head(String key, int length) {
    return "POST /v2/payment_methods HTTP/1.1\r\nHost: florin.test\r\n"
        + (key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n")
        + "Content-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  /** In a thread of its own: who does not read what is said to him is not taken from, either. */
  private void send(byte[] request) {
    try {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setReceiveBufferSize(4 << 10);
      held.add(socket);
      Thread.ofVirtual()
          .start(() -> {
            try {
              socket.getOutputStream().write(request);
              socket.getOutputStream().flush();
            } catch (IOException ended) {
              refused.incrementAndGet();
            }
          });
    } catch (IOException ended) {
      refused.incrementAndGet();
    }
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : held) {
      each.close();
    }
  }

  /** By hand: port, which, connections, key, seconds to hold on. */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    int connections = Integer.parseInt(arguments[2]);
    String key = arguments.length > 3 ? arguments[3] : "";
    Duration hold = Duration.ofSeconds(arguments.length > 4 ? Long.parseLong(arguments[4]) : 20);
    Map<String, Runnable> floods;
    try (var flood = new Flood(port)) {
      floods =
          Map.of(
              "unread", () -> flood.unreadAnswers(connections, 256, () -> true),
              "unread32", () -> flood.unreadAnswers(connections, 32, () -> true),
              "unknown", () -> flood.unknownParameters(connections, key, () -> true),
              "bodies", () -> flood.endlessBodies(connections, key, () -> true));
      floods.getOrDefault(arguments[1], () -> {}).run();
      Thread.sleep(hold);
      System.out.println("refused " + flood.refused());
    }
  }
}
