CREATE TABLE note (text text);
