package florin.bench.bank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Samples the usage of a service's old generation with `jcmd`. Samples include garbage since the
 * last collection; no collection is requested.
 */
public final class OldHeap {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int SHOWN = 12;
  private static final Pattern USED =
      Pattern.compile("(?i)tenured(?: generation)?,?\\s+total \\d+K, used (\\d+)K");

  private final long pid;
  private final List<Long> kibibytes = new ArrayList<>();
  private long last;

  /** Creates a sampler for the process with this id. */
  public OldHeap(long pid) {
    this.pid = pid;
  }

  /** Takes a sample if the interval since the last one has passed. */
  public void look() {
    if (System.nanoTime() - last < EVERY_NANOS) {
      return;
    }
    last = System.nanoTime();
    try {
      String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      Process asked = new ProcessBuilder(jcmd, Long.toString(pid), "GC.heap_info").start();
      Matcher used =
          USED.matcher(
              new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
      if (used.find()) {
        kibibytes.add(Long.parseLong(used.group(1)));
      }
    } catch (IOException noJcmd) {
      throw new IllegalStateException("jcmd doesn't report the heap's usage", noJcmd);
    }
  }

  /** Returns up to a dozen samples in MiB, in chronological order. */
  public String series() {
    int step = Math.max(1, (kibibytes.size() + SHOWN - 1) / SHOWN);
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < kibibytes.size(); i += step) {
      shown.add(String.format(Locale.ROOT, "%d", kibibytes.get(i) >> 10));
    }
    return shown.stream().collect(Collectors.joining(" ", "", " MiB"));
  }
}
