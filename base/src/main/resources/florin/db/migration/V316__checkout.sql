-- Checkout sessions and payment links. A payment through the API uses neither.

CREATE TABLE payment_link (
  realm_id       bigint NOT NULL,
  id             uuid NOT NULL,
  version        integer NOT NULL,
  active         boolean NOT NULL,
  amount         bigint,
  min_amount     bigint,
  max_amount     bigint,
  currency       currency_code NOT NULL,
  description    text,
  line_items     jsonb,
  capture_method capture_method_word NOT NULL,
  success_url    text,
  max_payments   integer,
  payments       integer NOT NULL DEFAULT 0,
  reserved       integer NOT NULL DEFAULT 0,
  paying         integer NOT NULL DEFAULT 0 CONSTRAINT payment_link_paying_not_negative CHECK (paying >= 0),
  metadata       jsonb,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT payment_link_amount_is_fixed_or_chosen CHECK (
    CASE WHEN amount IS NULL THEN min_amount IS NOT NULL AND max_amount IS NOT NULL AND line_items IS NULL
         ELSE min_amount IS NULL AND max_amount IS NULL END),
  CONSTRAINT payment_link_amounts_in_range CHECK (
    CASE WHEN amount IS NULL THEN min_amount BETWEEN 1 AND max_amount AND max_amount <= 999999999999
         ELSE amount BETWEEN 1 AND 999999999999 END),
  CONSTRAINT payment_link_counts_not_negative CHECK (least(payments, reserved) >= 0 AND max_payments >= 1)
) WITH (fillfactor = 70);
COMMENT ON COLUMN payment_link.payments IS 'Number of complete checkout sessions of the link.';
COMMENT ON COLUMN payment_link.reserved IS 'Number of open checkout sessions of the link. The version does not guard it.';
-- A payment counts toward the limit of its payment link when it begins. An open session alone does
-- not count.
COMMENT ON COLUMN payment_link.paying IS 'Number of open checkout sessions of the link whose payment has begun and has no outcome yet. The version does not guard it.';

CREATE TABLE checkout_session (
  realm_id       bigint NOT NULL,
  id             uuid NOT NULL,
  version        integer NOT NULL,
  sequence       integer NOT NULL,
  status         text NOT NULL CONSTRAINT checkout_session_status_is_known CHECK (status IN ('open', 'complete', 'expired')),
  amount         bigint NOT NULL,
  currency       currency_code NOT NULL,
  description    text,
  line_items     jsonb,
  customer_id    uuid,
  customer_email text,
  capture_method capture_method_word NOT NULL,
  success_url    text,
  cancel_url     text,
  locale         text,
  payer_language text,
  methods        text,
  metadata       jsonb,
  link_id        uuid,
  tries          integer NOT NULL,
  payment_id     uuid,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  due_at         timestamptz,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT checkout_session_customer_exists FOREIGN KEY (realm_id, customer_id) REFERENCES customer (realm_id, id),
  CONSTRAINT checkout_session_link_exists FOREIGN KEY (realm_id, link_id) REFERENCES payment_link (realm_id, id),
  CONSTRAINT checkout_session_amount_in_range CHECK (amount BETWEEN 1 AND 999999999999),
  CONSTRAINT checkout_session_complete_is_paid CHECK (status <> 'complete' OR payment_id IS NOT NULL),
  CONSTRAINT checkout_session_is_consistent CHECK (
    tries BETWEEN 0 AND 20
    AND (tries = 0) = (payment_id IS NULL)
    AND (status = 'open') = (due_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX checkout_session_due ON checkout_session (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX checkout_session_by_payment ON checkout_session (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX checkout_session_by_link ON checkout_session (link_id, id) WHERE link_id IS NOT NULL;
COMMENT ON COLUMN checkout_session.customer_email IS 'Address for the receipt that the merchant supplied. The payer may change it on the page. Null if there is none.';
-- Mails to the payer are in the language of the page on which the payer paid.
COMMENT ON COLUMN checkout_session.payer_language IS 'Language of the page on which the last try began. Null before the first try.';
COMMENT ON COLUMN checkout_session.tries IS 'Number of payments that have begun. The next one begins only after the last one failed or was canceled.';
COMMENT ON COLUMN checkout_session.payment_id IS 'The payment of the last try. The commit that begins the payment writes it. Null before the first try.';
COMMENT ON COLUMN checkout_session.due_at IS 'Time at which Florin checks whether to end the session: when it expires, and again while a payment is in progress. Null if the session is complete or expired.';
COMMENT ON COLUMN checkout_session.methods IS 'Payment methods that the session offers, separated by spaces. Null for all that are available.';

CREATE TABLE branding (
  account_number bigint PRIMARY KEY REFERENCES account (number),
  accent         text NOT NULL CONSTRAINT branding_accent_is_a_colour CHECK (accent ~ '^#[0-9a-f]{6}$')
);
COMMENT ON TABLE branding IS 'Appearance of the checkout pages of a merchant, in both modes.';

-- Logos of merchants, which their pages for payers show.

CREATE TABLE logo (
  account_number bigint PRIMARY KEY REFERENCES account (number),
  hash           text NOT NULL,
  media_type     text NOT NULL,
  width          integer NOT NULL,
  height         integer NOT NULL,
  content        bytea NOT NULL,
  CONSTRAINT logo_is_consistent CHECK (
    hash = encode(sha256(content), 'hex')
    AND media_type IN ('image/png', 'image/jpeg')
    AND least(width, height) >= 1 AND greatest(width, height) <= 1024
    AND octet_length(content) BETWEEN 1 AND 65536)
);
CREATE INDEX logo_by_hash ON logo (hash);
ALTER TABLE logo ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON COLUMN logo.hash IS 'SHA-256 of the content in hexadecimal, which is also the address of the logo.';
