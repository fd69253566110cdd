package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** `/v2/profiles/me`, and the enabled payment methods. */
final class ProfileApi {
  static final Set<String> METHODS =
      Set.of("sequenceType", "amount[value]", "amount[currency]", "locale", "billingCountry");

  private ProfileApi() {}

  static Answer me(Call call) {
    return Answer.hal(200, call.shapes().profile(call.live()));
  }

  static Answer methods(Call call) {
    Sequence sequence =
        call.query().find("sequenceType").map(ProfileApi::sequence).orElse(Sequence.ONEOFF);
    Optional<Amount> amount =
        call.query()
            .find("amount[value]")
            .map(value -> Amount.of(value, call.query().find("amount[currency]").orElse("EUR")));
    List<Method> methods =
        Arrays.stream(Method.values())
            .filter(call.world().methods::contains)
            .filter(method -> sequence != Sequence.FIRST || method.isForFirst())
            .filter(method -> sequence != Sequence.RECURRING || method.isForRecurring())
            .filter(method -> amount.map(one -> method.allows(sequence, one)).orElse(true))
            .toList();
    ObjectNode json = Json.object().put("count", methods.size());
    ArrayNode items = json.putObject("_embedded").putArray("methods");
    methods.forEach(method -> items.add(call.shapes().method(method)));
    Links.of(json)
        .api("self", call.url())
        .page("documentation", Links.DOCUMENTATION + "list-methods");
    return Answer.hal(200, json);
  }

  private static Sequence sequence(String text) {
    try {
      return Sequence.read(text);
    } catch (Problem _) {
      throw Problem.badParameter("The sequence type is invalid", "sequenceType");
    }
  }

  static Answer method(Call call) {
    return Answer.hal(
        200,
        call.shapes()
            .method(
                Method.find(call.id())
                    .filter(call.world().methods::contains)
                    .orElseThrow(() -> Problem.noSuch("method", call.id()))));
  }
}
