package florin.webhook;

import florin.core.Id.EventId;
import florin.http.Format;
import florin.http.JsonText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The formats of the signature and the body that a receiver submits for verification. */
public final class BodyFormats {
  private static final int MAX_HEADER_LENGTH = 1000;
  private static final Pattern EVENT_ID = Pattern.compile("evt_[0-9a-z]{26}");

  public static final Format<String> HEADER = Format.line(MAX_HEADER_LENGTH);

  static final Format<String> BODY =
      Format.text("must be the received body, as text", "", Optional::of);

  private BodyFormats() {}

  /** Finds the event id by its form, because only `http` may parse JSON. */
  public static Optional<EventId> event(String body) {
    Matcher id = EVENT_ID.matcher(body);
    return id.find() ? EventId.KIND.parse(id.group()) : Optional.empty();
  }

  public static boolean isSameJson(String one, String other) {
    return JsonText.isSameObject(one, other);
  }
}
