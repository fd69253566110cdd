package florin.bank.imports;

import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subfolders of a {@link WatchFolder}, one for each receiving account. A fault of one file
 * stays that file's: it is left where it is, an alert names its account, and the next file is
 * imported.
 */
final class AccountFolders {
  /** The most files that a round reads from a subfolder. */
  static final int MAX_FILES = 100;

  static final int MAX_ACCOUNTS = 1_000;

  /** A rejected file that changed more recently may still be uploaded. */
  static final Duration STILL_WRITTEN = Duration.ofMinutes(1);

  /** Pause before Florin tries again a file that it could not read or move. */
  static final Duration PAUSE_AFTER_FAULT = Duration.ofMinutes(1);

  static final String DONE = "done";
  static final String FAILED = "failed";
  static final String REASON = ".reason.txt";

  /** With the reason's ending and a number before it, a name has at most 255 bytes. */
  private static final int MAX_NAME_BYTES = 230;

  private static final int MAX_SAME_NAMES = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(AccountFolders.class);

  private final Path folder;
  private final Function<ReceivingAccountId, Optional<Realm>> realms;
  private final StatementImport statements;
  private final Runnable databaseCheck;
  private final InstantSource clock;
  private Map<Path, Known> before = Map.of();
  private volatile Map<Path, ReceivingAccountId> stuck = Map.of();

  /** Imports a file for its account. */
  @FunctionalInterface
  interface StatementImport {
    /**
     * @throws Refusal if something is wrong with the file
     */
    void take(Realm realm, ReceivingAccountId account, Path file);
  }

  private record Seen(long size, FileTime changed) {
    static Seen of(Path file) throws IOException {
      return new Seen(Files.size(file), Files.getLastModifiedTime(file));
    }
  }

  /** The destination of a file after Florin has read it. */
  private record Aside(String folder, Optional<String> reason) {}

  /**
   * A file as it was in the last round.
   *
   * @param since when Florin first saw it in this state
   * @param due Florin ignores it until this time unless it changes
   * @param aside its destination, if Florin has read it
   */
  private record Known(
      Seen seen, Instant since, Instant due, Optional<Aside> aside, boolean isStuck) {
    static Known first(Seen seen, Instant now) {
      return new Known(seen, now, now, Optional.empty(), false);
    }

    Known waiting(Optional<Aside> next, Instant until, boolean withFault) {
      return new Known(seen, since, until, next, withFault);
    }
  }

  /**
   * Creates the importer.
   *
   * @param databaseCheck throws if the database can't respond at all
   */
  AccountFolders(
      Path folder,
      Function<ReceivingAccountId, Optional<Realm>> realms,
      StatementImport statements,
      Runnable databaseCheck,
      InstantSource clock) {
    this.folder = folder;
    this.realms = realms;
    this.statements = statements;
    this.databaseCheck = databaseCheck;
    this.clock = clock;
  }

  /** Returns the accounts with files that a person must check. */
  Set<ReceivingAccountId> listRefused() {
    var refused = new LinkedHashSet<>(stuck.values());
    try {
      for (Path account : listAccounts()) {
        if (hasFailed(account)) {
          refused.add(idOf(account).orElseThrow());
        }
      }
    } catch (IOException unreadable) {
      LOG.warn("the folder of bank statements cannot be read", unreadable);
    }
    return refused;
  }

  private static boolean hasFailed(Path account) {
    Path failed = account.resolve(FAILED);
    try {
      return Files.isDirectory(failed, LinkOption.NOFOLLOW_LINKS)
          && !list(failed, 1, file -> isVisible(file) && !nameOf(file).endsWith(REASON)).isEmpty();
    } catch (IOException unreadable) {
      return true;
    }
  }

  /** Imports complete files and moves them to their destinations. */
  void round() throws IOException {
    var round = new Round();
    for (Path account : listAccounts()) {
      round.look(account);
    }
    before = round.now;
    stuck = round.stuck;
  }

  /** The next state of all files. */
  private final class Round {
    private final Map<Path, Known> now = new HashMap<>();
    private final Map<Path, ReceivingAccountId> stuck = new HashMap<>();

    void look(Path account) {
      ReceivingAccountId id = idOf(account).orElseThrow();
      if (!Files.isDirectory(account, LinkOption.NOFOLLOW_LINKS)) {
        stick(account, id, "it is no folder");
        return;
      }
      try {
        clearName(account.resolve(DONE));
        clearName(account.resolve(FAILED));
        for (Path file : list(account, MAX_FILES, this::isWorkable)) {
          look(file, id);
        }
        for (Path other : list(account, MAX_FILES, it -> isVisible(it) && !isFile(it))) {
          stick(other, id, "it is no file");
        }
      } catch (IOException unreadable) {
        stick(account, id, unreadable.toString());
      }
    }

    /** Returns whether a file is worth a try; waiting files must not use the limit of others. */
    private boolean isWorkable(Path file) {
      if (!isVisible(file) || !isFile(file)) {
        return false;
      }
      Known known = before.get(file);
      if (known == null || !known.isStuck() || !clock.instant().isBefore(known.due())) {
        return true;
      }
      now.put(file, known);
      stuck.put(file, idOf(Objects.requireNonNull(file.getParent())).orElseThrow());
      return false;
    }

    private void look(Path file, ReceivingAccountId account) {
      try {
        Seen seen = Seen.of(file);
        Known known = before.get(file);
        if (known == null || !known.seen().equals(seen)) {
          now.put(file, Known.first(seen, clock.instant()));
        } else if (clock.instant().isBefore(known.due())) {
          now.put(file, known);
        } else {
          handle(file, account, known);
        }
      } catch (NoSuchFileException gone) {
        LOG.debug("{} is gone: another node has taken it", gone.getFile());
      } catch (IOException fault) {
        stick(file, account, fault.toString());
      }
    }

    private void handle(Path file, ReceivingAccountId account, Known known) throws IOException {
      Optional<Aside> aside = known.aside();
      try {
        Aside next = aside.isPresent() ? aside.get() : read(file, account);
        aside = Optional.of(next);
        Instant complete = known.since().plus(STILL_WRITTEN);
        if (next.folder().equals(FAILED) && clock.instant().isBefore(complete)) {
          now.put(file, known.waiting(aside, complete, false));
        } else if (Seen.of(file).equals(known.seen())) {
          move(file, next);
        } else {
          now.put(file, Known.first(Seen.of(file), clock.instant()));
        }
      } catch (NoSuchFileException gone) {
        throw gone;
      } catch (IOException | RuntimeException fault) {
        if (fault instanceof DatabaseUnavailableException
            || fault instanceof CommitUnknownException) {
          databaseCheck.run(); // if it throws, no file is at fault
        }
        stick(file, account, fault.toString());
        now.put(file, known.waiting(aside, clock.instant().plus(PAUSE_AFTER_FAULT), true));
      }
    }

    private void stick(Path file, ReceivingAccountId account, String why) {
      stuck.put(file, account);
      if (!AccountFolders.this.stuck.containsKey(file)) {
        LOG.warn("an entry in the folder of {} cannot be imported: {}", account, why);
      }
    }
  }

  private Aside read(Path file, ReceivingAccountId account) {
    Optional<Realm> realm = realms.apply(account);
    if (realm.isEmpty()) {
      return new Aside(
          FAILED, Optional.of("There is no receiving account with the folder's name."));
    }
    try {
      statements.take(realm.get(), account, file);
      return new Aside(DONE, Optional.empty());
    } catch (Refusal refusal) {
      return new Aside(FAILED, Optional.of(refusal.problem().message()));
    }
  }

  /** Renames an entry that has the name of a folder Florin needs. */
  private static void clearName(Path name) throws IOException {
    if (Files.exists(name, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
      move(name, Objects.requireNonNull(name.getParent()), 1, Optional.empty());
    }
  }

  private static void move(Path file, Aside aside) throws IOException {
    Path target = Files.createDirectories(file.resolveSibling(aside.folder()));
    move(file, target, 0, aside.reason());
  }

  private static void move(Path file, Path target, int first, Optional<String> reason)
      throws IOException {
    String name = shortened(nameOf(file));
    for (int i = first; i < MAX_SAME_NAMES; i++) {
      Path moved = target.resolve(i == 0 ? name : i + "-" + name);
      Optional<Path> beside = reason.map(_ -> moved.resolveSibling(moved.getFileName() + REASON));
      try {
        if (beside.isPresent()) {
          Files.createFile(beside.get());
        }
      } catch (FileAlreadyExistsException another) {
        continue;
      }
      boolean isMoved = false;
      try {
        if (beside.isPresent()) {
          Files.writeString(beside.get(), reason.orElseThrow() + "\n");
        }
        Files.move(file, moved);
        isMoved = true;
        return;
      } catch (FileAlreadyExistsException another) {
        LOG.debug("there is a {} already", another.getFile());
      } finally {
        if (!isMoved && beside.isPresent()) {
          Files.deleteIfExists(beside.get());
        }
      }
    }
    throw new IOException("there are too many files of the same name");
  }

  private static String shortened(String name) {
    String cut = name;
    while (cut.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
    }
    return cut;
  }

  private List<Path> listAccounts() throws IOException {
    return list(folder, MAX_ACCOUNTS, path -> idOf(path).isPresent());
  }

  private static Optional<ReceivingAccountId> idOf(Path account) {
    return ReceivingAccountId.KIND.parse(nameOf(account));
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isVisible(Path path) {
    String name = nameOf(path);
    return !name.startsWith(".") && !name.equals(DONE) && !name.equals(FAILED);
  }

  private static String nameOf(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static List<Path> list(Path folder, int most, Predicate<Path> which) throws IOException {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path path : all) {
        if (found.size() < most && which.test(path)) {
          found.add(path);
        }
      }
    }
    found.sort(null);
    return found;
  }
}
