-- Restores of backups, and the objects that providers have from the lost period.

CREATE TABLE restore (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  backup_at   timestamptz NOT NULL,
  restored_at timestamptz NOT NULL
);
COMMENT ON COLUMN restore.backup_at IS 'Time of the backup. The database lacks all changes between this time and restored_at.';

-- Progress of the review in which Florin lists a provider's objects since the backup.
CREATE TABLE restore_review (
  restore_id   integer NOT NULL,
  realm_id     bigint NOT NULL,
  connector_id uuid NOT NULL,
  status       text NOT NULL,
  position     text,
  objects      integer NOT NULL,
  PRIMARY KEY (restore_id, realm_id, connector_id),
  CONSTRAINT restore_review_status_is_known CHECK (status IN ('begun', 'complete', 'unsupported', 'cut_off')),
  CONSTRAINT restore_review_is_bounded CHECK (objects >= 0 AND length(position) <= 255)
);
COMMENT ON COLUMN restore_review.position IS 'The last listed object, in the form that the provider needs to continue the list. Null if there is none.';
COMMENT ON COLUMN restore_review.objects IS 'Number of listed objects.';

CREATE TABLE unknown_object (
  realm_id     bigint NOT NULL,
  connector_id uuid NOT NULL,
  external_id  text NOT NULL,
  reference    uuid NOT NULL,
  status       text NOT NULL,
  amount       bigint,
  currency     text,
  page         text,
  created_at   timestamptz NOT NULL,
  found_at     timestamptz NOT NULL,
  PRIMARY KEY (realm_id, connector_id, external_id),
  CONSTRAINT unknown_object_is_bounded CHECK (length(external_id) BETWEEN 1 AND 255 AND length(status) BETWEEN 1 AND 64 AND length(page) <= 1000),
  CONSTRAINT unknown_object_amount_has_a_currency CHECK ((amount IS NULL) = (currency IS NULL))
);
COMMENT ON TABLE unknown_object IS 'Objects of a provider that have a reference of Florin and are missing in this database. Florin created them after the backup that was restored.';
COMMENT ON COLUMN unknown_object.page IS 'Address of the object''s page at the provider. Null if there is none.';

CREATE VIEW restored_backup AS
SELECT id, backup_at, restored_at
  FROM restore;
COMMENT ON VIEW restored_backup IS 'The restores of this database, for the review of what the providers have done since.';
