/** The API of restricted keys: {@link florin.keys.KeyApi}. */
@org.jspecify.annotations.NullMarked
package florin.keys;
