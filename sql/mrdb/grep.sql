SELECT * FROM data WHERE field LIKE '%XYZ%';
