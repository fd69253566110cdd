package florin.docs;

import florin.docs.CodeSamples.SampleRequest;
import florin.docs.CodeSamples.Upload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads the curl commands of the guides, so that the guides show the same requests in other
 * languages. It knows the options `-X`, `-u`, `-H`, `-d`, `--data-binary` and `-g`.
 */
final class CurlCommand {
  private static final String USER = CodeSamples.KEY + ":";
  private static final String BEARER = "Bearer " + CodeSamples.KEY;

  /** Variables of the guides, with what other languages show in their place. */
  private static final Map<String, String> VARIABLES =
      Map.of("$PAYMENT", "pay_…", "$CUSTOMER", "cus_…");

  private final Map<String, String> headers = new HashMap<>();
  private Optional<String> method = Optional.empty();
  private Optional<String> url = Optional.empty();
  private Optional<String> user = Optional.empty();
  private Optional<String> data = Optional.empty();

  private CurlCommand() {}

  /**
   * Returns the request of a command to the API. Empty if the text is another command, has more
   * than one command, or needs more than a request: other variables of the shell, another key, or
   * options about the output.
   */
  static Optional<SampleRequest> parse(String text) {
    String filled = text.strip();
    for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
      filled = filled.replace(variable.getKey(), variable.getValue());
    }
    return words(filled)
        .filter(all -> all.getFirst().equals("curl"))
        .flatMap(all -> new CurlCommand().read(all.subList(1, all.size())));
  }

  private Optional<SampleRequest> read(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-g")) {
        continue; // brackets in the URL
      }
      if (word.startsWith("http") && word.contains(CodeSamples.API) && url.isEmpty()) {
        url = Optional.of(word.replace("[", "%5B").replace("]", "%5D"));
      } else if (i + 1 == words.size() || !accept(word, words.get(++i))) {
        return Optional.empty();
      }
    }
    return request();
  }

  /** Takes an option and its value; false if it is unknown or was there before. */
  private boolean accept(String option, String value) {
    switch (option) {
      case "-X" -> method = Optional.of(value);
      case "-u" -> user = Optional.of(value);
      case "-H" -> {
        int colon = value.indexOf(": ");
        return colon > 0
            && headers.put(value.substring(0, colon), value.substring(colon + 2)) == null;
      }
      case "-d", "--data-binary" -> {
        boolean isFirst = data.isEmpty();
        data = Optional.of(value);
        return isFirst;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private Optional<SampleRequest> request() {
    Optional<String> bearer = Optional.ofNullable(headers.remove("Authorization"));
    Optional<String> idempotencyKey = Optional.ofNullable(headers.remove("Idempotency-Key"));
    Optional<String> type = Optional.ofNullable(headers.remove("Content-Type"));
    Optional<Upload> file =
        data.filter(body -> body.startsWith("@"))
            .flatMap(body -> type.map(is -> new Upload(body.substring(1), is)));
    Optional<Object> json = data.filter(body -> body.startsWith("{")).flatMap(CurlCommand::object);
    boolean isKnown =
        url.isPresent()
            && headers.isEmpty()
            && user.filter(of -> !of.equals(USER)).isEmpty()
            && bearer.filter(of -> !of.equals(BEARER)).isEmpty()
            && data.isPresent() == (file.isPresent() || json.isPresent());
    return isKnown
        ? Optional.of(
            new SampleRequest(
                method.orElse(data.isPresent() ? "POST" : "GET"),
                url.get(),
                user.isPresent() || bearer.isPresent(),
                idempotencyKey,
                json,
                file))
        : Optional.empty();
  }

  /** Reads JSON as YAML 1.2, which it is a part of. Empty for JSON with an omission. */
  private static Optional<Object> object(String json) {
    try {
      return json.contains(": …")
          ? Optional.empty()
          : Optional.of(new Load(LoadSettings.builder().build()).loadFromString(json));
    } catch (YamlEngineException notJson) {
      return Optional.empty();
    }
  }

  /**
   * Splits a command as a shell does. Empty if there is more than one command, or something that
   * the shell would replace.
   */
  private static Optional<List<String>> words(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    char quote = 0;
    for (char c : text.replace("\\\n", " ").toCharArray()) {
      boolean isReplaced = quote != '\'' && c == '$';
      boolean isOperator = quote == 0 && "\n|;&<>`".indexOf(c) >= 0;
      if (isReplaced || isOperator || c == '\\') {
        return Optional.empty();
      }
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && c == ' ') {
        add(words, word);
      } else {
        word.append(c);
      }
    }
    add(words, word);
    return words.isEmpty() || quote != 0 ? Optional.empty() : Optional.of(words);
  }

  private static void add(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }
}
