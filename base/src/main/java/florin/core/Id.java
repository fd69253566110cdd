package florin.core;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A typed identifier: a UUIDv7 (RFC 9562) that is written as a TypeID, `prefix_` and 26 characters
 * of base32. This file defines all prefixes of Florin. In SQL an id is its bare `uuid`.
 */
public abstract sealed class Id {
  private final Kind<?> kind;
  private final UUID uuid;

  private Id(Kind<?> kind, UUID uuid) {
    this.kind = kind;
    this.uuid = uuid;
  }

  public UUID uuid() {
    return uuid;
  }

  public Kind<?> kind() {
    return kind;
  }

  /** Returns the TypeID, for example `pay_01h455vb4pex5vsknk084sn02q`. */
  public String text() {
    return TypeId.encode(kind.prefix(), uuid);
  }

  /** Returns when it was created, to the millisecond (RFC 9562, section 5.7). */
  public Instant made() {
    return Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
  }

  /** Returns the rejection of a request whose path has this id, if there is no such object. */
  public Refusal notFound() {
    return kind.notFound();
  }

  /** Returns whether it is an id of the same kind with the same UUID. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Id id && getClass() == id.getClass() && uuid.equals(id.uuid);
  }

  @Override
  public int hashCode() {
    return uuid.hashCode();
  }

  /** Returns the {@link #text}. */
  @Override
  public String toString() {
    return text();
  }

  /**
   * One kind of id: its prefix without the underscore, the noun in messages, and its constructor.
   */
  public record Kind<T extends Id>(String prefix, String noun, Function<UUID, T> of) {
    /** Parses a text. Returns empty if it is not a well-formed TypeID of this kind. */
    public Optional<T> parse(String text) {
      return TypeId.decode(prefix, text).map(of);
    }

    public Refusal notFound() {
      return new Problem.NotFound(
              ErrorCode.RESOURCE_MISSING,
              "There is no such "
                  + noun
                  + ". Is the id complete, and the key of the same account and mode?")
          .refusal();
    }
  }

  public static final class AccountId extends Id {
    public static final Kind<AccountId> KIND = new Kind<>("acct", "account", AccountId::new);

    public AccountId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class KeyId extends Id {
    public static final Kind<KeyId> KIND = new Kind<>("key", "key", KeyId::new);

    public KeyId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class SandboxId extends Id {
    public static final Kind<SandboxId> KIND = new Kind<>("sb", "sandbox", SandboxId::new);

    public SandboxId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class RequestId extends Id {
    public static final Kind<RequestId> KIND = new Kind<>("req", "request", RequestId::new);

    public RequestId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class PaymentId extends Id {
    public static final Kind<PaymentId> KIND = new Kind<>("pay", "payment", PaymentId::new);

    public PaymentId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a setup, whose UUID is that of its row among the payments. */
  public static final class SetupId extends Id {
    public static final Kind<SetupId> KIND = new Kind<>("st", "setup", SetupId::new);

    public SetupId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class PaymentMethodId extends Id {
    public static final Kind<PaymentMethodId> KIND =
        new Kind<>("pm", "payment method", PaymentMethodId::new);

    public PaymentMethodId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class DisputeFileId extends Id {
    public static final Kind<DisputeFileId> KIND =
        new Kind<>("dpf", "dispute file", DisputeFileId::new);

    public DisputeFileId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class DisputeId extends Id {
    public static final Kind<DisputeId> KIND = new Kind<>("dp", "dispute", DisputeId::new);

    public DisputeId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class BrakeId extends Id {
    public static final Kind<BrakeId> KIND = new Kind<>("br", "brake", BrakeId::new);

    public BrakeId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of an entry of the block list or the allow list. */
  public static final class ListEntryId extends Id {
    public static final Kind<ListEntryId> KIND = new Kind<>("le", "list entry", ListEntryId::new);

    public ListEntryId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class MandateId extends Id {
    public static final Kind<MandateId> KIND = new Kind<>("mnd", "mandate", MandateId::new);

    public MandateId(UUID uuid) {
      super(KIND, uuid);
    }

    /**
     * Returns the id of the mandate that a setup gives. It is the setup's with the last bit
     * flipped, so that each of the two leads to the other without a query.
     */
    public static MandateId ofSetup(PaymentId setup) {
      UUID id = setup.uuid();
      return new MandateId(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ 1));
    }

    /** Returns whether a setup gave the mandate, and no payment. */
    public boolean isOfSetup(PaymentId given) {
      return equals(ofSetup(given));
    }
  }

  public static final class CustomerId extends Id {
    public static final Kind<CustomerId> KIND = new Kind<>("cus", "customer", CustomerId::new);

    public CustomerId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class EventId extends Id {
    public static final Kind<EventId> KIND = new Kind<>("evt", "event", EventId::new);

    public EventId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class WebhookEndpointId extends Id {
    public static final Kind<WebhookEndpointId> KIND =
        new Kind<>("we", "webhook endpoint", WebhookEndpointId::new);

    public WebhookEndpointId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of one event's delivery to one endpoint. SQL derives it from both. */
  public static final class DeliveryId extends Id {
    public static final Kind<DeliveryId> KIND = new Kind<>("del", "delivery", DeliveryId::new);

    public DeliveryId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /**
   * The id of an attempt, which is one operation that Florin requests from the network. It is also
   * Florin's reference there.
   */
  public static final class AttemptId extends Id {
    public static final Kind<AttemptId> KIND = new Kind<>("att", "attempt", AttemptId::new);

    public AttemptId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  public static final class RefundId extends Id {
    public static final Kind<RefundId> KIND = new Kind<>("re", "refund", RefundId::new);

    public RefundId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a connector that a realm has set up. */
  public static final class ConnectorId extends Id {
    public static final Kind<ConnectorId> KIND = new Kind<>("cn", "connector", ConnectorId::new);

    public ConnectorId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a bank account to which payers send money. */
  public static final class ReceivingAccountId extends Id {
    public static final Kind<ReceivingAccountId> KIND =
        new Kind<>("ba", "receiving account", ReceivingAccountId::new);

    public ReceivingAccountId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a payment file, by which a bank is asked to make transfers. */
  public static final class PaymentFileId extends Id {
    public static final Kind<PaymentFileId> KIND =
        new Kind<>("pf", "payment file", PaymentFileId::new);

    public PaymentFileId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a provider webhook. It is a hash and contains no time. */
  public static final class ProviderWebhookId extends Id {
    public static final Kind<ProviderWebhookId> KIND =
        new Kind<>("ntc", "webhook", ProviderWebhookId::new);

    public ProviderWebhookId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a checkout session, a hosted page on which a payer pays one amount once. */
  public static final class CheckoutSessionId extends Id {
    public static final Kind<CheckoutSessionId> KIND =
        new Kind<>("cs", "checkout session", CheckoutSessionId::new);

    public CheckoutSessionId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a payment link, which many payers can use: each visit creates a checkout session. */
  public static final class PaymentLinkId extends Id {
    public static final Kind<PaymentLinkId> KIND =
        new Kind<>("plink", "payment link", PaymentLinkId::new);

    public PaymentLinkId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of an imported file with bank statements. */
  public static final class BankFileId extends Id {
    public static final Kind<BankFileId> KIND = new Kind<>("bfile", "bank file", BankFileId::new);

    public BankFileId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a bank statement, which lists the entries of an account between two balances. */
  public static final class BankStatementId extends Id {
    public static final Kind<BankStatementId> KIND =
        new Kind<>("bst", "bank statement", BankStatementId::new);

    public BankStatementId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of one entry of a bank statement. */
  public static final class BankEntryId extends Id {
    public static final Kind<BankEntryId> KIND = new Kind<>("bent", "bank entry", BankEntryId::new);

    public BankEntryId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /**
   * The id of a customer credit (`customer_credit`): money that arrived for a payment beyond its
   * amount or too late.
   */
  public static final class CustomerCreditId extends Id {
    public static final Kind<CustomerCreditId> KIND =
        new Kind<>("ccr", "customer credit", CustomerCreditId::new);

    public CustomerCreditId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a balance transaction: a movement of money in the ledger. */
  public static final class BalanceTransactionId extends Id {
    public static final Kind<BalanceTransactionId> KIND =
        new Kind<>("txn", "balance transaction", BalanceTransactionId::new);

    public BalanceTransactionId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a payout of a provider to the merchant's bank. */
  public static final class PayoutId extends Id {
    public static final Kind<PayoutId> KIND = new Kind<>("po", "payout", PayoutId::new);

    public PayoutId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of an imported settlement file. */
  public static final class SettlementId extends Id {
    public static final Kind<SettlementId> KIND =
        new Kind<>("stl", "settlement", SettlementId::new);

    public SettlementId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a line that a provider reported about its money. */
  public static final class SettlementLineId extends Id {
    public static final Kind<SettlementLineId> KIND =
        new Kind<>("sline", "settlement line", SettlementLineId::new);

    public SettlementLineId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a version of a fee contract. */
  public static final class FeeContractId extends Id {
    public static final Kind<FeeContractId> KIND =
        new Kind<>("fc", "fee contract", FeeContractId::new);

    public FeeContractId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of an unmatched transfer: money that arrived without an identifiable payment. */
  public static final class UnmatchedTransferId extends Id {
    public static final Kind<UnmatchedTransferId> KIND =
        new Kind<>("umt", "unmatched transfer", UnmatchedTransferId::new);

    public UnmatchedTransferId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /**
   * The id of a member's note about a payment or a customer, which is visible only in the
   * dashboard.
   */
  public static final class NoteId extends Id {
    public static final Kind<NoteId> KIND = new Kind<>("note", "note", NoteId::new);

    public NoteId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a member's request to approve a refund, which is visible only in the dashboard. */
  public static final class RefundRequestId extends Id {
    public static final Kind<RefundRequestId> KIND =
        new Kind<>("rreq", "refund request", RefundRequestId::new);

    public RefundRequestId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a person who signs in to the dashboard. */
  public static final class UserId extends Id {
    public static final Kind<UserId> KIND = new Kind<>("usr", "member", UserId::new);

    public UserId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of a user's sign-in session. It is not secret; the cookie holds another text. */
  public static final class SessionId extends Id {
    public static final Kind<SessionId> KIND = new Kind<>("ses", "session", SessionId::new);

    public SessionId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /** The id of an invitation to join an account. It is not secret; the link holds another text. */
  public static final class InvitationId extends Id {
    public static final Kind<InvitationId> KIND =
        new Kind<>("inv", "invitation", InvitationId::new);

    public InvitationId(UUID uuid) {
      super(KIND, uuid);
    }
  }

  /**
   * The id of a passkey on a user's device. It is not secret; the device holds another identifier.
   */
  public static final class PasskeyId extends Id {
    public static final Kind<PasskeyId> KIND = new Kind<>("passkey", "passkey", PasskeyId::new);

    public PasskeyId(UUID uuid) {
      super(KIND, uuid);
    }
  }
}
