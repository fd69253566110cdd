package florin.idempotency;

import florin.account.KeyUseStore;
import florin.core.DailyLimits;
import florin.core.Id.RequestId;
import florin.core.KeyedRequest;
import florin.core.Money;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Scope;
import florin.db.Write;
import florin.event.Event;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The request for an operation, and its idempotency key.
 *
 * @param beside writes that are committed together with the change, such as its audit entry
 * @param limits those of the API key, which count an operation in the commit that begins it
 */
public record Origin(
    RequestId request, Optional<KeyedRequest> keyed, Beside beside, DailyLimits limits) {
  private static final Beside NOTHING = new Beside(_ -> List.of(), () -> {});

  public Origin(RequestId request, Optional<KeyedRequest> keyed, Beside beside) {
    this(request, keyed, beside, DailyLimits.NONE);
  }

  public Origin(RequestId request, Optional<KeyedRequest> keyed, DailyLimits limits) {
    this(request, keyed, NOTHING, limits);
  }

  public Origin(RequestId request, Optional<KeyedRequest> keyed) {
    this(request, keyed, NOTHING);
  }

  /**
   * Rows that are committed only with a change, its audit entry for example.
   *
   * @param writes returns the rows for the next try to commit, for the changed value
   * @param undone called when that try was undone because one of its rows had changed
   */
  public record Beside(Function<Object, List<Write>> writes, Runnable undone) {}

  /**
   * Returns the writes that count an operation against the daily limits of the API key.
   *
   * @throws Refusal if the limits of the scope are in other currencies only
   */
  public List<Write> counting(Realm realm, Scope scope, Money amount, Instant now) {
    return KeyUseStore.take(realm, limits, scope, amount, now);
  }

  /** Returns the cause that the events of this request name. */
  public Event.Cause cause() {
    return new Event.Cause(request, keyed.map(k -> k.key().text()));
  }
}
