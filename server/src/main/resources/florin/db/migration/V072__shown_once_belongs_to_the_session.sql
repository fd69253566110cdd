-- What a session shows once was sealed for the realm that the session was in, and did not open once that was another. It is sealed for the session alone now;
-- what waits to be shown from before would not open, and stop a rotation of the keys.
UPDATE session SET once = NULL WHERE once IS NOT NULL;
