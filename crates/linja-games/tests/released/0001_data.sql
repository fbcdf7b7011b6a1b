-- Games as version 0.1.0 stored them, with an event of every type. Both databases understand this file.

INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ('00000000000000000001', 1700001000000, 1, 0);
INSERT INTO events (game, seq, at, command, actor, secret, event) VALUES
    ('00000000000000000001', 1, 1700001000000, '00000000-0000-4000-8000-000000000001', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"created","rules":"bonus","opponent":{"type":"lobby"},"side":"black","first":"black","games":1,"name":"Ada"}');

INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ('00000000000000000002', 1700002000000, 0, 0);
INSERT INTO events (game, seq, at, command, actor, secret, event) VALUES
    ('00000000000000000002', 1, 1700002000000, '00000000-0000-4000-8000-000000000002', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '{"type":"created","rules":"geeky-spicy","opponent":{"type":"invitation"},"side":"black","first":"black","games":1,"name":"Ada"}'),
    ('00000000000000000002', 2, 1700002001000, '00000000-0000-4000-8000-000000000003', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"joined","side":"red","name":"Bo"}'),
    ('00000000000000000002', 3, 1700002002000, '00000000-0000-4000-8000-000000000004', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"turn","side":"black","turn":"ab ce"}'),
    ('00000000000000000002', 4, 1700002003000, '00000000-0000-4000-8000-000000000005', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"turn","side":"red","turn":"hg hf"}'),
    ('00000000000000000002', 5, 1700002004000, '00000000-0000-4000-8000-000000000006', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"take_back_offered","side":"black"}'),
    ('00000000000000000002', 6, 1700002005000, '00000000-0000-4000-8000-000000000007', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"take_back_declined","side":"red"}'),
    ('00000000000000000002', 7, 1700002006000, '00000000-0000-4000-8000-000000000008', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"take_back_offered","side":"black"}'),
    ('00000000000000000002', 8, 1700002007000, '00000000-0000-4000-8000-000000000009', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"taken_back","side":"black","turns":2}'),
    ('00000000000000000002', 9, 1700002008000, '00000000-0000-4000-8000-000000000010', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"turn","side":"black","turn":"ab ce"}'),
    ('00000000000000000002', 10, 1700002009000, '00000000-0000-4000-8000-000000000011', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"resigned","side":"red"}'),
    ('00000000000000000002', 11, 1700002010000, '00000000-0000-4000-8000-000000000012', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"rematch_offered","side":"black"}'),
    ('00000000000000000002', 12, 1700002011000, '00000000-0000-4000-8000-000000000013', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"rematch_declined","side":"red"}'),
    ('00000000000000000002', 13, 1700002012000, '00000000-0000-4000-8000-000000000014', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"rematch_offered","side":"black"}'),
    ('00000000000000000002', 14, 1700002013000, '00000000-0000-4000-8000-000000000015', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"rematch","side":"red"}'),
    ('00000000000000000002', 15, 1700002014000, '00000000-0000-4000-8000-000000000016', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"turn","side":"red","turn":"hg hf"}');

INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ('00000000000000000003', 1700003000000, 0, 0);
INSERT INTO events (game, seq, at, command, actor, secret, event) VALUES
    ('00000000000000000003', 1, 1700003000000, '00000000-0000-4000-8000-000000000017', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"created","rules":"bonus","opponent":{"type":"computer","level":"3"},"side":"black","first":"black","games":1}'),
    ('00000000000000000003', 2, 1700003001000, '00000000-0000-4000-8000-000000000018', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"turn","side":"black","turn":"ab ce"}'),
    ('00000000000000000003', 3, 1700003002000, NULL, NULL, NULL, '{"type":"turn","side":"red","turn":"hg hf"}');

INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ('00000000000000000004', 1700004000000, 0, 0);
INSERT INTO events (game, seq, at, command, actor, secret, event) VALUES
    ('00000000000000000004', 1, 1700004000000, '00000000-0000-4000-8000-000000000020', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"created","rules":"bonus","opponent":{"type":"local"},"side":"black","first":"black","games":3,"clock":{"seconds":60,"increment":2},"name":"Ada","opponent_name":"Ida"}'),
    ('00000000000000000004', 2, 1700004001000, '00000000-0000-4000-8000-000000000021', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"turn","side":"black","turn":"ab ce"}'),
    ('00000000000000000004', 3, 1700004002000, '00000000-0000-4000-8000-000000000022', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"turn","side":"red","turn":"hg hf"}'),
    ('00000000000000000004', 4, 1700004003000, NULL, NULL, NULL, '{"type":"time_ran_out","side":"black"}'),
    ('00000000000000000004', 5, 1700004004000, '00000000-0000-4000-8000-000000000024', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, '{"type":"next_game","side":"black"}');

INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ('00000000000000000005', 1700005000000, 0, 1);
INSERT INTO events (game, seq, at, command, actor, secret, event) VALUES
    ('00000000000000000005', 1, 1700005000000, '00000000-0000-4000-8000-000000000025', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"created","rules":"classic","opponent":{"type":"lobby"},"side":"black","first":"black","games":1}'),
    ('00000000000000000005', 2, 1700005001000, '00000000-0000-4000-8000-000000000026', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, '{"type":"withdrawn","side":"black"}');

INSERT INTO seats (holder, game, created_at) VALUES
    ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '00000000000000000001', 1700001000000),
    ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '00000000000000000002', 1700002000000),
    ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '00000000000000000002', 1700002000000),
    ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '00000000000000000003', 1700003000000),
    ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '00000000000000000004', 1700004000000),
    ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '00000000000000000005', 1700005000000);
