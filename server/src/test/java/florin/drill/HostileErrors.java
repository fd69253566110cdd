package florin.drill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Sends invalid requests of a dozen kinds, no two alike, pipelined on a connection. */
final class HostileErrors {
  /** The number of requests that are sent before a response is read. */
  private static final int PIPELINED = 40;

  private static final String STATUS = "HTTP/1.1 ";
  private static final String LENGTH = "content-length:";

  private final Attackers attackers;
  private final String key;
  private final Random random;

  HostileErrors(Attackers attackers, String key, long seed) {
    this.attackers = attackers;
    this.key = key;
    this.random = new Random(seed);
  }

  /** Sends requests until this many got a response, each with an error. */
  void send(int many) throws IOException {
    int answered = 0;
    for (int connections = 0; answered < many && connections < many; connections++) {
      try (Socket socket = attackers.socket()) {
        answered += pipeline(socket, many - answered);
      }
    }
  }

  /** Returns the number of responses until the connection ended, which some errors cause. */
  private int pipeline(Socket socket, int many) throws IOException {
    var in = new BufferedInputStream(socket.getInputStream());
    int answered = 0;
    while (answered < many) {
      var requests = new StringBuilder();
      int sent = Math.min(PIPELINED, many - answered);
      for (int i = 0; i < sent; i++) {
        requests.append(wrong());
      }
      try {
        socket.getOutputStream().write(requests.toString().getBytes(ISO_8859_1));
        for (int i = 0; i < sent; i++) {
          attackers.count(readAnswer(in));
          answered++;
        }
      } catch (IOException ended) {
        return answered;
      }
    }
    return answered;
  }

  private String wrong() {
    String word = Long.toString(random.nextLong(1L << 40, 1L << 50), Character.MAX_RADIX);
    List<String> kinds =
        List.of(
            get("/v2/" + word, key, ""),
            get("/v2/payments/pay_" + word, key, ""),
            get("/v2/payments?" + word + "=1", key, ""),
            get("/v2/payments", "sk_test_" + word, ""),
            get("/v2/payments", key, "Service-Version: " + word + "\r\n"),
            get("/v2/" + word + "/..%2f" + word, "", ""),
            get("/dashboard/" + word, "", "Cookie: " + word + "=" + word + "\r\n"),
            HostileRequests.head(word.toUpperCase(Locale.ROOT), "/v2/payments", key) + "\r\n",
            post("application/json", "{\"" + word + "\": 1}", ""),
            post("application/json", "{\"" + word, ""),
            post("text/" + word, "{}", ""),
            post("application/json", "{}", "Idempotency-Key: " + word + "\r\n"));
    // One in a hundred isn't a request at all, and ends its connection.
    return random.nextInt(100) == 0 ? word + "\r\n\r\n" : kinds.get(random.nextInt(kinds.size()));
  }

  private static String get(String path, String key, String fields) {
    return HostileRequests.head("GET", path, key) + fields + "\r\n";
  }

  private String post(String type, String body, String fields) {
    return HostileRequests.head("POST", "/v2/payments", key)
        + "Content-Type: %s\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(type, fields, body.length(), body);
  }

  private static int readAnswer(InputStream in) throws IOException {
    String line = readLine(in);
    int status = Integer.parseInt(line.substring(STATUS.length(), STATUS.length() + 3));
    int length = 0;
    for (line = readLine(in); !line.isEmpty(); line = readLine(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(line.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    return status;
  }

  private static String readLine(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException();
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }
}
