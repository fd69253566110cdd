package florin.http;

/** The loss that a rejection causes, for each endpoint. See decision 032. */
public enum Urgency {
  /** The request continues with money that is held or taken: a capture, a cancel, a refund. */
  FOLLOW_UP,

  /** The request creates or changes something, or reads one object. */
  USUAL,

  /** The request reads many objects, which remain available later: lists, streams, files. */
  LISTING
}
