package florin.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Chromium without a window, that is there already: it is told what to do by the Chrome DevTools
 * Protocol, clicks as a person does, and reaches nothing but this machine. No library: those that
 * there are want to download a browser of their own.
 */
public final class Browser implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;
  private static final String LISTENING = "DevTools listening on ";
  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final HttpClient http;
  private final Page page = new Page();
  private final AtomicInteger ids = new AtomicInteger();
  private final WebSocket socket;

  private Browser(Process process, HttpClient http, URI debugger) {
    this.process = process;
    this.http = http;
    this.socket = get(http.newWebSocketBuilder().buildAsync(debugger, page));
    command("Page.enable", Map.of());
  }

  /** Whether this machine has one. */
  public static boolean isThere() {
    return find().isPresent();
  }

  private static Optional<Path> find() {
    return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
        .flatMap(folder ->
            Stream.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
                .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** With a fresh profile. */
  public static Browser open() {
    Path program = find().orElseThrow(() -> new AssertionError("there is no browser"));
    try {
      Path profiles = Files.createDirectories(Path.of("target", "test-browsers"));
      Path profile = Files.createTempDirectory(profiles, "profile").toAbsolutePath();
      Process process =
          new ProcessBuilder(
                  program.toString(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--no-first-run",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--disable-sync",
                  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                  "--remote-debugging-port=0",
                  "--user-data-dir=" + profile,
                  "about:blank")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      HttpClient http = HttpClient.newHttpClient();
      URI listening = awaitListening(process.errorReader(StandardCharsets.UTF_8));
      return new Browser(process, http, debugger(http, listening.getPort()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  /** As a screen of this width; a narrow one is a phone's. */
  public void resize(int width, int height) {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** From the next page on, no page's own script runs. */
  public void disableScripts() {
    command("Emulation.setScriptExecutionDisabled", Map.of("value", true));
  }

  /** Waits until it is loaded. */
  public void open(String url) {
    page.loaded.drainPermits();
    command("Page.navigate", Map.of("url", url));
    awaitLoad();
  }

  /** With the mouse, in its middle; then waits until the next page is loaded. */
  public void click(String selector) {
    JsonNode box =
        evaluate(
            "(() => { const e = document.querySelector('"
                + selector
                + "'); e.scrollIntoView();"
                + " const r = e.getBoundingClientRect();"
                + " return [r.x + r.width / 2, r.y + r.height / 2]; })()");
    page.loaded.drainPermits();
    for (String type : new String[] {"mousePressed", "mouseReleased"}) {
      command(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              box.get(0).doubleValue(),
              "y",
              box.get(1).doubleValue(),
              "button",
              "left",
              "clickCount",
              1));
    }
    awaitLoad();
  }

  /** What an expression comes to, in the page; not held back by the page's policy. */
  public JsonNode evaluate(String expression) {
    JsonNode answer =
        command("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(answer.toString());
    }
    return answer.at("/result/value");
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitLoad() {
    try {
      if (!page.loaded.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the page did not load");
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  private JsonNode command(String method, Map<String, Object> parameters) {
    int id = ids.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    page.answers.put(id, answer);
    String text = JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
    get(socket.sendText(text, true));
    JsonNode got = get(answer);
    if (got.has("error")) {
      throw new AssertionError(method + ": " + got);
    }
    return got.path("result");
  }

  private static URI awaitListening(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENING)) {
        // Nobody reads on, and what it says later must not fill the pipe.
        Thread.ofVirtual().start(() -> drain(lines));
        return URI.create(line.substring(LISTENING.length()).strip());
      }
    }
    throw new IOException("the browser ended before it could be told anything");
  }

  private static void drain(BufferedReader lines) {
    try {
      while (lines.readLine() != null) {}
    } catch (IOException closed) {
      // It has ended.
    }
  }

  /** The one tab that it opens with. */
  private static URI debugger(HttpClient http, int port) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    for (JsonNode target : JSON.readTree(http.send(request, BodyHandlers.ofString()).body())) {
      if (target.path("type").asString("").equals("page")) {
        return URI.create(target.path("webSocketDebuggerUrl").stringValue());
      }
    }
    throw new IOException("the browser has no page");
  }

  private static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException failed) {
      throw new AssertionError("the browser does not answer", failed);
    }
  }

  /** What it says: answers to commands, and that a page is loaded. */
  private static final class Page implements WebSocket.Listener {
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Semaphore loaded = new Semaphore(0);
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        hear(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void hear(JsonNode message) {
      CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt(0));
      if (answer != null) {
        answer.complete(message);
      } else if (message.path("method").asString("").equals("Page.loadEventFired")) {
        loaded.release();
      }
    }
  }
}
