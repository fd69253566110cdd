package florin.instrument;

/**
 * What the interface shows of an instrument beside its type: a record of one component, which is
 * called as the type is.
 */
public interface InstrumentView {
  /** The same, without what is not for a browser to know. */
  default InstrumentView forBrowser() {
    return this;
  }
}
