package florin.core;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A typed identifier: a UUIDv7 (RFC 9562) that is written as a TypeID, `prefix_` and 26 characters
 * of base32. Every prefix that Florin hands out stands in this file. In SQL an id is its bare
 * `uuid`.
 */
public sealed interface Id {
  UUID uuid();

  Kind<?> kind();

  /** The TypeID, for example `pay_01h455vb4pex5vsknk084sn02q`. */
  default String text() {
    return TypeId.encode(kind().prefix(), uuid());
  }

  /** When it was made, to the millisecond (RFC 9562, section 5.7). */
  default Instant made() {
    return Instant.ofEpochMilli(uuid().getMostSignificantBits() >>> 16);
  }

  /** Why a request is refused whose path names it, when there is nothing of this id. */
  default Refusal notFound() {
    return kind().notFound();
  }

  /**
   * One kind of id: its prefix, without the underscore, what callers call the object, and how to
   * make one.
   */
  record Kind<T extends Id>(String prefix, String noun, Function<UUID, T> of) {
    /** Empty when the text is not a well-formed TypeID of this kind. */
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

  /** One event for one endpoint: it follows from the two, in SQL. */
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

  /** An attempt is one operation that we ask of the network; its id is our reference there. */
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

  /** A connector that a realm has set up. */
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

  /** A bank account to which payers send money. */
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

  /** A file of transfers that a bank is asked to make. */
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

  /** A hash: it tells no time. */
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

  /** A page of ours on which a payer pays one amount, once. */
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

  /** A link that many may pay by: each visit is a checkout session. */
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

  /** A file of statements, as it was given. */
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

  /** What a bank says that it has booked in an account, from one balance to the next. */
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

  /** One movement of a bank statement. */
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

  /** Money that has come for a payment beyond what was asked for, or too late. */
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

  /** Money that has come, and nothing says for which payment. */
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

  /** What somebody has written down about a payment or a customer, for the dashboard only. */
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

  /** A person who signs in to the dashboard. */
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

  /** One sign-in of a user; it is no secret, the cookie holds another text. */
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

  /** Somebody who was asked to join an account; the link holds another text. */
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

  /** A key of a user's device by which he or she signs in; the device knows another text. */
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
