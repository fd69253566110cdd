package florin.docs;

import java.util.List;

/** The first page of `/docs`: each chapter with its links. */
public record DocsHome(List<Topic> chapters, DocsNavigation navigation) {
  public DocsHome {
    chapters = List.copyOf(chapters);
  }

  /**
   * A chapter.
   *
   * @param html its links with their descriptions
   */
  public record Topic(String id, String title, String html) {}
}
