package florin.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A file of requests and their expected responses, which reviewers read.
 *
 * <pre>{@code
 * # What it shows.
 * # on: full                        the Florin to call; the usual one without this line
 *
 * ### A title
 * # until: 429                      repeat the request until it gets this status
 * # meanwhile                       don't wait for the response; none follows
 * POST /v2/payments
 * Authorization: Bearer {{secret}}
 *
 * {"amount": 1000}
 *
 * HTTP/1.1 200
 * Content-Type: application/json
 *
 * {
 *   "id": "{{pay_1}}"
 * }
 * }</pre>
 *
 * Values that differ between runs (keys, IDs, times) are in double braces. `{{x * 20}}` is x twenty
 * times.
 */
record Transcript(String head, String node, List<Step> steps) {
  private static final String ANSWER = "HTTP/1.1 ";

  /**
   * A request and its expected response.
   *
   * @param request as in the file, with its title and directives
   * @param expected empty if no response is recorded yet, or if the transcript doesn't wait for one
   */
  record Step(String request, String expected) {
    /** Returns the directives by name; a value may be empty. */
    Map<String, String> directives() {
      var directives = new LinkedHashMap<String, String>();
      request
          .lines()
          .filter(line -> line.startsWith("# "))
          .map(line -> line.substring(2).split(": ?", 2))
          .forEach(parts -> directives.put(parts[0], parts.length > 1 ? parts[1] : ""));
      return directives;
    }

    boolean isMeanwhile() {
      return directives().containsKey("meanwhile");
    }

    Optional<Integer> until() {
      return Optional.ofNullable(directives().get("until")).map(Integer::valueOf);
    }

    private List<String> message() {
      return request.lines().dropWhile(line -> line.startsWith("#")).toList();
    }

    String method() {
      return message().getFirst().split(" ", 2)[0];
    }

    String target() {
      return message().getFirst().split(" ", 2)[1];
    }

    /** Returns the headers by lower-case name. */
    Map<String, String> headers() {
      var headers = new LinkedHashMap<String, String>();
      message().stream()
          .skip(1)
          .takeWhile(line -> !line.isBlank())
          .map(line -> line.split(": ", 2))
          .forEach(parts -> headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]));
      return headers;
    }

    String body() {
      return String.join("\n", message().stream().dropWhile(line -> !line.isBlank()).toList())
          .strip();
    }
  }

  static Transcript parse(String text) {
    List<String> parts = List.of(text.split("(?m)^(?=### )"));
    var steps = new ArrayList<Step>();
    for (String part : parts.subList(1, parts.size())) {
      int answer = part.indexOf("\n" + ANSWER);
      steps.add(
          answer < 0
              ? new Step(part.strip(), "")
              : new Step(part.substring(0, answer).strip(), part.substring(answer).strip()));
    }
    String head = parts.getFirst().strip();
    String node =
        head.lines()
            .filter(line -> line.startsWith("# on: "))
            .map(line -> line.substring("# on: ".length()))
            .findFirst()
            .orElse("usual");
    return new Transcript(head, node, List.copyOf(steps));
  }

  /** Returns the file with these responses. */
  String with(List<String> answers) {
    var text = new StringBuilder(head).append("\n");
    for (int i = 0; i < steps.size(); i++) {
      text.append("\n").append(steps.get(i).request()).append("\n");
      if (!answers.get(i).isEmpty()) {
        text.append("\n").append(answers.get(i)).append("\n");
      }
    }
    return text.toString();
  }
}
