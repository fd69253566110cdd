package florin.checkout;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.checkout.PaymentLink.Offer;
import florin.checkout.PaymentLink.Price;
import florin.checkout.PaymentLink.Usage;
import florin.core.Currency;
import florin.core.Id.PaymentLinkId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Payment links in PostgreSQL. */
public final class PaymentLinkStore {
  private static final Table<PaymentLink> TABLE = new Table<>("payment_link", "l");

  private static final Column<PaymentLink, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, PaymentLink::realm);
  private static final Column<PaymentLink, PaymentLinkId> ID =
      TABLE.column("id", UUID.as(PaymentLinkId::uuid, PaymentLinkId::new), PaymentLink::id);
  private static final Column<PaymentLink, Integer> VERSION =
      TABLE.column("version", INTEGER, PaymentLink::version);
  private static final Column<PaymentLink, Boolean> ACTIVE =
      TABLE.column("active", BOOLEAN, PaymentLink::active);
  private static final Column<PaymentLink, Optional<Long>> AMOUNT =
      TABLE.optional("amount", BIGINT, link -> fixed(link).map(price -> price.amount().minor()));
  private static final Column<PaymentLink, Optional<Long>> MIN =
      TABLE.optional("min_amount", BIGINT, link -> chosen(link).map(price -> price.min().minor()));
  private static final Column<PaymentLink, Optional<Long>> MAX =
      TABLE.optional("max_amount", BIGINT, link -> chosen(link).map(price -> price.max().minor()));
  private static final Column<PaymentLink, Currency> CURRENCY =
      TABLE.column(
          "currency", TEXT.as(Currency::code, Currency::get), link -> link.price().currency());
  private static final Column<PaymentLink, Optional<String>> LINE_ITEMS =
      TABLE.optional(
          "line_items",
          JSONB,
          link -> LinesTable.text(fixed(link).map(Price.Fixed::lines).orElse(List.of())));
  private static final Column<PaymentLink, Optional<String>> DESCRIPTION =
      TABLE.optional("description", TEXT, link -> link.offer().description());
  private static final Column<PaymentLink, CaptureMethod> CAPTURE_METHOD =
      TABLE.column(
          "capture_method",
          TEXT.as(CaptureMethod::text, CaptureMethod::of),
          link -> link.offer().captureMethod());
  private static final Column<PaymentLink, Optional<URI>> SUCCESS_URL =
      TABLE.optional(
          "success_url", TEXT.as(URI::toString, URI::create), link -> link.offer().successUrl());
  private static final Column<PaymentLink, Optional<Integer>> MAX_PAYMENTS =
      TABLE.optional("max_payments", INTEGER, link -> link.offer().maxPayments());
  private static final Column<PaymentLink, Integer> PAYMENTS =
      TABLE.column("payments", INTEGER, link -> link.counts().payments());
  private static final Column<PaymentLink, Integer> RESERVED =
      TABLE.column("reserved", INTEGER, link -> link.counts().reserved());
  private static final Column<PaymentLink, Optional<String>> CONNECTORS =
      TABLE.optional("connectors", TEXT, link -> CheckoutFormats.text(link.offer().connectors()));
  private static final Column<PaymentLink, Optional<String>> METADATA =
      TABLE.optional("metadata", JSONB, link -> Json.textUnlessEmpty(link.offer().metadata()));
  private static final Column<PaymentLink, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, PaymentLink::created);

  private static final RecordStatement<PaymentLink> INSERT =
      TABLE.insertWithout(PAYMENTS, RESERVED);

  private static final RecordStatement<PaymentLink> UPDATE =
      TABLE.update("payment_link.update", ACTIVE, DESCRIPTION, SUCCESS_URL, MAX_PAYMENTS, METADATA);

  private static final String KEY = "realm_id bigint, id uuid";

  /** Reserves a session, if the link may open another. */
  private static final Statement RESERVE =
      Statement.guarded(
          "payment_link.reserve",
          "payment_link",
          "id",
          KEY + ", most_open integer",
          """
          UPDATE payment_link l
             SET reserved = l.reserved + 1
            FROM :rows r
           WHERE l.realm_id = :realm
             AND l.id = r.id
             AND l.active
             AND l.reserved < r.most_open
             AND (l.max_payments IS NULL OR l.payments < l.max_payments)
          RETURNING l.id\
          """);

  /** Takes a slot, if the link may be paid once more. */
  private static final Statement TAKE =
      Statement.guarded(
          "payment_link.take",
          "payment_link",
          "id",
          KEY,
          """
          UPDATE payment_link l
             SET paying = l.paying + 1
            FROM :rows r
           WHERE l.realm_id = :realm
             AND l.id = r.id
             AND (l.max_payments IS NULL OR l.payments + l.paying < l.max_payments)
          RETURNING l.id\
          """);

  private static final Statement GIVE_BACK =
      Statement.lenient(
          "payment_link.give_back",
          "payment_link",
          "id",
          KEY,
          """
          UPDATE payment_link l
             SET paying = l.paying - 1
            FROM :rows r
           WHERE l.realm_id = :realm
             AND l.id = r.id\
          """);

  private static final Statement RELEASE =
      Statement.lenient(
          "payment_link.release",
          "payment_link",
          "id",
          KEY + ", paid integer",
          """
          UPDATE payment_link l
             SET reserved = l.reserved - 1,
                 payments = l.payments + r.paid,
                 paying = l.paying - r.paid
            FROM :rows r
           WHERE l.realm_id = :realm
             AND l.id = r.id\
          """);

  private static final String SELECT = "SELECT * FROM payment_link";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private final Db db;

  public PaymentLinkStore(Db db) {
    this.db = db;
  }

  static Write insert(PaymentLink link) {
    return INSERT.row(link);
  }

  static Write update(PaymentLink link) {
    return UPDATE.row(link);
  }

  /** Returns a write for the changeset that creates a session. */
  static Write reserve(Realm realm, PaymentLinkId id) {
    return RESERVE.row(realm.id(), id.uuid(), PaymentLink.MAX_OPEN);
  }

  /** Returns a write for the changeset that begins a payment, which takes a slot of the link. */
  static Write take(Realm realm, PaymentLinkId id) {
    return TAKE.row(realm.id(), id.uuid());
  }

  /** Returns whether this write is why a changeset failed: every slot is taken. */
  static boolean isTake(Write write) {
    return write.statement().equals(TAKE);
  }

  /** Returns a write for the changeset in which that payment fails or is canceled. */
  static Write giveBack(Realm realm, PaymentLinkId id) {
    return GIVE_BACK.row(realm.id(), id.uuid());
  }

  /** Returns a write for the changeset that ends a session; a paid one used a slot. */
  static Write release(Realm realm, PaymentLinkId id, boolean paid) {
    return RELEASE.row(realm.id(), id.uuid(), paid ? 1 : 0);
  }

  Optional<PaymentLink> find(Realm realm, PaymentLinkId id) {
    return db.findOne(FIND, PaymentLinkStore::read, realm.id(), id.uuid());
  }

  /** Returns a page of links, newest first. */
  Page<PaymentLink> list(
      Realm realm, Optional<Boolean> active, IdTime.Span created, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("active = ?", active)
        .createdIn(created)
        .page(db, page, PaymentLinkStore::read);
  }

  private static Optional<Price.Fixed> fixed(PaymentLink link) {
    return link.price() instanceof Price.Fixed price ? Optional.of(price) : Optional.empty();
  }

  private static Optional<Price.Chosen> chosen(PaymentLink link) {
    return link.price() instanceof Price.Chosen price ? Optional.of(price) : Optional.empty();
  }

  private static PaymentLink read(ResultSet row) throws SQLException {
    return new PaymentLink(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        ACTIVE.of(row),
        readPrice(row),
        new Offer(
            DESCRIPTION.of(row),
            CAPTURE_METHOD.of(row),
            SUCCESS_URL.of(row),
            MAX_PAYMENTS.of(row),
            CheckoutFormats.connectors(CONNECTORS.of(row)),
            METADATA.of(row).map(Json::readStrings).orElse(Map.of())),
        new Usage(PAYMENTS.of(row), RESERVED.of(row)),
        CREATED_AT.of(row));
  }

  private static Price readPrice(ResultSet row) throws SQLException {
    Currency currency = CURRENCY.of(row);
    Optional<Long> amount = AMOUNT.of(row);
    return amount.isPresent()
        ? new Price.Fixed(new Money(amount.get(), currency), LinesTable.read(LINE_ITEMS.of(row)))
        : new Price.Chosen(
            new Money(MIN.of(row).orElseThrow(), currency),
            new Money(MAX.of(row).orElseThrow(), currency));
  }
}
