-- Presence of members in an account, and its security requirements.

ALTER TABLE account
  ADD second_factor_required boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.second_factor_required IS 'True if members need a second factor. A member without one can only set one up.';

ALTER TABLE membership
  ADD seen_at              timestamptz,
  ADD onboarding_hidden_at timestamptz;
COMMENT ON COLUMN membership.seen_at IS 'Time at which the member last requested a page of this account, accurate to some seconds. Null if there was no request.';
COMMENT ON COLUMN membership.onboarding_hidden_at IS 'Time at which the member hid the list of first steps. Null if the list is visible.';
