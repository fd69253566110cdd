package florin.connector.simulator;

import florin.connector.FollowUp;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Movement;
import florin.core.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The ledger entries that matter to a follow-up.
 *
 * @param own the entry under the follow-up's own reference
 * @param named the entry under the reference of its authorization
 * @param movements all entries that name the same authorization
 */
record History(Optional<Entry> own, Optional<Entry> named, List<Movement> movements) {
  History {
    movements = List.copyOf(movements);
  }

  /** Returns the authorization, if it exists and belongs to the realm of the request. */
  Optional<Authorization> authorization(FollowUp request) {
    return named
        .filter(Authorization.class::isInstance)
        .map(Authorization.class::cast)
        .filter(authorization -> authorization.realm().equals(request.realm()));
  }

  /** Returns the amount of refunds that have succeeded or may still succeed. */
  Money refunded(Authorization authorization, Instant now) {
    return movements.stream()
        .filter(movement -> movement.kind() == Movement.Kind.REFUND)
        .filter(movement -> movement.standing().at(now) != OperationState.DECLINED)
        .map(Movement::amount)
        .reduce(Money.zero(authorization.amount().currency()), Money::plus);
  }
}
