-- What committers need besides the tables that they write to.

CREATE TABLE committer (
  id    uuid PRIMARY KEY,
  name  text NOT NULL,
  batch uuid
) WITH (fillfactor = 20);
COMMENT ON TABLE committer IS 'One row for each committer of each node: the last batch that it committed. After a lost connection it says whether the batch is durable.';

CREATE TABLE room (
  filler text NOT NULL
);
-- Neither compressed nor elsewhere, so that a row of 8000 characters is a page.
ALTER TABLE room ALTER COLUMN filler SET STORAGE PLAIN;
COMMENT ON TABLE room IS 'Where a committer tries, after the disk was full, whether a transaction that needs fresh pages gets them. Always empty: the try is rolled back.';
