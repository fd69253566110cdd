-- Restores of a backup, and what providers have of the time that is lost by them.

CREATE TABLE restore (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  backup_at   timestamptz NOT NULL,
  restored_at timestamptz NOT NULL
);
COMMENT ON COLUMN restore.backup_at IS 'What was done after it is lost here.';

-- How far a connector's provider has been asked what it has since then.
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
COMMENT ON COLUMN restore_review.position IS 'The last object that was listed, as the provider wants it to go on.';
COMMENT ON COLUMN restore_review.objects IS 'How many were listed.';

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
COMMENT ON TABLE unknown_object IS 'What a provider has under a reference of ours that is not known here: it was made after a backup that was restored since.';
COMMENT ON COLUMN unknown_object.page IS 'Where a person looks at it there.';
