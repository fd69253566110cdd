package florin;

import florin.db.Db;
import florin.paymentmethod.PaymentMethodStore;
import florin.paymentmethod.Rewrapping;
import florin.vault.KeyRotation;
import florin.vault.Keyring;
import florin.vault.KeyringStore.NodeKeys;
import florin.vault.Vault;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** `./florin vault status|rotate`. */
@Command(name = "vault", description = "See and rotate the key that card numbers are sealed with.")
final class VaultCommand {
  private final PrintStream out;

  private static final long LOOK_AGAIN_MS = 500;

  /** A node that can follow does so within a second or two. */
  private static final int LOOKS_BEFORE_NAMING = 10;

  @Mixin private Operator operator = new Operator();

  VaultCommand(PrintStream out) {
    this.out = out;
  }

  @Command(name = "status", description = "Tell how many card numbers are sealed under each key.")
  int status() {
    return operator.withVault((db, file) -> {
      Keyring keyring = new KeyRotation(db, file, new SecureRandom()).keyring();
      show(db, keyring);
      return 0;
    });
  }

  @Command(
      name = "rotate",
      description =
          "Make a new key and put every card number under it, while the service runs. Stopped half-way, it goes on when it is run again.")
  int rotate() {
    return operator.withVault((db, file) -> {
      var rotation = new KeyRotation(db, file, new SecureRandom());
      Keyring keyring = rotation.begin();
      out.printf("vault.%d is in %s. Keep a copy of the file.%n", keyring.newestVersion(), file);
      await("has", "Copy the key file to it.", () -> rotation.lacking(keyring));
      rotation.changeOver(keyring);
      await("seals with", "", () -> rotation.behind(keyring));
      Keyring current = rotation.keyring();
      try (var store = new PaymentMethodStore(db)) {
        long numbers =
            new Rewrapping(store, new Vault(current, new SecureRandom()), current.currentVersion())
                .run(done -> out.printf("\r%,d card numbers wrapped anew", done));
        out.printf("\r%,d card numbers wrapped anew.%n", numbers);
      }
      rotation.finish(current);
      show(db, current);
      return 0;
    });
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
      pause();
      nodes = left.get();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the nodes", interrupted);
    }
  }

  private void show(Db db, Keyring keyring) {
    try (var store = new PaymentMethodStore(db)) {
      Map<Integer, Long> numbers = store.countByKey();
      for (int version = 1; version <= keyring.newestVersion(); version++) {
        out.printf(
            "vault.%d  %,12d card numbers%s%n",
            version,
            numbers.getOrDefault(version, 0L),
            version == keyring.currentVersion() ? "  seals new ones" : "");
      }
    }
  }
}
