package florin.docs;

import florin.docs.DocsApi.SearchView.FoundPassage;
import florin.docs.Markdown.Article;
import florin.docs.Markdown.Plain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds passages by their words. Every word of a query must be in the passage, its title or its
 * page's title. A match in a title ranks higher. All passages together are below one megabyte, so a
 * search scans all of them.
 */
final class SearchIndex {
  static final int MOST_HITS = 40;
  static final int LONGEST_QUERY = 100;

  private static final int MOST_WORDS = 8;
  private static final int SNIPPET_BEFORE = 60;
  private static final int SNIPPET_AFTER = 120;

  private static final int WHOLE_TITLE = 200;
  private static final int BEGINS_TITLE = 60;
  private static final int WORD_OF_TITLE = 30;
  private static final int PART_OF_TITLE = 12;
  private static final int PAGE_TITLE = 10;
  private static final int MOST_FOR_TEXT = 6;

  private static final int OF_THE_API = 14;
  private static final int OF_A_PAGE = 18;
  private static final int OF_A_SECTION = 10;

  /** Pages about Florin's internals, which rank below the others. */
  private static final String INTERNAL = "/docs/(internals|decisions|project)/.*";

  private final List<Passage> passages = new ArrayList<>();

  /**
   * A passage with a lower-case copy for the search.
   *
   * @param weight added to the rank of a passage that matches
   */
  private record Passage(
      String title, String address, String place, String text, Folded folded, int weight) {
    static Passage of(String title, String address, String place, String text, int weight) {
      return new Passage(
          title, address, place, text, new Folded(lower(title), lower(place), lower(text)), weight);
    }
  }

  private record Folded(String title, String place, String text) {}

  private record Ranked(Passage passage, int rank) {}

  void add(String address, String chapter, Article article) {
    boolean isInternal = address.matches(INTERNAL);
    for (Plain plain : article.passages()) {
      boolean isTitle = plain.id().isEmpty();
      passages.add(
          Passage.of(
              plain.title(),
              isTitle ? address : address + "#" + plain.id(),
              isTitle ? chapter : article.title(),
              plain.text(),
              isInternal ? 0 : isTitle ? OF_A_PAGE : OF_A_SECTION));
    }
  }

  void add(ApiPage page) {
    page.passages()
        .forEach(plain ->
            passages.add(
                Passage.of(
                    plain.title(),
                    page.address() + (plain.id().isEmpty() ? "" : "#" + plain.id()),
                    plain.id().isEmpty() ? "API" : "API · " + page.title(),
                    plain.text(),
                    OF_THE_API)));
  }

  /**
   * Returns the best passages first.
   *
   * @param query at most {@link #LONGEST_QUERY} characters
   */
  List<FoundPassage> find(String query) {
    String asked = lower(query).strip();
    List<String> words =
        Arrays.stream(asked.split("\\s+"))
            .filter(word -> !word.isEmpty())
            .limit(MOST_WORDS)
            .map(SearchIndex::singular)
            .toList();
    if (words.isEmpty()) {
      return List.of();
    }
    return passages.stream()
        .map(passage -> new Ranked(passage, rank(passage, asked, words)))
        .filter(ranked -> ranked.rank() > 0)
        .sorted(Comparator.comparingInt(Ranked::rank).reversed())
        .limit(MOST_HITS)
        .map(ranked -> hit(ranked.passage(), words))
        .toList();
  }

  private static int rank(Passage passage, String asked, List<String> words) {
    Folded folded = passage.folded();
    int rank = passage.weight();
    if (folded.title().equals(asked)) {
      rank += WHOLE_TITLE;
    } else if (folded.title().startsWith(asked)) {
      rank += BEGINS_TITLE;
    }
    for (String word : words) {
      int here = rank(folded, word);
      if (here == 0) {
        return 0;
      }
      rank += here;
    }
    return rank;
  }

  private static int rank(Folded folded, String word) {
    int rank = 0;
    if (beginsWord(folded.title(), word)) {
      rank += WORD_OF_TITLE;
    } else if (folded.title().contains(word)) {
      rank += PART_OF_TITLE;
    }
    if (folded.place().contains(word)) {
      rank += PAGE_TITLE;
    }
    int from = 0;
    for (int found = 0; found < MOST_FOR_TEXT; found++) {
      int at = folded.text().indexOf(word, from);
      if (at < 0) {
        return rank;
      }
      rank++;
      from = at + word.length();
    }
    return rank;
  }

  private static boolean beginsWord(String text, String word) {
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1))) {
        return true;
      }
    }
    return false;
  }

  private static FoundPassage hit(Passage passage, List<String> words) {
    String folded = passage.folded().text();
    String text = passage.text();
    // A few letters change their length in lower case. Then the snippet is the beginning of the
    // text.
    Optional<String> first =
        folded.length() == text.length()
            ? words.stream().filter(folded::contains).findFirst()
            : Optional.empty();
    if (first.isEmpty()) {
      return new FoundPassage(
          passage.title(), passage.address(), passage.place(), cut(text, SNIPPET_AFTER), "", "");
    }
    int at = folded.indexOf(first.get());
    int end = at + first.get().length();
    int from = Math.max(0, at - SNIPPET_BEFORE);
    from = from == 0 ? 0 : Math.min(at, text.indexOf(' ', from) + 1);
    return new FoundPassage(
        passage.title(),
        passage.address(),
        passage.place(),
        (from == 0 ? "" : "…") + text.substring(from, at),
        text.substring(at, end),
        cut(text.substring(end), SNIPPET_AFTER));
  }

  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int space = text.lastIndexOf(' ', length);
    return text.substring(0, space < 0 ? length : space) + "…";
  }

  private static String singular(String word) {
    boolean isPlural = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
    return isPlural ? word.substring(0, word.length() - 1) : word;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
