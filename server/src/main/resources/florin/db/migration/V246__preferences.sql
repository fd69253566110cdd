-- How each person wants the dashboard to look: it goes with the login, through all accounts.

ALTER TABLE app_user
  ADD theme     text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  ADD time_zone text NOT NULL DEFAULT 'UTC' CHECK (length(time_zone) BETWEEN 1 AND 64);
COMMENT ON COLUMN app_user.time_zone IS 'By its name in the IANA''s database: times are shown in it.';
