package florin.bench.fuzz;

import florin.bench.fuzz.FuzzCases.FuzzCase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder `target/fuzz/NAME`: the initial inputs, the corpus, which the next search continues
 * with, and the findings.
 */
record FuzzFolder(FuzzTarget target, Path path) {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_:][A-Za-z0-9_.:/-]{1,30}");
  private static final int MOST_WORDS = 400;
  private static final String SMALLEST = "0";
  private static final Set<String> FINDINGS = Set.of("crash-", "timeout-", "oom-", "leak-");

  static FuzzFolder make(FuzzTarget target, Path all) throws IOException {
    var folder = new FuzzFolder(target, all.resolve(target.toString()));
    Files.createDirectories(folder.corpus());
    Files.createDirectories(folder.cases());
    List<FuzzCase> cases = FuzzCases.of(target);
    for (FuzzCase one : cases) {
      Files.write(folder.cases().resolve(one.name()), one.input());
    }
    Files.writeString(folder.dictionary(), words(cases));
    return folder;
  }

  Path corpus() {
    return path.resolve("corpus");
  }

  Path cases() {
    return path.resolve("cases");
  }

  Path dictionary() {
    return path.resolve("words");
  }

  Path log() {
    return path.resolve("log");
  }

  /** Returns the number of inputs in the corpus. */
  long corpusSize() throws IOException {
    try (Stream<Path> files = Files.list(corpus())) {
      return files.count();
    }
  }

  /**
   * Returns the input of a finding of this search, or empty.
   *
   * @param sinceMs start of the search, in Unix milliseconds
   */
  Optional<Path> findFinding(long sinceMs) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> FINDINGS.stream().anyMatch(file.getFileName().toString()::startsWith))
          .filter(file -> file.toFile().lastModified() >= sinceMs)
          .findFirst();
    }
  }

  /** Returns the words of the cases as a dictionary, from which the fuzzer builds new inputs. */
  private static String words(List<FuzzCase> cases) {
    var words = new LinkedHashSet<>(List.of(SMALLEST)); // A dictionary needs at least one word.
    for (FuzzCase one : cases) {
      WORD.matcher(new String(one.input(), StandardCharsets.ISO_8859_1))
          .results()
          .forEach(word -> words.add(word.group()));
    }
    return words.stream()
        .limit(MOST_WORDS)
        .map(word -> '"' + word + "\"\n")
        .collect(Collectors.joining());
  }
}
