-- The block list and the allow list of an account: see docs/decisions/058-lists.md.

CREATE TABLE list_entry (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  list       text NOT NULL,
  kind       text NOT NULL,
  value      text NOT NULL,
  reason     text,
  added_by   text NOT NULL,
  expires_at timestamptz,
  removed    boolean NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT list_entry_list_is_known CHECK (list IN ('block', 'allow')),
  CONSTRAINT list_entry_kind_is_known CHECK (kind IN ('card_fingerprint', 'card_bin', 'email', 'email_domain', 'address')),
  CONSTRAINT list_entry_value_is_bounded CHECK (char_length(value) BETWEEN 1 AND 254),
  CONSTRAINT list_entry_removed_has_end CHECK (NOT removed OR expires_at IS NOT NULL)
);
CREATE UNIQUE INDEX list_entry_once ON list_entry (realm_id, list, kind, value) WHERE NOT removed;
CREATE INDEX list_entry_by_change ON list_entry (changed_at);
CREATE INDEX list_entry_by_end ON list_entry (expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON TABLE list_entry IS 'Values that the merchant blocks or allows. It is deleted a day after its end.';
COMMENT ON COLUMN list_entry.added_by IS 'The e-mail address of the person, or the id of the API key.';
COMMENT ON COLUMN list_entry.expires_at IS 'When it has no effect any longer. Null if it has no end.';
COMMENT ON COLUMN list_entry.removed IS 'Whether it was removed. The row remains for a day, so that all nodes read it.';

CREATE TABLE blocked_payment (
  realm_id      bigint NOT NULL,
  id            uuid NOT NULL,
  list_entry_id uuid NOT NULL,
  kind          text NOT NULL,
  value         text NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX blocked_payment_by_time ON blocked_payment (created_at);
COMMENT ON TABLE blocked_payment IS 'Payments that an entry of the block list stopped. A row is deleted after 29 days.';
COMMENT ON COLUMN blocked_payment.id IS 'The payment.';
COMMENT ON COLUMN blocked_payment.list_entry_id IS 'The entry, which may have been removed since.';
