insert into purchase_order
  select id, id % 200, date '2026-01-01' + (id / 10)::int from generate_series(1, 2000) id
  where not exists (select from purchase_order);

insert into order_line
  select id, 1 + (id - 1) / 5, 'article ' || id % 97, 1 + id % 3, 100 + id % 1000 from generate_series(1, 10000) id
  where not exists (select from order_line);
