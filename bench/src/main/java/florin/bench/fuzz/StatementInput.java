package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.bank.statement.Balance;
import florin.bank.statement.StatementBounds;
import florin.bank.statement.StatementEntry;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementException;
import florin.bank.statement.StatementFormat;
import florin.bank.statement.StatementReader;
import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads a bank's file twice: as a whole and byte by byte. */
final class StatementInput implements InputReader {
  private static final int MAX_MESSAGE = 400;
  private static final int MAX_PLACE = 200;

  private final boolean isXml;

  private StatementInput(boolean isXml) {
    this.isXml = isXml;
  }

  static StatementInput camt() {
    return new StatementInput(true);
  }

  static StatementInput mt940() {
    return new StatementInput(false);
  }

  @Override
  public boolean read(byte[] input) throws IOException {
    StatementFormat format = format(input);
    FileReading whole = reading(new ByteArrayInputStream(input), format);
    FileReading pieces = reading(new Dribble(input), format);
    require(
        whole.refused() == pieces.refused()
            && (whole.refused() || whole.told().equals(pieces.told())),
        "splitting the file changes the result");
    return !whole.refused();
  }

  /**
   * The result of reading a file. How the file is split may change which fault is reported first
   * and where, but not whether the file is rejected.
   */
  private record FileReading(List<Object> told, boolean refused) {}

  private StatementFormat format(byte[] input) {
    StatementFormat unknown = isXml ? StatementFormat.CAMT_053 : StatementFormat.MT940;
    return StatementFormat.detect(input)
        .filter(it -> isXml == (it != StatementFormat.MT940))
        .orElse(unknown);
  }

  private static FileReading reading(InputStream file, StatementFormat format) throws IOException {
    var sink = new Looking(format);
    try {
      StatementReader.read(file, format, sink);
      require(sink.head == null, "a statement has no end");
      return new FileReading(sink.told, false);
    } catch (StatementException refused) {
      String message = Objects.requireNonNull(refused.getMessage());
      require(
          message.length() <= MAX_MESSAGE && !message.isBlank(), "a message is too long or empty");
      require(
          refused.place().startsWith("line ") && refused.place().length() <= MAX_PLACE,
          "the error has no valid line");
      Storable.checkText(message);
      return new FileReading(sink.told, true);
    }
  }

  /** Checks and records everything that the reader passes on. */
  private static final class Looking implements StatementSink {
    private final StatementFormat format;
    private final List<Object> told = new ArrayList<>();
    private @Nullable StatementHead head;
    private int entries;
    private long credits;
    private long debits;

    Looking(StatementFormat format) {
      this.format = format;
    }

    @Override
    public void head(StatementHead now) {
      require(head == null, "a statement within a statement");
      Storable.eachText(now, Looking::checkText);
      head = now;
      entries = 0;
      credits = 0;
      debits = 0;
      told.add(now);
    }

    @Override
    public void entry(StatementEntry entry) {
      require(head != null, "an entry outside a statement");
      entries++;
      require(entry.ordinal() == entries, "an entry is missing");
      require(
          entry.details().size() <= StatementBounds.MAX_DETAILS, "more details than the maximum");
      Storable.eachText(entry, Looking::checkText);
      if (entry.booked() && entry.credit()) {
        credits += entry.amount().minor();
      } else if (entry.booked()) {
        debits += entry.amount().minor();
      }
      for (EntryDetail detail : entry.details()) {
        entry
            .amountOf(detail)
            .ifPresent(part ->
                require(!part.isMoreThan(entry.amount()), "a detail's amount exceeds its entry's"));
      }
      told.add(entry);
    }

    @Override
    public void end(StatementEnd end) {
      StatementHead begun = head;
      if (begun == null) {
        throw new FuzzFinding("an end without a statement");
      }
      require(end.entries() == entries, "an end has a wrong number of entries");
      if (begun.opening().isPresent() && end.closing().isPresent()) {
        Balance opening = begun.opening().get();
        Balance closing = end.closing().get();
        require(
            opening.minor() + credits - debits == closing.minor(),
            "a statement that doesn't add up is accepted");
        require(opening.amount().currency().equals(closing.amount().currency()), "two currencies");
      } else {
        require(format == StatementFormat.CAMT_054, "a statement without balances is accepted");
      }
      end.booked()
          .ifPresent(booked ->
              require(
                  booked.credits().minor() == credits && booked.debits().minor() == debits,
                  "a turnover differs from the sum of the entries"));
      told.add(end);
      head = null;
    }

    private static void checkText(String text) {
      Storable.checkText(text);
      require(text.length() <= StatementBounds.MAX_TEXT_CHARS, "a text is too long");
    }
  }

  /** A stream that returns one byte at a time. */
  private static final class Dribble extends ByteArrayInputStream {
    Dribble(byte[] file) {
      super(file);
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(length, 1));
    }
  }
}
