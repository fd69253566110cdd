/**
 * The events for merchants. An event is written in the same commit as its change, and its bytes are
 * rendered once: every delivery, list and stream returns the same bytes.
 */
@org.jspecify.annotations.NullMarked
package florin.event;
