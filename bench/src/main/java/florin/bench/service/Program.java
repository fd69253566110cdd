package florin.bench.service;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds the command that starts a program in a separate process, with this JVM and its options.
 */
final class Program {
  /** Matches inherited Java options that are incompatible with an AOT cache. */
  private static final Predicate<String> SAYS_WHAT_IS_MAPPED =
      Pattern.compile("-X(share:|X:.*(Share|AOT))").asPredicate();

  /**
   * Properties with the jar and the Java of another service. `./florin package` sets them for the
   * training of a release.
   */
  private static final String SERVICE_JAR = "service.jar";

  private static final String SERVICE_JAVA = "service.java.home";

  private Program() {}

  /**
   * Returns the command for a class of this program.
   *
   * @param main name of the class, and its arguments
   */
  static List<String> of(List<String> main) {
    return command(List.of("-cp", System.getProperty("java.class.path")), main);
  }

  /**
   * Returns the command for the service as `./florin serve` starts it: from its jar, with its AOT
   * cache.
   */
  static List<String> service(List<String> arguments) {
    return service(List.of(), arguments);
  }

  /**
   * Returns the command for the service with additional Java options.
   *
   * @param own additional options; with any, no AOT cache is used
   */
  static List<String> service(List<String> own, List<String> arguments) {
    Optional<Path> jar = serviceJar();
    if (jar.isEmpty()) {
      var main = new ArrayList<>(List.of("florin.Main"));
      main.addAll(arguments);
      var options = new ArrayList<>(own);
      options.addAll(List.of("-cp", System.getProperty("java.class.path")));
      return command(options, main);
    }
    if (!own.isEmpty()) {
      return service(jar.get(), own, arguments);
    }
    Path cache = jar.get().resolveSibling("florin.aot");
    boolean used = Files.exists(cache) && inherited().noneMatch(SAYS_WHAT_IS_MAPPED);
    List<String> options =
        used ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off:stderr") : List.of();
    return service(jar.get(), options, arguments);
  }

  /** Returns the command for a service from another jar, for example of another version. */
  static List<String> service(Path jar, List<String> arguments) {
    return service(jar, List.of(), arguments);
  }

  /**
   * Returns the command for a service that writes an AOT cache when it ends.
   *
   * @throws IllegalStateException if this program doesn't run from a jar; class folders can't be
   *     cached
   */
  static List<String> serviceToLearnFrom(Path cache, List<String> arguments) {
    Path jar =
        serviceJar()
            .orElseThrow(() -> new IllegalStateException("the AOT cache needs the built jars"));
    return service(jar, List.of("-XX:AOTCacheOutput=" + cache), arguments);
  }

  private static List<String> service(Path jar, List<String> options, List<String> arguments) {
    var main = new ArrayList<>(List.of("-jar", jar.toString()));
    main.addAll(arguments);
    return command(
        System.getProperty(SERVICE_JAVA, System.getProperty("java.home")), options, main);
  }

  private static List<String> command(List<String> options, List<String> main) {
    return command(System.getProperty("java.home"), options, main);
  }

  private static List<String> command(String home, List<String> options, List<String> main) {
    var command = new ArrayList<String>();
    command.add(Path.of(home, "bin", "java").toString());
    inherited().forEach(command::add);
    command.addAll(options);
    command.addAll(main);
    return command;
  }

  private static Stream<String> inherited() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option ->
            option.startsWith("-X") || option.startsWith("--")); // without options of a debugger
  }

  /**
   * Returns the service's jar: the one that a property names, or else the one relative to this
   * program's jar. It is empty if this program runs from class folders.
   */
  private static Optional<Path> serviceJar() {
    String named = System.getProperty(SERVICE_JAR);
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    String classes = System.getProperty("java.class.path");
    if (!classes.endsWith(".jar")) {
      return Optional.empty();
    }
    Path root = Path.of(classes).toAbsolutePath().resolve("../../..").normalize();
    return Optional.of(root.resolve("server/target/florin.jar")).filter(Files::exists);
  }
}
