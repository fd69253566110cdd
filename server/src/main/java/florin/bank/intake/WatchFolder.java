package florin.bank.intake;

import florin.bank.intake.BankFile.Source;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import florin.core.Refusal;
import florin.job.Fitness;
import florin.job.Loop;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes statements out of a folder that an operator's program puts them into: a subfolder for each
 * receiving account, of the name of its id. A file that was taken goes to `done`, one that is wrong
 * to `failed`, with the reason in a file beside it. One that is still written to is left alone: it
 * is taken when it is the same as a round before. Whoever renames a file into the folder is right
 * as well.
 */
public final class WatchFolder implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(2);

  /** Of a subfolder, in one round; and subfolders. */
  static final int MAX_FILES = 100;

  static final int MAX_ACCOUNTS = 1_000;

  private static final String DONE = "done";
  private static final String FAILED = "failed";
  private static final String REASON = ".reason.txt";

  private static final Logger LOG = LoggerFactory.getLogger(WatchFolder.class);

  private final Path folder;
  private final Function<ReceivingAccountId, Optional<Realm>> realms;
  private final Intake intake;
  private final Runnable onTaken;
  private Map<Path, Seen> before = Map.of();
  private final Loop loop;

  /** How a file was a round before. */
  private record Seen(long size, FileTime changed) {}

  /**
   * @param realms whose an account is
   * @param onTaken run when there is something to be matched
   */
  public WatchFolder(
      Path folder,
      Function<ReceivingAccountId, Optional<Realm>> realms,
      Intake intake,
      Runnable onTaken,
      Fitness fitness) {
    this.folder = folder;
    this.realms = realms;
    this.intake = intake;
    this.onTaken = onTaken;
    this.loop = Loop.ofWork("bank-folder", PAUSE, fitness, this::round);
  }

  @Override
  public void close() {
    loop.close();
  }

  /** An account of which files were refused and are still there. */
  public record FailedFiles(Realm realm, ReceivingAccountId account) {}

  /** Until somebody has taken the files out of `failed`. */
  public List<FailedFiles> listFailed() {
    return listFailed(folder, realms);
  }

  static List<FailedFiles> listFailed(
      Path folder, Function<ReceivingAccountId, Optional<Realm>> realms) {
    var failed = new ArrayList<FailedFiles>();
    try {
      for (Map.Entry<ReceivingAccountId, Path> of : accounts(folder).entrySet()) {
        Path refused = of.getValue().resolve(FAILED);
        if (Files.isDirectory(refused, LinkOption.NOFOLLOW_LINKS)
            && list(refused, MAX_FILES).stream().anyMatch(WatchFolder::isGiven)) {
          realms
              .apply(of.getKey())
              .ifPresent(realm -> failed.add(new FailedFiles(realm, of.getKey())));
        }
      }
    } catch (IOException unreadable) {
      LOG.warn("the folder of bank statements cannot be read", unreadable);
    }
    return List.copyOf(failed);
  }

  private static boolean isGiven(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith(".") && !name.endsWith(REASON);
  }

  /** The subfolders, by the accounts that they are of. */
  private static Map<ReceivingAccountId, Path> accounts(Path folder) throws IOException {
    var accounts = new LinkedHashMap<ReceivingAccountId, Path>();
    for (Path account : list(folder, MAX_ACCOUNTS)) {
      Optional<ReceivingAccountId> id =
          ReceivingAccountId.KIND.parse(account.getFileName().toString());
      if (id.isPresent() && Files.isDirectory(account, LinkOption.NOFOLLOW_LINKS)) {
        accounts.put(id.get(), account);
      }
    }
    return accounts;
  }

  private boolean round() throws IOException {
    var now = new HashMap<Path, Seen>();
    for (Map.Entry<ReceivingAccountId, Path> of : accounts(folder).entrySet()) {
      for (Path file : list(of.getValue(), MAX_FILES)) {
        look(file, of.getKey(), now);
      }
    }
    before = now;
    return false;
  }

  private void look(Path file, ReceivingAccountId account, Map<Path, Seen> now) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || file.getFileName().toString().startsWith(".")) {
      return;
    }
    try {
      var seen = new Seen(Files.size(file), Files.getLastModifiedTime(file));
      if (seen.equals(before.get(file))) {
        take(file, account);
      } else {
        now.put(file, seen);
      }
    } catch (NoSuchFileException gone) {
      LOG.debug("{} is gone: another node has taken it", gone.getFile());
    }
  }

  /** What fails for another reason than the file's stays, and is tried again. */
  private void take(Path file, ReceivingAccountId account) throws IOException {
    Optional<Realm> realm = realms.apply(account);
    if (realm.isEmpty()) {
      move(file, FAILED, Optional.of("There is no receiving account of the folder's name."));
      return;
    }
    try {
      IntakeResult taken = intake.take(realm.get(), Source.FOLDER, file, Optional.of(account));
      LOG.info(
          "{} statements were taken from the folder of {}{}",
          taken.statements().size(),
          account,
          taken.known() ? ", which had been taken before" : "");
      move(file, DONE, Optional.empty());
      onTaken.run();
    } catch (Refusal refusal) {
      move(file, FAILED, Optional.of(refusal.problem().message()));
    }
  }

  private static void move(Path file, String to, Optional<String> reason) throws IOException {
    Path target = Files.createDirectories(file.resolveSibling(to));
    String name = file.getFileName().toString();
    for (int i = 0; ; i++) {
      Path moved = target.resolve(i == 0 ? name : i + "-" + name);
      try {
        if (reason.isPresent()) {
          Files.writeString(
              Files.createFile(target.resolve(moved.getFileName() + REASON)), reason.get() + "\n");
        }
        if (!Files.exists(moved)) {
          Files.move(file, moved);
          return;
        }
      } catch (FileAlreadyExistsException another) {
        LOG.debug("there is a {} already", another.getFile());
      }
    }
  }

  private static List<Path> list(Path folder, int most) throws IOException {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path path : all) {
        if (found.size() < most) {
          found.add(path);
        }
      }
    }
    found.sort(null);
    return found;
  }
}
