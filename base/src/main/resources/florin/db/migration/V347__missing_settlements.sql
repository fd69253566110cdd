-- Payments and refunds that providers should have reported, and haven't.

ALTER TABLE settlement_position ADD COLUMN checked_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
COMMENT ON COLUMN settlement_position.checked_id IS 'The last transfer that was compared with the reports. Florin compares each transfer once, some days after its booking.';

CREATE TABLE missing_settlement (
  realm_id    bigint NOT NULL,
  object_id   uuid NOT NULL,
  transfer_id uuid NOT NULL,
  connector   text NOT NULL,
  PRIMARY KEY (realm_id, object_id)
);
COMMENT ON TABLE missing_settlement IS 'Payments and refunds that no settlement line has, although the provider has reported later ones. A row is deleted when the line arrives.';
COMMENT ON COLUMN missing_settlement.transfer_id IS 'The transfer of the payment or refund in the ledger.';
