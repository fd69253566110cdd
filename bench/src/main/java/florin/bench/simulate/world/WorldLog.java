package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The log of a simulation run, with simulated times. */
final class WorldLog {
  private static final int NANOS_PER_MICRO = 1_000;

  private final boolean keeps;
  private final List<String> lines = new ArrayList<>();
  private final MessageDigest digest;

  WorldLog(boolean keeps) {
    this.keeps = keeps;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void say(String what) {
    String line = Fibers.nanoTime() / NANOS_PER_MICRO + " " + Fibers.life() + " " + what;
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
    if (keeps) {
      lines.add(line);
    }
  }

  List<String> lines() {
    return lines;
  }

  /** Returns the digest of all lines. */
  String digest() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
