package florin.api;

import florin.account.ApiKeys;
import florin.account.RateLimit;
import florin.account.SandboxClocks;
import florin.api.Route.LiveByKey;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.IdempotencyKey;
import florin.core.KeyedRequest;
import florin.core.LinkTokens;
import florin.core.Problem;
import florin.core.Problem.BadParameters;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.RequestDeadline;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Endpoint;
import florin.http.Endpoint.PreBodyAuthentication;
import florin.http.Exchange;
import florin.http.Problems;
import florin.vault.CardNumberScan;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** The checks of every API request, in this order: its key, its rate, its input. */
public final class ApiPipeline {
  private static final String HEADER = "Idempotency-Key";

  /**
   * The time limit of a request once it has arrived, so that no caller waits 10 s for the database.
   * {@link RequestDeadline} adds a last moment for late requests. A network's response has at most
   * 8 s.
   */
  private static final Duration LONGEST = Duration.ofSeconds(9);

  private final ApiKeys keys;
  private final Optional<RateLimit<KeyId>> rateLimit;
  private final Predicate<Realm> areLiveSettingsByKey;
  private final SandboxClocks clocks;

  /**
   * Creates the checks.
   *
   * @param rateLimit empty for no limit
   * @param areLiveSettingsByKey whether an owner lets live keys change settings of a realm
   * @param clocks run requests of sandboxes in their time
   */
  public ApiPipeline(
      ApiKeys keys,
      Optional<RateLimit<KeyId>> rateLimit,
      Predicate<Realm> areLiveSettingsByKey,
      SandboxClocks clocks) {
    this.keys = keys;
    this.rateLimit = rateLimit;
    this.areLiveSettingsByKey = areLiveSettingsByKey;
    this.clocks = clocks;
  }

  /** Returns the check of the key, which precedes reading the body. */
  PreBodyAuthentication doorkeeper(Route<?> route) {
    return new PreBodyAuthentication() {
      @Override
      public Optional<Answer> refuse(Exchange exchange) {
        return ApiPipeline.this.refuse(exchange, route);
      }

      @Override
      public Optional<Caller> recall(Exchange exchange) {
        try {
          return keys.recall(Credentials.of(exchange));
        } catch (Refusal unfit) {
          return Optional.empty();
        }
      }
    };
  }

  private Optional<Answer> refuse(Exchange exchange, Route<?> route) {
    try {
      exchange.hasKey(keys.authenticate(Credentials.of(exchange), exchange.countedAddress()));
      return Optional.empty();
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      Answer answer = Problems.answer(refusal.problem(), exchange.requestId());
      return Optional.of(route.isForBrowsers() ? Cors.opened(answer) : answer);
    }
  }

  <I> Answer answer(Exchange exchange, Route<I> route) {
    Caller caller = exchange.caller();
    Answer answer =
        RequestDeadline.within(
            exchange.arrivedNanos() + LONGEST.toNanos(),
            () -> clocks.within(caller.realm(), () -> limited(exchange, route, caller)));
    // A secret key must not be in a browser, so no page may read its responses.
    return route.isForBrowsers() && caller.kind() == KeyKind.PUBLISHABLE
        ? Cors.opened(answer)
        : answer;
  }

  /** Returns a page for payers that runs in the time of the sandbox that its token names. */
  Endpoint inTime(Endpoint page) {
    return page.template().contains("{token}")
        ? page.with(exchange ->
            LinkTokens.findRealm(exchange.pathParameter("token"))
                .map(realm -> clocks.within(realm, () -> page.action().answer(exchange)))
                .orElseGet(() -> page.action().answer(exchange)))
        : page;
  }

  private <I> Answer limited(Exchange exchange, Route<I> route, Caller caller) {
    if (rateLimit.isEmpty()) {
      return answerOrRefuse(exchange, route, caller);
    }
    RateLimit.Quota decision = rateLimit.get().take(caller.key(), System.nanoTime());
    Answer answer =
        decision.allowed()
            ? answerOrRefuse(exchange, route, caller)
            : Problems.answer(tooMany(decision), exchange.requestId());
    return answer
        .with("RateLimit-Limit", Integer.toString(decision.limit()))
        .with("RateLimit-Remaining", Integer.toString(decision.remaining()))
        .with("RateLimit-Reset", Long.toString(roundedUp(decision.reset())));
  }

  private <I> Answer answerOrRefuse(Exchange exchange, Route<I> route, Caller caller) {
    try {
      requireAllowed(route, caller, exchange.nearestAddress());
      I input = route.decoder().decode(exchange);
      exchange.refuseUnread();
      Answer answer =
          route
              .handler()
              .handle(
                  new Call<>(caller, exchange.requestId(), keyed(exchange, route, caller), input));
      Problems.findCode(answer).ifPresent(exchange.log()::put);
      return answer;
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return Problems.answer(refusal.problem(), exchange.requestId());
    } catch (CommitUnknownException | DatabaseUnavailableException away) {
      exchange.log().put(ErrorCode.DATABASE_UNAVAILABLE);
      return Problems.answer(databaseAway(), exchange.requestId());
    }
  }

  private static Optional<KeyedRequest> keyed(Exchange exchange, Route<?> route, Caller caller) {
    return route.heedsIdempotencyKey()
        ? exchange.header(HEADER).map(IdempotencyKey::new).map(key -> keyed(exchange, caller, key))
        : Optional.empty();
  }

  private static KeyedRequest keyed(Exchange exchange, Caller caller, IdempotencyKey key) {
    if (CardNumberScan.finds(key.text())) {
      throw BadParameters.of(
              HEADER,
              ErrorCode.CARD_NUMBER_NOT_ALLOWED,
              HEADER
                  + " must not contain a card number, because events show it. Use a UUID or your order number.")
          .refusal();
    }
    String text = exchange.method() + " " + exchange.path() + " " + exchange.canonicalJson();
    return new KeyedRequest(caller.kind(), key, text);
  }

  private void requireAllowed(Route<?> route, Caller caller, String address) {
    if (!caller.rights().acceptFrom(address)) {
      throw new Problem.Forbidden(
              ErrorCode.ADDRESS_NOT_ALLOWED,
              "This API key is not accepted from the address %s. Send the request from one of the key's address ranges, or use another key; nothing was done."
                  .formatted(address))
          .refusal();
    }
    if (!route.isOpenTo(caller)) {
      throw caller.lacks(route.scope());
    }
    if (caller.realm().isLive()) {
      requireLiveAllowed(route.liveByKey(), caller.realm());
    }
  }

  private void requireLiveAllowed(LiveByKey rule, Realm realm) {
    boolean isAllowed =
        switch (rule) {
          case ALLOWED, IF_ALLOWED_FOR_BANK_ACCOUNT -> true;
          case IF_ALLOWED_FOR_SETTINGS -> areLiveSettingsByKey.test(realm);
          case NEVER -> false;
        };
    if (!isAllowed) {
      throw new Problem.Forbidden(
              ErrorCode.DASHBOARD_REQUIRED,
              rule == LiveByKey.NEVER
                  ? "A live API key can't do this. Do it in the dashboard, with your password; nothing was changed."
                  : "A live API key can't change this setting. Change it in the dashboard, or ask an owner to allow live settings with an API key there, under API keys; nothing was changed.")
          .refusal();
    }
  }

  private static Problem tooMany(RateLimit.Quota decision) {
    return new Problem.TooManyRequests(
        ErrorCode.RATE_LIMIT,
        "This key sent too many requests: the limit is "
            + decision.limit()
            + " a second. Wait as long as Retry-After says, then send requests more slowly; this request was not processed.",
        decision.retryAfter());
  }

  private static Problem databaseAway() {
    return new Problem.Unavailable(
        ErrorCode.DATABASE_UNAVAILABLE,
        "The database of the service is not responding. Repeat the request in a moment with the same Idempotency-Key; Florin processes it at most once.",
        Duration.ofSeconds(1));
  }

  private static long roundedUp(Duration duration) {
    return (duration.toMillis() + 999) / 1000;
  }
}
