-- Requiring a second factor locked every member out at that moment. They get a date, and a reminder until then.
ALTER TABLE account ADD COLUMN second_factor_from timestamptz;
COMMENT ON COLUMN account.second_factor_from IS 'Where a second factor is required: from when a member without one can do nothing but set one up. NULL: from the beginning.';
