package florin.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The source files of the service's modules, for tests that compare them with pages and rules. */
public final class Sources {
  /** The root of the repository: Maven runs the tests in the folder of their module. */
  private static final Path ROOT = Path.of("..");

  /** Modules with a program of their own. */
  private static final List<String> OTHERS =
      List.of("bench", "mollie-emulator", "provider-emulator", "stripe-emulator");

  private Sources() {}

  /** Returns the folder of each module of the service. */
  public static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("pom.xml")))
          .filter(folder -> !OTHERS.contains(folder.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  /** Returns the files below `src/main` of the modules: sources, templates and resources. */
  public static List<Path> all() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path module : modules()) {
      try (Stream<Path> files = Files.walk(module.resolve("src/main"))) {
        files.filter(Files::isRegularFile).forEach(all::add);
      }
    }
    return all;
  }

  /** Returns the Java sources of the modules. */
  public static List<Path> java() throws IOException {
    return all().stream().filter(file -> file.toString().endsWith(".java")).toList();
  }

  /** Returns the full name of the class of a Java source. */
  public static String className(Path source) {
    String path = source.toString().replace('\\', '/');
    return path.substring(path.indexOf("/src/main/java/") + "/src/main/java/".length())
        .replace(".java", "")
        .replace('/', '.');
  }
}
