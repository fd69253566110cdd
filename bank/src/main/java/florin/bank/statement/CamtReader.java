package florin.bank.statement;

import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink;
import florin.core.Iban;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the statements of a camt.053 or camt.054 within any wrapper elements. */
final class CamtReader {
  private static final Pattern VERSION = Pattern.compile(".*camt[.]05[34][.]001[.]([0-9]{2})");
  private static final int FIRST_VERSION = 2;
  private static final int LAST_VERSION = 13;

  /** The most elements around the message: the document, and an envelope with a body. */
  private static final int MAX_WRAPPERS = 4;

  /** Messages of the same family, to tell a wrong file from a broken one. */
  private static final Set<String> OTHERS =
      Set.of("BkToCstmrAcctRpt", "BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn", "CstmrPmtStsRpt");

  private final XmlCursor xml;
  private final boolean balances;
  private final String message;
  private final String statement;
  private final Optional<Iban> expected;
  private final StatementSink sink;
  private int statements;

  CamtReader(XmlCursor xml, StatementFormat format, Optional<Iban> expected, StatementSink sink) {
    this.xml = xml;
    this.balances = format == StatementFormat.CAMT_053;
    this.message = balances ? "BkToCstmrStmt" : "BkToCstmrDbtCdtNtfctn";
    this.statement = balances ? "Stmt" : "Ntfctn";
    this.expected = expected;
    this.sink = sink;
  }

  void read() throws IOException, StatementException {
    look(0);
    if (statements == 0) {
      throw xml.fault(
          Kind.UNSUPPORTED,
          "The file has no statement. Expected a %s with %s in it."
              .formatted(balances ? "camt.053" : "camt.054", message));
    }
  }

  private void look(int parent) throws IOException, StatementException {
    while (xml.next(parent)) {
      if (xml.name().equals(message)) {
        checkVersion();
        message(xml.depth());
      } else if (OTHERS.contains(xml.name())) {
        throw xml.fault(
            Kind.UNSUPPORTED,
            "The file is a different message type. Expected a %s, with %s."
                .formatted(balances ? "camt.053" : "camt.054", message));
      } else if (xml.depth() < MAX_WRAPPERS) {
        look(xml.depth());
      }
    }
  }

  private void checkVersion() throws StatementException {
    Matcher version = VERSION.matcher(xml.namespace());
    if (!version.matches()
        || Integer.parseInt(version.group(1)) < FIRST_VERSION
        || Integer.parseInt(version.group(1)) > LAST_VERSION) {
      throw xml.fault(
          Kind.UNSUPPORTED,
          "The message's version is not supported. Expected %s.001.%02d to %02d as its namespace."
              .formatted(balances ? "camt.053" : "camt.054", FIRST_VERSION, LAST_VERSION));
    }
  }

  private void message(int depth) throws IOException, StatementException {
    while (xml.next(depth)) {
      if (xml.name().equals(statement)) {
        if (++statements > StatementBounds.MAX_STATEMENTS) {
          throw xml.fault(
              Kind.TOO_LARGE,
              "The file has more than %d statements.".formatted(StatementBounds.MAX_STATEMENTS));
        }
        new CamtStatement(xml, balances, expected, sink).read();
      }
    }
  }
}
