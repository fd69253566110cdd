-- Florin asks providers about disputes, because a webhook can be lost.

ALTER TABLE dispute ADD COLUMN inquire_at timestamptz;
CREATE INDEX dispute_inquiry_due ON dispute (inquire_at) WHERE inquire_at IS NOT NULL;
COMMENT ON COLUMN dispute.inquire_at IS 'When Florin asks the provider about the dispute, if no webhook comes first. Null in test mode''s simulator, and 180 days after the last change.';

UPDATE dispute
   SET inquire_at = now() + interval '1 day'
 WHERE connector_kind <> 'simulator'
   AND updated_at > now() - interval '180 days';
