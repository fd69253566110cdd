-- Check values of the secret keys, and the progress of a key rotation. The keys themselves are in a
-- file outside of the database.

CREATE TABLE installation (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  keyring_check text NOT NULL,
  vault_current integer
);
COMMENT ON TABLE installation IS 'Check values of the secret keys with which this database was written. They reveal nothing about the keys.';
COMMENT ON COLUMN installation.vault_current IS 'Version of the envelope key with which every node seals. Null before the first rotation: the key file then determines the version.';

CREATE TABLE vault_node (
  node          uuid PRIMARY KEY,
  keyring_check text NOT NULL,
  vault_current integer NOT NULL,
  seen_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE vault_node IS 'Check values of the secret keys of each node, and the version of the envelope key with which it seals. A rotation waits for all nodes that were seen recently.';
