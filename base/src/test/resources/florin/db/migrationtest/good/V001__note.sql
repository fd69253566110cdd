CREATE TABLE note (text text NOT NULL);
