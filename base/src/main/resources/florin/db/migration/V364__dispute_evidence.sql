-- The evidence with which merchants respond to disputes: a draft, until it is sent.

CREATE TABLE dispute_evidence (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  version    integer NOT NULL,
  fields     jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT dispute_evidence_has_dispute FOREIGN KEY (realm_id, id) REFERENCES dispute (realm_id, id)
);
COMMENT ON TABLE dispute_evidence IS 'Evidence of disputes. A dispute without a row has no evidence yet.';
COMMENT ON COLUMN dispute_evidence.id IS 'The dispute.';
COMMENT ON COLUMN dispute_evidence.version IS 'Raised by each change of the texts and files, so that what is sent is what was checked.';
COMMENT ON COLUMN dispute_evidence.fields IS 'The texts, by the names of their fields.';

CREATE TABLE dispute_file (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  dispute_id uuid NOT NULL,
  kind       text NOT NULL CONSTRAINT dispute_file_kind_is_known CHECK (kind IN (
               'cancellation_policy', 'customer_communication', 'customer_signature', 'duplicate_charge_documentation',
               'receipt', 'refund_policy', 'service_documentation', 'shipping_documentation', 'uncategorized_file')),
  name       text NOT NULL CONSTRAINT dispute_file_name_is_short CHECK (length(name) <= 255),
  media_type text NOT NULL CONSTRAINT dispute_file_type_is_known CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes      integer NOT NULL CONSTRAINT dispute_file_is_small CHECK (bytes BETWEEN 1 AND 4500000),
  pages      integer NOT NULL CONSTRAINT dispute_file_has_pages CHECK (pages >= 1),
  sealed_key text NOT NULL,
  content    bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT dispute_file_has_evidence FOREIGN KEY (realm_id, dispute_id) REFERENCES dispute_evidence (realm_id, id)
);
CREATE UNIQUE INDEX dispute_file_of_kind ON dispute_file (dispute_id, kind, realm_id);
ALTER TABLE dispute_file ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE dispute_file IS 'Files of evidence, one of each kind for a dispute.';
COMMENT ON COLUMN dispute_file.pages IS 'The number of pages; an image has one.';
COMMENT ON COLUMN dispute_file.sealed_key IS 'The key of this file, encrypted with an encryption key.';
COMMENT ON COLUMN dispute_file.content IS 'The file, encrypted with its own key.';
