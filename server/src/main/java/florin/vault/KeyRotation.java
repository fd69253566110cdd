package florin.vault;

import florin.db.Db;
import florin.vault.KeyringStore.NodeKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/**
 * A new envelope key for a service that runs. The steps, each of which can be taken again after a
 * crash:
 *
 * <ol>
 *   <li>{@link #begin}: the key is in the file, and then the database knows of it. Nobody seals
 *       with it yet.
 *   <li>Every node {@link #lacking} it reads the file again, or is given it by the operator.
 *   <li>{@link #changeOver}: the database names it, and every node {@link #behind} seals with it
 *       within seconds.
 *   <li>What is sealed under other keys is wrapped anew, by whoever called this.
 *   <li>{@link #finish}: the file names it too.
 * </ol>
 *
 * The old keys stay in the file, since backups of the database are sealed under them, until one is
 * taken away: {@link #retire}.
 */
public final class KeyRotation {
  private final Db db;
  private final Path file;
  private final SecureRandom random;

  public KeyRotation(Db db, Path file, SecureRandom random) {
    this.db = db;
    this.file = file;
    this.random = random;
  }

  /**
   * The file's keys, and the one that every node seals with.
   *
   * @throws KeyringException when they are not the database's
   */
  public Keyring keyring() {
    Keyring keyring = Keyring.load(file);
    KeyringStore.Expectation expected = KeyringStore.expected(db);
    keyring.requireMatch(expected.check());
    Keyring known = keyring.knownBy(expected.check());
    return known.withCurrent(expected.current().orElse(known.currentVersion()));
  }

  /** A key that was begun with and is not current yet is gone on with. */
  public Keyring begin() {
    Keyring keyring = keyring();
    Keyring more =
        keyring.newestVersion() > keyring.currentVersion()
            ? keyring
            : keyring.withNewEnvelopeKey(random).withCurrent(keyring.currentVersion());
    more.save(file);
    KeyringStore.replaceCheck(db, more);
    return more;
  }

  /** Nodes that run and do not have all of the keys. */
  public List<NodeKeys> lacking(Keyring keyring) {
    return KeyringStore.liveNodes(db).stream()
        .filter(node -> !node.check().equals(keyring.checkValue()))
        .toList();
  }

  public void changeOver(Keyring keyring) {
    KeyringStore.setCurrent(db, keyring.newestVersion());
  }

  /** Nodes that run and seal with another key than the newest. */
  public List<NodeKeys> behind(Keyring keyring) {
    return KeyringStore.liveNodes(db).stream()
        .filter(node -> node.current() != keyring.newestVersion())
        .toList();
  }

  public void finish(Keyring keyring) {
    keyring.withCurrent(keyring.newestVersion()).save(file);
  }

  /**
   * Takes an old key away. The database forgets it first: a node whose copy of the file still has
   * the key lets it be.
   *
   * @param all every kind of what is sealed
   * @throws KeyringException as {@link #requireOld}
   */
  public Keyring retire(int version, List<SealedThings> all) {
    requireOld(version, all);
    Keyring fewer = keyring().without(version);
    KeyringStore.replaceCheck(db, fewer);
    fewer.save(file);
    return fewer;
  }

  /**
   * @throws KeyringException when the key seals something, may yet, or is not there
   */
  public void requireOld(int version, List<SealedThings> all) {
    Keyring keyring = keyring();
    if (!keyring.has(version)) {
      throw KeyringException.needed(version, "there is no such key");
    }
    if (version >= keyring.currentVersion()) {
      throw KeyringException.needed(version, "it is not an old one");
    }
    if (!behind(keyring).isEmpty()) {
      throw KeyringException.needed(
          version, "a rotation is under way; run `./florin vault rotate` to its end");
    }
    for (SealedThings things : all) {
      long sealed = things.countByKey().getOrDefault(version, 0L);
      if (sealed > 0) {
        throw KeyringException.needed(
            version,
            "%,d %s are sealed under it; `./florin vault rotate` puts them under another"
                .formatted(sealed, things.name()));
      }
    }
  }
}
