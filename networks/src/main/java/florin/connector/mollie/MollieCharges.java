package florin.connector.mollie;

import florin.connector.AuthorizeRequest;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderDetails.SavedAccount;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The charges of payment methods that Mollie saved on its page, without the payer. The steps are
 * numbered as those of a page, so that captures and refunds find the payment of either. Each saved
 * payment method has a customer of its own at Mollie, without any data of the payer.
 */
final class MollieCharges {
  /** The mandate in the credential. */
  static final String MANDATE = "mandate";

  /** The payer or the merchant has revoked the mandate at Mollie. */
  private static final Outcome.Declined REVOKED =
      new Outcome.Declined(
          ErrorCode.CARD_DECLINED,
          Optional.of(DeclineCode.REVOCATION_OF_AUTHORIZATION),
          Optional.empty(),
          Optional.empty());

  private static final Set<String> OF_MANDATE = Set.of("customerId", "mandateId");
  private static final long DELETED = 410;
  private static final Set<Long> GONE = Set.of(404L, DELETED);
  private static final Set<String> USABLE = Set.of("valid", "pending");

  private final MollieAccount account;
  private final RemoteExchanges exchanges;
  private final RemoteCharges charges;
  private final MolliePages pages;
  private final MollieSettings settings;

  MollieCharges(MollieAccount account, MolliePages pages, MollieSettings settings) {
    this.account = account;
    this.exchanges = account.exchanges();
    this.charges = new RemoteCharges(exchanges);
    this.pages = pages;
    this.settings = settings;
  }

  Outcome authorize(AuthorizeRequest request, Credential.Saved saved, Deadline deadline) {
    OperationRef reference = request.reference();
    List<ExchangeStep> before = exchanges.list(reference);
    Optional<Outcome> known =
        RemoteFacts.outcome(before)
            .or(() ->
                charges.made(
                    request, before, () -> inquire(reference, request.amount(), before, deadline)));
    if (known.isPresent()) {
      return known.get();
    }
    return charges.maySend(request, saved.ids().getOrDefault(RemoteCharges.CUSTOMER, ""))
        ? charge(request, saved, before, deadline)
        : RemoteExchanges.TAKEN;
  }

  private Outcome charge(
      AuthorizeRequest request,
      Credential.Saved saved,
      List<ExchangeStep> before,
      Deadline deadline) {
    OperationRef reference = request.reference();
    String customer = saved.ids().getOrDefault(RemoteCharges.CUSTOMER, "");
    String mandate = saved.ids().getOrDefault(MANDATE, "");
    var charge = MollieRequests.charge(request, customer, mandate, settings.webhookUrl());
    return switch (account.line().send(charge, deadline)) {
      case RemoteAnswer.Done(RemoteObject made) -> {
        var payment = new MolliePayment(made);
        if (payment.id().isEmpty()) {
          yield new Outcome.Unknown("a charge without an id");
        }
        keep(reference, payment, request.amount(), customer);
        yield MolliePages.outcome(
            pages.read(reference, request.amount(), List.of(), payment, deadline));
      }
      case RemoteAnswer.Refused(MollieError error, boolean isAfterLost) ->
          isAfterLost || !before.isEmpty()
              ? new Outcome.Unknown(error.toString())
              : exchanges.declined(
                  reference,
                  MolliePages.CREATE,
                  isRevoked(error, customer, mandate, deadline) ? REVOKED : error.decline());
      case RemoteAnswer.NotSent(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.KeyRefused(String detail) -> RemoteExchanges.notSent(before, detail);
      case RemoteAnswer.Lost(String detail, _) -> new Outcome.Unknown(detail);
    };
  }

  /** Records the id, by which webhooks and captures find the charge. */
  private void keep(OperationRef reference, MolliePayment payment, Money amount, String customer) {
    exchanges
        .log()
        .answered(
            reference, MolliePages.CREATE, payment.id(), RemoteCharges.facts(amount, customer));
  }

  /** Returns whether Mollie rejects a charge because its mandate, or its customer, is gone. */
  private boolean isRevoked(MollieError error, String customer, String mandate, Deadline deadline) {
    return error.field().filter(OF_MANDATE::contains).isPresent()
        && isGone(customer, mandate, deadline);
  }

  /**
   * Returns whether Mollie no longer charges a mandate. A key of another account finds neither the
   * mandate nor its customer, which proves nothing: the account that saved it may still charge it.
   */
  private boolean isGone(String customer, String mandate, Deadline deadline) {
    return switch (account.line().send(MollieRequests.mandate(customer, mandate), deadline)) {
      case RemoteAnswer.Done(RemoteObject found) ->
          found.text("status").equals(Optional.of("invalid"));
      case RemoteAnswer.Refused(MollieError error, _) ->
          GONE.contains(error.status()) && hasCustomer(customer, deadline);
      case RemoteAnswer.NotSent(_), RemoteAnswer.KeyRefused(_), RemoteAnswer.Lost(_, _) -> false;
    };
  }

  /** Returns whether the key's account has the customer, or had it until it was deleted. */
  private boolean hasCustomer(String customer, Deadline deadline) {
    return switch (account.line().send(MollieRequests.mandates(customer), deadline)) {
      case RemoteAnswer.Done(_) -> true;
      case RemoteAnswer.Refused(MollieError error, _) -> error.status() == DELETED;
      case RemoteAnswer.NotSent(_), RemoteAnswer.KeyRefused(_), RemoteAnswer.Lost(_, _) -> false;
    };
  }

  /**
   * Returns the outcome of a charge.
   *
   * @param steps the steps that were sent, and are not closed
   */
  Inquiry inquire(
      OperationRef reference, Money amount, List<ExchangeStep> steps, Deadline deadline) {
    return find(reference, amount, steps, deadline)
        .orElseGet(() -> {
          List<ExchangeStep> now = exchanges.list(reference);
          return pages.look(
              reference, amount, now, MolliePages.created(now).orElseThrow(), deadline);
        });
  }

  /** Returns the steps of charges. */
  RemoteCharges charges() {
    return charges;
  }

  /**
   * Looks for a charge whose response was lost, in the list of its customer's payments, and records
   * its id. Returns empty once the id is known. Otherwise, returns what is known.
   */
  Optional<Inquiry> find(
      OperationRef reference, Money amount, List<ExchangeStep> steps, Deadline deadline) {
    if (MolliePages.created(steps).isPresent()) {
      return Optional.empty();
    }
    String customer = RemoteCharges.customer(steps).orElseThrow();
    return switch (account.line().send(MollieRequests.paymentsOf(customer), deadline)) {
      case RemoteAnswer.Done(RemoteObject list) -> {
        Optional<MolliePayment> found =
            list.objects("_embedded", "payments").stream()
                .filter(payment ->
                    MollieFollowUps.reference(payment).equals(Optional.of(reference.toString())))
                .map(MolliePayment::new)
                .filter(payment -> payment.id().isPresent())
                .findFirst();
        found.ifPresent(payment -> keep(reference, payment, amount, customer));
        boolean isLast = list.text("_links", "next", "href").isEmpty();
        yield found.isPresent()
            ? Optional.empty()
            : Optional.of(
                isLast
                    ? charges.notYet(steps)
                    : new Inquiry.Unreachable("more payments than one page of the list has"));
      }
      case RemoteAnswer<MollieError> other ->
          Optional.of(new Inquiry.Unreachable(other.toString()));
    };
  }

  /**
   * What Mollie saved with a first payment.
   *
   * @param account the bank account that later charges debit, once Mollie reports it
   */
  record Saved(Credential.Saved credential, Optional<SavedAccount> account) {}

  /**
   * Returns what Mollie saved with a first payment: the mandate of the payment, even if the list
   * lacks it yet.
   *
   * @param mandates the list of the customer's mandates, the newest first
   */
  static Optional<Saved> saved(
      String connector, String customer, MolliePayment payment, RemoteObject mandates) {
    List<RemoteObject> listed = mandates.objects("_embedded", "mandates");
    Optional<String> given = payment.mandate();
    boolean isListed = listed.stream().anyMatch(mandate -> mandate.text("id").equals(given));
    Optional<String> id =
        given.isPresent() && !isListed
            ? given
            : listed.stream()
                .filter(mandate -> mandate.text("status").filter(USABLE::contains).isPresent())
                .flatMap(mandate -> mandate.text("id").stream())
                .filter(one -> given.filter(it -> !it.equals(one)).isEmpty())
                .findFirst();
    return id.map(mandate ->
        new Saved(
            new Credential.Saved(
                connector, Map.of(RemoteCharges.CUSTOMER, customer, MANDATE, mandate)),
            listed.stream()
                .filter(one -> one.text("id").equals(id))
                .findFirst()
                .flatMap(MollieDetails::account)));
  }

  /** Revokes a mandate. Returns whether Mollie can no longer charge it. */
  boolean revoke(Credential.Saved saved, Deadline deadline) {
    String customer = saved.ids().getOrDefault(RemoteCharges.CUSTOMER, "");
    String mandate = saved.ids().getOrDefault(MANDATE, "");
    return switch (account.line().send(MollieRequests.revoke(customer, mandate), deadline)) {
      case RemoteAnswer.Done(_) -> true;
      case RemoteAnswer.Refused(_, _) -> isGone(customer, mandate, deadline);
      case RemoteAnswer.NotSent(_), RemoteAnswer.KeyRefused(_), RemoteAnswer.Lost(_, _) -> false;
    };
  }
}
