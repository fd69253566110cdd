package florin.http;

/** What is lost when a request is refused, as its endpoint knows it. See decision 032. */
public enum Urgency {
  /** It goes on with money that is held or taken: a capture, a cancel, a refund. */
  FOLLOW_UP,

  /** It makes or changes something, or asks after one thing. */
  USUAL,

  /** It reads many things, which are there later too: lists, streams, files. */
  LISTING
}
