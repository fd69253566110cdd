/**
 * The card network of test mode. The card number selects the behavior from one table, {@link
 * florin.connector.simulator.Rule}. The network's own ledger is the table `simulator_operation`. It
 * is written before a response is given, by a commit of its own, and is independent of all other
 * records of Florin. So a restart, another node or an audit sees the true state.
 *
 * <h2>Time</h2>
 *
 * <p>No thread waits for an event. A ledger entry holds its state and, if that will change, the
 * moment and the state from then on. The true state is a function of the ledger and the time. See
 * {@link florin.connector.simulator.Standing}.
 *
 * <h2>How each fault is modeled</h2>
 *
 * <ul>
 *   <li><b>No response, not approved</b>: the message never arrives, so nothing is recorded. An
 *       inquiry closes the reference, which makes "absent" provable: see below.
 *   <li><b>No response, approved</b>, and <b>connection lost after sending</b>: recorded as
 *       approved, and the outcome is Unknown immediately, as if the deadline had passed.
 *   <li><b>Approval after Florin gave up</b>: recorded as in flight, with no moment set. Florin
 *       gives up when a reversal is acknowledged. The first reversal sets the moment, a second
 *       later, at which it is approved after all. (A fixed delay after the request would not work,
 *       because a late recovery, after a crash, would find the approval in time.) An inquiry finds
 *       the late approval, and another reversal brings the net amount to zero.
 *   <li><b>Late decline</b>: recorded as in flight; declined two seconds later.
 *   <li><b>Connection down before anything is sent</b>: nothing is recorded, the outcome is
 *       NotSent.
 *   <li><b>Response after 5 s</b>: recorded immediately; then the caller's own (virtual) thread
 *       waits, until the deadline at most.
 *   <li><b>Two responses</b>: the message is processed twice; the second time finds the first one's
 *       entry.
 *   <li><b>Pending</b>, and refunds that change later: recorded with the current state, and the
 *       state two seconds later.
 * </ul>
 *
 * <p>Faults belong to the connection and affect a message once. The same message with the same
 * reference receives its response from the ledger the next time.
 *
 * <h2>Closed references</h2>
 *
 * <p>An inquiry about a reference that is not in the ledger, or a cancel of it, writes a tombstone
 * for it. The primary key decides between the tombstone and a message in flight. If the tombstone
 * is first, the message is permanently rejected, and "absent" was true; otherwise the inquiry finds
 * the message.
 */
@org.jspecify.annotations.NullMarked
package florin.connector.simulator;
