// The npm package, packed and installed as users do: in Node, in Chromium from a server of plain files, and its types.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startEngine } from '../lib/engine.js';
import { binary, PATIENCE, SOLVED } from '../lib/server.js';
import { nginx, siteFolder } from '../lib/site.js';
import { bareServer, solvedServer, visitor } from '../lib/world.js';

const IS_SWEEP = Boolean(process.env['LINJA_SWEEP']);
const ROOT = resolve(import.meta.dirname, '../..');
const { folder, remove } = siteFolder();
/** Where the package is installed. */
const PLACE = join(folder, 'web');
const TABLE = join(SOLVED, 'tables/bonus.linja');
const POSITION = '12310014/40120050 b';

/** @type {typeof import('../../npm/index.js')} */
let linja;
/** @type {typeof import('../../npm/solver.js')} */
let solver;

/** A module of the installed package, found by its name. @param {string} name */
const installed = (name) => createRequire(join(PLACE, 'index.js')).resolve(name);

/** The blocks of a language in the document of the package. @param {string} language */
const blocks = (language) => [...readFileSync(join(PLACE, 'node_modules/linja/README.md'), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
  .filter(([, name]) => name === language).map(([, , text = '']) => text);

/** Runs a program as a user would. @param {string} text @returns {Promise<string>} what it prints */
async function printed(text) {
  writeFileSync(join(PLACE, 'program.mjs'), text);
  const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: PLACE });
  return stdout;
}

before(async () => {
  mkdirSync(PLACE);
  execFileSync(join(ROOT, 'scripts/npm'), [join(folder, 'packed')], { env: { ...process.env, LINJA_BIN: binary() }, stdio: ['ignore', 'ignore', 'inherit'] });
  const [tarball = ''] = readdirSync(join(folder, 'packed')).filter((name) => name.endsWith('.tgz'));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(folder, 'packed', tarball)], { cwd: PLACE });
  symlinkSync(TABLE, join(PLACE, 'bonus.linja'));
  linja = await import(pathToFileURL(installed('linja')).href);
  solver = await import(pathToFileURL(installed('linja/solver')).href);
});
after(remove);

/** @param {{origin: string}} server @param {string} path @param {unknown} [body] */
async function fromServer({ origin }, path, body) {
  const options = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${origin}/api/v1${path}`, options);
  assert.equal(response.status, 200, path);
  return response.json();
}

/** @param {string} what @param {Record<string, string>} [more] */
const path = (what, more = {}) => `/position${what}?${new URLSearchParams({ pos: POSITION, rules: 'bonus', ...more })}`;

test('the package is the version of the program, and needs no other', () => {
  const { version, dependencies } = JSON.parse(readFileSync(installed('linja/package.json'), 'utf8'));
  assert.equal(`linja ${version}`, execFileSync(binary(), ['--version'], { encoding: 'utf8' }).trim());
  assert.equal(dependencies, undefined);
  assert.deepEqual(readdirSync(join(PLACE, 'node_modules')).filter((name) => !name.startsWith('.')), ['linja']);
  for (const name of ['linja/linja.wasm', 'linja/solver.wasm']) assert.ok(WebAssembly.validate(readFileSync(installed(name))), name);
});

test('Node: without a table values are the estimates of the engine in the page', async () => {
  const server = await bareServer();
  const page = await startEngine(server.origin);
  const engine = await linja.createEngine();
  // Asked at once: they are answered one after the other.
  const [turns, house, position] = await Promise.all([
    engine.turns(POSITION, { rules: 'bonus' }), engine.turns(undefined, { rules: 'bonus+again-must' }), engine.position(POSITION)]);
  assert.equal(turns.exact, false);
  assert.deepEqual(turns, (await page.ask('GET', path('/turns'))).body);
  assert.equal(house.rules, 'bonus+again-must');
  assert.deepEqual(position, await fromServer(server, path('')));
  assert.deepEqual(await engine.rules(), await fromServer(server, '/rules'));
  assert.equal((await engine.rules('bonus')).id, 'bonus');
  assert.equal((await engine.hint(POSITION)).margin, null);
  await assert.rejects(engine.hint(POSITION, { estimates: false }), { name: 'Problem', status: 409, code: 'not_solved' });
  await assert.rejects(engine.position('x'), { name: 'Problem', status: 422, code: 'invalid_position' });
  const french = await linja.createEngine({ language: 'fr' });
  await assert.rejects(french.line(POSITION), { message: 'Ces règles ne sont pas encore résolues.' });
});

test('Node: with a table the answers are those of a server with it', async () => {
  const server = await solvedServer();
  const engine = await linja.createEngine({ tables: { bonus: await linja.fileSource(TABLE) } });
  assert.deepEqual(await engine.turns(POSITION), await fromServer(server, path('/turns')));
  assert.deepEqual(await engine.position(POSITION, { values: true }), await fromServer(server, path('', { values: 'true' })));
  assert.deepEqual(await engine.hint(POSITION), await fromServer(server, path('/hint')));
  assert.deepEqual(await engine.line(POSITION), await fromServer(server, path('/line')));
  const record = '[Rules "bonus"]\n\n1. ab ac | hg hf\n';
  assert.deepEqual(await engine.review(record), await fromServer(server, '/reviews', { record }));
});

test('Node: a table that is damaged, short or replaced is an error, not an estimate', async () => {
  const copy = join(folder, 'copy.linja');
  const short = Buffer.alloc(4096);
  readFileSync(TABLE).copy(short);
  writeFileSync(copy, short);
  const source = await linja.fileSource(copy);
  const refused = /the table of bonus can't be used/;
  await assert.rejects((await linja.createEngine({ tables: { bonus: source } })).turns(), refused);
  const long = await linja.createEngine({ tables: { bonus: { ...source, bytes: (await linja.fileSource(TABLE)).bytes } } });
  await assert.rejects(long.turns(), /the file is too short/);
  truncateSync(copy, 2048);
  await assert.rejects(long.turns(), /the file has changed/);
  await assert.rejects(linja.fileSource(join(folder, 'missing')), { code: 'ENOENT' });
});

test('Node: a game against the computer', async () => {
  const { game } = await linja.createEngine();
  const first = await game.create({ opponent: { type: 'computer', level: '1' }, side: 'black', first: 'black' });
  await assert.rejects(game.command(first, { type: 'turn', turn: 'ah ab' }), { name: 'Problem', code: 'illegal_turn' });
  const second = await game.command(first, { type: 'turn', turn: 'ab ce' });
  const third = await game.reply(second);
  assert.deepEqual([first, second, third].map(({ events, game: { turns } }) => [events.length, turns.length]), [[1, 0], [2, 1], [3, 2]]);
  assert.deepEqual(await game.view({ game: { id: third.game.id }, events: third.events }), third);
  assert.match(await game.record(third), /^1\. ab ce \| /m);
  const over = await game.command(third, { type: 'resign' });
  assert.equal(over.game.status, 'over');
  assert.equal((await game.command(over, { type: 'rematch' })).next?.game.previous, third.game.id);
});

test('Node: the programs of the document run', async () => {
  const [exact = '', played = ''] = blocks('js');
  assert.equal(await printed(exact), 'true cd be 5\n');
  assert.match(await printed(played), /^1\. ab ce \| /m);
});

test('Node: solving begins, and a signal cancels it', async () => {
  const stop = new AbortController();
  /** @type {number[]} */
  const seen = [];
  const solved = solver.solve('bonus', {
    write: () => undefined,
    signal: stop.signal,
    onProgress(positions) {
      seen.push(positions);
      if (positions > 0) stop.abort();
    },
  });
  await assert.rejects(solved, { name: 'AbortError' });
  assert.equal(seen[0], 0);
  assert.ok(seen.length > 1);
  await assert.rejects(solver.solve('bonusx', { write: () => undefined }), { name: 'SolveError', code: 'rules' });
});

test('Node: a write that has not ended when it returns stops solving', { skip: !IS_SWEEP }, async () => {
  const solved = solver.solve('bonus', { write: /** @type {any} */ (async () => undefined) });
  await assert.rejects(solved, ({ code, cause }) => code === 'output' && cause instanceof TypeError);
});

test('Node: the solved table is the published one', { skip: !IS_SWEEP, timeout: 5 * PATIENCE }, async () => {
  const [, , solves = ''] = blocks('js');
  const made = join(folder, 'made.linja');
  assert.match(await printed(solves.replace("'bonus.linja'", JSON.stringify(made))), /^[0-9a-f]{32} true\n$/);
  const [from, ours] = await Promise.all([TABLE, made].map(async (file) => (await linja.createEngine({ tables: { bonus: await linja.fileSource(file) } })).turns(POSITION)));
  assert.deepEqual(ours, from);
});

test('Chromium: the page of the document shows a board and its values; tables are read by ranges and from files', { timeout: 2 * PATIENCE }, async () => {
  const [page = ''] = blocks('html');
  assert.ok(page.trimEnd().split('\n').length <= 20);
  writeFileSync(join(PLACE, 'page.html'), page);
  // Browsers ask for it, and say an error if there is none.
  writeFileSync(join(PLACE, 'favicon.ico'), '');
  const host = await nginx(folder);
  const one = await visitor({ server: /** @type {any} */ ({ origin: host.origin }) });
  try {
    await one.page.goto('/page.html');
    await one.page.locator('#values tr').first().waitFor();
    const { turns } = await (await linja.createEngine()).turns(POSITION);
    const rows = await one.page.locator('#values tr').allInnerTexts();
    assert.deepEqual(rows, turns.map(({ turn, estimate }) => `${turn}\tabout ${estimate}`));
    assert.equal((await one.page.locator('#board').innerText()).split('\n')[2], 'c ●●●○');

    await one.page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { type: 'file' })));
    await one.page.locator('input').setInputFiles(TABLE);
    const exact = await one.page.evaluate(async (position) => {
      const { blobSource, createEngine, urlSource } = await import(new URL('node_modules/linja/index.js', document.baseURI).href);
      const chosen = /** @type {HTMLInputElement} */ (document.querySelector('input')).files?.[0];
      const engines = await Promise.all([await urlSource('bonus.linja'), blobSource(chosen)].map((bonus) => createEngine({ tables: { bonus } })));
      return Promise.all(engines.map((engine) => engine.turns(position)));
    }, POSITION);
    const expected = await fromServer(await solvedServer(), path('/turns'));
    assert.deepEqual(exact, [expected, expected]);
    await one.check();
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('the types fit a program that uses them, and refuse what is wrong', () => {
  writeFileSync(join(PLACE, 'consumer.ts'), `
    import { createEngine, fileSource, Problem, type Played, type Source } from 'linja';
    import { solve, SolveError } from 'linja/solver';
    const bonus: Source = await fileSource('bonus.linja');
    const engine = await createEngine({ tables: { bonus } });
    const margins: (number | null)[] = (await engine.turns('${POSITION}', { rules: 'bonus' })).turns.map(({ margin }) => margin);
    let played: Played = await engine.game.create({ opponent: { type: 'computer', level: '3' } });
    played = await engine.game.command(played, { type: 'turn', turn: 'ab ce' });
    const text: string = await engine.game.record(played);
    const { isPublished }: { isPublished: boolean | null } = await solve('bonus', { write(bytes, offset) { bytes.fill(offset); } });
    export const found = [margins, text, isPublished, new Error() instanceof Problem, new Error() instanceof SolveError];
    // @ts-expect-error there is no such command
    await engine.game.command(played, { type: 'cheat' });
    // @ts-expect-error a promise is not the number of bytes
    await solve('bonus', { write: async (bytes) => bytes.length });
  `);
  const tsc = join(ROOT, 'browser/node_modules/.bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', 'consumer.ts'];
  writeFileSync(join(PLACE, 'package.json'), JSON.stringify({ ...JSON.parse(readFileSync(join(PLACE, 'package.json'), 'utf8')), type: 'module' }));
  execFileSync(tsc, options, { cwd: PLACE, stdio: ['ignore', 'inherit', 'inherit'] });
});
