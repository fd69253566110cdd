-- Display settings of a user, which apply in all accounts.

ALTER TABLE app_user
  ADD theme     text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  ADD time_zone text NOT NULL DEFAULT 'UTC' CHECK (length(time_zone) BETWEEN 1 AND 64);
COMMENT ON COLUMN app_user.time_zone IS 'IANA name of the time zone in which the dashboard shows times.';
