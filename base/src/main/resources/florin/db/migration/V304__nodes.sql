-- State of the nodes: check values of the encryption keys, the progress of a key rotation, and the
-- tables with which committers recover from a lost connection or a full disk. The keys themselves
-- are in a file outside of the database.

CREATE TABLE installation (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  keyring_check text NOT NULL,
  vault_current integer
);
COMMENT ON TABLE installation IS 'Check values of the encryption keys with which this database was written. They reveal nothing about the keys.';
COMMENT ON COLUMN installation.vault_current IS 'Version of the encryption key with which every node encrypts. Null before the first rotation: the keys file then determines the version.';

CREATE TABLE vault_node (
  node          uuid PRIMARY KEY,
  keyring_check text NOT NULL,
  vault_current integer NOT NULL,
  seen_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE vault_node IS 'Check values of the encryption keys of each node, and the version of the key with which it encrypts. A rotation waits for all nodes that were seen recently.';

CREATE TABLE committer (
  id    uuid PRIMARY KEY,
  name  text NOT NULL,
  batch uuid
) WITH (fillfactor = 20);
COMMENT ON TABLE committer IS 'One row for each committer of each node, with the last batch that it committed. After a lost connection, the committer reads here whether its batch is durable.';

CREATE TABLE room (
  filler text NOT NULL
);
-- PLAIN storage neither compresses the value nor moves it out of the row, so that a row of 8000
-- characters fills a page.
ALTER TABLE room ALTER COLUMN filler SET STORAGE PLAIN;
COMMENT ON TABLE room IS 'A table with which a committer tests, after the disk was full, whether a transaction can allocate new pages. It is always empty, because the committer rolls the test back.';
