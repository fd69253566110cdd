package florin.vault;

import florin.core.Hmac;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The encryption keys, in a file outside the database. All nodes of one database have the same
 * keys.
 *
 * <ul>
 *   <li>`vault.N`: the keys from which Florin derives the key of each stored card number and
 *       secret. `vault.current` encrypts new values. The older keys stay until no stored value
 *       needs them.
 *   <li>`fingerprint`: the key of fingerprints, which show whether two numbers are the same card.
 *       It never changes, because old and new fingerprints would differ.
 *   <li>`mac`: the root of all keys that Florin signs with for itself, one derived key for each
 *       {@link Purpose}.
 * </ul>
 *
 * <p>A keyring is immutable; a rotation creates a new one.
 */
public final class Keyring {
  private static final String FINGERPRINT = "fingerprint";
  private static final String MAC = "mac";
  private static final String CURRENT = "vault.current";
  private static final String VERSION = "vault.";
  private static final Set<String> OTHER_NAMES = Set.of(CURRENT, FINGERPRINT, MAC);
  private static final Pattern VERSION_NAME = Pattern.compile("vault\\.([1-9][0-9]{0,8})");

  /**
   * The purpose of a MAC. Each purpose has its own key, so a MAC for one is invalid for another.
   */
  public enum Purpose {
    AUDIT,
    IDEMPOTENCY,
    CHALLENGE,
    CHECKOUT,
    CLIENT_SECRET,
    DEVICE,
    PASSKEY,
    PAYMENT_LINK,
    RECEIPT,
    REQUEST_LOG;

    private String label() {
      return "florin mac " + name().toLowerCase(Locale.ROOT);
    }
  }

  private final TreeMap<Integer, RootKey> envelopes;
  private final int currentVersion;
  private final RootKey fingerprint;
  private final RootKey mac;

  private Keyring(
      Map<Integer, RootKey> envelopes, int currentVersion, RootKey fingerprint, RootKey mac) {
    this.envelopes = new TreeMap<>(envelopes);
    this.currentVersion = currentVersion;
    this.fingerprint = fingerprint;
    this.mac = mac;
  }

  /** Returns new random keys, with encryption key 1. */
  public static Keyring generate(SecureRandom random) {
    return new Keyring(
        Map.of(1, RootKey.random(random)), 1, RootKey.random(random), RootKey.random(random));
  }

  /**
   * Returns the file's keys. If there is no file, creates it with new keys. Two processes that
   * start at the same time get the same keys.
   *
   * @throws KeyringException if the file cannot be read or written, is accessible to others, or is
   *     malformed
   */
  public static Keyring loadOrCreate(Path path, SecureRandom random) {
    try {
      return load(path);
    } catch (KeyringException e) {
      if (e.reason() != KeyringException.Reason.MISSING) {
        throw e;
      }
    }
    var keyring = generate(random);
    return new KeyFile(path).create(keyring.entries()) ? keyring : load(path);
  }

  /**
   * Returns the file's keys.
   *
   * @throws KeyringException if the file is missing, cannot be read, is accessible to others, or is
   *     malformed
   */
  public static Keyring load(Path path) {
    var file = new KeyFile(path);
    return of(file, file.read());
  }

  /**
   * Returns the keys in a text with the format of the file.
   *
   * @param origin the text's origin, for the message if it is malformed
   */
  static Keyring parse(String text, Path origin) {
    var file = new KeyFile(origin);
    return of(file, file.parse(text));
  }

  private static Keyring of(KeyFile file, SequencedMap<String, String> entries) {
    var envelopes = new TreeMap<Integer, RootKey>();
    for (String name : entries.keySet()) {
      var version = VERSION_NAME.matcher(name);
      if (version.matches()) {
        envelopes.put(Integer.valueOf(version.group(1)), keyOf(file, entries, name));
      } else if (!OTHER_NAMES.contains(name)) {
        throw KeyringException.malformed(file.path(), "`" + name + "` is not a valid name");
      }
    }
    return new Keyring(
        envelopes,
        currentOf(file, entries.get(CURRENT), envelopes),
        keyOf(file, entries, FINGERPRINT),
        keyOf(file, entries, MAC));
  }

  private static RootKey keyOf(KeyFile file, Map<String, String> entries, String name) {
    return Optional.ofNullable(entries.get(name))
        .flatMap(RootKey::parse)
        .orElseThrow(() ->
            KeyringException.malformed(
                file.path(), "`" + name + "` must be the base64 of " + RootKey.LENGTH + " bytes"));
  }

  private static int currentOf(
      KeyFile file, @Nullable String current, Map<Integer, RootKey> envelopes) {
    for (int version : envelopes.keySet()) {
      if (Integer.toString(version).equals(current)) {
        return version;
      }
    }
    throw KeyringException.noCurrentVersion(file.path());
  }

  /**
   * Returns these keys and one more encryption key, which is the current one. {@link #save} the
   * keys before the new key encrypts anything.
   */
  public Keyring withNewEnvelopeKey(SecureRandom random) {
    int version = envelopes.lastKey() + 1;
    var more = new TreeMap<>(envelopes);
    more.put(version, RootKey.random(random));
    return new Keyring(more, version, fingerprint, mac);
  }

  /** Returns these keys with another encryption key as the current one. */
  Keyring withCurrent(int version) {
    if (!envelopes.containsKey(version)) {
      throw new IllegalArgumentException("there is no vault." + version);
    }
    return version == currentVersion ? this : new Keyring(envelopes, version, fingerprint, mac);
  }

  /** Returns these keys without an old one. */
  Keyring without(int version) {
    if (version == currentVersion || version >= newestVersion()) {
      throw new IllegalArgumentException("vault." + version + " is not an old key");
    }
    var fewer = new TreeMap<>(envelopes);
    fewer.remove(version);
    return new Keyring(fewer, currentVersion, fingerprint, mac);
  }

  /**
   * Returns these keys without the old ones that the database no longer knows. They were retired,
   * and the file is a copy that still has them. A key that is newer than those the database knows
   * is kept.
   *
   * @param check the check value in the database
   */
  Keyring knownBy(String check) {
    Set<String> known = KeyCheck.names(check);
    int newestKnown =
        envelopes.keySet().stream()
            .filter(version -> known.contains(VERSION + version))
            .max(Integer::compare)
            .orElse(0);
    var kept = new TreeMap<>(envelopes);
    kept.keySet().removeIf(version -> version < newestKnown && !known.contains(VERSION + version));
    return new Keyring(
        kept, kept.containsKey(currentVersion) ? currentVersion : newestKnown, fingerprint, mac);
  }

  /** Returns the versions of all encryption keys, from the oldest to the newest. */
  public List<Integer> versions() {
    return List.copyOf(envelopes.keySet());
  }

  boolean has(int version) {
    return envelopes.containsKey(version);
  }

  /**
   * Returns the version of the newest encryption key. It is the current one unless a rotation is in
   * progress.
   */
  public int newestVersion() {
    return envelopes.lastKey();
  }

  /** Returns whether these are exactly the keys of a check value. */
  boolean matches(String check) {
    return checkValue().equals(check);
  }

  /**
   * Replaces the file, durably, with one that has these keys and mode 0600. A crash leaves the old
   * file or the new one.
   *
   * @throws KeyringException if it cannot be written
   */
  public void save(Path path) {
    new KeyFile(path).replace(entries());
  }

  /** Returns the text of the file: the keys themselves. */
  String text() {
    return KeyFile.render(entries());
  }

  private SequencedMap<String, String> entries() {
    var entries = new LinkedHashMap<String, String>();
    envelopes.forEach((version, key) -> entries.put(VERSION + version, key.base64()));
    entries.put(CURRENT, Integer.toString(currentVersion));
    entries.put(FINGERPRINT, fingerprint.base64());
    entries.put(MAC, mac.base64());
    return entries;
  }

  /** Returns the version of the encryption key for new card numbers. */
  public int currentVersion() {
    return currentVersion;
  }

  Optional<RootKey> findEnvelope(int version) {
    return Optional.ofNullable(envelopes.get(version));
  }

  RootKey fingerprint() {
    return fingerprint;
  }

  /**
   * Returns the HMAC of one purpose. Keep it, because deriving its key takes longer than using it.
   */
  public Hmac hmac(Purpose purpose) {
    return mac.hmac(purpose.label());
  }

  /**
   * Returns the check value, which distinguishes these keys from others and reveals nothing, so
   * that the database can store it: `name:check` of every key, separated by spaces.
   */
  public String checkValue() {
    return KeyCheck.render(checks());
  }

  /**
   * Requires the keys in a check value. Keys that were added since it was stored are accepted;
   * store {@link #checkValue()} again in that case.
   *
   * @param stored the check value in the database
   * @throws KeyringException if a key that the database knows is missing here or differs
   */
  public void requireMatch(String stored) {
    KeyCheck.requireMatch(checks(), stored);
  }

  private SequencedMap<String, String> checks() {
    var checks = new LinkedHashMap<String, String>();
    envelopes.forEach((version, key) -> checks.put(VERSION + version, key.checkValue()));
    checks.put(FINGERPRINT, fingerprint.checkValue());
    checks.put(MAC, mac.checkValue());
    return checks;
  }

  @Override
  public String toString() {
    return "Keyring[" + checkValue() + ", current=" + currentVersion + "]";
  }
}
