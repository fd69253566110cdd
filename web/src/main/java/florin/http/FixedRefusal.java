package florin.http;

import florin.core.Id.RequestId;
import florin.core.Problem;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A rejection that differs only in the request id, so its JSON is written once. It is needed most
 * when the node has the least time.
 */
final class FixedRefusal {
  private static final RequestId SOME = new RequestId(new UUID(0, 0));

  private final Problem problem;
  private final Answer answer;
  private final byte[] before;
  private final byte[] after;

  FixedRefusal(Problem problem) {
    this.problem = problem;
    this.answer = Problems.answer(problem, SOME);
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    int at = body.indexOf(SOME.text());
    this.before = body.substring(0, at).getBytes(StandardCharsets.UTF_8);
    this.after = body.substring(at + SOME.text().length()).getBytes(StandardCharsets.UTF_8);
  }

  Problem problem() {
    return problem;
  }

  Answer answer(RequestId request) {
    byte[] id = request.text().getBytes(StandardCharsets.US_ASCII);
    byte[] body = new byte[before.length + id.length + after.length];
    System.arraycopy(before, 0, body, 0, before.length);
    System.arraycopy(id, 0, body, before.length, id.length);
    System.arraycopy(after, 0, body, before.length + id.length, after.length);
    return answer.withBody(body);
  }
}
