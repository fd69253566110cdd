package florin.cli;

import florin.app.SealedKinds;
import florin.db.Db;
import florin.vault.KeyRotation;
import florin.vault.Keyring;
import florin.vault.KeyringStore.NodeKeys;
import florin.vault.Rewrapping;
import florin.vault.SealedThings;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** `./florin vault status|rotate|retire`. */
@Command(
    name = "vault",
    description =
        "See, rotate and take away the keys that card numbers and secrets are sealed with.")
final class VaultCommand {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  /** A node that can follow does so within a second or two. */
  private static final int LOOKS_BEFORE_NAMING = 10;

  /** Longer than anything that was sealed waits for its commit. */
  private static final Duration STRAGGLERS = Duration.ofSeconds(15);

  private final PrintStream out;

  @Mixin private final Operator operator;

  VaultCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(name = "status", description = "Tell how much is sealed under each key.")
  int status() {
    return operator.withVault((db, file) -> {
      show(db, new KeyRotation(db, file, new SecureRandom()).keyring());
      return 0;
    });
  }

  @Command(
      name = "rotate",
      description =
          "Make a new key and put everything that is sealed under it, while the service runs. Stopped half-way, it goes on when it is run again.")
  int rotate() {
    return operator.withVault((db, file) -> {
      var rotation = new KeyRotation(db, file, new SecureRandom());
      Keyring keyring = rotation.begin();
      out.printf("vault.%d is in %s. Keep a copy of the file.%n", keyring.newestVersion(), file);
      await("has", "Copy the key file to it.", () -> rotation.lacking(keyring));
      rotation.changeOver(keyring);
      await("seals with", "", () -> rotation.behind(keyring));
      Keyring current = rotation.keyring();
      SealedKinds.of(db, current).forEach(this::rewrap);
      rotation.finish(current);
      show(db, current);
      return 0;
    });
  }

  @Command(
      name = "retire",
      description =
          "Take away an old key that seals nothing any more. Backups of the database from before its rotation cannot be read then.")
  int retire(
      @Parameters(paramLabel = "N", description = "Of vault.N, as `vault status` shows it.")
          int version) {
    return operator.withVault((db, file) -> {
      var rotation = new KeyRotation(db, file, new SecureRandom());
      List<SealedThings> kinds = SealedKinds.of(db, rotation.keyring());
      rotation.requireOld(version, kinds);
      out.println("Waiting for what was sealed before and is not written yet.");
      pause(STRAGGLERS);
      Keyring left = rotation.retire(version, kinds);
      out.printf("vault.%d is gone from %s.%n", version, file);
      show(db, left);
      return 0;
    });
  }

  private void rewrap(SealedThings things) {
    long all =
        Rewrapping.run(things, done -> progress("%,d %s %s", done, things.name(), things.fate()));
    progress("");
    out.printf("%,d %s %s.%n", all, things.name(), things.fate());
  }

  /** In the line of what it takes the place of. */
  private void progress(String format, Object... values) {
    if (Colour.isTerminal()) {
      out.printf("\r" + format, values);
    }
  }

  /** Until no node is left that runs and has not followed; whoever takes long is named, once. */
  private void await(String what, String advice, Supplier<List<NodeKeys>> left) {
    var named = new HashSet<UUID>();
    List<NodeKeys> nodes = left.get();
    for (int looked = 1; !nodes.isEmpty(); looked++) {
      if (looked > LOOKS_BEFORE_NAMING) {
        nodes.stream()
            .map(NodeKeys::node)
            .filter(named::add)
            .forEach(node ->
                out.printf("Waiting until node %s %s the new key. %s%n", node, what, advice));
      }
      pause(LOOK_AGAIN);
      nodes = left.get();
    }
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the nodes", interrupted);
    }
  }

  private void show(Db db, Keyring keyring) {
    List<SealedThings> kinds = SealedKinds.of(db, keyring);
    for (int version : keyring.versions()) {
      String sealed =
          kinds.stream()
              .map(things ->
                  "%,d %s".formatted(things.countByKey().getOrDefault(version, 0L), things.name()))
              .collect(Collectors.joining(", "));
      out.printf(
          "vault.%d  %s%s%n",
          version, sealed, version == keyring.currentVersion() ? "; seals what is new" : "");
    }
  }
}
