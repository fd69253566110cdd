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
    header = "Show, rotate and retire the keys that encrypt card numbers.",
    description = "The same keys encrypt the other secrets in the database.",
    footer = {"  ./florin vault status", "  ./florin vault rotate", "  ./florin vault retire 1"})
final class VaultCommand {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  /** A reachable node reads the new keys within two seconds. */
  private static final int LOOKS_BEFORE_NAMING = 10;

  /** Longer than any encrypted value waits for its commit. */
  private static final Duration STRAGGLERS = Duration.ofSeconds(15);

  private final PrintStream out;

  @Mixin private final Operator operator;

  VaultCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "status",
      header = "Count the values that each key encrypts.",
      footer = "  ./florin vault status")
  int status() {
    return operator.withVault((db, file) -> {
      show(db, new KeyRotation(db, file, new SecureRandom()).keyring());
      return 0;
    });
  }

  @Command(
      name = "rotate",
      header = "Create a new key and encrypt every value with it, while the service runs.",
      description = "If the command is interrupted, run it again: it continues.",
      footer = "  ./florin vault rotate")
  int rotate() {
    return operator.withVault((db, file) -> {
      var rotation = new KeyRotation(db, file, new SecureRandom());
      Keyring keyring = rotation.begin();
      out.printf(
          "Created vault.%d in %s. Keep a copy of the file.%n", keyring.newestVersion(), file);
      await("has", "Copy the keys file to it.", () -> rotation.lacking(keyring));
      rotation.changeOver(keyring);
      await("uses", "", () -> rotation.behind(keyring));
      Keyring current = rotation.keyring();
      SealedKinds.of(db, current).forEach(this::rewrap);
      rotation.finish(current);
      show(db, current);
      return 0;
    });
  }

  @Command(
      name = "retire",
      header = "Remove an old key that encrypts nothing.",
      description = {
        "Every backup made before the retirement needs the removed key. Keep a copy of the keys file",
        "for as long as you keep those backups: without the removed key they can't be restored."
      },
      footer = "  ./florin vault retire 1")
  int retire(
      @Parameters(
              paramLabel = "N",
              description = "Number of the key, the N of vault.N in `vault status`.")
          int version) {
    return operator.withVault((db, file) -> {
      var rotation = new KeyRotation(db, file, new SecureRandom());
      List<SealedThings> kinds = SealedKinds.of(db, rotation.keyring());
      rotation.requireOld(version, kinds);
      out.println("Waiting until values encrypted earlier are committed.");
      pause(STRAGGLERS);
      Keyring left = rotation.retire(version, kinds);
      out.printf(
          "Removed vault.%d from %s. Backups made before now need it: keep a copy of the old file with them.%n",
          version, file);
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

  /** Prints progress, and replaces the previous line. */
  private void progress(String format, Object... values) {
    if (Color.isTerminal()) {
      out.printf("\r" + format, values);
    }
  }

  /** Waits until every running node has the new keys. It names a slow node once. */
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
          version, sealed, version == keyring.currentVersion() ? "; encrypts new values" : "");
    }
  }
}
