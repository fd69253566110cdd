-- What the database knows of the secret keys, which are in a file outside of it: whether they are the right ones, and how far a rotation has come.

CREATE TABLE installation (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  keyring_check text NOT NULL,
  vault_current integer
);
COMMENT ON TABLE installation IS 'Which secret keys this database was written with, as check values that tell nothing of the keys.';
COMMENT ON COLUMN installation.vault_current IS 'The envelope key that every node seals with; null until the first rotation: as the key file says.';

CREATE TABLE vault_node (
  node          uuid PRIMARY KEY,
  keyring_check text NOT NULL,
  vault_current integer NOT NULL,
  seen_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE vault_node IS 'Which secret keys each node has, as check values, and which envelope key it seals with. A rotation waits for all that were seen lately.';
