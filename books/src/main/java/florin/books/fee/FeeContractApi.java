package florin.books.fee;

import florin.books.fee.FeeContract.Conditions;
import florin.books.fee.FeeContract.Price;
import florin.books.fee.FeeContractCommands.NewFeeContract;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.FeeContractId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.ResultView;
import florin.vault.Brand;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The endpoints of `/v2/fee_contracts`. */
public final class FeeContractApi {
  private static final Pattern CONNECTOR_SYNTAX = Pattern.compile("[a-z0-9_]{1,40}");

  private static final Format<String> CONNECTOR =
      Format.text(
          "must be the id of a connector (cn_...), or simulator in test mode",
          "simulator",
          text -> Optional.of(text).filter(CONNECTOR_SYNTAX.asMatchPredicate()));

  private static final Format<Brand> BRAND = Format.choice(List.of(Brand.values()), Brand::text);

  private static final Format<Region> REGION =
      Format.text(
          "must be an ISO 3166-1 country code such as DE, or one of: eea, outside_eea",
          new Region(Region.EEA),
          Region::find);

  private static final Format<Integer> PERCENT =
      Format.text(
          "must be a decimal number from \"0\" to \"100\" with up to three decimals, as a string, for example \"1.4\"",
          0,
          Price::rate);

  private static final Format<Long> AMOUNT = Format.integer(Range.of(0, Money.MAX_MINOR));

  private final FeeContractCommands contracts;

  public FeeContractApi(FeeContractCommands contracts) {
    this.contracts = contracts;
  }

  public static NewFeeContract readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String connector = body.required("connector", CONNECTOR);
    Optional<Brand> brand = body.optional("brand", BRAND);
    Optional<Region> region = body.optional("region", REGION);
    Optional<Currency> currency = body.optional("currency", Format.currency());
    int rate = body.optional("percent", PERCENT).orElse(0);
    long fixed = body.optional("fixed", AMOUNT).orElse(0L);
    long minimum = body.optional("minimum", AMOUNT).orElse(0L);
    Optional<LocalDate> from = body.optional("valid_from", Format.date());
    Optional<LocalDate> until = body.optional("valid_until", Format.date());
    if (!body.has("currency") && (fixed > 0 || minimum > 0)) {
      body.error(
          "currency",
          ErrorCode.PARAMETER_MISSING,
          "is required with fixed or minimum, because both are amounts in it.");
    }
    return body.build(() ->
        new NewFeeContract(
            new Conditions(connector, brand, region, currency),
            new Price(rate, fixed, minimum),
            from,
            until));
  }

  public Answer create(Call<NewFeeContract> call) {
    return ResultView.of(
        contracts.create(call.realm(), ResultView.origin(call), call.input()), FeeContractView::of);
  }

  public static FeeContractId readId(Exchange exchange) {
    return exchange.pathId(FeeContractId.KIND);
  }

  public Answer retrieve(Call<FeeContractId> call) {
    return Answer.found(
        call.input(), contracts.find(call.realm(), call.input()), FeeContractView::of);
  }

  /** The query of `GET /v2/fee_contracts`. */
  public record ListContracts(Cursor<FeeContractId> cursor, Optional<String> connector) {}

  public static ListContracts readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<FeeContractId> cursor = Cursor.read(query, FeeContractId.KIND);
    Optional<String> connector = query.optional("connector", CONNECTOR);
    return query.build(() -> new ListContracts(cursor, connector));
  }

  public Answer list(Call<ListContracts> call) {
    Realm realm = call.realm();
    Page<FeeContract> page =
        contracts.list(
            realm,
            call.input().connector(),
            call.input().cursor().page(id -> contracts.find(realm, id).isPresent()));
    return Answer.list("/v2/fee_contracts", page, FeeContractView::of);
  }

  /** The path and body of the end of a contract. */
  public record EndContract(FeeContractId id, Optional<LocalDate> until) {}

  public static EndContract readEnd(Exchange exchange) {
    FeeContractId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Optional<LocalDate> until = body.optional("valid_until", Format.date());
    return body.build(() -> new EndContract(id, until));
  }

  public Answer end(Call<EndContract> call) {
    return ResultView.of(
        contracts.end(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().until()),
        FeeContractView::of);
  }
}
