package florin.bench.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the edits of its argument, names of {@link Rewrite} with commas between. */
public final class DrillAgent {
  private static final int FAILED = 1;

  private DrillAgent() {}

  /** Ends the process where something that is to be changed is not found: no drill goes without. */
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

  /** Null, as the interface has it, for a class that stays as it is. */
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
