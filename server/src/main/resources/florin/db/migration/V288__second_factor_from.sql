-- Members have until a date to set up a required second factor, and get a reminder before it.
ALTER TABLE account ADD COLUMN second_factor_from timestamptz;
COMMENT ON COLUMN account.second_factor_from IS 'If a second factor is required, the time from which a member without one can only set one up. Null if the requirement has no delay.';
