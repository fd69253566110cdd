CREATE TABEL note (text text);
