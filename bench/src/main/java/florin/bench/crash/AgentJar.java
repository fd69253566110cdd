package florin.bench.crash;

import florin.bench.agent.DrillAgent;
import florin.bench.agent.Rewrite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jar of the Java agent, which the JVM requires to be a file of its own. It is built from the
 * classes of this program.
 */
public record AgentJar(Path path) {
  /** Writes the jar to a path. */
  public static AgentJar write(Path path) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), DrillAgent.class.getName());
    try (var jar = new JarOutputStream(Files.newOutputStream(path), manifest)) {
      for (String name : classes()) {
        jar.putNextEntry(new JarEntry(name));
        try (InputStream in = DrillAgent.class.getResourceAsStream("/" + name)) {
          if (in == null) {
            throw new IOException("the agent's jar lacks " + name);
          }
          in.transferTo(jar);
        }
      }
    }
    return new AgentJar(path);
  }

  private static List<String> classes() throws IOException {
    String folder = DrillAgent.class.getPackageName().replace('.', '/');
    Path code =
        Path.of(DrillAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    if (Files.isDirectory(code)) {
      return names(code.resolve(folder), folder);
    }
    try (var jar = FileSystems.newFileSystem(code)) {
      return names(jar.getPath(folder), folder);
    }
  }

  private static List<String> names(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> prefix + "/" + file.getFileName()).sorted().toList();
    }
  }

  /**
   * Returns the Java options to run a service with the agent. Without a cache, a start is faster
   * with one compiler.
   */
  public List<String> options(Set<Rewrite> rewrites, Path clock) {
    return List.of("-XX:TieredStopAtLevel=1", option(rewrites), "-Dflorin.drill.clock=" + clock);
  }

  /** Returns the Java option that loads the agent. */
  public String option(Set<Rewrite> rewrites) {
    String names = rewrites.stream().map(Rewrite::name).collect(Collectors.joining(","));
    return "-javaagent:" + path + "=" + names;
  }
}
