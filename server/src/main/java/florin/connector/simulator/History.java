package florin.connector.simulator;

import florin.connector.FollowUp;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Movement;
import florin.core.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the book knows that matters to a follow-up.
 *
 * @param own what stands under the follow-up's own reference already
 * @param named what stands under the reference that it names as its authorisation
 * @param movements everything that names the same authorisation
 */
record History(Optional<Entry> own, Optional<Entry> named, List<Movement> movements) {
  History {
    movements = List.copyOf(movements);
  }

  /** The authorisation, if there is one and the realm that asks owns it. */
  Optional<Authorization> authorization(FollowUp request) {
    return named
        .filter(Authorization.class::isInstance)
        .map(Authorization.class::cast)
        .filter(authorization -> authorization.realm().equals(request.realm()));
  }

  /** What has been given back or will be, unless it fails yet. */
  Money refunded(Authorization authorization, Instant now) {
    return movements.stream()
        .filter(movement -> movement.kind() == Movement.Kind.REFUND)
        .filter(movement -> movement.standing().at(now) != OperationState.DECLINED)
        .map(Movement::amount)
        .reduce(Money.zero(authorization.amount().currency()), Money::plus);
  }
}
