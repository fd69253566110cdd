package florin.bench.crash;

import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records the clients' requests and responses in a file that survives all faults. A request is on
 * disk before it is sent, and a response before a client acts on it.
 */
final class Journal implements Shop.Notes, AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int FAILED = 500;

  /**
   * Statuses that a correct client gets only from a faulty node. The node doesn't find the key or
   * the object, timed out, or has no capacity.
   */
  private static final Set<Integer> STRANGE = Set.of(401, 403, 404, 408, 421, 429);

  /** The maximum number of unexpected responses that are kept. */
  private static final int MOST_KEPT = 100;

  private final Path file;
  private final FileChannel out;
  private final List<String> unforeseen = new ArrayList<>();
  private long requests;
  private long answers;
  private long looks;

  /**
   * A request with a response.
   *
   * @param key idempotency key; empty if it had none
   */
  record Asked(long number, String path, String body, String key) {}

  Journal(Path file) throws IOException {
    this.file = file;
    this.out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public synchronized long sending(String path, String body, String key) {
    requests++;
    var line = JSON.createObjectNode();
    line.put("asked", requests).put("path", path).put("body", body).put("key", key);
    write(line);
    return requests;
  }

  @Override
  public synchronized void answered(long request, Reply reply) {
    answers++;
    var line = JSON.createObjectNode();
    line.put("answered", request).put("status", reply.status()).put("text", reply.text());
    write(line);
  }

  /** Counts a response in memory only, since clients don't act on it. */
  @Override
  public synchronized void seen(String path, Reply reply) {
    looks++;
    if (reply.status() == FAILED && unforeseen.size() < MOST_KEPT) {
      unforeseen.add(path + ": " + reply.text());
    }
  }

  private void write(JsonNode line) {
    try {
      var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(false);
    } catch (IOException failed) {
      throw new UncheckedIOException("the journal can't be written", failed);
    }
  }

  synchronized long requests() {
    return requests;
  }

  synchronized long answers() {
    return answers;
  }

  /** Returns the number of responses that aren't in the file. */
  synchronized long looks() {
    return looks;
  }

  /** Returns the responses outside the file that had status 500. */
  synchronized List<String> unforeseen() {
    return List.copyOf(unforeseen);
  }

  /** Passes each response and its request to the consumer, in the order of the responses. */
  void read(BiConsumer<Asked, Reply> each) throws IOException {
    Map<Long, Asked> open = new HashMap<>();
    try (Stream<String> lines = Files.lines(file)) {
      lines
          .map(JSON::readTree)
          .forEach(line -> {
            if (line.has("asked")) {
              long number = line.path("asked").asLong();
              open.put(number, asked(number, line));
            } else {
              Asked asked = open.remove(line.path("answered").asLong());
              if (asked != null) {
                each.accept(
                    asked, new Reply(line.path("status").asInt(), line.path("text").asString()));
              }
            }
          });
    }
  }

  /** Checks that every request has a response and that no response is a server error. */
  void checkServed(Verdict verdict) throws IOException {
    verdict.looked(Invariant.SERVED, requests());
    for (long i = answers(); i < requests(); i++) {
      verdict.broken(Invariant.SERVED, "the connection was lost");
    }
    read((asked, reply) -> {
      if (reply.status() >= FAILED || STRANGE.contains(reply.status())) {
        verdict.broken(Invariant.SERVED, asked.path() + ": " + reply.status() + " " + reply.text());
      }
    });
  }

  private static Asked asked(long number, JsonNode line) {
    return new Asked(
        number,
        line.path("path").asString(),
        line.path("body").asString(),
        line.path("key").asString());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
