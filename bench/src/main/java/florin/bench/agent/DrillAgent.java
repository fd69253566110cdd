package florin.bench.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies the rewrites named in its argument, a comma-separated list of {@link Rewrite} names. */
public final class DrillAgent {
  private static final int FAILED = 1;

  private DrillAgent() {}

  /**
   * Starts the agent. It ends the process if a rewrite doesn't find its target, so that no drill
   * runs without its rewrites.
   */
  public static void premain(String argument, Instrumentation instrumentation) {
    List<Edit> edits =
        Arrays.stream(argument.split(","))
            .map(Rewrite::valueOf)
            .flatMap(rewrite -> rewrite.edits().stream())
            .toList();
    try {
      edits.forEach(Edit::tryOut);
    } catch (RuntimeException failed) {
      System.err.println("The drill's agent: " + failed.getMessage());
      Runtime.getRuntime().halt(FAILED);
    }
    Optional.ofNullable(System.getProperty(SteppedClock.FILE))
        .map(Path::of)
        .ifPresent(SteppedClock::follow);
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte @Nullable [] transform(
              @Nullable ClassLoader loader,
              String name,
              @Nullable Class<?> redefined,
              @Nullable ProtectionDomain domain,
              byte[] original) {
            return rewritten(edits, name, original);
          }
        });
  }

  /** Returns the changed class, or null if it stays as it is, as the JDK's interface requires. */
  private static byte @Nullable [] rewritten(List<Edit> edits, String name, byte[] original) {
    List<Edit> ofClass =
        edits.stream().filter(edit -> edit.type().replace('.', '/').equals(name)).toList();
    byte[] now = original;
    for (Edit edit : ofClass) {
      now = edit.apply(now);
    }
    return ofClass.isEmpty() ? null : now;
  }
}
