CREATE TABLE shelf (id uuid PRIMARY KEY);
