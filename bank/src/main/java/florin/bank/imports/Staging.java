package florin.bank.imports;

import florin.bank.NearReferences;
import florin.bank.imports.BankEntry.EntryPlace;
import florin.bank.imports.BankEntry.Said;
import florin.bank.imports.BankEntry.SealedIban;
import florin.bank.imports.BankStatement.Balances;
import florin.bank.imports.BankStatement.Bookings;
import florin.bank.imports.StatementImports.ImportAccounts;
import florin.bank.imports.StatementImports.ImportAccounts.ImportAccount;
import florin.bank.statement.Balance;
import florin.bank.statement.StatementEntry;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementFormat;
import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementSpan;
import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.vault.CardNumberScan;
import florin.vault.SecretSeal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Stages the content of one file while it is read, in bounded parts, under statements that are
 * invisible.
 */
final class Staging implements StatementSink {
  /** The entries in one commit, which payments share. */
  private static final int PART = 64;

  /** The limit of a payer's message, as lists show it. A name has its own limit. */
  static final int MAX_MESSAGE = 500;

  private static final int MAX_NAME = 140;

  private final Outlets outlets;
  private final BankFile file;
  private final StatementFormat format;
  private final Optional<ImportAccount> only;
  private final List<BankStatement> statements = new ArrayList<>();
  private final List<Write> part = new ArrayList<>();
  private @Nullable BankStatement current;
  private @Nullable ImportAccount account;
  private Optional<LocalDate> first = Optional.empty();
  private int entries;
  private long credits;
  private long debits;

  /** The stores and services to which the import writes. */
  record Outlets(
      GroupCommit commits,
      BankStatementStore statements,
      ImportAccounts accounts,
      SecretSeal seal,
      IdSource ids) {}

  /**
   * Creates the staging of a file.
   *
   * @param only the account that the file may belong to
   */
  Staging(Outlets outlets, BankFile file, StatementFormat format, Optional<ImportAccount> only) {
    this.outlets = outlets;
    this.only = only;
    this.file = file;
    this.format = format;
  }

  /** Returns the file's statements, once it is read to the end. */
  List<BankStatement> statements() {
    return List.copyOf(statements);
  }

  /**
   * Begins a statement.
   *
   * @throws Refusal if no account has the number, or the account books from another format
   */
  @Override
  public void head(StatementHead head) {
    ImportAccount found =
        outlets
            .accounts()
            .find(file.realm(), head.account())
            .orElseThrow(() -> StatementRefusals.unknownAccount(head.account()));
    if (only.filter(account -> !account.id().equals(found.id())).isPresent()) {
      throw StatementRefusals.otherAccount();
    }
    boolean isSimulated = file.source() == BankFile.Source.SIMULATOR; // it has one format
    if (found.format() != format && !isNotice(found) && !isSimulated) {
      throw StatementRefusals.otherFormat(found.format());
    }
    if (isByKey() && !found.takesUploads()) {
      throw StatementRefusals.uploadsOff();
    }
    head.currency()
        .or(() -> head.opening().map(balance -> balance.amount().currency()))
        .filter(currency -> !currency.equals(found.currency()))
        .ifPresent(_ -> {
          throw StatementRefusals.otherCurrency();
        });
    var statement =
        new BankStatement(
            file.realm(),
            new BankStatementId(outlets.ids().next()),
            file.id(),
            found.id(),
            BankStatement.Status.STAGED,
            format,
            masked(head.id()),
            head.sequence().map(OptionalLong::of).orElse(OptionalLong.empty()),
            found.currency(),
            head.opening().map(Balance::minor).map(opening -> new Balances(opening, opening)),
            head.span()
                .map(StatementSpan::to)
                .or(head::created)
                .orElseGet(() -> file.created().atOffset(ZoneOffset.UTC).toLocalDate()),
            new Bookings(0, 0, 0, 0),
            false,
            false,
            file.created());
    commit(List.of(BankStatementStore.insert(statement)));
    current = statement;
    account = found;
    first = Optional.empty();
    entries = 0;
    credits = 0;
    debits = 0;
  }

  private boolean isByKey() {
    return file.source() == BankFile.Source.API;
  }

  /**
   * Returns whether this is a camt.054 next to a camt.053: it books only what the later statement
   * repeats.
   */
  private boolean isNotice(ImportAccount of) {
    return format == StatementFormat.CAMT_054 && of.format() == StatementFormat.CAMT_053;
  }

  @Override
  public void entry(StatementEntry entry) {
    BankStatement statement = Objects.requireNonNull(current);
    if (!entry.booked()
        || entry.amount().isZero()
        || (isNotice(Objects.requireNonNull(account)) && entry.bankReference().isEmpty())) {
      return;
    }
    if (!entry.amount().currency().equals(statement.currency())) {
      throw StatementRefusals.otherCurrency();
    }
    boolean isWhole =
        entry.details().size() == 1
            || entry.details().stream().anyMatch(it -> amount(entry, it).isEmpty());
    if (isWhole) {
      add(statement, entry, 1, entry.amount(), whole(entry));
    } else {
      int detail = 0;
      for (EntryDetail transaction : entry.details()) {
        detail++;
        add(
            statement,
            entry,
            detail,
            amount(entry, transaction).orElseThrow(),
            new Remittance(List.of(transaction), FoundReferences.in(List.of(transaction))));
      }
    }
  }

  /** The remittance of an amount: its transactions, and the references that count for it. */
  private record Remittance(List<EntryDetail> transactions, FoundReferences references) {}

  /**
   * Returns the remittance of a whole entry. If a transaction is only a part of it and the rest is
   * unknown, its reference does not count.
   */
  private static Remittance whole(StatementEntry entry) {
    List<EntryDetail> details = entry.details();
    boolean isMore =
        details.size() == 1
            && details.getFirst().amount().filter(part -> isLess(part, entry)).isPresent();
    return new Remittance(details, isMore ? FoundReferences.NONE : FoundReferences.shared(details));
  }

  private static boolean isLess(Money part, StatementEntry entry) {
    return part.currency().equals(entry.amount().currency()) && entry.amount().isMoreThan(part);
  }

  private static Optional<Money> amount(StatementEntry entry, EntryDetail transaction) {
    return entry.amountOf(transaction).filter(amount -> !amount.isZero());
  }

  private void add(
      BankStatement statement,
      StatementEntry entry,
      int detail,
      Money amount,
      Remittance remittance) {
    var id = new BankEntryId(outlets.ids().next());
    var read =
        new BankEntry(
            file.realm(),
            id,
            statement.account(),
            statement.id(),
            new EntryPlace(entry.ordinal(), detail),
            1,
            BankEntry.Status.NEW,
            amount,
            !entry.credit(),
            entry.reversal(),
            entry.bookingDate(),
            entry.bankReference().map(this::masked),
            entry.amount(),
            false,
            said(id, remittance));
    if (first.filter(day -> !entry.bookingDate().isBefore(day)).isEmpty()) {
      first = Optional.of(entry.bookingDate());
    }
    entries++;
    if (entry.credit()) {
      credits = Math.addExact(credits, amount.minor());
    } else {
      debits = Math.addExact(debits, amount.minor());
    }
    part.add(BankEntryStore.insert(read));
    if (part.size() == PART) {
      flush();
    }
  }

  private Said said(BankEntryId id, Remittance remittance) {
    EntryDetail first = remittance.transactions().getFirst();
    Optional<Counterparty> party = first.counterparty();
    return new Said(
        remittance.references(),
        first.endToEndId().map(text -> kept(text, MAX_NAME)),
        Optional.of(kept(first.text(), MAX_MESSAGE)).filter(text -> !text.isBlank()),
        party.flatMap(Counterparty::name).map(name -> kept(name, MAX_NAME)),
        party
            .flatMap(Counterparty::iban)
            .map(iban ->
                new SealedIban(
                    outlets.seal().seal(file.realm(), id.uuid(), iban.text()), iban.last4())),
        first.returnReason().map(text -> kept(text, MAX_NAME)));
  }

  /** Masks a card number in a bank reference, and keeps different references distinct. */
  private String masked(String name) {
    return CardNumberScan.finds(name)
        ? CardNumberScan.masked(name) + " " + outlets.seal().mark(file.realm(), name)
        : name;
  }

  /**
   * Masks card numbers in a payer's text, because Florin never stores them in the clear. The digits
   * of a mistyped reference aren't a card number, even if they look like one by chance.
   */
  private static String kept(String text, int most) {
    String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
    String safe =
        CardNumberScan.finds(NearReferences.replaced(plain)) ? CardNumberScan.masked(plain) : plain;
    int end = safe.offsetByCodePoints(0, Math.min(most, safe.codePointCount(0, safe.length())));
    return safe.substring(0, end);
  }

  @Override
  public void end(StatementEnd end) {
    flush();
    BankStatement begun = Objects.requireNonNull(current);
    var read =
        new BankStatement(
            begun.realm(),
            begun.id(),
            begun.file(),
            begun.account(),
            begun.status(),
            begun.format(),
            name(begun, end),
            begun.number(),
            begun.currency(),
            begun
                .balances()
                .map(balances ->
                    new Balances(
                        balances.opening(),
                        end.closing().map(Balance::minor).orElse(balances.opening()))),
            end.day().orElse(begun.statedOn()),
            new Bookings(entries, 0, credits, debits),
            false,
            false,
            begun.created());
    outlets.statements().end(read, first);
    statements.add(read);
    current = null;
  }

  /**
   * Returns the bank reference. An MT940 without a number is identified only by its two balances.
   */
  private static String name(BankStatement begun, StatementEnd end) {
    return begun.format() == StatementFormat.MT940 && begun.number().isEmpty()
        ? begun.bankReference()
            + end.day().map(day -> " " + day).orElse("")
            + end.closing().map(closing -> " " + closing.minor()).orElse("")
        : begun.bankReference();
  }

  private void flush() {
    if (!part.isEmpty()) {
      commit(part);
      part.clear();
    }
  }

  private void commit(List<Write> writes) {
    CommitResult result = outlets.commits().commit(new Changeset(writes));
    if (!(result instanceof CommitResult.Committed)) {
      throw new IllegalStateException("the database refused what a statement says: " + result);
    }
  }
}
