-- Checkout sessions, and the links that many may pay by. Neither is on the way of a payment that comes by the interface.

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
COMMENT ON COLUMN payment_link.payments IS 'Checkout sessions of it that are complete.';
COMMENT ON COLUMN payment_link.reserved IS 'Checkout sessions of it that are open: each may still become a payment. Not guarded by the version.';

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
  capture_method capture_method_word NOT NULL,
  success_url    text,
  cancel_url     text,
  locale         text,
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
COMMENT ON COLUMN checkout_session.tries IS 'How many payments were begun for it. The next one begins only when the last one has failed or was canceled.';
COMMENT ON COLUMN checkout_session.payment_id IS 'The payment of the last try: written in the commit that begins it.';
COMMENT ON COLUMN checkout_session.due_at IS 'When it is looked at to be ended: once it has expired, and again while a try of it is under way.';
COMMENT ON COLUMN checkout_session.methods IS 'Ways to pay that are offered, with spaces between; null for all that there are.';

CREATE TABLE branding (
  account_number bigint PRIMARY KEY REFERENCES account (number),
  accent         text NOT NULL CONSTRAINT branding_accent_is_a_colour CHECK (accent ~ '^#[0-9a-f]{6}$')
);
COMMENT ON TABLE branding IS 'How the checkout pages of a merchant look, in both modes.';
