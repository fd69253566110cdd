package florin.dashboard;

/** One of the values that a field of a form offers. */
public record Option(String value, String label) {}
