-- Webhook settings of a merchant's connector, and an index of the webhooks that its provider sent.

ALTER TABLE connector ADD COLUMN webhooks_sent_to text;
COMMENT ON COLUMN connector.webhooks_sent_to IS 'The address that Florin registered at the provider for webhooks. Null if Florin registered none.';

CREATE INDEX provider_webhook_by_connector ON provider_webhook (realm_id, connector_id, received_at, id);
