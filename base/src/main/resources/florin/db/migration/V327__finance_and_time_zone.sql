-- The role finance, and the time zone of an account's reports.

ALTER TABLE membership
  DROP CONSTRAINT membership_role_check,
  ADD CONSTRAINT membership_role_check CHECK (role IN ('owner', 'admin', 'developer', 'finance', 'support', 'viewer'));
ALTER TABLE invitation
  DROP CONSTRAINT invitation_role_check,
  ADD CONSTRAINT invitation_role_check CHECK (role IN ('owner', 'admin', 'developer', 'finance', 'support', 'viewer'));
