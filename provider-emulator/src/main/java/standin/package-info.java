/** Faults of servers outside Florin, regardless of their kind. */
@org.jspecify.annotations.NullMarked
package standin;
