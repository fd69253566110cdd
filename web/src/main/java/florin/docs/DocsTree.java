package florin.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The repository's Markdown pages and images. The build packs them into the jar as a tree, so that
 * links between pages resolve as they do on GitHub.
 */
final class DocsTree {
  /** The page that lists the others. */
  static final String HOME = "docs/README.md";

  static final String API = "/docs/reference/api";

  private static final String FOLDER = "tree/";
  private static final String DOCS = "docs/";
  private static final String INDEX = "README";
  private static final String MARKDOWN = ".md";

  /** Files of the repository that the service serves in another form. */
  private static final Map<String, String> ELSEWHERE =
      Map.of("openapi/openapi.yaml", API, "docs/decisions", "/docs/decisions");

  private final SortedMap<String, String> pages = new TreeMap<>();
  private final SortedMap<String, byte[]> images = new TreeMap<>();

  private DocsTree() {}

  static DocsTree read() {
    var tree = new DocsTree();
    try {
      URL home = DocsTree.class.getResource(FOLDER + HOME);
      if (home == null) {
        throw new IllegalStateException(HOME + " is missing from this build");
      }
      if (home.openConnection() instanceof JarURLConnection jar) {
        try (FileSystem inside = FileSystems.newFileSystem(Path.of(jar.getJarFileURL().toURI()))) {
          tree.readBelow(inside.getPath(jar.getEntryName()));
        }
      } else {
        tree.readBelow(Path.of(home.toURI()));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
    return tree;
  }

  private void readBelow(Path home) throws IOException {
    Path root = home.resolve("../..").normalize();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        if (name.endsWith(MARKDOWN)) {
          pages.put(name, Files.readString(file));
        } else {
          images.put(imageAddress(name), Files.readAllBytes(file));
        }
      }
    }
  }

  /** Returns the pages by their place in the repository: `docs/guides/refunds.md`. */
  SortedMap<String, String> pages() {
    return Collections.unmodifiableSortedMap(pages);
  }

  /** Returns the images by their address. */
  SortedMap<String, byte[]> images() {
    return Collections.unmodifiableSortedMap(images);
  }

  /** Returns the address of a page: `/docs/guides/refunds`. */
  static String address(String page) {
    String name = page.substring(0, page.length() - MARKDOWN.length());
    if (!name.startsWith(DOCS)) {
      return "/docs/project/" + name.toLowerCase(Locale.ROOT);
    }
    return "/" + (name.endsWith("/" + INDEX) ? name.substring(0, name.lastIndexOf('/')) : name);
  }

  private static String imageAddress(String name) {
    return "/" + name;
  }

  /**
   * Returns the address in the service that a link of a page leads to. Empty if it leads to a file
   * that the service does not serve.
   *
   * @param target as the page has it: `../concepts/events.md#order`
   */
  Optional<String> resolve(String page, String target) {
    if (target.startsWith("#") || target.matches("https?:.*")) {
      return Optional.of(target);
    }
    int hash = target.indexOf('#');
    String anchor = hash < 0 ? "" : target.substring(hash);
    Path place = Path.of("/" + page).resolveSibling(hash < 0 ? target : target.substring(0, hash));
    String file = place.normalize().toString().substring(1);
    if (pages.containsKey(file)) {
      return Optional.of(address(file) + anchor);
    }
    if (images.containsKey(imageAddress(file))) {
      return Optional.of(imageAddress(file));
    }
    return Optional.ofNullable(ELSEWHERE.get(file)).map(address -> address + anchor);
  }
}
