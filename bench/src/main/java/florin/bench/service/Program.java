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
 * How a program is started in a process of its own: by the same Java, with the same options as
 * ours.
 */
final class Program {
  /** Such options of somebody's do not go with a cache. */
  private static final Predicate<String> SAYS_WHAT_IS_MAPPED =
      Pattern.compile("-X(share:|X:.*(Share|AOT))").asPredicate();

  private Program() {}

  /** Any of our classes. */
  static List<String> of(List<String> main) {
    return command(List.of("-cp", System.getProperty("java.class.path")), main);
  }

  /** The service, as `./florin serve` starts it: from its own jar, with the cache that fits it. */
  static List<String> service(List<String> arguments) {
    return service(List.of(), arguments);
  }

  /**
   * The same.
   *
   * @param own options of Java; with any there is no cache
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

  /** A service that somebody has built elsewhere, of another version say. */
  static List<String> service(Path jar, List<String> arguments) {
    return service(jar, List.of(), arguments);
  }

  /**
   * The service, which leaves a cache of what it has loaded and learnt when it ends.
   *
   * @throws IllegalStateException when we do not run from a jar: no cache fits classes in folders
   */
  static List<String> serviceToLearnFrom(Path cache, List<String> arguments) {
    Path jar =
        serviceJar().orElseThrow(() -> new IllegalStateException("this wants the built jars"));
    return service(jar, List.of("-XX:AOTCacheOutput=" + cache), arguments);
  }

  private static List<String> service(Path jar, List<String> options, List<String> arguments) {
    var main = new ArrayList<>(List.of("-jar", jar.toString()));
    main.addAll(arguments);
    return command(options, main);
  }

  private static List<String> command(List<String> options, List<String> main) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    inherited().forEach(command::add);
    command.addAll(options);
    command.addAll(main);
    return command;
  }

  private static Stream<String> inherited() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-X") || option.startsWith("--")); // no debugger's
  }

  /** Where the build leaves it, seen from our own; none where we run from folders of classes. */
  private static Optional<Path> serviceJar() {
    String classes = System.getProperty("java.class.path");
    if (!classes.endsWith(".jar")) {
      return Optional.empty();
    }
    Path root = Path.of(classes).toAbsolutePath().resolve("../../..").normalize();
    return Optional.of(root.resolve("server/target/florin.jar")).filter(Files::exists);
  }
}
