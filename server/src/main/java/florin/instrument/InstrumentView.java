package florin.instrument;

/**
 * The API's view of an instrument besides its type: a record with one component, whose name is the
 * type.
 */
public interface InstrumentView {
  /** Returns the view without the fields that a browser may not see. */
  default InstrumentView forBrowser() {
    return this;
  }
}
