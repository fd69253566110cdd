-- How a connector of a merchant's own is switched on, and what its provider has told.

ALTER TABLE connector ADD COLUMN notices_sent_to text;
COMMENT ON COLUMN connector.notices_sent_to IS 'The address that the provider was asked to send its notices to; null where it was not.';

CREATE INDEX connector_notice_by_connector ON connector_notice (realm_id, connector_id, received_at, id);
