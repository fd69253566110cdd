-- How a connector of a merchant's own is switched on, and what its provider has told.

ALTER TABLE connector ADD COLUMN webhooks_sent_to text;
COMMENT ON COLUMN connector.webhooks_sent_to IS 'The address that the provider was asked to send its webhooks to; null where it was not.';

CREATE INDEX provider_webhook_by_connector ON provider_webhook (realm_id, connector_id, received_at, id);
