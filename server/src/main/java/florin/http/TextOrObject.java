package florin.http;

/** A parameter that is an id as a string, or an object: `"pm_…"` or `{"type": "card", …}`. */
public sealed interface TextOrObject {
  record OfText(String text) implements TextOrObject {}

  record OfObject(Params fields) implements TextOrObject {}
}
