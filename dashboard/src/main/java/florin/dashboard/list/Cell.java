package florin.dashboard.list;

import florin.dashboard.parts.MethodText;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.RequestRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The content of a cell of a list, as the template `list/cell` renders it. */
public sealed interface Cell {
  /**
   * A text.
   *
   * @param isForeign whether people outside Florin wrote it, in any direction of writing
   * @param instead what narrow screens show if the text is empty
   */
  record Text(String text, boolean isForeign, String instead) implements Cell {}

  /**
   * The link of a line.
   *
   * @param note a few words after it
   */
  record Link(String path, String text, boolean isForeign, String note) implements Cell {}

  /**
   * A text to copy.
   *
   * @param whole the whole text, if the shown one is shortened
   */
  record Code(String text, Optional<String> whole, Optional<String> path) implements Cell {}

  /** The id of an object, with the path of its page. */
  record ObjectLink(String id, Optional<String> path) implements Cell {}

  record Time(Instant at) implements Cell {}

  /** A payment method, with the mark of its brand. */
  record Method(MethodText method) implements Cell {}

  /**
   * A status.
   *
   * @param why a few words about it; empty if there is nothing to say
   */
  record Status(Pill pill, String why) implements Cell {}

  /** Remarks, some of them as pills. */
  record Remarks(List<Pill> pills, String rest) implements Cell {}

  record Request(RequestRow row) implements Cell {}

  static Cell text(String text) {
    return new Text(text, false, "");
  }

  static Cell text(Optional<String> text) {
    return text(text.orElse(""));
  }

  static Cell foreign(String text) {
    return new Text(text, true, "");
  }

  static Cell foreign(Optional<String> text) {
    return foreign(text.orElse(""));
  }

  /** Returns the link of a line that other people named. */
  static Cell named(String path, String name) {
    return new Link(path, name, true, "");
  }

  static Cell code(String text) {
    return new Code(text, Optional.empty(), Optional.empty());
  }

  static Cell status(String status, String why) {
    return new Status(Pill.of(status), why);
  }
}
