package florin.bench.simulate.world;

import florin.http.Answer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a shopper hears. */
record WorldAnswer(int status, String body) {
  private static final int OK = 200;
  private static final int DECLINED = 402;

  /** The connection broke, or nobody waits any more. */
  static final WorldAnswer CUT = new WorldAnswer(0, "");

  static WorldAnswer of(Answer answer) {
    return new WorldAnswer(answer.status(), WorldNode.text(answer));
  }

  boolean isOk() {
    return status == OK;
  }

  /** Whether it says for good what came of it. */
  boolean isAcknowledged() {
    return status == OK || status == DECLINED;
  }

  /** Whether the same may be asked again, to learn what came of it. */
  boolean isOpen() {
    return status == 0 || status >= 500 || status == 409;
  }

  /** A field of the object; of several of that name the first. */
  Optional<String> field(String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(body);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
