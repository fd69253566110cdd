package florin.books.fee;

import florin.books.fee.FeeContract.Conditions;
import florin.books.fee.FeeContract.Price;
import florin.books.fee.FeeContract.Validity;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Id.FeeContractId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** The commands on fee contracts. */
public final class FeeContractCommands {
  /** The limit for a realm; concurrent requests may exceed it slightly. */
  static final int MAX_OF_REALM = 500;

  /** The connector of test payments that no other connector takes. */
  private static final String SIMULATOR = "simulator";

  private final FeeContractStore store;
  private final BiPredicate<Realm, ConnectorId> connectors;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  /**
   * Creates the commands.
   *
   * @param connectors returns whether a realm has a connector
   */
  public FeeContractCommands(
      FeeContractStore store,
      BiPredicate<Realm, ConnectorId> connectors,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.connectors = connectors;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * A wanted contract.
   *
   * @param from the first day; today if empty
   * @param until the first day after the contract; no end if empty
   */
  public record NewFeeContract(
      Conditions conditions, Price price, Optional<LocalDate> from, Optional<LocalDate> until) {}

  Result<FeeContract> create(Realm realm, Origin origin, NewFeeContract wanted) {
    return once.run(
        realm,
        origin,
        () -> {
          requireConnector(realm, wanted.conditions().connector());
          LocalDate from = wanted.from().orElseGet(this::today);
          requireOrder(from, wanted.until());
          if (store.count(realm) >= MAX_OF_REALM) {
            throw tooMany();
          }
          var contract =
              new FeeContract(
                  realm,
                  new FeeContractId(ids.next()),
                  1,
                  wanted.conditions(),
                  wanted.price(),
                  new Validity(from, wanted.until()),
                  clock.instant());
          requireNoTie(contract, "valid_from");
          return Decision.untold(
              contract.id().uuid(),
              contract,
              List.of(FeeContractStore.insert(contract)),
              FeeContractView::of);
        });
  }

  /**
   * Sets the end of a contract.
   *
   * @param until the first day after the contract; today if empty
   */
  Result<FeeContract> end(Realm realm, FeeContractId id, Origin origin, Optional<LocalDate> until) {
    return once.run(
        realm,
        origin,
        () -> {
          FeeContract before = store.find(realm, id).orElseThrow(id::notFound);
          LocalDate end = until.orElseGet(this::today);
          requireOrder(before.validity().from(), Optional.of(end));
          FeeContract after = before.withEnd(end);
          if (after.validity().equals(before.validity())) {
            return Decision.untold(id.uuid(), before, List.of(), FeeContractView::of);
          }
          requireNoTie(after, "valid_until");
          return Decision.untold(
              id.uuid(), after, List.of(FeeContractStore.update(after)), FeeContractView::of);
        });
  }

  Optional<FeeContract> find(Realm realm, FeeContractId id) {
    return store.find(realm, id);
  }

  Page<FeeContract> list(Realm realm, Optional<String> connector, PageRequest page) {
    return store.list(realm, connector, page);
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private void requireConnector(Realm realm, String connector) {
    boolean exists =
        connector.equals(SIMULATOR)
            ? !realm.isLive()
            : ConnectorId.KIND
                .parse(connector)
                .filter(id -> connectors.test(realm, id))
                .isPresent();
    if (!exists) {
      throw Problem.BadParameters.of(
              "connector",
              ErrorCode.RESOURCE_MISSING,
              "connector does not exist in this account and mode. Check the id; nothing was created.")
          .refusal();
    }
  }

  private static void requireOrder(LocalDate from, Optional<LocalDate> until) {
    if (until.map(end -> end.isBefore(from)).orElse(false)) {
      throw Problem.BadParameters.of(
              "valid_until",
              ErrorCode.PARAMETER_INVALID,
              "valid_until must not be before valid_from. Nothing was changed.")
          .refusal();
    }
  }

  private void requireNoTie(FeeContract contract, String parameter) {
    store.listOf(contract.realm(), List.of(contract.conditions().connector())).stream()
        .filter(contract::isTiedWith)
        .findFirst()
        .ifPresent(other -> {
          throw Problem.BadParameters.of(
                  parameter,
                  ErrorCode.FEE_CONTRACT_OVERLAPS,
                  "%s has the same connector, brand, region and currency, and days in common. End it first, or choose other days; nothing was changed."
                      .formatted(other.id()))
              .refusal();
        });
  }

  private static Refusal tooMany() {
    return new Problem.BadRequest(
            ErrorCode.FEE_CONTRACT_LIMIT_REACHED,
            "There are %d fee contracts in this account and mode, which is the maximum. Nothing was created."
                .formatted(MAX_OF_REALM))
        .refusal();
  }
}
