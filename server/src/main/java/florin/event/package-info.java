/**
 * What happened, as merchants hear of it. An event is written in the same commit as the change that
 * it tells of, and its bytes are rendered once: every delivery, list and stream hands out the same.
 */
@org.jspecify.annotations.NullMarked
package florin.event;
