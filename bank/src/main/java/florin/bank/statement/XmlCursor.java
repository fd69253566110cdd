package florin.bank.statement;

import florin.bank.statement.CountedInput.InputRefusal;
import florin.bank.statement.StatementException.Faults;
import florin.bank.statement.StatementException.Kind;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads XML element by element and tracks the position. A caller at an element asks for its
 * children one by one; parts of a child that are not read are skipped. Document types, custom
 * entities and external resources are disabled, and every size is limited.
 */
final class XmlCursor implements Faults {
  /** The accepted encodings; all contain ASCII, on which {@link MarkupInput} relies. */
  private static final Set<String> ENCODINGS =
      Set.of("UTF-8", "US-ASCII", "ISO-8859-1", "ISO-8859-15", "WINDOWS-1252");

  /** The form of a name that messages may quote, because it can't contain data. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z]{1,35}");

  /** The most attributes of an element; the messages have one, plus those for schemas. */
  private static final int MAX_ATTRIBUTES = 20;

  /** The depth of document, message and statement; positions are reported from there. */
  private static final int STATEMENT_DEPTH = 3;

  /**
   * The longest reported position; a bank's messages have half of that, and deeper ones are broken.
   */
  private static final int MAX_PLACE_CHARS = 160;

  private static final List<String> ENTITY_LIMITS =
      List.of(
          "jdk.xml.entityExpansionLimit",
          "jdk.xml.maxGeneralEntitySizeLimit",
          "jdk.xml.totalEntitySizeLimit");

  private static final String NO_LIMIT = "0";

  private static final XMLInputFactory FACTORY = factory();

  private final XMLStreamReader reader;
  private final Set<String> names = new HashSet<>();
  private final String[] path = new String[StatementBounds.MAX_DEPTH + 1];
  private int depth;
  private int lastLine = 1;

  XmlCursor(InputStream file) throws IOException, StatementException {
    try {
      reader = FACTORY.createXMLStreamReader(new MarkupInput(file));
    } catch (XMLStreamException | RuntimeException e) {
      throw broken(e, "line 1");
    }
    if (!isRead(reader.getEncoding()) || !isRead(reader.getCharacterEncodingScheme())) {
      throw fault(Kind.UNSUPPORTED, "The file has an unsupported encoding. Expected UTF-8.");
    }
  }

  private static boolean isRead(@Nullable String encoding) {
    return encoding == null || ENCODINGS.contains(encoding.toUpperCase(Locale.ROOT));
  }

  /** Returns the number of open elements, including the one just entered. */
  int depth() {
    return depth;
  }

  /** Returns the name of the element just entered, without its prefix. */
  String name() {
    return reader.getLocalName();
  }

  String namespace() {
    String uri = reader.getNamespaceURI();
    return uri == null ? "" : uri;
  }

  Optional<String> attribute(String name) {
    return Optional.ofNullable(reader.getAttributeValue(null, name));
  }

  /** Enters the next child of the element at this depth; returns false if there is none. */
  boolean next(int parent) throws IOException, StatementException {
    while (true) {
      int event = pull();
      if (event == XMLStreamConstants.START_ELEMENT && depth == parent + 1) {
        return true;
      }
      if ((event == XMLStreamConstants.END_ELEMENT && depth < parent)
          || event == XMLStreamConstants.END_DOCUMENT) {
        return false;
      }
    }
  }

  /** Returns the text of the element just entered, and leaves it. */
  String text() throws IOException, StatementException {
    var text = new StringBuilder();
    while (true) {
      int event = pull();
      if (event == XMLStreamConstants.END_ELEMENT) {
        return text.toString().strip();
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        throw fault(Kind.FIELD, "The file has an element instead of text.");
      }
      append(text, event);
    }
  }

  /**
   * Returns a code: newer versions have it within `Cd` or `Prtry`, older ones as the text itself.
   */
  String code() throws IOException, StatementException {
    int own = depth;
    var text = new StringBuilder();
    while (true) {
      int event = pull();
      if (event == XMLStreamConstants.END_ELEMENT && depth < own) {
        return text.toString().strip();
      }
      append(text, event);
    }
  }

  @Override
  public StatementException fault(Kind kind, String message) {
    return new StatementException(kind, place(), message);
  }

  private void append(StringBuilder text, int event) throws StatementException {
    if (event != XMLStreamConstants.CHARACTERS
        && event != XMLStreamConstants.CDATA
        && event != XMLStreamConstants.SPACE) {
      return;
    }
    if (text.length() + reader.getTextLength() > StatementBounds.MAX_FIELD_CHARS) {
      throw fault(
          Kind.TOO_LARGE,
          "The field has more than %d characters.".formatted(StatementBounds.MAX_FIELD_CHARS));
    }
    text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
  }

  private int pull() throws IOException, StatementException {
    int event;
    try {
      event = reader.next();
    } catch (XMLStreamException | RuntimeException e) {
      throw broken(e, place());
    }
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> enter();
      case XMLStreamConstants.END_ELEMENT -> {
        depth--;
        if (depth == 0) {
          lastLine = reader.getLocation().getLineNumber(); // the root element ends here
        }
      }
      case XMLStreamConstants.DTD,
          XMLStreamConstants.ENTITY_REFERENCE,
          XMLStreamConstants.ENTITY_DECLARATION,
          XMLStreamConstants.NOTATION_DECLARATION ->
          throw fault(Kind.SYNTAX, "The file defines XML entities, which Florin rejects.");
      default -> {}
    }
    return event;
  }

  private void enter() throws StatementException {
    if (depth == StatementBounds.MAX_DEPTH || reader.getAttributeCount() > MAX_ATTRIBUTES) {
      throw fault(
          Kind.TOO_LARGE,
          "Elements are nested more than %d deep, or have more than %d attributes."
              .formatted(StatementBounds.MAX_DEPTH, MAX_ATTRIBUTES));
    }
    depth++;
    path[depth] = reader.getLocalName();
    remember(reader.getLocalName());
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      remember(reader.getAttributeLocalName(i));
    }
    for (int i = 0; i < reader.getNamespaceCount(); i++) {
      remember(reader.getNamespacePrefix(i));
      remember(reader.getNamespaceURI(i));
    }
  }

  /** Counts a name as the parser does, which never releases one. */
  private void remember(@Nullable String name) throws StatementException {
    if (name != null && names.add(name) && names.size() > StatementBounds.MAX_NAMES) {
      throw fault(
          Kind.TOO_LARGE,
          "The file has more than %d different element names."
              .formatted(StatementBounds.MAX_NAMES));
    }
  }

  private String place() {
    int line = Math.max(reader.getLocation().getLineNumber(), lastLine);
    var place = new StringBuilder("line ").append(line);
    int from = Math.min(STATEMENT_DEPTH, depth);
    for (int i = Math.max(from, 1); i <= depth; i++) {
      place.append(i == from ? ", " : "/");
      place.append(NAME.matcher(path[i]).matches() ? path[i] : "…");
      if (place.length() > MAX_PLACE_CHARS) {
        return place.append("/…").toString();
      }
    }
    return place.toString();
  }

  /**
   * Converts the parser's exceptions, which include {@link RuntimeException}s for unexpectedly
   * broken files.
   */
  private static StatementException broken(Exception e, String place) throws IOException {
    Throwable cause = e instanceof XMLStreamException xml ? xml.getNestedException() : e;
    return switch (cause) {
      case InputRefusal refused -> new StatementException(refused.kind(), place, refused.text());
      case CharConversionException _ ->
          new StatementException(
              Kind.SYNTAX,
              place,
              "The file is not in its declared encoding. Ask the bank for it in UTF-8.");
      case IOException io -> throw io;
      case null, default ->
          new StatementException(
              Kind.SYNTAX,
              place,
              "The XML is malformed here, or the file is incomplete. Ask the bank for it again.");
    };
  }

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    // These limits count `&amp;` too, and end at 100,000. No other entities are possible here.
    for (String limit : ENTITY_LIMITS) {
      factory.setProperty(limit, NO_LIMIT);
    }
    factory.setXMLResolver((_, _, _, _) -> {
      throw new XMLStreamException("nothing outside the file is read");
    });
    return factory;
  }
}
