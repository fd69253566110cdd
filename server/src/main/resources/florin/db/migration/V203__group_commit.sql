-- Tables with which committers recover from a lost connection or a full disk.

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
