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
 * A flood that an unauthenticated client can cause with a laptop: connections that send requests
 * without reading, and bodies that never end. It limits its connections and bytes, and uses
 * loopback only.
 */
final class Flood implements Closeable {
  private final int port;
  private final List<Closeable> held = new ArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();

  Flood(int port) {
    this.port = port;
  }

  /** Returns how many connections the service rejected or closed during the flood. */
  int refused() {
    return refused.get();
  }

  /** Sends HTTP/2 requests without a key, and reads none of the responses. */
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

  /**
   * Sends bodies of the maximum size with unknown parameters only, and reads none of the responses.
   */
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

  /** Sends half-megabyte bodies without their end. */
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

  /**
   * Sends a request on its own thread: the service stops reading from a client that doesn't read.
   */
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

  /**
   * Runs a flood manually. Arguments: port, kind, connections, key, and the seconds to hold the
   * connections.
   */
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
