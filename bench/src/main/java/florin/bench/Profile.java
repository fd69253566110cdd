package florin.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Summarizes the CPU samples of a recording by thread, by top frame, by top package, and by each
 * Florin method including its callees.
 */
final class Profile {
  private static final int TOP = 20;
  private static final Set<String> SAMPLES = Set.of("jdk.CPUTimeSample", "jdk.ExecutionSample");

  private final Map<String, Integer> threads = new HashMap<>();
  private final Map<String, Integer> frames = new HashMap<>();
  private final Map<String, Integer> packages = new HashMap<>();
  private final Map<String, Integer> ours = new HashMap<>();
  private int samples;

  static Profile read(Path recording) throws IOException {
    var profile = new Profile();
    try (var file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        profile.add(file.readEvent());
      }
    }
    return profile;
  }

  private void add(RecordedEvent event) {
    if (!SAMPLES.contains(event.getEventType().getName())) {
      return;
    }
    samples++;
    count(threads, thread(event));
    List<RecordedFrame> stack =
        event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
    if (stack.isEmpty()) {
      count(frames, "(no Java frame: compiler, garbage collector, thread start)");
      count(packages, "(no Java frame)");
      return;
    }
    count(frames, name(stack.getFirst()));
    count(packages, packageName(stack.getFirst()));
    var within = new HashSet<String>();
    for (RecordedFrame frame : stack) {
      if (type(frame).startsWith("florin.") && !name(frame).contains("$$Lambda")) {
        within.add(name(frame));
      }
    }
    within.forEach(name -> count(ours, name));
  }

  private static void count(Map<String, Integer> counts, String name) {
    counts.merge(name, 1, Integer::sum);
  }

  /** Returns the thread's name without digits, so that threads of one pool count as one. */
  private static String thread(RecordedEvent event) {
    String field = event.hasField("eventThread") ? "eventThread" : "sampledThread";
    return Optional.ofNullable(event.<RecordedThread>getValue(field))
        .map(thread -> thread.isVirtual() ? "virtual" : thread.getJavaName())
        .map(name -> name.replaceAll("[0-9]+", "#"))
        .orElse("(not Java)");
  }

  private static String name(RecordedFrame frame) {
    return type(frame) + "." + frame.getMethod().getName();
  }

  private static String type(RecordedFrame frame) {
    return frame.getMethod().getType().getName();
  }

  private static String packageName(RecordedFrame frame) {
    String type = type(frame);
    return type.contains(".") ? type.substring(0, type.lastIndexOf('.')) : type;
  }

  @Override
  public String toString() {
    return "\n"
        + samples
        + " samples of the processor time of the service's Java threads, without the compiler and the garbage collector\n"
        + table("by thread", threads)
        + table("by top frame", frames)
        + table("by top package", packages)
        + table("by Florin method, including callees", ours);
  }

  private String table(String title, Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(TOP)
        .map(entry ->
            String.format(
                Locale.ROOT, "  %5.1f %%  %s", 100.0 * entry.getValue() / samples, entry.getKey()))
        .collect(Collectors.joining("\n", "\n" + title + "\n", "\n"));
  }
}
