-- Who is there, and what an account asks of its people. A node of the version before neither writes nor asks for any of it.

ALTER TABLE account
  ADD second_factor_required boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.second_factor_required IS 'A member without a second factor can do nothing but set one up.';

ALTER TABLE membership
  ADD seen_at              timestamptz,
  ADD onboarding_hidden_at timestamptz;
COMMENT ON COLUMN membership.seen_at IS 'When a page of this account was last asked for, to some seconds; null for whoever never came.';
COMMENT ON COLUMN membership.onboarding_hidden_at IS 'When the member put the list of first steps away.';
