package florin.payment.retry;

import florin.connector.ResponseCodes;
import florin.core.Advice;
import florin.core.ErrorCode;
import florin.core.Id.MandateId;
import florin.core.Money;
import florin.instrument.Card;
import florin.mandate.MandateUse.OffSession;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The card of a payment whose scheme limits attempts.
 *
 * @param card the fingerprint of its number; or, if only a provider has seen the number, its saved
 *     payment method
 * @param charge the mandate of a charge without the payer
 */
record GuardedCard(Scheme scheme, String card, Money amount, Optional<MandateId> charge) {
  /** The last digits of the test cards that are counted. All others can be repeated at will. */
  private static final Set<String> TEST_CARDS =
      Set.of("1008", "1016", "1024", "1103", "1111", "1129");

  /** The failures that an issuer has decided. */
  private static final Set<ErrorCode> DECLINES =
      Set.of(
          ErrorCode.CARD_DECLINED,
          ErrorCode.EXPIRED_CARD,
          ErrorCode.INCORRECT_CVC,
          ErrorCode.INCORRECT_NUMBER,
          ErrorCode.AUTHENTICATION_REQUIRED);

  static Optional<GuardedCard> find(Payment payment) {
    return payment
        .method()
        .instrument()
        .findCard()
        .filter(card -> isCounted(card, payment))
        .flatMap(card ->
            Scheme.find(card.brand())
                .map(scheme ->
                    new GuardedCard(
                        scheme,
                        card.fingerprint().orElseGet(() -> payment.method().id().text()),
                        payment.terms().amount(),
                        payment.method().offSession().map(OffSession::mandate))));
  }

  /** Without a number, only a charge of a saved payment method is known before it is declined. */
  private static boolean isCounted(Card card, Payment payment) {
    return card.fingerprint().isPresent()
        ? payment.realm().isLive() || TEST_CARDS.contains(card.last4())
        : payment.method().offSession().isPresent();
  }

  /** Returns whether the issuer has declined the payment. Florin's own checks don't count. */
  static boolean isDeclined(Payment payment) {
    boolean isOfProvider =
        payment
            .method()
            .instrument()
            .findCard()
            .filter(card -> card.fingerprint().isEmpty())
            .isPresent();
    return payment.status() == Status.FAILED
        && !payment.wasApproved()
        && (payment.state().networkResult().responseCode().isPresent()
            || (isOfProvider
                && payment
                    .state()
                    .failure()
                    .filter(failure -> !failure.isBlocked())
                    .map(Failure::code)
                    .filter(DECLINES::contains)
                    .isPresent()));
  }

  /** Returns whether the payment counts: it was declined, or its outcome is not known yet. */
  static boolean isAttempt(Payment payment) {
    return switch (payment.status()) {
      case PROCESSING, REQUIRES_ACTION -> true;
      case FAILED -> isDeclined(payment);
      case REQUIRES_CAPTURE, SUCCEEDED, CANCELED -> false;
    };
  }

  /**
   * Returns whether the scheme forbids every further attempt after this decline. If the provider
   * reports no code of the network, its advice decides; Mastercard's advice codes are an advice.
   */
  boolean isForbiddenAfter(Payment declined) {
    Optional<String> code = declined.state().networkResult().responseCode();
    return (scheme == Scheme.VISA && code.isPresent())
        ? ResponseCodes.isNeverApproved(code.get())
        : declined
            .state()
            .failure()
            .flatMap(Failure::advice)
            .filter(advice -> advice == Advice.DO_NOT_TRY_AGAIN)
            .isPresent();
  }

  /** Returns the id of all rows that limit the payment. */
  List<UUID> ids() {
    return Stream.of(Stream.of(countId(), cardId()), stopId().stream())
        .flatMap(ids -> ids)
        .distinct()
        .toList();
  }

  /** Returns the id of the row that a decline changes. */
  UUID idAfter(Payment declined) {
    if (!isForbiddenAfter(declined)) {
      return countId();
    }
    return declined
        .state()
        .networkResult()
        .responseCode()
        .filter(ResponseCodes::isStopped)
        .flatMap(_ -> stopId())
        .orElseGet(this::cardId);
  }

  /** Returns the id of the row that counts attempts. */
  UUID countId() {
    return switch (scheme) {
      case VISA ->
          id(
              "%d %s %s"
                  .formatted(
                      amount.minor(),
                      amount.currency().code(),
                      charge.isPresent() ? "merchant" : "payer"));
      case MASTERCARD -> cardId();
    };
  }

  private UUID cardId() {
    return id("");
  }

  /** Returns the id of the row for a cardholder who has stopped the charges of one mandate. */
  private Optional<UUID> stopId() {
    return charge.filter(_ -> scheme == Scheme.VISA).map(mandate -> id(mandate.text()));
  }

  private UUID id(String counted) {
    return UUID.nameUUIDFromBytes(
        "%s %s %s".formatted(scheme, card, counted).getBytes(StandardCharsets.UTF_8));
  }
}
