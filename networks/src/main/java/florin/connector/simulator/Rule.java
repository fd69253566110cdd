package florin.connector.simulator;

import static florin.connector.ResponseCodes.APPROVED;
import static florin.connector.simulator.Course.answered;
import static florin.connector.simulator.Course.approvedThen;
import static florin.connector.simulator.Course.pending;
import static florin.connector.simulator.Course.silent;

import florin.connector.RiskLevel;
import florin.connector.simulator.Course.Arrival;
import florin.connector.simulator.Course.Reply;
import florin.core.Pan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The table of test cards: one line for each behavior, with the card numbers that trigger it. Every
 * other valid number is {@link #SUCCEEDS}. The ledger stores the name of the rule, never the
 * number.
 *
 * <p>Well-known test numbers of other payment services have the same meaning here.
 */
@SuppressWarnings("ImmutableEnumChecker") // its sets come from Set.of, which the checker cannot see
enum Rule {
  SUCCEEDS(approves()),

  GENERIC_DECLINE(declines("06"), "4000000000000002"),
  DECLINED_WHEN_CHARGED(declines("06"), "4000000000000341"),
  INSUFFICIENT_FUNDS(declines("51"), "4000000000009995"),
  LOST_CARD(declines("41"), "4000000000009987"),
  STOLEN_CARD(declines("43"), "4000000000009979"),
  EXPIRED_CARD(declines("54"), "4000000000000069"),
  INCORRECT_CVC(declines("82"), "4000000000000127"),
  PROCESSING_ERROR(declines("96"), "4000000000000119"),
  INCORRECT_NUMBER(declines("14"), "4242424242424241"),
  CARD_VELOCITY_EXCEEDED(declines("61"), "4000000000006975"),
  FRAUDULENT(declines("59"), "4100000000000019"),
  /**
   * A number `4000000000830`, response code, check digit: the response code is taken from the
   * number.
   */
  RESPONSE_CODE(approves()),

  CVC_FAILS(approves().failing(CheckField.CVC), "4000000000000101"),
  ADDRESS_FAILS(approves().failing(CheckField.LINE1, CheckField.POSTAL_CODE), "4000000000000010"),
  LINE1_FAILS(approves().failing(CheckField.LINE1), "4000000000000028"),
  POSTAL_CODE_FAILS(approves().failing(CheckField.POSTAL_CODE), "4000000000000036"),
  ELEVATED_RISK(approves().risk(RiskLevel.ELEVATED), "4000000000009235"),

  CHALLENGE(approves().challenge(ChallengeRule.ALWAYS), "4000000000003220", "4000002760003184"),
  CHALLENGE_UNLESS_SET_UP(approves().challenge(ChallengeRule.UNLESS_SET_UP), "4000002500003155"),
  CHALLENGE_SUPPORTED(approves(), "4000000000003055"),
  CHALLENGE_THEN_DECLINE(declines("06").challenge(ChallengeRule.ALWAYS), "4000008400001629"),
  CHALLENGE_THEN_INSUFFICIENT_FUNDS(
      declines("51").challenge(ChallengeRule.ALWAYS), "4000008260003178"),
  AUTHENTICATION_FAILS(approves().challenge(ChallengeRule.FAILS), "4000008400001280"),

  MANDATE_REVOKED(approves().offSession("R1"), "4000000000840167"),
  MANDATES_REVOKED(approves().offSession("R3"), "4000000000840175"),
  DECLINED_OFF_SESSION(approves().offSession("51"), "4000000000840183"),

  RETRIES_LIMITED(declines("51"), "4000000000851008", "5100000000851103"),
  RETRIES_LIMITED_OFF_SESSION(approves().offSession("51"), "4000000000851016"),
  RETRIES_FORBIDDEN(declines("46"), "4000000000851024"),
  ADVICE_03(declines("05"), "5100000000851111"),
  ADVICE_21(declines("05"), "5100000000851129"),

  NEVER_ARRIVES(does(silent(Arrival.NEVER, APPROVED)), "4000000000840019"),
  APPROVED_UNHEARD(does(silent(Arrival.AT_ONCE, APPROVED)), "4000000000840027", "4000000000840068"),
  APPROVED_AFTER_REVERSAL(does(silent(Arrival.AFTER_REVERSAL, APPROVED)), "4000000000840035"),
  DECLINED_LATE(does(silent(Arrival.LATE, "05")), "4000000000840043"),
  LINK_DOWN(does(silent(Arrival.NEVER, APPROVED).with(Reply.LINK_DOWN)), "4000000000840050"),
  SLOW(does(answered(APPROVED).with(Reply.SLOW)), "4000000000840084"),
  ANSWERS_TWICE(does(answered(APPROVED).with(Reply.TWICE)), "4000000000840100"),
  PENDING_THEN_APPROVED(does(pending(APPROVED)), "4000000000840118"),
  PENDING_THEN_DECLINED(does(pending("05")), "4000000000840126"),

  DISPUTED_NOT_RECEIVED(approves(), "4000000000002685"),
  DISPUTED_FRAUD(approves(), "4000000000000259"),

  CAPTURE_DECLINED(approves().capture(answered("05")), "4000000000840134"),
  REFUND_PENDING(approves().refund(pending(APPROVED)), "4000000000007726"),
  REFUND_FAILS_AFTER_SUCCESS(approves().refund(approvedThen("05")), "4000000000005126"),
  REFUND_FAILS_LATER(approves().refund(pending("05")), "4000000000840142"),
  REFUND_UNHEARD(approves().refund(silent(Arrival.AT_ONCE, APPROVED)), "4000000000840159");

  /** The data that an issuer checks besides the number. */
  enum CheckField {
    CVC,
    LINE1,
    POSTAL_CODE
  }

  /** Whether the payer must authenticate as the card's holder. */
  enum ChallengeRule {
    NEVER,
    ALWAYS,
    /** A challenge is required unless the method was set up with one before. */
    UNLESS_SET_UP,
    /** The authentication fails because of an error in the network. */
    FAILS
  }

  private static final String RESPONSE_CODE_PREFIX = "4000000000830";
  private static final Map<String, Rule> BY_NUMBER = byNumber();

  private final Behaviour doing;
  private final Set<String> numbers;

  Rule(Behaviour doing, String... numbers) {
    this.doing = doing;
    this.numbers = Set.of(numbers);
  }

  /** Returns the rule for a card number. An invalid number is `incorrect_number`. */
  static Rule of(Pan pan) {
    Rule listed = BY_NUMBER.get(pan.digits());
    if (listed != null) {
      return listed;
    }
    if (!pan.isValid()) {
      return INCORRECT_NUMBER;
    }
    return carriesResponseCode(pan) ? RESPONSE_CODE : SUCCEEDS;
  }

  static Rule of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  Set<String> numbers() {
    return numbers;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the course of an authorization with this card. */
  Course authorize(Pan pan) {
    return this == RESPONSE_CODE
        ? doing.authorize.with(
            pan.digits().substring(RESPONSE_CODE_PREFIX.length(), pan.digits().length() - 1))
        : doing.authorize;
  }

  /** Returns the course of a setup, which charges nothing. */
  Course setUp(Pan pan) {
    return this == DECLINED_WHEN_CHARGED ? Course.APPROVED : authorize(pan);
  }

  /** Returns the course of a charge without the payer. */
  Course charge(Pan pan) {
    return doing.offSession.map(Course::answered).orElseGet(() -> authorize(pan));
  }

  ChallengeRule challenge() {
    return doing.challenge;
  }

  boolean fails(CheckField field) {
    return doing.failing.contains(field);
  }

  RiskLevel risk() {
    return doing.risk;
  }

  Course capture() {
    return doing.capture;
  }

  /** Returns the dispute that follows a payment with this card. */
  Optional<DisputeRule> dispute() {
    return switch (this) {
      case DISPUTED_NOT_RECEIVED -> Optional.of(new DisputeRule("product_not_received", "13.1"));
      case DISPUTED_FRAUD -> Optional.of(new DisputeRule("fraudulent", "10.4"));
      default -> Optional.empty();
    };
  }

  /** Returns Mastercard's merchant advice code of a decline. */
  Optional<String> merchantAdviceCode() {
    return switch (this) {
      case ADVICE_03 -> Optional.of("03");
      case ADVICE_21 -> Optional.of("21");
      default -> Optional.empty();
    };
  }

  /**
   * The dispute of a payment.
   *
   * @param networkReasonCode Visa's code
   */
  record DisputeRule(String reason, String networkReasonCode) {}

  Course refund() {
    return doing.refund;
  }

  private static boolean carriesResponseCode(Pan pan) {
    return pan.digits().length() == 16 && pan.digits().startsWith(RESPONSE_CODE_PREFIX);
  }

  private static Map<String, Rule> byNumber() {
    var all = new HashMap<String, Rule>();
    Arrays.stream(values()).forEach(rule -> rule.numbers.forEach(number -> all.put(number, rule)));
    return Map.copyOf(all);
  }

  private static Behaviour approves() {
    return does(Course.APPROVED);
  }

  private static Behaviour declines(String code) {
    return does(answered(code));
  }

  private static Behaviour does(Course authorize) {
    return new Behaviour(
        authorize,
        ChallengeRule.NEVER,
        Set.of(),
        RiskLevel.NORMAL,
        Optional.empty(),
        Course.APPROVED,
        Course.APPROVED);
  }

  private record Behaviour(
      Course authorize,
      ChallengeRule challenge,
      Set<CheckField> failing,
      RiskLevel risk,
      Optional<String> offSession,
      Course capture,
      Course refund) {
    Behaviour challenge(ChallengeRule other) {
      return new Behaviour(authorize, other, failing, risk, offSession, capture, refund);
    }

    Behaviour failing(CheckField... fields) {
      return new Behaviour(authorize, challenge, Set.of(fields), risk, offSession, capture, refund);
    }

    Behaviour risk(RiskLevel other) {
      return new Behaviour(authorize, challenge, failing, other, offSession, capture, refund);
    }

    /** Returns this behavior with a decline of charges without the payer. */
    Behaviour offSession(String code) {
      return new Behaviour(authorize, challenge, failing, risk, Optional.of(code), capture, refund);
    }

    Behaviour capture(Course other) {
      return new Behaviour(authorize, challenge, failing, risk, offSession, other, refund);
    }

    Behaviour refund(Course other) {
      return new Behaviour(authorize, challenge, failing, risk, offSession, capture, other);
    }
  }
}
