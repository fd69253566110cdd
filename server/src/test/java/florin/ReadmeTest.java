package florin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the documents lead to pages. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:|#)([^)#\\s]+)(?:#[^)]*)?\\)");

  @Test
  void every_link_between_the_documents_leads_somewhere() throws IOException {
    try (Stream<Path> pages = Files.find(ROOT, 4, (path, _) -> path.toString().endsWith(".md"))) {
      for (Path page : pages.filter(path -> !path.toString().contains("target")).toList()) {
        LINK.matcher(Files.readString(page))
            .results()
            .map(link -> page.resolveSibling(link.group(1)))
            .forEach(target -> assertThat(target).as("a link in %s", page).exists());
      }
    }
  }
}
