package florin.bench.pages;

import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A signed-in user of the dashboard who visits one page at a time. It sends cookies and form tokens
 * as a browser does.
 */
public final class Visitor implements AutoCloseable {
  private static final String SIGN_IN = "/dashboard/sign-in";
  private static final String EMAIL = "owner@example.com";
  private static final String PASSWORD = "a long password of the bench";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SEE_OTHER = 303;
  private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

  private final String origin;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private Visitor(InetSocketAddress service) {
    this.origin = "http://" + service.getHostString() + ":" + service.getPort();
  }

  /**
   * A response.
   *
   * @param nanos nanoseconds from sending the request until the response was complete
   */
  public record Seen(int status, String body, int bytes, long nanos) {}

  /**
   * A downloaded file, or its beginning.
   *
   * @param firstNanos nanoseconds until its first bytes
   * @param nanos nanoseconds until the last bytes that were read
   */
  public record Loaded(long lines, long bytes, long firstNanos, long nanos, boolean whole) {}

  /** Creates the owner with the setup link of the first start, and signs in. */
  public static Visitor asOwner(ServiceProcess service) throws IOException {
    var visitor = new Visitor(service.address());
    String link = URI.create(service.setupLink()).getPath();
    visitor.submit(
        link,
        Map.of("email", EMAIL, "name", "Ada", "password", PASSWORD, "password_again", PASSWORD));
    return visitor;
  }

  /** Signs in again, since sessions expire without activity. */
  public void signIn() throws IOException {
    cookies.clear();
    submit(SIGN_IN, Map.of("email", EMAIL, "password", PASSWORD));
  }

  /** Requests a page without following redirects. */
  public Seen see(String path) throws IOException {
    long begun = System.nanoTime();
    HttpResponse<byte[]> answer = send(request(path).build(), BodyHandlers.ofByteArray());
    long nanos = System.nanoTime() - begun;
    byte[] body = answer.body();
    return new Seen(
        answer.statusCode(), new String(body, StandardCharsets.UTF_8), body.length, nanos);
  }

  /** Returns the size of a file as sent to browsers, compressed. */
  public int weigh(String path) throws IOException {
    HttpRequest request = request(path).header("Accept-Encoding", "gzip").build();
    return send(request, BodyHandlers.ofByteArray()).body().length;
  }

  /**
   * Downloads a file, up to a time limit.
   *
   * @throws IOException if there is no such file
   */
  public Loaded load(String path, Duration most) throws IOException {
    long begun = System.nanoTime();
    HttpResponse<InputStream> answer = send(request(path).build(), BodyHandlers.ofInputStream());
    if (answer.statusCode() != 200) {
      throw new IOException(path + " returned " + answer.statusCode());
    }
    try (InputStream in = answer.body()) {
      var piece = new byte[1 << 16];
      long first = 0;
      long bytes = 0;
      long lines = 0;
      long nanos = 0;
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        nanos = System.nanoTime() - begun;
        first = first == 0 ? nanos : first;
        bytes += read;
        lines += lines(piece, read);
        if (nanos > most.toNanos()) {
          return new Loaded(lines, bytes, first, nanos, false);
        }
      }
      return new Loaded(lines, bytes, first, nanos, true);
    }
  }

  private static long lines(byte[] bytes, int length) {
    long lines = 0;
    for (int i = 0; i < length; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** Submits the form of a page to the page's own path. */
  private void submit(String path, Map<String, String> fields) throws IOException {
    Matcher token = TOKEN.matcher(see(path).body());
    if (!token.find()) {
      throw new IOException("there is no form at " + path.replaceAll("[^/]{20,}", "…"));
    }
    var all = new LinkedHashMap<>(fields);
    all.put("csrf", token.group(1));
    HttpRequest form =
        request(path)
            .header("Origin", origin)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    all.entrySet().stream()
                        .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                        .collect(Collectors.joining("&"))))
            .build();
    int status = send(form, BodyHandlers.ofString()).statusCode();
    if (status != SEE_OTHER) {
      throw new IOException("the sign-in returned " + status);
    }
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(origin + path)).timeout(PATIENCE);
    if (!cookies.isEmpty()) {
      request.header(
          "Cookie",
          cookies.entrySet().stream()
              .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
              .collect(Collectors.joining("; ")));
    }
    return request;
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> reader)
      throws IOException {
    try {
      HttpResponse<T> answer = client.send(request, reader);
      answer.headers().allValues("Set-Cookie").forEach(this::keep);
      return answer;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  private void keep(String setCookie) {
    String[] pair = setCookie.split("; ", 2)[0].split("=", 2);
    if (setCookie.contains("Max-Age=0")) {
      cookies.remove(pair[0]);
    } else {
      cookies.put(pair[0], pair[1]);
    }
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.close();
  }
}
