package florin.bank.statement;

import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A statement as the sink received it. */
record Told(StatementHead head, List<StatementEntry> entries, StatementEnd end) {
  static List<Told> of(byte[] file, StatementFormat format) throws StatementException {
    return of(new ByteArrayInputStream(file), format);
  }

  static List<Told> of(InputStream file, StatementFormat format) throws StatementException {
    var sink = new Collector();
    try {
      StatementReader.read(file, format, sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sink.all;
  }

  static List<Told> ofResource(String name, StatementFormat format) throws StatementException {
    return of(resource(name), format);
  }

  static byte[] resource(String name) {
    try (InputStream file = Told.class.getResourceAsStream("/florin/bank/" + name)) {
      if (file == null) {
        throw new IllegalArgumentException("no file " + name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks the order of the calls, which is part of the contract. */
  private static final class Collector implements StatementSink {
    private final List<Told> all = new ArrayList<>();
    private Optional<StatementHead> head = Optional.empty();
    private List<StatementEntry> entries = new ArrayList<>();

    @Override
    public void head(StatementHead now) {
      if (head.isPresent()) {
        throw new IllegalStateException("a head within a statement");
      }
      head = Optional.of(now);
    }

    @Override
    public void entry(StatementEntry entry) {
      if (head.isEmpty() || entry.ordinal() != entries.size() + 1) {
        throw new IllegalStateException("an entry out of order");
      }
      entries.add(entry);
    }

    @Override
    public void end(StatementEnd end) {
      all.add(new Told(head.orElseThrow(), List.copyOf(entries), end));
      head = Optional.empty();
      entries = new ArrayList<>();
    }
  }
}
