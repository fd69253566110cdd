package florin.client;

/**
 * A reference to an object.
 *
 * @param id its id
 * @param object the object itself, if the request expanded the field
 */
public record Expandable<T>(String id, @Nullable T object) {}
