-- A live API key alone must not direct payers' money to another provider account. An owner has to
-- allow it in the dashboard.
ALTER TABLE account ADD COLUMN live_settings_by_key boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.live_settings_by_key IS 'True if live API keys may change connectors and other live settings. An owner allows it in the dashboard.';
