package florin.bank.imports;

import florin.bank.imports.BankFile.Source;
import florin.bank.imports.BankStatement.Balances;
import florin.bank.imports.StatementImports.ImportAccounts.ImportAccount;
import florin.bank.statement.PackedFile;
import florin.bank.statement.StatementException;
import florin.bank.statement.StatementFormat;
import florin.bank.statement.StatementReader;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Id.BankFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Sha256;
import florin.db.GroupCommit;
import florin.vault.SecretSeal;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports bank statements. Florin reads, checks and stages a whole file, then makes it visible with
 * one commit. A rejected or interrupted file leaves nothing visible.
 */
public final class StatementImports {
  /** The age after which a staged file belongs to a process that died. */
  static final Duration ABANDONED_AFTER = Duration.ofHours(1);

  static final int MAX_SWEPT = 10;

  private static final Logger LOG = LoggerFactory.getLogger(StatementImports.class);

  private final BankFileStore files;
  private final BankStatementStore statements;
  private final Staging.Outlets outlets;
  private final ImportCrashPoint probe;
  private final InstantSource clock;
  private volatile Optional<BankFile> lastSwept = Optional.empty();

  /** The accounts whose statements Florin imports. */
  public interface ImportAccounts {
    /** Returns the realm's account with this IBAN. */
    Optional<ImportAccount> find(Realm realm, Iban iban);

    /** Returns the realm's account with this id. */
    Optional<ImportAccount> find(Realm realm, ReceivingAccountId id);

    /**
     * An account for the import.
     *
     * @param format the only format that books entries: with two formats, the same money would be
     *     booked twice
     * @param takesUploads whether an API key may upload its statements
     */
    record ImportAccount(
        ReceivingAccountId id,
        Iban iban,
        Currency currency,
        StatementFormat format,
        boolean takesUploads) {}
  }

  /**
   * Receives each step of a statement import, so that drills can kill the process between any two
   * steps. In production it does nothing.
   */
  @FunctionalInterface
  public interface ImportCrashPoint {
    ImportCrashPoint NONE = _ -> {};

    void at(ImportStep step);

    /** The steps around which drills crash the process. */
    enum ImportStep {
      /** A whole file is staged and invisible. */
      STAGED,
      /** The file is visible, and no entry is matched. */
      SHOWN,
      /** An entry is about to be matched. */
      MATCHING,
      /** An entry is matched, and its payment has changed. */
      MATCHED
    }
  }

  /**
   * The result of an import.
   *
   * @param known whether all of it was imported before: then nothing changed
   * @param statements its statements. One that another file brought first names that file
   */
  public record ImportResult(BankFile file, boolean known, List<BankStatement> statements) {
    public ImportResult {
      statements = List.copyOf(statements);
    }
  }

  public StatementImports(
      BankFileStore files,
      BankStatementStore statements,
      GroupCommit commits,
      ImportAccounts accounts,
      SecretSeal seal,
      IdSource ids,
      ImportCrashPoint probe,
      InstantSource clock) {
    this.files = files;
    this.statements = statements;
    this.outlets = new Staging.Outlets(commits, statements, accounts, seal, ids);
    this.probe = probe;
    this.clock = clock;
  }

  /**
   * Imports a file.
   *
   * @throws Refusal if something is wrong with the file
   * @throws UncheckedIOException if it can't be read
   */
  public ImportResult take(Realm realm, Source source, Path path) {
    return take(realm, source, path, Optional.empty());
  }

  /**
   * Imports a file for one account.
   *
   * @param only the account that the file may belong to. A statement that names the account by its
   *     domestic number, instead of the IBAN, belongs to this account if the IBAN ends with that
   *     number
   */
  public ImportResult take(
      Realm realm, Source source, Path path, Optional<ReceivingAccountId> only) {
    Optional<ImportAccount> expected =
        only.map(
            id -> outlets.accounts().find(realm, id).orElseThrow(StatementRefusals::noAccount));
    try {
      StatementFormat format = detect(path);
      var file =
          new BankFile(
              realm,
              new BankFileId(outlets.ids().next()),
              hash(path),
              source,
              Files.size(path),
              clock.instant());
      Optional<BankFile> same = files.findBooked(realm, file.hash());
      List<BankStatement> booked =
          same.map(it -> statements.listOf(realm, it.id())).orElse(List.of());
      // If the file brought nothing new, its statements belong to other files, and only its text
      // tells which.
      return booked.isEmpty()
          ? takeNew(file, format, path, expected)
          : known(same.orElseThrow(), booked, expected);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static ImportResult known(
      BankFile file, List<BankStatement> booked, Optional<ImportAccount> expected) {
    if (expected.isPresent()
        && booked.stream().anyMatch(it -> !it.account().equals(expected.get().id()))) {
      throw StatementRefusals.otherAccount();
    }
    return new ImportResult(file, true, booked);
  }

  private ImportResult takeNew(
      BankFile file, StatementFormat format, Path path, Optional<ImportAccount> expected)
      throws IOException {
    files.begin(file);
    boolean taken = false;
    var staging = new Staging(outlets, file, format, expected);
    try {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
        StatementReader.read(in, format, expected.map(ImportAccount::iban), staging);
      } catch (StatementException wrong) {
        throw StatementRefusals.unreadable(wrong);
      }
      requireTakeable(file, staging.statements());
      probe.at(ImportCrashPoint.ImportStep.STAGED);
      taken = files.show(file, clock.instant());
    } finally {
      if (!taken) {
        files.discard(file.realm(), file.id());
      }
    }
    probe.at(ImportCrashPoint.ImportStep.SHOWN);
    BankFile booked = files.findBooked(file.realm(), file.hash()).orElse(file);
    List<BankStatement> there =
        staging.statements().stream()
            .map(statements::findSame)
            .flatMap(Optional::stream)
            .distinct()
            .toList();
    boolean isKnown = there.stream().noneMatch(it -> it.file().equals(file.id()));
    return new ImportResult(booked, isKnown, there);
  }

  private void requireTakeable(BankFile file, List<BankStatement> read) {
    boolean isUnproven = file.source() == Source.API && file.realm().isLive();
    Map<ReceivingAccountId, Optional<BankStatement>> last = new HashMap<>();
    for (BankStatement statement : read) {
      Optional<BankStatement> same = statements.findSame(statement);
      if (same.isPresent()) {
        if (!statement.saysTheSameAs(same.get())) {
          throw StatementRefusals.changed();
        }
      } else if (isUnproven) {
        last.computeIfAbsent(
                statement.account(), account -> statements.findLatest(file.realm(), account))
            .ifPresent(before -> requireGoingOn(before, statement));
        if (statement.balances().isEmpty()) {
          throw StatementRefusals.withoutBalances();
        }
        last.put(statement.account(), Optional.of(statement));
      }
    }
    if (files.contradictsStatement(file)) {
      throw StatementRefusals.contradictsStatement();
    }
  }

  /**
   * Requires that an upload with an API key continues from the last balance and the last day. A
   * stolen key must not add invented money to the bank's reports.
   */
  private static void requireGoingOn(BankStatement before, BankStatement statement) {
    boolean isNext =
        statement.balances().map(Balances::opening).equals(before.balances().map(Balances::closing))
            && !statement.statedOn().isBefore(before.statedOn());
    if (statement.balances().isPresent() && !isNext) {
      throw StatementRefusals.doesNotContinue();
    }
  }

  /**
   * Checks the database.
   *
   * @throws florin.db.DatabaseUnavailableException if it can't respond at all
   */
  void requireDatabase() {
    files.requireDatabase();
  }

  /** Returns how the file of a statement arrived. */
  public Optional<Source> findSource(BankStatement statement) {
    return files.find(statement.realm(), statement.file()).map(BankFile::source);
  }

  /** Returns the closing balance of an account's last statement; zero if there is none. */
  public long lastBalance(Realm realm, ReceivingAccountId account) {
    return statements
        .findLatest(realm, account)
        .flatMap(BankStatement::balances)
        .map(Balances::closing)
        .orElse(0L);
  }

  /**
   * Deletes what dead processes had staged. If a file can't be deleted, later files come first,
   * then Florin retries it.
   *
   * @return true if it deleted some and there may be more
   */
  public boolean sweep() {
    List<BankFile> left =
        files.listLeft(clock.instant().minus(ABANDONED_AFTER), lastSwept, MAX_SWEPT);
    boolean isFull = left.size() == MAX_SWEPT;
    boolean hasDeleted = false;
    lastSwept = isFull ? Optional.of(left.getLast()) : Optional.empty();
    for (BankFile file : left) {
      try {
        LOG.info("{} was never read to its end, and is forgotten", file.id());
        files.discard(file.realm(), file.id());
        hasDeleted = true;
      } catch (RuntimeException failed) {
        LOG.warn("{} could not be deleted and will be tried again", file.id(), failed);
      }
    }
    return isFull && hasDeleted;
  }

  private static StatementFormat detect(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] first = in.readNBytes(StatementFormat.DETECT_BYTES);
      return StatementFormat.detect(first)
          .orElseThrow(() ->
              PackedFile.detect(first)
                  .map(StatementRefusals::packed)
                  .orElseGet(StatementRefusals::noFormat));
    }
  }

  private static String hash(Path path) throws IOException {
    MessageDigest digest = Sha256.begin();
    var buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(path)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
