-- An action that is not one commit of Florin's own is in the audit log before it begins.
ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_outcome_check;
ALTER TABLE audit_entry
  ADD CONSTRAINT audit_entry_outcome_check CHECK (outcome IN ('requested', 'done', 'refused', 'failed'));
