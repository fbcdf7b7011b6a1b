import assert from 'node:assert/strict';
import { test } from 'node:test';

import { embedCode, embedPath, pictureName, picturePath } from '../js/share-links.js';

const GAME = { game: 'abc123' };
const PUZZLE = { rules: 'classic', date: '2026-11-10' };
const RULES = { rules: 'bonus+follow-may' };
const POSITION = { rules: 'bonus+follow-may', position: '61111110-01111116-b' };

test('pictures and boards have addresses', () => {
  assert.equal(picturePath(GAME, 'de'), '/picture/game/abc123.png?lang=de');
  assert.equal(picturePath(GAME, 'de', 'gif'), '/picture/game/abc123.gif?lang=de');
  assert.equal(picturePath(POSITION, 'en'), '/picture/position/bonus%2Bfollow-may/61111110-01111116-b.png?lang=en');
  assert.equal(picturePath(POSITION, 'en', 'svg'), '/picture/position/bonus%2Bfollow-may/61111110-01111116-b.svg?lang=en');
  assert.equal(picturePath(PUZZLE, 'ro'), '/picture/puzzle/classic/2026-11-10.png?lang=ro');
  assert.equal(picturePath(RULES, 'nl', 'svg'), '/picture/rules/bonus%2Bfollow-may.svg?lang=nl');
  assert.equal(embedPath(GAME, 'fr'), '/embed/game/abc123?lang=fr');
  assert.equal(embedPath(POSITION, 'fr'), '/embed/position/bonus%2Bfollow-may/61111110-01111116-b?lang=fr');
  assert.equal(pictureName(GAME, 'gif'), 'linja-abc123.gif');
  assert.equal(pictureName(POSITION), 'linja-61111110-01111116-b.png');
  assert.equal(pictureName(PUZZLE, 'svg'), 'linja-puzzle-2026-11-10.svg');
  assert.equal(pictureName(RULES), 'linja-bonus+follow-may.png');
});

test('the code to embed is one element, whatever the title is', () => {
  const code = embedCode('https://linja.example/embed/game/a?lang=de&x="', '"><script>');
  assert.equal(code.match(/</g)?.length, 2);
  assert.match(code, /^<iframe src="https:\/\/linja\.example\/embed\/game\/a\?lang=de&amp;x=&quot;" title="&quot;&gt;&lt;script&gt;" /);
  assert.match(code, /<\/iframe>$/);
});
