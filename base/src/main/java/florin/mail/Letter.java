package florin.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The content of a mail of any kind. Both of its parts, HTML and plain text, are made from it, so
 * that they say the same.
 *
 * @param language the code of ISO 639
 * @param test the note about test mode
 * @param heading one sentence
 * @param preview the line that a list of mails shows after the subject
 */
public record Letter(
    String language,
    Sender sender,
    Optional<String> test,
    String subject,
    String heading,
    String preview,
    List<Block> blocks,
    Footer footer) {
  public Letter {
    blocks = List.copyOf(blocks);
  }

  /**
   * The appearance of the sender.
   *
   * @param accent the color of the button, as in CSS
   * @param onAccent the color of text on it
   * @param logo replaces the name at the top
   */
  public record Sender(String name, String accent, String onAccent, Optional<Logo> logo) {
    /** The accent of Florin's own pages. */
    public static final String ACCENT = "#4340d2";

    public Sender(String name) {
      this(name, ACCENT, "#ffffff", Optional.empty());
    }
  }

  /**
   * A picture that is a part of the mail. Mail programs block pictures of other hosts, and such a
   * picture would report when and where the mail is read.
   *
   * @param type the media type
   * @param width in CSS pixels
   * @param height in CSS pixels
   */
  @SuppressWarnings("ArrayRecordComponent") // logos are never compared
  public record Logo(byte[] content, String type, int width, int height) {}

  /** A part of the content. */
  public sealed interface Block {
    /** A paragraph, whose line breaks count. */
    record Words(String text) implements Block {}

    /** The amount that the mail is about. */
    record Amount(String text) implements Block {}

    record Facts(List<Fact> facts) implements Block {
      public Facts {
        facts = List.copyOf(facts);
      }
    }

    /** Lines with amounts, the last of which is the total. */
    record Bill(List<Fact> lines) implements Block {
      public Bill {
        lines = List.copyOf(lines);
      }
    }

    /** The action that the mail is for; at most one. */
    record Button(String label, String url) implements Block {}

    record Link(String label, String url) implements Block {}

    /** A paragraph in small type. */
    record Note(String text) implements Block {}
  }

  public record Fact(String label, String value) {}

  /**
   * The end of the mail.
   *
   * @param reason why the reader gets it
   * @param links to where the reader can change that, and to the sender's contact and legal pages
   */
  public record Footer(String reason, List<Block.Link> links) {
    public Footer {
      links = List.copyOf(links);
    }

    public Footer(String reason) {
      this(reason, List.of());
    }
  }

  /** Returns the part in plain text. */
  public String text() {
    var parts = new ArrayList<String>();
    test.ifPresent(parts::add);
    parts.add(heading);
    blocks.forEach(block -> parts.add(text(block)));
    parts.add(
        Stream.concat(
                Stream.of(footer.reason()), footer.links().stream().map(link -> text((Block) link)))
            .collect(Collectors.joining("\n")));
    return String.join("\n\n", parts) + "\n";
  }

  private String text(Block block) {
    return switch (block) {
      case Block.Words(String text) -> text;
      case Block.Amount(String text) -> text;
      case Block.Note(String text) -> text;
      case Block.Facts(List<Fact> facts) -> text(facts);
      case Block.Bill(List<Fact> lines) -> text(lines);
      case Block.Button(String label, String url) -> labeled(label, url);
      case Block.Link(String label, String url) ->
          url.startsWith("mailto:") ? label : labeled(label, url);
    };
  }

  private String text(List<Fact> facts) {
    return facts.stream()
        .map(fact -> labeled(fact.label(), fact.value()))
        .collect(Collectors.joining("\n"));
  }

  /** Returns a line with its label; French has a no-break space before the colon. */
  private String labeled(String label, String text) {
    return label + (language.equals("fr") ? "\u00a0: " : ": ") + text;
  }
}
