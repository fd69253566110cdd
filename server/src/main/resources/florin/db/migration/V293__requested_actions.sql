-- Before an action begins that is not a single commit of Florin, the audit log records it as
-- requested.
ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_outcome_check;
ALTER TABLE audit_entry
  ADD CONSTRAINT audit_entry_outcome_check CHECK (outcome IN ('requested', 'done', 'refused', 'failed'));
