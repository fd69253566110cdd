-- Several connectors that take the payments of one realm, and the choice of a session or a link
-- between them.

ALTER TABLE connector
  ADD COLUMN position integer CHECK (position BETWEEN -1000000000 AND 1000000000);
UPDATE connector SET position = 0 WHERE status = 'enabled';
ALTER TABLE checkout_session
  ADD COLUMN connectors text
    CONSTRAINT checkout_session_connectors_are_ids CHECK (connectors ~ '^cn_[0-9a-z]{26}( cn_[0-9a-z]{26}){0,9}$');
ALTER TABLE payment_link
  ADD COLUMN connectors text
    CONSTRAINT payment_link_connectors_are_ids CHECK (connectors ~ '^cn_[0-9a-z]{26}( cn_[0-9a-z]{26}){0,9}$');

COMMENT ON COLUMN connector.position IS 'Place among the enabled connectors of its realm: the lowest is the default, equal ones are ordered by id. It stays while a changed connector is a draft. Null if it was never enabled, or is disabled.';
COMMENT ON COLUMN checkout_session.connectors IS 'Connectors that the session offers, in order, separated by spaces. Null for all enabled ones.';
COMMENT ON COLUMN payment_link.connectors IS 'Connectors that sessions of the link offer, in order, separated by spaces. Null for all enabled ones.';
