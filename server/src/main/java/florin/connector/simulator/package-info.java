/**
 * The card network of test mode. What a card does is chosen by its number from one table, {@link
 * florin.connector.simulator.Rule}; what "the network" knows stands in its own book, the table
 * `simulator_operation`, which is written before an answer is given, by a commit of its own, and is
 * independent of every other record of ours. So a restart, another node or an audit sees the truth.
 *
 * <h2>Time</h2>
 *
 * No thread waits for anything to happen. An entry of the book holds its state, and, where that
 * will change, the moment and the state from then on: what is true is a function of the book and
 * the time. See {@link florin.connector.simulator.Standing}.
 *
 * <h2>How each fault is modelled</h2>
 *
 * <ul>
 *   <li><b>No answer, not approved</b>: the message never arrives, so nothing is booked. An inquiry
 *       closes the reference, which makes "absent" provable: see below.
 *   <li><b>No answer, approved</b>, and <b>link drops after sending</b>: booked as approved, and
 *       the answer is Unknown at once, as if the deadline had passed.
 *   <li><b>Approval comes after we gave up</b>: booked as in flight, with no moment set. To give up
 *       is to have a reversal acknowledged; the first one sets the moment, a second later, at which
 *       it is approved all the same. (A fixed delay after the request was rejected: a recovery that
 *       comes late, after a crash, would meet an approval in time.) The late approval is found by
 *       inquiry, and a further reversal brings the net to zero.
 *   <li><b>Decline comes late</b>: booked as in flight; declined two seconds later.
 *   <li><b>Link drops before a byte is sent</b>: nothing is booked, the answer is NotSent.
 *   <li><b>Answers after 5 s</b>: booked at once; then the caller's own (virtual) thread waits,
 *       until the deadline at most.
 *   <li><b>Answers twice</b>: the message is taken twice; the second finds the first one's entry.
 *   <li><b>Pending</b>, and refunds that change later: booked with the state now, and the state two
 *       seconds later.
 * </ul>
 *
 * Faults are the line's and strike a message once: the same message with the same reference again
 * is answered from the book.
 *
 * <h2>Closed references</h2>
 *
 * To inquire of a reference that is not in the book, or to cancel it, writes a tombstone in its
 * place. The primary key decides between it and a message that is still under way: if the tombstone
 * is first, the message is refused for ever, and "absent" was true; otherwise the inquiry finds it.
 */
@org.jspecify.annotations.NullMarked
package florin.connector.simulator;
