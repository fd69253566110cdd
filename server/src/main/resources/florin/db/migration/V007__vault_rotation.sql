-- Rotation of the envelope key while the service runs: which key seals new card numbers, and which keys every node knows.

ALTER TABLE installation ADD COLUMN vault_current integer;
COMMENT ON COLUMN installation.vault_current IS 'The envelope key that every node seals with; null until the first rotation: as the key file says.';

CREATE TABLE vault_node (
  node          uuid PRIMARY KEY,
  keyring_check text NOT NULL,
  vault_current integer NOT NULL,
  seen_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE vault_node IS 'Which secret keys each node has, as check values, and which envelope key it seals with. A rotation waits for all that were seen lately.';
