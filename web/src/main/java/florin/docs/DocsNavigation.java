package florin.docs;

import java.util.List;
import java.util.stream.Stream;

/** The pages in the order in which they are read. */
public record DocsNavigation(List<Chapter> chapters) {
  public DocsNavigation {
    chapters = List.copyOf(chapters);
  }

  public record Chapter(String title, List<DocsLink> entries) {
    public Chapter {
      entries = List.copyOf(entries);
    }

    boolean has(String address) {
      return pages().anyMatch(entry -> entry.address().equals(address));
    }

    private Stream<DocsLink> pages() {
      return entries.stream()
          .flatMap(entry -> Stream.concat(Stream.of(entry), entry.below().stream()));
    }
  }

  /**
   * A link to a page.
   *
   * @param below pages that are part of it
   */
  public record DocsLink(String title, String address, List<DocsLink> below) {
    public DocsLink {
      below = List.copyOf(below);
    }

    /** Returns whether this or a page below it has the address. */
    public boolean holds(String other) {
      return address.equals(other) || below.stream().anyMatch(entry -> entry.holds(other));
    }
  }

  /** Returns every page once, without links into the middle of one. */
  List<DocsLink> pages() {
    return chapters.stream()
        .flatMap(Chapter::pages)
        .filter(entry -> !entry.address().contains("#"))
        .toList();
  }
}
