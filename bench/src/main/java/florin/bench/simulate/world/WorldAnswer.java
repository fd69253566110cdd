package florin.bench.simulate.world;

import florin.http.Answer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A response as a shopper receives it. */
record WorldAnswer(int status, String body) {
  private static final int OK = 200;
  private static final int DECLINED = 402;

  /** The result of a broken connection or a timeout. */
  static final WorldAnswer CUT = new WorldAnswer(0, "");

  static WorldAnswer of(Answer answer) {
    return new WorldAnswer(answer.status(), WorldNode.text(answer));
  }

  boolean isOk() {
    return status == OK;
  }

  /** Returns whether the response states a final outcome. */
  boolean isAcknowledged() {
    return status == OK || status == DECLINED;
  }

  /** Returns whether the outcome is unknown, so that the request may be retried. */
  boolean isOpen() {
    return status == 0 || status >= 500 || status == 409;
  }

  /** Returns the first id with this prefix, of the object itself or of one that it names. */
  Optional<String> id(String prefix) {
    Matcher matcher = Pattern.compile(prefix + "_[0-9a-z]+").matcher(body);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }

  /** Returns a field of the object; if several have the name, the first one. */
  Optional<String> field(String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(body);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
