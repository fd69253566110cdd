-- The cards that browsers have sent: the brake on card testing counts them.

CREATE TABLE browser_try (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  node       uuid NOT NULL,
  subjects   jsonb NOT NULL,
  decisions  jsonb,
  declined   boolean NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX browser_try_by_change ON browser_try (changed_at);
COMMENT ON TABLE browser_try IS 'Cards that came from a browser, written before any network is asked. They are deleted after 29 days.';
COMMENT ON COLUMN browser_try.id IS 'The payment method.';
COMMENT ON COLUMN browser_try.node IS 'The node that counts the row in memory. The others read it.';
COMMENT ON COLUMN browser_try.subjects IS 'The values by which the card is counted, by kind: address, network, card, bin, email_domain, customer, checkout_session, publishable_key.';
COMMENT ON COLUMN browser_try.decisions IS 'The steps of the brake and their reasons, by kind of subject. Null if there was none.';
COMMENT ON COLUMN browser_try.declined IS 'Whether a network has declined the card since.';
COMMENT ON COLUMN browser_try.changed_at IS 'When the row was written, or the card was declined.';
