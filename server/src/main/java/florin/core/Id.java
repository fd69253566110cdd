package florin.core;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A typed identifier: a UUIDv7 (RFC 9562) that is written as a TypeID, `prefix_` and 26 characters
 * of base32. This file defines all prefixes of Florin. In SQL an id is its bare `uuid`.
 */
public sealed interface Id {
  UUID uuid();

  Kind<?> kind();

  /** Returns the TypeID, for example `pay_01h455vb4pex5vsknk084sn02q`. */
  default String text() {
    return TypeId.encode(kind().prefix(), uuid());
  }

  /** Returns when it was created, to the millisecond (RFC 9562, section 5.7). */
  default Instant made() {
    return Instant.ofEpochMilli(uuid().getMostSignificantBits() >>> 16);
  }

  /** Returns the rejection of a request whose path has this id, if there is no such object. */
  default Refusal notFound() {
    return kind().notFound();
  }

  /**
   * One kind of id: its prefix without the underscore, the noun in messages, and its constructor.
   */
  record Kind<T extends Id>(String prefix, String noun, Function<UUID, T> of) {
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

  record AccountId(UUID uuid) implements Id {
    public static final Kind<AccountId> KIND = new Kind<>("acct", "account", AccountId::new);

    @Override
    public Kind<AccountId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record KeyId(UUID uuid) implements Id {
    public static final Kind<KeyId> KIND = new Kind<>("key", "key", KeyId::new);

    @Override
    public Kind<KeyId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record RequestId(UUID uuid) implements Id {
    public static final Kind<RequestId> KIND = new Kind<>("req", "request", RequestId::new);

    @Override
    public Kind<RequestId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record PaymentId(UUID uuid) implements Id {
    public static final Kind<PaymentId> KIND = new Kind<>("pay", "payment", PaymentId::new);

    @Override
    public Kind<PaymentId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record PaymentMethodId(UUID uuid) implements Id {
    public static final Kind<PaymentMethodId> KIND =
        new Kind<>("pm", "payment method", PaymentMethodId::new);

    @Override
    public Kind<PaymentMethodId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record CustomerId(UUID uuid) implements Id {
    public static final Kind<CustomerId> KIND = new Kind<>("cus", "customer", CustomerId::new);

    @Override
    public Kind<CustomerId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record EventId(UUID uuid) implements Id {
    public static final Kind<EventId> KIND = new Kind<>("evt", "event", EventId::new);

    @Override
    public Kind<EventId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record WebhookEndpointId(UUID uuid) implements Id {
    public static final Kind<WebhookEndpointId> KIND =
        new Kind<>("we", "webhook endpoint", WebhookEndpointId::new);

    @Override
    public Kind<WebhookEndpointId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of one event's delivery to one endpoint. SQL derives it from both. */
  record DeliveryId(UUID uuid) implements Id {
    public static final Kind<DeliveryId> KIND = new Kind<>("del", "delivery", DeliveryId::new);

    @Override
    public Kind<DeliveryId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * The id of an attempt, which is one operation that Florin requests from the network. It is also
   * Florin's reference there.
   */
  record AttemptId(UUID uuid) implements Id {
    public static final Kind<AttemptId> KIND = new Kind<>("att", "attempt", AttemptId::new);

    @Override
    public Kind<AttemptId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  record RefundId(UUID uuid) implements Id {
    public static final Kind<RefundId> KIND = new Kind<>("re", "refund", RefundId::new);

    @Override
    public Kind<RefundId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a connector that a realm has set up. */
  record ConnectorId(UUID uuid) implements Id {
    public static final Kind<ConnectorId> KIND = new Kind<>("cn", "connector", ConnectorId::new);

    @Override
    public Kind<ConnectorId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a bank account to which payers send money. */
  record ReceivingAccountId(UUID uuid) implements Id {
    public static final Kind<ReceivingAccountId> KIND =
        new Kind<>("ba", "receiving account", ReceivingAccountId::new);

    @Override
    public Kind<ReceivingAccountId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a payment file, by which a bank is asked to make transfers. */
  record PaymentFileId(UUID uuid) implements Id {
    public static final Kind<PaymentFileId> KIND =
        new Kind<>("pf", "payment file", PaymentFileId::new);

    @Override
    public Kind<PaymentFileId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a provider webhook. It is a hash and contains no time. */
  record ProviderWebhookId(UUID uuid) implements Id {
    public static final Kind<ProviderWebhookId> KIND =
        new Kind<>("ntc", "webhook", ProviderWebhookId::new);

    @Override
    public Kind<ProviderWebhookId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a checkout session, a hosted page on which a payer pays one amount once. */
  record CheckoutSessionId(UUID uuid) implements Id {
    public static final Kind<CheckoutSessionId> KIND =
        new Kind<>("cs", "checkout session", CheckoutSessionId::new);

    @Override
    public Kind<CheckoutSessionId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a payment link, which many payers can use: each visit creates a checkout session. */
  record PaymentLinkId(UUID uuid) implements Id {
    public static final Kind<PaymentLinkId> KIND =
        new Kind<>("plink", "payment link", PaymentLinkId::new);

    @Override
    public Kind<PaymentLinkId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of an imported file with bank statements. */
  record BankFileId(UUID uuid) implements Id {
    public static final Kind<BankFileId> KIND = new Kind<>("bfile", "bank file", BankFileId::new);

    @Override
    public Kind<BankFileId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a bank statement, which lists the entries of an account between two balances. */
  record BankStatementId(UUID uuid) implements Id {
    public static final Kind<BankStatementId> KIND =
        new Kind<>("bst", "bank statement", BankStatementId::new);

    @Override
    public Kind<BankStatementId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of one entry of a bank statement. */
  record BankEntryId(UUID uuid) implements Id {
    public static final Kind<BankEntryId> KIND = new Kind<>("bent", "bank entry", BankEntryId::new);

    @Override
    public Kind<BankEntryId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * The id of a customer credit (`customer_credit`): money that arrived for a payment beyond its
   * amount or too late.
   */
  record CustomerCreditId(UUID uuid) implements Id {
    public static final Kind<CustomerCreditId> KIND =
        new Kind<>("ccr", "customer credit", CustomerCreditId::new);

    @Override
    public Kind<CustomerCreditId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of an unmatched transfer: money that arrived without an identifiable payment. */
  record UnmatchedTransferId(UUID uuid) implements Id {
    public static final Kind<UnmatchedTransferId> KIND =
        new Kind<>("umt", "unmatched transfer", UnmatchedTransferId::new);

    @Override
    public Kind<UnmatchedTransferId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * The id of a member's note about a payment or a customer, which is visible only in the
   * dashboard.
   */
  record NoteId(UUID uuid) implements Id {
    public static final Kind<NoteId> KIND = new Kind<>("note", "note", NoteId::new);

    @Override
    public Kind<NoteId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a person who signs in to the dashboard. */
  record UserId(UUID uuid) implements Id {
    public static final Kind<UserId> KIND = new Kind<>("usr", "member", UserId::new);

    @Override
    public Kind<UserId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of a user's sign-in session. It is not secret; the cookie holds another text. */
  record SessionId(UUID uuid) implements Id {
    public static final Kind<SessionId> KIND = new Kind<>("ses", "session", SessionId::new);

    @Override
    public Kind<SessionId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** The id of an invitation to join an account. It is not secret; the link holds another text. */
  record InvitationId(UUID uuid) implements Id {
    public static final Kind<InvitationId> KIND =
        new Kind<>("inv", "invitation", InvitationId::new);

    @Override
    public Kind<InvitationId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * The id of a passkey on a user's device. It is not secret; the device holds another identifier.
   */
  record PasskeyId(UUID uuid) implements Id {
    public static final Kind<PasskeyId> KIND = new Kind<>("passkey", "passkey", PasskeyId::new);

    @Override
    public Kind<PasskeyId> kind() {
      return KIND;
    }

    @Override
    public String toString() {
      return text();
    }
  }
}
