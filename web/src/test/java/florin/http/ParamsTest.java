package florin.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.MetadataChange;
import florin.core.Problem.BadParameters;
import florin.core.Problem.ParameterError;
import florin.core.Refusal;
import florin.http.Format.TextOrObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class ParamsTest {
  private static final Format<Long> AMOUNT =
      Format.integer(
          Range.of(1, 999_999_999_999L)
              .described("an integer in the currency's smallest unit, for example 1000")
              .refusedWith(ErrorCode.AMOUNT_TOO_SMALL, ErrorCode.AMOUNT_TOO_LARGE));
  private static final Format<CustomerId> CUSTOMER = Format.id(CustomerId.KIND);
  private static final Format<String> SPEED =
      Format.choice(List.of("fast", "slow"), Function.identity());

  private record Card(String number, long month) {}

  private record Input(
      long amount,
      Currency currency,
      Optional<CustomerId> customer,
      Optional<String> text,
      Card card) {}

  private static Input read(String json) {
    Params params = body(json);
    long amount = params.required("amount", AMOUNT);
    Currency currency = params.required("currency", Format.currency());
    Optional<CustomerId> customer = params.optional("customer", CUSTOMER);
    Optional<String> text = params.optional("description", Format.paragraph(10));
    Params card = params.requiredObject("payment_method").requiredObject("card");
    String number = card.required("number", Format.line(32));
    long month = card.required("exp_month", Format.integer(Range.of(1, 12)));
    return params.build(() -> new Input(amount, currency, customer, text, new Card(number, month)));
  }

  @Test
  void a_valid_body_becomes_the_record() {
    assertThat(
            read(
                """
                {"amount": 1000, "currency": "eur", "customer": null, "description": "a\\nb",
                 "payment_method": {"card": {"number": "4242", "exp_month": 12}}}
                """))
        .isEqualTo(
            new Input(
                1000,
                Currency.get("eur"),
                Optional.empty(),
                Optional.of("a\nb"),
                new Card("4242", 12)));
  }

  @Test
  void the_first_of_many_errors_are_listed_and_the_others_are_counted() {
    var body = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < 80_000; i++) {
      body.put("key" + i, i);
    }
    var refusal = catchThrowableOfType(Refusal.class, () -> Params.of(body).done());
    var problem = (BadParameters) refusal.problem();
    assertThat(problem.errors()).hasSize(BadParameters.MAX_ERRORS);
    assertThat(problem.omitted()).isEqualTo(80_000 - BadParameters.MAX_ERRORS);
  }

  @Test
  void every_error_is_found_in_the_order_of_reading_with_the_unknown_last() {
    List<ParameterError> errors =
        errors(() ->
            read(
                """
                {"extra": 1, "amount": "1000", "currency": null, "customer": "cus_x", "description": 5,
                 "payment_method": {"kind": 1, "card": {"exp_month": 13, "cvv": "123"}}}
                """));

    assertThat(errors)
        .containsExactly(
            error(
                "amount",
                ErrorCode.PARAMETER_INVALID,
                "amount must be an integer in the currency's smallest unit, for example 1000; got a string."),
            error("currency", ErrorCode.PARAMETER_MISSING, "currency is required."),
            error(
                "customer",
                ErrorCode.PARAMETER_INVALID,
                "customer must be an id that begins with cus_."),
            error(
                "description",
                ErrorCode.PARAMETER_INVALID,
                "description must be a string; got an integer."),
            error(
                "payment_method.card.number",
                ErrorCode.PARAMETER_MISSING,
                "payment_method.card.number is required."),
            error(
                "payment_method.card.exp_month",
                ErrorCode.PARAMETER_INVALID,
                "payment_method.card.exp_month must be at most 12."),
            error(
                "extra", ErrorCode.PARAMETER_UNKNOWN, "extra is not a parameter of this request."),
            error(
                "payment_method.kind",
                ErrorCode.PARAMETER_UNKNOWN,
                "payment_method.kind is not a parameter of this request."),
            error(
                "payment_method.card.cvv",
                ErrorCode.PARAMETER_UNKNOWN,
                "payment_method.card.cvv is not a parameter of this request."));
  }

  @ParameterizedTest
  @CsvSource({
    "amout, amount",
    "Amount, amount",
    "currrency, currency",
    "descripton, description",
    "decsription, description",
    "customer_id, customer",
    "colour, ''",
    "to, ''",
    "an, ''",
  })
  void a_misspelled_name_gets_a_suggestion(String sent, String meant) {
    assertThat(unknown("{\"" + sent + "\": \"4242424242424242\"}", ""))
        .isEqualTo(
            sent
                + " is not a parameter of this request."
                + (meant.isEmpty() ? "" : " Did you mean " + meant + "?"));
  }

  @Test
  void a_suggestion_has_its_path_and_works_in_queries() {
    assertThat(
            unknown("{\"payment_method\": {\"card\": {\"exp_mnth\": 1}}}", "payment_method.card."))
        .endsWith(" Did you mean payment_method.card.exp_month?");
    Params query = Params.of(Query.parse("limti=5&created%5Bgtee%5D=1"));
    query.optional("limit", Format.integer(Range.of(1, 100)));
    query.bounds("created", Range.UNIX_TIME);
    assertThat(errors(query::done))
        .extracting(ParameterError::message)
        .containsExactly(
            "limti is not a parameter of this request. Did you mean limit?",
            "created[gtee] is not a parameter of this request. Did you mean created[gte]?");
  }

  @Test
  void no_suggestion_is_a_sent_parameter_or_differs_too_much() {
    assertThat(unknown("{\"amount\": 1, \"amounts\": 2}", "")).doesNotContain("Did you mean");
    assertThat(unknown("{\"" + "a".repeat(NearName.MAX_LENGTH + 1) + "\": 2}", ""))
        .doesNotContain("Did you mean");
    assertThat(NearName.find("exp_yonth", List.of("exp_month", "exp_youth"))).isEmpty();
  }

  private static String unknown(String json, String path) {
    return errors(() -> read(json)).stream()
        .filter(
            error -> error.code() == ErrorCode.PARAMETER_UNKNOWN && error.param().startsWith(path))
        .map(ParameterError::message)
        .reduce("", String::concat);
  }

  @Test
  void a_missing_object_is_one_error_without_its_fields() {
    assertThat(errors(() -> read("{\"amount\":1,\"currency\":\"eur\"}")))
        .extracting(ParameterError::param)
        .containsExactly("payment_method");
    assertThat(errors(() -> read("{\"amount\":1,\"currency\":\"eur\",\"payment_method\":[]}")))
        .extracting(ParameterError::message)
        .containsExactly("payment_method must be an object; got an array.");
  }

  @ParameterizedTest
  @CsvSource({
    "0, amount_too_small",
    "-5, amount_too_small",
    "1000000000000, amount_too_large",
    "99999999999999999999999999, amount_too_large",
    "10.5, parameter_invalid",
    "1.0, parameter_invalid",
    "1e3, parameter_invalid",
    "true, parameter_invalid",
    "[], parameter_invalid",
    "{}, parameter_invalid",
    "'\"1000\"', parameter_invalid",
    "null, parameter_missing"
  })
  void only_an_integer_in_range_is_an_amount(String value, String code) {
    Params params = body("{\"amount\":" + value + "}");
    assertThat(params.required("amount", AMOUNT)).isEqualTo(1);
    assertThat(errors(params::done)).extracting(e -> e.code().text()).containsExactly(code);
  }

  @Test
  void text_is_counted_in_code_points_and_has_no_control_characters() {
    assertThat(body("{\"a\":\"😀😀\"}").required("a", Format.line(2))).isEqualTo("😀😀");
    assertThat(onlyMessage("{\"a\":\"😀😀😀\"}", Format.line(2)))
        .isEqualTo("a must be at most 2 characters long; it has 3.");
    assertThat(onlyMessage("{\"a\":\"x\\ny\"}", Format.line(9))).contains("one line");
    assertThat(body("{\"a\":\"x\\n\\ty\"}").required("a", Format.paragraph(9))).isEqualTo("x\n\ty");
    assertThat(onlyMessage("{\"a\":\"x\\u0007\"}", Format.paragraph(9))).contains("control");
    assertThat(onlyMessage("{\"a\":\"x\\u0085\"}", Format.paragraph(9))).contains("control");
    assertThat(onlyMessage("{\"a\":\"x\\u007f\"}", Format.line(9))).contains("control");
  }

  @Test
  void flags_choices_ids_currencies_and_times_name_the_expected_value() {
    assertThat(body("{\"a\":true}").required("a", Format.flag())).isTrue();
    assertThat(onlyMessage("{\"a\":\"true\"}", Format.flag()))
        .isEqualTo("a must be true or false; got a string.");
    assertThat(body("{\"a\":\"slow\"}").required("a", SPEED)).isEqualTo("slow");
    assertThat(onlyMessage("{\"a\":\"SLOW\"}", SPEED)).isEqualTo("a must be one of: fast, slow.");
    assertThat(onlyMessage("{\"a\":1}", SPEED))
        .isEqualTo("a must be one of: fast, slow; got an integer.");
    assertThat(onlyMessage("{\"a\":\"EUR\"}", Format.currency())).contains("lower-case");
    assertThat(body("{\"a\":5}").required("a", Format.unixTime()))
        .isEqualTo(Instant.ofEpochSecond(5));
    assertThat(onlyMessage("{\"a\":-1}", Format.unixTime()))
        .isEqualTo("a must be a time in Unix seconds, for example 1767225600.");
  }

  @Test
  void a_format_can_check_a_valid_value_further() {
    Format<String> even =
        Format.line(9)
            .then(
                "",
                t ->
                    t.length() % 2 == 0
                        ? Format.Reading.good(t)
                        : Format.Reading.wrong("must have an even length."));
    assertThat(body("{\"a\":\"xy\"}").required("a", even)).isEqualTo("xy");
    assertThat(onlyMessage("{\"a\":\"x\"}", even)).isEqualTo("a must have an even length.");
    assertThat(onlyMessage("{\"a\":1}", even)).isEqualTo("a must be a string; got an integer.");
  }

  @Test
  void a_list_names_the_invalid_element() {
    assertThat(body("{\"a\":[\"fast\",\"slow\"]}").list("a", SPEED, 2))
        .containsExactly("fast", "slow");
    assertThat(body("{}").list("a", SPEED, 2)).isEmpty();
    Params wrong = body("{\"a\":[\"fast\",1,null]}");
    assertThat(wrong.list("a", SPEED, 3)).containsExactly("fast");
    assertThat(errors(wrong::done))
        .extracting(ParameterError::param)
        .containsExactly("a[1]", "a[2]");
    Params many = body("{\"a\":[\"fast\",\"fast\",\"fast\"]}");
    assertThat(many.list("a", SPEED, 2)).isEmpty();
    assertThat(errors(many::done).getFirst().message())
        .isEqualTo("a must have at most 2 elements.");
    Params other = body("{\"a\":\"fast\"}");
    assertThat(other.list("a", SPEED, 2)).isEmpty();
    assertThat(errors(other::done).getFirst().message())
        .isEqualTo("a must be an array; got a string.");
  }

  @Test
  void a_string_or_an_object_is_either() {
    assertThat(body("{\"a\":\"pm_1\"}").requiredTextOrObject("a"))
        .isEqualTo(new TextOrObject.OfText("pm_1"));
    assertThat(body("{\"a\":{}}").requiredTextOrObject("a"))
        .isInstanceOf(TextOrObject.OfObject.class);
    Params wrong = body("{\"a\":1}");
    assertThat(wrong.requiredTextOrObject("a")).isInstanceOf(TextOrObject.OfObject.class);
    assertThat(errors(wrong::done).getFirst().message())
        .isEqualTo("a must be an object or a string; got an integer.");
  }

  @Test
  void metadata_sets_and_removes_keys() {
    Params params = body("{\"metadata\":{\"a\":\"1\",\"b\":null,\"c\":\"\"}}");
    MetadataChange change = params.metadata(UnaryOperator.identity());
    params.done();

    assertThat(change.set()).containsExactly(Map.entry("a", "1"));
    assertThat(change.removed()).containsExactlyInAnyOrder("b", "c");
    assertThat(change.applyTo(Map.of("b", "2", "d", "4"))).isEqualTo(Map.of("a", "1", "d", "4"));
    assertThat(body("{}").metadata(UnaryOperator.identity())).isEqualTo(MetadataChange.NONE);
  }

  @Test
  void metadata_that_is_null_removes_every_key() {
    Params params = body("{\"metadata\":null}");
    MetadataChange change = params.metadata(UnaryOperator.identity());
    params.done();

    assertThat(change.applyTo(Map.of("b", "2", "d", "4"))).isEmpty();
  }

  @Test
  void a_key_in_brackets_can_contain_brackets() {
    Params query =
        Params.of(
            Query.parse(
                "metadata[a[b]]=1&metadata[]]=2&metadata[[]=3&metadata[a][b]=4&metadata[c%5Bd%5D]=5"));
    assertThat(query.metadataFilter(UnaryOperator.identity()))
        .isEqualTo(Map.of("a[b]", "1", "]", "2", "[", "3", "a][b", "4", "c[d]", "5"));
    query.done();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=1&a[gt]=1",
        "a[gt]=1&a=1",
        "a[]=1&a=1",
        "a=1&a[]=1",
        "a[]=1&a[x]=1",
        "a[x]=1&a[]=1"
      })
  void a_parameter_in_two_forms_excludes_itself(String query) {
    List<ParameterError> errors = errors(() -> Params.of(Query.parse(query)));
    assertThat(errors.getFirst().code()).isEqualTo(ErrorCode.PARAMETERS_EXCLUSIVE);
    assertThat(errors.getFirst().param())
        .isEqualTo(query.substring(query.indexOf('&') + 1, query.lastIndexOf('=')));
  }

  @Test
  void metadata_is_bounded_in_keys_and_values() {
    Params params =
        body(
            "{\"metadata\":{\"%s\":\"x\",\"v\":\"%s\",\"n\":1,\"\":\"x\"}}"
                .formatted("k".repeat(41), "v".repeat(501)));
    params.metadata(UnaryOperator.identity());
    assertThat(errors(params::done))
        .extracting(ParameterError::param)
        .containsExactly(
            "metadata[" + "k".repeat(41) + "]", "metadata[v]", "metadata[n]", "metadata[]");
    assertThat(metadataOf(50).set()).hasSize(50);
    assertThat(errors(() -> metadataOf(51)).getFirst().param()).isEqualTo("metadata");
    var fifty = new java.util.LinkedHashMap<String, String>();
    for (int i = 0; i < 50; i++) {
      fifty.put("k" + i, "v");
    }
    var one = new MetadataChange(Map.of("more", "x"), Set.of());
    assertThat(errors(() -> one.applyTo(fifty)).getFirst().param()).isEqualTo("metadata");
    assertThat(new MetadataChange(Map.of("more", "x"), Set.of("k1")).applyTo(fifty)).hasSize(50);
  }

  private static MetadataChange metadataOf(int keys) {
    String json =
        IntStream.range(0, keys).mapToObj("\"k%d\":\"v\""::formatted).collect(joining(","));
    Params params = body("{\"metadata\":{" + json + "}}");
    MetadataChange change = params.metadata(UnaryOperator.identity());
    params.done();
    return change;
  }

  @Test
  void a_name_that_may_be_a_card_number_is_not_shown() {
    assertThat(errors(() -> body("{\"4242 4242 4242 4242\":1}").done()).getFirst().param())
        .isEqualTo("…");
    assertThat(
            errors(() -> body("{\"%s\":1}".formatted("x".repeat(1000))).done()).getFirst().param())
        .hasSize(65);
    assertThat(errors(() -> body("{\"4242.4242\u2009٤٢٤٢ 4242\":1}").done()).getFirst().param())
        .isEqualTo("…");
    assertThat(errors(() -> body("{\"" + "4".repeat(500_000) + "\":1}").done()).getFirst().param())
        .isEqualTo("…");
  }

  @Test
  void immutable_and_conflicting_fields_are_reported() {
    Params params = body("{\"amount\":1,\"a\":1,\"b\":2}");
    params.notUpdatable("amount", "currency");
    params.exclusive("a", "b");
    assertThat(errors(params::done))
        .containsExactly(
            error("amount", ErrorCode.PARAMETER_NOT_UPDATABLE, "amount cannot be changed."),
            error(
                "a",
                ErrorCode.PARAMETERS_EXCLUSIVE,
                "a and b are mutually exclusive. Send only one of them."));
  }

  @Test
  void clearing_differs_from_omitting() {
    Params params = body("{\"a\":null,\"b\":\"\",\"c\":\"x\"}");
    assertThat(List.of("a", "b", "c", "d")).filteredOn(params::clears).containsExactly("a", "b");
    assertThat(List.of("a", "b", "c", "d"))
        .filteredOn(params::mentions)
        .containsExactly("a", "b", "c");
  }

  @Test
  void a_query_reads_like_a_body() {
    Params params =
        Params.of(
            Query.parse(
                "limit=20&created[gte]=5&created%5Blt%5D=9&amount=7&types[]=fast&types[]=slow"
                    + "&metadata[order%20no]=a%26b&all=true"));

    assertThat(params.required("limit", Format.integer(Range.of(1, 100)))).isEqualTo(20);
    assertThat(params.bounds("created", Range.UNIX_TIME)).isEqualTo(new Bounds(5, 8));
    assertThat(params.bounds("amount", Range.of(0, 10))).isEqualTo(Bounds.exactly(7));
    assertThat(params.bounds("other", Range.of(0, 10))).isEqualTo(Bounds.NONE);
    assertThat(params.list("types", SPEED, 5)).containsExactly("fast", "slow");
    assertThat(params.metadata(UnaryOperator.identity()).set())
        .containsExactly(Map.entry("order no", "a&b"));
    assertThat(params.required("all", Format.flag())).isTrue();
    params.done();
  }

  @Test
  void a_query_s_errors_name_its_brackets() {
    Params params =
        Params.of(Query.parse("limit=1e2&created[gte]=x&created[foo]=1&types[]=no&zzz=1"));
    params.optional("limit", Format.integer(Range.of(1, 100)));
    params.bounds("created", Range.UNIX_TIME);
    params.list("types", SPEED, 5);

    assertThat(errors(params::done))
        .extracting(ParameterError::param)
        .containsExactly("limit", "created[gte]", "types[]", "zzz", "created[foo]");
  }

  @ParameterizedTest
  @CsvSource({"a=1&a=2, a", "a[x]=1&a[x]=2, a[x]", "a=1&a[x]=2, a[x]", "a[]=1&a[x]=2, a[x]"})
  void a_query_parameter_is_given_once_and_in_one_form(String query, String param) {
    Query parsed = Query.parse(query);
    assertThat(errors(() -> Params.of(parsed)).getFirst().param()).isEqualTo(param);
  }

  private static Params body(String json) {
    return Params.of(Json.object(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static String onlyMessage(String json, Format<?> format) {
    Params params = body(json);
    params.required("a", format);
    List<ParameterError> errors = errors(params::done);
    assertThat(errors).hasSize(1);
    return errors.getFirst().message();
  }

  private static ParameterError error(String param, ErrorCode code, String message) {
    return new ParameterError(param, code, message);
  }

  private static List<ParameterError> errors(Runnable reading) {
    Refusal refusal = catchThrowableOfType(Refusal.class, reading::run);
    return ((BadParameters) refusal.problem()).errors();
  }
}
