package florin.connector.simulator;

import florin.connector.Outcome.Declined;
import florin.connector.ResponseCodes;
import florin.connector.simulator.Course.Arrival;
import florin.connector.simulator.Course.Reply;
import florin.connector.simulator.Rule.ChallengeRule;
import florin.connector.simulator.Rule.CheckField;
import florin.core.Mode;
import florin.core.Pan;
import florin.docs.GeneratedPage;
import florin.vault.Brand;
import florin.vault.Funding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Generates the tables of `docs/reference/test-cards.md` from the simulator's table of cards. */
class TestCardsPageTest {
  private static final String SOON = "a little over 2 s";
  private static final String AT_ONCE = "immediately";

  @Test
  void the_tables_of_test_cards_are_up_to_date() throws IOException {
    GeneratedPage.assertPartsUpToDate(
        "reference/test-cards.md",
        Map.of(
            "success", success(),
            "checks", checks(),
            "declines", declines(),
            "response codes", responseCodes(),
            "faults", faults(),
            "challenges", challenges(),
            "captures and refunds", followUps(),
            "disputes", disputes(),
            "retries", retries()));
  }

  private static String success() {
    return GeneratedPage.table(
        List.of("number", "brand", "funding"),
        Funding.testNumbers().stream()
            .map(number -> new Pan(number))
            .map(pan ->
                List.of(pan.digits(), Brand.of(pan).text(), Funding.of(pan, Mode.TEST).text()))
            .toList());
  }

  private static String disputes() {
    return table(
        List.of("number", "`reason`", "`network_reason_code`"),
        rule -> rule.dispute().isPresent(),
        rule ->
            List.of(
                code(rule.dispute().orElseThrow().reason()),
                rule.dispute().orElseThrow().networkReasonCode()));
  }

  private static String checks() {
    return table(
        List.of("number", "difference"),
        rule -> isPlain(rule) && (rule.risk() != Rule.SUCCEEDS.risk() || !failing(rule).isEmpty()),
        rule -> List.of(difference(rule)));
  }

  private static List<CheckField> failing(Rule rule) {
    return Stream.of(CheckField.values()).filter(rule::fails).toList();
  }

  private static String difference(Rule rule) {
    List<CheckField> failing = failing(rule);
    if (failing.isEmpty()) {
      return "`outcome.risk_level` is `%s`".formatted(rule.risk().text());
    } else if (failing.equals(List.of(CheckField.CVC))) {
      return "`checks.cvc` is `fail`, or `unavailable` without a code";
    }
    String fields =
        failing.stream()
            .map(field ->
                field == CheckField.LINE1
                    ? "`checks.address_line1`"
                    : "`checks.address_postal_code`")
            .collect(Collectors.joining(" and "));
    return fields + (failing.size() == 1 ? " is `fail`" : " are `fail`");
  }

  private static String declines() {
    return table(
        List.of("number", "`code`", "`decline_code`", "`advice`", "response code"),
        rule ->
            rule.challenge() == ChallengeRule.NEVER
                && !isLimited(rule)
                && isAnswered(course(rule))
                && !ResponseCodes.isApproval(course(rule).code()),
        rule -> {
          var cells = new ArrayList<>(decline(course(rule).code()));
          cells.add(rule == Rule.INCORRECT_NUMBER ? "" : course(rule).code());
          return cells;
        });
  }

  private static boolean isLimited(Rule rule) {
    return rule.name().startsWith("RETRIES_") || rule.merchantAdviceCode().isPresent();
  }

  private static String retries() {
    return table(
        List.of("number", "response code", "Mastercard's advice code", "further attempts"),
        TestCardsPageTest::isLimited,
        rule ->
            List.of(
                rule == Rule.RETRIES_LIMITED_OFF_SESSION
                    ? "51 for a charge without the payer"
                    : course(rule).code(),
                rule.merchantAdviceCode().orElse(""),
                rule == Rule.RETRIES_FORBIDDEN || rule.merchantAdviceCode().isPresent()
                    ? "never"
                    : "until the limit"));
  }

  private static List<String> decline(String code) {
    Declined declined = ResponseCodes.decline(code);
    return List.of(
        code(declined.code().text()),
        declined.declineCode().map(reason -> code(reason.text())).orElse(""),
        declined.advice().map(advice -> code(advice.text())).orElse(""));
  }

  private static String responseCodes() {
    var codes = new TreeSet<>(ResponseCodes.declines());
    codes.addAll(List.of("00", "85"));
    codes.removeIf(code -> !code.matches("\\d\\d"));
    var rows = new ArrayList<List<String>>();
    for (String code : codes) {
      var row = new ArrayList<>(List.of(number(code), code));
      row.addAll(ResponseCodes.isApproval(code) ? List.of("succeeds", "", "") : decline(code));
      rows.add(row);
    }
    return GeneratedPage.table(
        List.of("number", "response code", "`code`", "`decline_code`", "`advice`"), rows);
  }

  /** Returns the card number that selects a response code. */
  private static String number(String code) {
    return Stream.of("0123456789".split(""))
        .map(digit -> "4000000000830" + code + digit)
        .filter(digits -> new Pan(digits).isValid())
        .findFirst()
        .orElseThrow();
  }

  private static String faults() {
    return table(
        List.of("number", "fault", "first response", "final status", "within"),
        rule -> !isAnswered(course(rule)),
        rule -> fault(course(rule)));
  }

  private static List<String> fault(Course course) {
    return switch (course.reply()) {
      case LINK_DOWN ->
          List.of(
              "the connection breaks before a byte is sent",
              "402 `processing_error`",
              "`failed`",
              AT_ONCE);
      case SLOW -> List.of("the response takes 5 seconds", "200 `succeeded`", "`succeeded`", "5 s");
      case TWICE ->
          List.of(
              "the network receives the request twice",
              "200 `succeeded`",
              "`succeeded`, with one authorization",
              AT_ONCE);
      case ANSWERED ->
          List.of("the network responds \"pending\"", "200 `processing`", end(course), SOON);
      case SILENT -> List.of(lost(course.timing()), "200 `processing`", end(course), "10 s");
    };
  }

  private static String lost(Arrival timing) {
    return switch (timing) {
      case NEVER -> "the request is lost, so the network doesn't approve it";
      case AT_ONCE -> "the network approves, and the response is lost";
      case AFTER_REVERSAL -> "the approval arrives after Florin reversed it";
      case LATE -> "the decline arrives late";
      case AFTER_PENDING, AFTER_APPROVAL -> throw new IllegalArgumentException(timing.name());
    };
  }

  private static String end(Course course) {
    return switch (course.timing()) {
      case NEVER -> "`failed`, `processing_error`";
      case AFTER_REVERSAL -> "`failed`, `processing_error`; nothing stays charged";
      case AT_ONCE -> "`succeeded`, found by a status inquiry";
      case LATE -> "`failed`";
      case AFTER_PENDING, AFTER_APPROVAL ->
          ResponseCodes.isApproval(course.code())
              ? "`succeeded`"
              : "`failed`, " + decline(course.code()).get(1);
    };
  }

  private static String challenges() {
    return table(
        List.of("number", "challenge", "Complete", "Fail", "Abandon"),
        rule -> rule.challenge() != ChallengeRule.NEVER || rule == Rule.CHALLENGE_SUPPORTED,
        TestCardsPageTest::challenge);
  }

  private static List<String> challenge(Rule rule) {
    String code = course(rule).code();
    String when =
        switch (rule.challenge()) {
          case ALWAYS -> "always";
          case UNLESS_SET_UP -> "unless the card was saved with a challenge before";
          case NEVER -> "none, although the card supports it; succeeds immediately";
          case FAILS -> "none: the authentication itself fails, 402 `authentication_failed`";
        };
    return rule.challenge() == ChallengeRule.NEVER || rule.challenge() == ChallengeRule.FAILS
        ? List.of(when, "", "", "")
        : List.of(
            when,
            ResponseCodes.isApproval(code) ? "`succeeded`" : "`failed`, " + decline(code).get(1),
            "`failed`, `authentication_failed`",
            "`canceled`, `abandoned`");
  }

  private static String followUps() {
    return table(
        List.of("number", "later call", "first response", "final status", "within"),
        rule -> !rule.capture().equals(Course.APPROVED) || !rule.refund().equals(Course.APPROVED),
        TestCardsPageTest::followUp);
  }

  private static List<String> followUp(Rule rule) {
    if (!rule.capture().equals(Course.APPROVED)) {
      return List.of("a capture is declined", "402", "payment `requires_capture`", AT_ONCE);
    }
    Course refund = rule.refund();
    if (refund.reply() == Reply.SILENT) {
      return List.of(
          "a refund is carried out, and the response is lost",
          "200 `pending`",
          "`succeeded` once, found by a status inquiry",
          "10 s");
    } else if (refund.timing() == Arrival.AFTER_APPROVAL) {
      return List.of(
          "a refund succeeds, and the payer's bank returns the money",
          "200 `succeeded`",
          "`failed`, `declined`; `amount_refunded` decreases again",
          SOON);
    }
    return ResponseCodes.isApproval(refund.code())
        ? List.of("a refund is pending", "200 `pending`", "`succeeded`", SOON)
        : List.of("a refund fails later", "200 `pending`", "`failed`, `declined`", SOON);
  }

  private static boolean isPlain(Rule rule) {
    return course(rule).equals(Course.APPROVED);
  }

  private static boolean isAnswered(Course course) {
    return course.timing() == Arrival.AT_ONCE && course.reply() == Reply.ANSWERED;
  }

  /** Returns the course of an authorization, whichever number of the rule it has. */
  private static Course course(Rule rule) {
    return rule == Rule.RESPONSE_CODE
        ? Course.APPROVED
        : rule.authorize(new Pan(Funding.testNumbers().getFirst()));
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String table(
      List<String> headings, Predicate<Rule> chosen, Function<Rule, List<String>> cells) {
    return GeneratedPage.table(
        headings,
        Stream.of(Rule.values())
            .filter(chosen)
            .map(rule -> {
              var row = new ArrayList<String>();
              row.add(rule.numbers().stream().sorted().collect(Collectors.joining(", ")));
              row.addAll(cells.apply(rule));
              return (List<String>) row;
            })
            .toList());
  }
}
